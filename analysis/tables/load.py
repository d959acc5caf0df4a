"""Load ratings from whatever the user names, and join conditions once a study is unblinded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from analysis.errors import OptionError, TableError
from analysis.tables.build import LoadOptions, StudyContext, build_table
from analysis.tables.bundle import Bundle, Conditions, read_bundle, read_rating_file, read_run
from analysis.tables.rating_table import RatingTable
from analysis.tables.raw import RawTable
from analysis.tables.tabular import read_json, read_json_lines, read_parquet
from sim.errors import Problem
from sim.schema.rating import Purpose
from sim.schema.rubric import Dimension
from sim.schema.unit import parse_unit

__all__ = ["join_condition", "load_table"]

Source = RawTable | Bundle

_READERS: Mapping[str, Callable[[Path], RawTable]] = {
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".parquet": read_parquet,
}


def load_table(paths: Sequence[Path], options: LoadOptions | None = None) -> RatingTable:
    """Read bundles, run directories and files of ratings into one table.

    A bundle without any rating of the wanted purposes, such as a pilot study's, is counted and else left
    apart: its questions may differ. Conditions are joined where every other bundle is unblinded. With several
    studies, rater names get their study's name before them, since names are given out anew in every study.

    Raises
    ------
    TableError
        With every problem of every file.
    OptionError
        If an option does not fit the files.
    OSError
        If a file cannot be read.
    """
    sources: list[Source] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            sources.append(_read(path))
        except TableError as error:
            problems.extend(error.problems)
        except UnicodeDecodeError as error:
            found = f"bytes that are not text ({error.reason} at byte {error.start + 1})"
            problems.append(Problem(path.name, None, "", found, "UTF-8 text"))
    if problems:
        raise TableError(problems)
    options = options or LoadOptions()
    every = [source for source in sources if isinstance(source, Bundle)]
    bundles = [bundle for bundle in every if _has_rating(bundle, options)] or every
    several = len({bundle.study.study_id for bundle in every}) > 1
    raws = [_raw(source, several=several) for source in sources]
    table = build_table(raws, _context(bundles), options)
    table = replace(
        table,
        left_out={**_exclusions(bundles), **table.left_out},
        rater_numbers={} if several else {**bundles[0].people.numbers} if bundles else {},
        n_surplus=_count_surplus(table, bundles, several=several),
    )
    if not bundles or any(bundle.conditions is None for bundle in bundles):
        return table
    conditions = {episode: name for bundle in bundles for episode, name in (bundle.conditions or {}).items()}
    return join_condition(table, conditions)


def _read(path: Path) -> Source:
    if path.suffix.lower() == ".zip":
        raise TableError([Problem(str(path), None, "", "a packed bundle", "its folder: unpack it first")])
    if path.is_file():
        return _READERS.get(path.suffix.lower(), read_rating_file)(path)
    if (path / "study.toml").is_file():
        return read_bundle(path)
    if (path / "ratings.csv").is_file():
        return read_run(path)
    found = "a folder without ratings.csv" if path.is_dir() else "no such file or folder"
    expected = "a bundle, a run directory or a file of ratings"
    raise TableError([Problem(str(path), None, "", found, expected)])


def _raw(source: Source, *, several: bool) -> RawTable:
    if isinstance(source, RawTable):
        return source
    raw, study = source.raw, source.study.study_id
    if not several:
        return raw
    rater = raw.column("rater_id").renamed(lambda name: f"{study}:{name}")
    return replace(raw, columns={**raw.columns, "rater_id": rater})


def _has_rating(bundle: Bundle, options: LoadOptions) -> bool:
    wanted = {purpose.value for purpose in options.purposes}
    return bool(bundle.raw.column("purpose", Purpose.MAIN).where(wanted.__contains__).any())


def _count_surplus(table: RatingTable, bundles: Sequence[Bundle], *, several: bool) -> int:
    surplus = {
        (f"{bundle.study.study_id}:{rater}" if several else rater, item)
        for bundle in bundles
        for rater, item in bundle.people.surplus
    }
    if not surplus:
        return 0
    items = {item for _, item in surplus}
    rows = table.where(table.item.where(items.__contains__))
    return sum(key in surplus for key in zip(rows.rater.values(), rows.item.values(), strict=True))


def _exclusions(bundles: Sequence[Bundle]) -> Mapping[str, int]:
    """Say how many ratings of how many excluded raters are left out; nothing where none are."""
    n_raters = sum(bundle.excluded.n_raters for bundle in bundles)
    whose = "1 excluded rater" if n_raters == 1 else f"{n_raters} excluded raters"
    n_ratings = sum(bundle.excluded.n_ratings for bundle in bundles)
    return {f"ratings of {whose}": n_ratings} if n_raters else {}


def _context(bundles: Sequence[Bundle]) -> StudyContext:
    questions: dict[str, Dimension] = {}
    for bundle in bundles:
        for name, question in bundle.context.rubric.items():
            if questions.setdefault(name, question).answer != question.answer:
                raise OptionError(
                    f"Dimension '{name}' has another scale in study {bundle.study.study_id} than in the "
                    "studies before it; analyse these bundles one at a time."
                )
    contrasts = dict.fromkeys(contrast for bundle in bundles for contrast in bundle.context.contrasts)
    return StudyContext(questions, tuple(contrasts))


def join_condition(table: RatingTable, conditions: Conditions) -> RatingTable:
    """Say of every rating which conditions its unit's episodes have; "" where an episode is not listed."""
    first, second = (table.unit.renamed(_condition_of(conditions, place)) for place in (0, 1))
    return replace(table, condition=first, condition_2=second)


def _condition_of(conditions: Mapping[str, str], place: int) -> Callable[[str], str]:
    def find(unit_id: str) -> str:
        try:
            episodes = parse_unit(unit_id).episode_ids
        except ValueError:
            return ""
        return conditions.get(episodes[place], "") if place < len(episodes) else ""

    return find
