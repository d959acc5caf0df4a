"""How well raters guessed the condition of what they rated, where they were asked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite

import numpy as np

from analysis.conditions.study import ComparedStudy
from analysis.errors import OptionError
from analysis.estimate import Estimate, Scope
from analysis.registry import ALL_LEVELS, Registry, Settings, Statistic
from analysis.resampling import Interval
from analysis.resampling.linearised import Clustering, Clusters, clustered_interval, linearise
from analysis.resampling.resampled import Numbers
from analysis.tables import code_dimension, is_preference, rateable_dimensions
from analysis.tables.factor import Flags
from sim.schema.base import Level
from sim.schema.episode import Episode
from sim.schema.unit import parse_unit

__all__ = ["GUESSES", "Guesses", "guess_rows", "guesses_of", "guessing_dimensions", "names_of"]

_NAMES_OF_A_CONDITION = 2


@dataclass(frozen=True, slots=True, eq=False)
class Guesses:
    """Guesses of one dimension, one a row.

    Attributes
    ----------
    right
        1 right, 0 wrong, nan "do not know"; shape `(n_rows,)`.
    condition
        Condition that the guess is about; empty where it is about both, as with a choice between two
        dialogues: the chosen one is the answer, and says nothing of what there was to guess.
    n_options
        Number of answers that name a condition; guessing blindly is right once in so many.
    n_units
        Number of dialogues or pairs.
    """

    dimension: str
    right: Numbers
    condition: tuple[str, ...]
    clusters: Clusters
    n_options: int
    n_units: int


def guessing_dimensions(study: ComparedStudy) -> tuple[str, ...]:
    """Name the questions whose options include at least two of the study's conditions or modes."""
    names = {name.casefold() for episode in study.episodes.values() for name in _names(episode)}
    found: list[str] = []
    for dimension in rateable_dimensions(study.table):
        question = study.table.rubric.get(dimension)
        options = getattr(question.answer, "values", ()) if question is not None else ()
        if sum(str(option).casefold() in names for option in options) >= _NAMES_OF_A_CONDITION:
            found.append(dimension)
    return tuple(found)


def guesses_of(study: ComparedStudy, dimension: str, meant: str | None = None) -> Guesses:
    """Say of every guess whether it is right.

    Parameters
    ----------
    meant
        For a choice between the two dialogues of a pair: the condition or mode that choosing one ascribes to
        it. A tie is "do not know".

    Raises
    ------
    OptionError
        If the dimension is no guess, or `meant` is missing or no condition of the study.
    """
    if dimension not in rateable_dimensions(study.table):
        known = ", ".join(rateable_dimensions(study.table))
        raise OptionError(f"There is no dimension '{dimension}' to take as a guess; there are {known}.")
    if is_preference(study.table, dimension):
        return _chosen(study, dimension, meant)
    if dimension not in guessing_dimensions(study):
        raise OptionError(
            f"Dimension '{dimension}' is no guess of the condition: its options must include at least two of "
            "the study's conditions or modes; any other option counts as 'do not know'."
        )
    ratings = code_dimension(study.table, dimension, level=Level.NOMINAL)
    about = [study.episodes.get(parse_unit(name).episode_ids[0]) for name in ratings.unit_names]
    every = {name.casefold() for episode in study.episodes.values() for name in _names(episode)}
    named = [label.casefold() in every for label in ratings.labels]
    right = np.array(
        [
            [
                np.nan if not names else float(episode is not None and label.casefold() in names_of(episode))
                for label, names in zip(ratings.labels, named, strict=True)
            ]
            for episode in about
        ]
    )
    condition = ["" if episode is None else episode.condition for episode in about]
    return Guesses(
        dimension=dimension,
        right=right[ratings.unit, ratings.code],
        condition=tuple(condition[unit] for unit in ratings.unit),
        clusters=Clusters(ratings.cluster[ratings.unit], ratings.rater),
        n_options=sum(named),
        n_units=ratings.n_units,
    )


def _chosen(study: ComparedStudy, dimension: str, meant: str | None) -> Guesses:
    wanted = "" if meant is None else meant.casefold()
    if wanted not in {name for episode in study.episodes.values() for name in names_of(episode)}:
        known = ", ".join(sorted({episode.condition for episode in study.episodes.values()}))
        raise OptionError(
            f"Dimension '{dimension}' asks for one of two dialogues: say which condition choosing one "
            f"ascribes to it (--means CONDITION), one of {known}; found {meant or 'nothing'}."
        )
    ratings = code_dimension(study.table, dimension, level=Level.NOMINAL)
    pairs = [[study.episodes.get(e) for e in parse_unit(name).episode_ids] for name in ratings.unit_names]
    has = [[episode is not None and wanted in names_of(episode) for episode in pair] for pair in pairs]
    side_of = {"first": 0, "second": 1}
    side = [side_of.get(label) for label in ratings.labels]
    kept = np.array([sum(has[unit]) == 1 for unit in ratings.unit], np.bool_)
    kept_ratings = ratings.where(kept)
    right: list[float] = []
    for unit, code in zip(ratings.unit[kept], ratings.code[kept], strict=True):
        chosen = side[code]
        right.append(np.nan if chosen is None else float(has[unit][chosen]))
    return Guesses(
        dimension=dimension,
        right=np.array(right, np.float64),
        condition=("",) * len(right),
        clusters=Clusters(kept_ratings.cluster[kept_ratings.unit], kept_ratings.rater),
        n_options=2,
        n_units=kept_ratings.n_units,
    )


def _names(episode: Episode) -> tuple[str, str]:
    return episode.condition, episode.mode.value


def names_of(episode: Episode) -> frozenset[str]:
    """Name what an episode's condition may be called, case folded: its condition and its mode."""
    return frozenset(name.casefold() for name in _names(episode))


def guess_rows(guesses: Guesses, settings: Settings) -> tuple[Estimate, ...]:
    """Compute every statistic of guesses: of all, and by the condition that they are about."""
    return tuple(row for each in GUESSES for row in each.function(guesses, settings))


def _rows(
    name: str, columns: Callable[[Numbers], Numbers], bounds: tuple[float, float], note: str = ""
) -> Callable[[Guesses, Settings], Iterator[Estimate]]:
    def rows(guesses: Guesses, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
        everything = np.ones(len(guesses.right), np.bool_)
        yield _row(name, guesses, everything, None, columns, bounds, note)
        for condition in sorted(set(guesses.condition) - {""}):
            chosen = np.array([each == condition for each in guesses.condition], np.bool_)
            yield _row(name, guesses, chosen, condition, columns, bounds, note)

    return rows


def _row(
    name: str,
    guesses: Guesses,
    chosen: Flags,
    condition: str | None,
    columns: Callable[[Numbers], Numbers],
    bounds: tuple[float, float],
    note: str,
) -> Estimate:
    counted = columns(guesses.right)[:, 1] > 0
    chosen = chosen & counted if (chosen & counted).any() else chosen
    rater = guesses.clusters.rater
    clusters = Clusters(guesses.clusters.environment[chosen], None if rater is None else rater[chosen])
    statistic = linearise(
        columns(guesses.right[chosen]),
        lambda sums: np.where(sums[:, 1] > 0, sums[:, 0] / np.maximum(sums[:, 1], 1e-300), np.nan),
        lambda scaled: np.clip(scaled, *bounds),
    )
    defined = isfinite(statistic.scaled)
    interval = clustered_interval(statistic, clusters, Clustering.TWO_WAY) if defined else Interval()
    chance = note.format(chance=1 / guesses.n_options)
    notes = (chance if defined else "nobody guessed", interval.note)
    return Estimate(
        scope=Scope.OVERALL if condition is None else Scope.CONDITION,
        dimension=guesses.dimension,
        level=Level.NOMINAL,
        statistic=name,
        value=statistic.value if defined else None,
        low=interval.low,
        high=interval.high,
        n_units=guesses.n_units if condition is None else None,
        n_raters=clusters.n_raters,
        n_ratings=int(chosen.sum()),
        n_clusters=clusters.n_environments,
        note="; ".join(part for part in notes if part),
        condition=condition,
    )


def _accuracy(right: Numbers) -> Numbers:
    known = np.isfinite(right)
    return np.column_stack([np.where(known, right, 0), known]).astype(np.float64)


def _do_not_know(right: Numbers) -> Numbers:
    return np.column_stack([~np.isfinite(right), np.ones(len(right))]).astype(np.float64)


def _index(right: Numbers) -> Numbers:
    signed = np.where(np.isfinite(right), 2 * right - 1, 0)
    return np.column_stack([signed, np.ones(len(right))])


_INTERVAL = "Interval: two-way clustered by environment and rater."

GUESSES: Registry[Guesses] = Registry(
    "Guesses of the condition",
    [
        Statistic(
            name="guess_accuracy",
            title="Guesses that are right",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_rows("guess_accuracy", _accuracy, (0, 1), "chance is {chance:.3f}"),
            formula="right / (right + wrong).",
            convention="'Do not know' (an option that names no condition, or a tie) is left out. "
            f"{_INTERVAL}",
            citation="Bang, Ni & Davis 2004, Control Clin Trials 25:143",
        ),
        Statistic(
            name="do_not_know_rate",
            title="Do not know",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_rows("do_not_know_rate", _do_not_know, (0, 1)),
            formula="'do not know' / all answers.",
            convention=_INTERVAL,
            citation="Bang, Ni & Davis 2004, Control Clin Trials 25:143",
        ),
        Statistic(
            name="blinding_index",
            title="Blinding index",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_rows(
                "blinding_index", _index, (-1, 1), "0 where raters are blind, 1 where all are right"
            ),
            formula="(right - wrong) / all answers.",
            convention="With two conditions Bang's index, pooled and by the condition that it is about. "
            f"{_INTERVAL}",
            citation="Bang, Ni & Davis 2004, Control Clin Trials 25:143",
        ),
    ],
)
