"""From files to results: load, compute every statistic that the input allows, check, and freeze."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from analysis.agreement.alpha import pairable
from analysis.agreement.run import agreement_rows, compared_ratings
from analysis.blinding import guess_rows, guesses_in, leak_rows
from analysis.conditions import condition_rows, load_study
from analysis.errors import OptionError
from analysis.estimate import Estimate
from analysis.judge import judge_rows
from analysis.judge.join import load_joined
from analysis.judge.options import JudgeOptions
from analysis.registry import Settings
from analysis.report.alpha_check import check_alphas, rows_to_check
from analysis.report.dispute import disputed_of
from analysis.report.exclusions import exclusions_of
from analysis.report.inputs import input_files, versions
from analysis.report.judges import calibrated_of, compared, points_of, retests_to_check
from analysis.report.limits import limits_of
from analysis.report.results import Coverage, Finding, Results, Topic
from analysis.tables import (
    LoadOptions,
    RatingTable,
    code_dimension,
    is_preference,
    load_table,
    rateable_dimensions,
)
from analysis.tables.items import episodes_of_other_purposes
from analysis.text import load_corpus, text_rows
from sim.schema.bundle import read_bundle_manifest

__all__ = ["Request", "collect"]

_UNBLIND = "Export the study unblinded: blindpair export STUDY -o BUNDLE --unblind --reason TEXT."


@dataclass(frozen=True, slots=True)
class Request:
    """What a report is made of.

    Attributes
    ----------
    source
        A bundle, a run directory or a table of ratings.
    judges
        Files or folders of judges' ratings.
    guess, means
        As for `analyze blinding`: the dimension that asks for the condition, and what choosing means.
    """

    source: Path
    judges: tuple[Path, ...] = ()
    options: LoadOptions = field(default_factory=LoadOptions)
    settings: Settings = field(default_factory=Settings)
    judging: JudgeOptions = field(default_factory=JudgeOptions)
    guess: str | None = None
    means: str | None = None


@dataclass(frozen=True, slots=True)
class _Kind:
    """What the input is, and whether its conditions are known."""

    words: str
    known: bool
    dialogues: bool


def collect(request: Request) -> Results:
    """Compute everything that the input allows.

    Raises
    ------
    TableError, OptionError
        With everything that is wrong with the input.
    AlphaMismatchError
        If another implementation does not confirm an alpha.
    OSError
        If a file cannot be read.
    """
    kind = _kind(request.source)
    table = load_table([request.source], request.options)
    people = compared_ratings(table)
    coverage = tuple(_coverage(people))
    limits = limits_of(people)
    agreement = agreement_rows(people, request.settings, without=limits.without)
    joined = load_joined(request.source, request.judges, request.options) if request.judges else None
    judge = judge_rows(joined, request.settings, request.judging) if joined else ()
    found = compared(joined, request.judging) if joined else ()
    check = check_alphas(chain(rows_to_check(people, agreement), retests_to_check(found, judge)))
    findings = _findings(request, kind, agreement, judge)
    every = [row for finding in findings.values() for row in finding.rows]
    return Results(
        name=request.source.resolve().name,
        kind=kind.words,
        settings=_settings(request),
        versions=versions(),
        inputs=tuple(input_files([request.source, *request.judges])),
        coverage=coverage,
        findings=findings,
        exclusions=tuple(exclusions_of(table, coverage, joined, every, n_apart=_n_apart(request))),
        alpha_check=check,
        points=tuple(points_of(found)),
        calibrated=tuple(calibrated_of(found, judge)),
        disputed=tuple(disputed_of(table, joined, request.source)),
        limits=limits.sentences,
        rater_numbers=table.rater_numbers,
    )


def _n_apart(request: Request) -> int:
    return len(episodes_of_other_purposes(request.source, request.options.purposes))


def _kind(source: Path) -> _Kind:
    if source.is_file():
        return _Kind("table of ratings", known=False, dialogues=False)
    dialogues = (source / "episodes.jsonl").is_file()
    if not (source / "study.toml").is_file():
        return _Kind("run directory", known=dialogues, dialogues=dialogues)
    blind = not (source / "manifest.json").is_file() or read_bundle_manifest(source).blind
    return _Kind(f"{'blind' if blind else 'unblinded'} bundle", known=not blind, dialogues=dialogues)


def _coverage(people: RatingTable) -> Iterator[Coverage]:
    for dimension in rateable_dimensions(people):
        ratings = code_dimension(people, dimension)
        question = people.rubric.get(dimension)
        yield Coverage(
            dimension=dimension,
            question="" if question is None else question.question,
            level=ratings.level,
            preference=is_preference(people, dimension),
            n_units=ratings.n_units,
            n_single=ratings.n_units - pairable(ratings).n_units,
            n_raters=ratings.n_raters,
            n_ratings=ratings.n_ratings,
            n_clusters=ratings.n_clusters,
        )


def _settings(request: Request) -> Mapping[str, str | int | float | bool | None]:
    options, settings, judging = request.options, request.settings, request.judging
    return {
        "alt_test_epsilon": judging.epsilon,
        "alt_test_metric": judging.metric,
        "cluster": options.cluster,
        "first_sample": judging.first_sample,
        "guess": request.guess,
        "interval": settings.interval,
        "level": options.choice.level,
        "means": request.means,
        "min_items": judging.min_items,
        "optional": settings.optional,
        "order": ",".join(options.choice.order),
        "purposes": ",".join(sorted(options.purposes)),
        "replicates": settings.n_replicates,
        "seed": settings.seed,
    }


def _findings(
    request: Request, kind: _Kind, agreement: tuple[Estimate, ...], judge: tuple[Estimate, ...]
) -> Mapping[Topic, Finding]:
    no_judge = "" if judge else "No judge was given; name its run directory or ratings with --judge."
    return {
        Topic.AGREEMENT: Finding(Topic.AGREEMENT, agreement),
        Topic.JUDGE: Finding(Topic.JUDGE, judge, no_judge),
        Topic.CONDITIONS: _conditions(request, kind),
        Topic.BLINDING: _blinding(request, kind),
        Topic.TEXT: _text(request, kind),
    }


def _conditions(request: Request, kind: _Kind) -> Finding:
    if not kind.known:
        return Finding(Topic.CONDITIONS, absent=_unknown(kind))
    study = load_study([request.source], request.options)
    if not study.contrasts:
        return Finding(Topic.CONDITIONS, absent="No two conditions were rated on dialogues of one pair.")
    return Finding(Topic.CONDITIONS, condition_rows(study, request.settings))


def _unknown(kind: _Kind) -> str:
    if kind.dialogues:
        return f"The bundle is blind: it does not say which dialogue has which condition. {_UNBLIND}"
    return "A table of ratings does not say which conditions were compared; a study's unblinded bundle does."


def _blinding(request: Request, kind: _Kind) -> Finding:
    if not kind.known:
        return Finding(Topic.BLINDING, absent=_unknown(kind))
    rows = list(_guesses(request))
    try:
        rows.extend(leak_rows(load_corpus(request.source, request.options.purposes), request.settings))
    except OptionError as error:
        return Finding(Topic.BLINDING, tuple(rows), "" if rows else str(error))
    return Finding(Topic.BLINDING, tuple(rows))


def _guesses(request: Request) -> Iterator[Estimate]:
    study = load_study([request.source], request.options)
    for guesses in guesses_in(request.source, study, request.guess, request.means):
        yield from guess_rows(guesses, request.settings)


def _text(request: Request, kind: _Kind) -> Finding:
    if not kind.dialogues:
        return Finding(Topic.TEXT, absent="The input holds no dialogues.")
    return Finding(
        Topic.TEXT, text_rows(load_corpus(request.source, request.options.purposes), request.settings)
    )
