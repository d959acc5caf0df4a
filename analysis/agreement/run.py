"""All agreement statistics of a table."""

from collections.abc import Iterator
from math import isfinite

from analysis.agreement.alpha import krippendorff_alpha
from analysis.agreement.notes import join_notes
from analysis.agreement.raters import PREFERENCES_ONLY, RATERS, RatedTable
from analysis.agreement.statistics import AGREEMENT
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from analysis.tables import (
    Ratings,
    RatingTable,
    code_dimension,
    is_preference,
    rateable_dimensions,
    symmetrised,
)
from sim.schema.base import Level
from sim.schema.study import Contrast

__all__ = ["agreement_rows", "compared_ratings", "ordinal_alpha"]


def compared_ratings(table: RatingTable) -> RatingTable:
    """Keep the ratings by people; a table of judges alone stays as it is."""
    return table if table.is_llm.all() else table.where(~table.is_llm)


def agreement_rows(
    table: RatingTable, settings: Settings, *, without: frozenset[str] = frozenset()
) -> tuple[Estimate, ...]:
    """Compute every chosen statistic of every dimension, people only where there are people.

    Parameters
    ----------
    without
        Statistics that are not computed.

    Raises
    ------
    TableError
        With every value that does not fit its level.
    """
    people = compared_ratings(table)
    return tuple(
        row
        for dimension in rateable_dimensions(people)
        for row in _dimension_rows(people, dimension, settings, without)
    )


def _dimension_rows(
    table: RatingTable, dimension: str, settings: Settings, without: frozenset[str]
) -> Iterator[Estimate]:
    ratings = code_dimension(table, dimension)
    ordinal = _ordinal_note(table, dimension, ratings)
    for row in _rows(ratings, settings, without):
        alpha = row.scope is Scope.OVERALL and row.statistic == "krippendorff_alpha"
        yield row.model_copy(update={"note": join_notes(row.note, ordinal)}) if alpha else row
    rated = RatedTable.of(ratings, table)
    for statistic in RATERS.chosen(ratings.level, optional=settings.optional):
        if statistic.name in without:
            continue
        if is_preference(table, dimension) or statistic.name not in PREFERENCES_ONLY:
            yield from statistic.function(rated, settings)
    if is_preference(table, dimension) and table.condition is not None:
        for contrast in table.contrasts:
            yield from _contrast_rows(table, dimension, contrast, settings)


def _rows(ratings: Ratings, settings: Settings, without: frozenset[str] = frozenset()) -> Iterator[Estimate]:
    for statistic in AGREEMENT.chosen(ratings.level, optional=settings.optional):
        if statistic.name not in without:
            yield from statistic.function(ratings, settings)


def _ordinal_note(table: RatingTable, dimension: str, ratings: Ratings) -> str:
    """Say what alpha is when a preference is taken as ordinal, since the two can differ by much."""
    if ratings.swap is None or ratings.level is not Level.NOMINAL:
        return ""
    value = ordinal_alpha(code_dimension(table, dimension, level=Level.ORDINAL))
    said = "undefined" if value is None else f"{value:.3f}"
    return f"as ordinal (first < tie < second) {said}"


def ordinal_alpha(preferences: Ratings) -> float | None:
    """Compute the alpha of preferences that the note of a nominal alpha quotes; None where undefined."""
    value = krippendorff_alpha(symmetrised(preferences)).value()
    return value if isfinite(value) else None


def _contrast_rows(
    table: RatingTable, dimension: str, contrast: Contrast, settings: Settings
) -> Iterator[Estimate]:
    """Compute the statistics of all raters once more with the conditions as labels, nominal and ordinal."""
    for level in (Level.NOMINAL, Level.ORDINAL):
        ratings = code_dimension(table, dimension, level=level, contrast=contrast)
        for row in _rows(ratings, settings):
            if row.scope is Scope.OVERALL:
                about = {"scope": Scope.CONDITION, "condition": contrast.first, "reference": contrast.second}
                note = join_notes(row.note, "preference labels by condition")
                yield row.model_copy(update={**about, "note": note})
