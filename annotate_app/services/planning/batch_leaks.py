"""Whether the text alone tells a batch's two conditions apart, by the leak report of `analyze blinding`."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.blinding import LEAK_DIMENSION, leak_rows
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from analysis.text import PROPERTIES, corpus_of
from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.studies.plan_check import compared_pairs
from annotate_app.services.studies.study_plan import StudyPlan
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import stored_episodes

__all__ = ["LeakReport", "TellingFeature", "batch_leaks", "leaks_in_words"]

_TITLES = {each.name: each.title for each in PROPERTIES}
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class TellingFeature:
    """A feature of the text by itself; `auroc` is the chance that the first condition's dialogue has more."""

    name: str
    title: str
    auroc: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class LeakReport:
    """How well surface features tell two conditions apart.

    Attributes
    ----------
    auroc, pairs_told
        0.5 where nothing leaks; None where it is undefined, with the reason in `note`. `pairs_told` is the
        share of pairs in which the first condition's dialogue is recognised.
    features
        The most telling first.
    """

    first: str
    second: str
    n_pairs: int
    n_environments: int
    auroc: float | None
    low: float | None
    high: float | None
    pairs_told: float | None
    note: str
    features: tuple[TellingFeature, ...]


def batch_leaks(place: Workplace, principal: Staff, plan: StudyPlan, *, seed: int = 0) -> LeakReport:
    """Learn on some environments to tell the plan's conditions apart, and test on the others.

    Raises
    ------
    StudyError
        If there are no such pairs.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        compared = compared_pairs(session, plan)
        ids = [row.episode_id for pair in compared.pairs for row in (pair.first, pair.second)]
        episodes = stored_episodes(session, ids)
    corpus = corpus_of([episodes[one] for one in ids], [compared.contrast])
    rows = [row for row in leak_rows(corpus, Settings(seed=seed)) if row.scope is Scope.CONDITION]
    (main,) = (row for row in rows if row.statistic == "leak_auroc")
    told = next(row for row in rows if row.statistic == "leak_pair_accuracy")
    return LeakReport(
        first=compared.contrast.first,
        second=compared.contrast.second,
        n_pairs=len(compared.pairs),
        n_environments=len(corpus.environments),
        auroc=main.value,
        low=main.low,
        high=main.high,
        pairs_told=told.value,
        note=main.note,
        features=tuple(_feature(row) for row in rows if row.dimension != LEAK_DIMENSION),
    )


def leaks_in_words(report: LeakReport) -> Iterator[str]:
    """Say in plain words whether the text gives the conditions away, by what, and what that means."""
    if report.auroc is None:
        yield f"This cannot be told: {report.note}."
    else:
        yield from _told(report, report.auroc)
    strongest = [each for each in report.features if abs(each.auroc - 0.5) > 0.05][:_MOST_TOLD]
    if strongest:
        most = "; ".join(_more(report, each) for each in strongest)
        yield f"What differs most, taken one at a time: {most}."
    yield (
        "Raters can notice such differences without knowing what they mean. Where they are large, ask at the "
        "end of the study whether raters noticed, and compare conditions at equal length."
    )


def _told(report: LeakReport, auroc: float) -> Iterator[str]:
    interval = (
        ""
        if report.low is None or report.high is None
        else f" (95 % interval {report.low:.2f} to {report.high:.2f})"
    )
    if report.low is not None and report.low > 0.5:
        answer = "Yes: the text alone tells the conditions apart better than chance."
    elif report.high is not None and report.high < 0.6:
        answer = "No: the text alone hardly tells the conditions apart."
    else:
        answer = "It is not shown that the text alone tells the conditions apart, and not excluded either."
    yield answer
    yield (
        f"A rule learned from length and style on some environments ranks a dialogue of {report.first} "
        f"above one of {report.second} in others with a chance of {auroc:.2f}{interval}; 0.50 is guessing, "
        f"1.00 is certainty. {report.n_pairs} pairs in {report.n_environments} environments."
    )
    if report.pairs_told is not None:
        told = f"{report.pairs_told:.0%}"
        yield f"Within a pair it takes the right dialogue for {report.first} in {told} of pairs."


def _feature(row: Estimate) -> TellingFeature:
    title = _TITLES.get(row.dimension, row.dimension)
    return TellingFeature(row.dimension, title, row.value or 0.0, row.low, row.high)


def _more(report: LeakReport, feature: TellingFeature) -> str:
    more, chance = (
        (report.first, feature.auroc) if feature.auroc > 0.5 else (report.second, 1 - feature.auroc)
    )
    title = feature.title[:1].lower() + feature.title[1:]
    return f"{title} (more in {more}, in {chance:.0%} of comparisons)"
