"""All statistics of two conditions, of every dimension and contrast of a study."""

from collections.abc import Iterator

from analysis.conditions.data import preferences, scores
from analysis.conditions.family import FAMILY
from analysis.conditions.preference_statistics import PREFERENCES
from analysis.conditions.published import published_rows
from analysis.conditions.score_statistics import SCORES
from analysis.conditions.study import ComparedStudy
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from analysis.tables import RatingTable, is_preference, rateable_dimensions
from analysis.text import PROPERTIES, Group, corpus_of, text_rows
from sim.schema.base import Level
from sim.schema.scale import ChoiceAnswer, MultipleChoiceAnswer, PreferenceAnswer, TextAnswer

__all__ = ["condition_rows", "is_scored"]

_MAIN = ("win_rate", "win_odds", "davidson_log_odds", "mean_difference")


def condition_rows(study: ComparedStudy, settings: Settings) -> tuple[Estimate, ...]:
    """Compute every chosen statistic of every dimension and contrast, and describe the dialogues beside.

    The main statistics of the first contrast come once more at scope `overall`, by their default method.
    Figures published for the same modes follow, where the study has the same statistic.

    Raises
    ------
    TableError
        With every value that does not fit its level.
    """
    # a condition that is part of several contrasts would be described several times
    rows = tuple(
        dict.fromkeys(
            row
            for dimension in rateable_dimensions(study.table)
            for at in range(len(study.contrasts))
            for row in _rows(study, dimension, at, settings)
        )
    )
    tests = tuple(row for row in rows if row.statistic == "p_value")
    corrected = tuple(
        row
        for statistic in FAMILY.chosen(Level.NOMINAL, optional=settings.optional)
        for row in statistic.function(tests, settings)
    )
    beside = tuple(_text(study, settings))
    found = {(row.dimension, row.statistic): None for row in (*rows, *beside)}
    modes = dict.fromkeys(episode.mode for episode in study.episodes.values())
    return (*_main_rows(study, rows), *rows, *corrected, *beside, *published_rows(found, modes))


def is_scored(table: RatingTable, dimension: str) -> bool:
    """Say whether a dimension's values can be averaged: numbers, ordered options, and yes or no."""
    question = table.rubric.get(dimension)
    if question is None:
        return True
    if isinstance(question.answer, PreferenceAnswer | MultipleChoiceAnswer | TextAnswer):
        return False
    return not (isinstance(question.answer, ChoiceAnswer) and question.level is Level.NOMINAL)


def _rows(study: ComparedStudy, dimension: str, at: int, settings: Settings) -> Iterator[Estimate]:
    contrast, declared = study.contrasts[at], at < study.n_declared
    if is_preference(study.table, dimension):
        preferred = preferences(study, dimension, contrast)
        if preferred.n_rows or declared:
            for statistic in PREFERENCES.chosen(preferred.level, optional=settings.optional):
                yield from statistic.function(preferred, settings)
    elif is_scored(study.table, dimension):
        scored = scores(study, dimension, contrast)
        if scored.n_rows or declared:
            for statistic in SCORES.chosen(scored.level, optional=settings.optional):
                yield from statistic.function(scored, settings)


def _text(study: ComparedStudy, settings: Settings) -> Iterator[Estimate]:
    """Describe length, ends and outcomes of the dialogues; `analyze text` has the rest."""
    style = {each.name for each in PROPERTIES if each.group is Group.STYLE}
    for row in text_rows(corpus_of(tuple(study.episodes.values()), study.contrasts), settings):
        if row.statistic not in style and row.scope is Scope.CONDITION:
            yield row


def _main_rows(study: ComparedStudy, rows: tuple[Estimate, ...]) -> Iterator[Estimate]:
    first = study.contrasts[0] if study.contrasts else None
    found: set[tuple[str, str]] = set()
    for row in rows:
        key = (row.dimension, row.statistic)
        about = first is not None and (row.condition, row.reference) == (first.first, first.second)
        if row.statistic in _MAIN and about and key not in found:
            found.add(key)
            yield row.model_copy(update={"scope": Scope.OVERALL})
