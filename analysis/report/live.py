"""Agreement while a study runs: the same numbers as the command, few of them, at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from analysis.agreement.run import compared_ratings
from analysis.agreement.statistics import AGREEMENT
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.tables import LoadOptions, RatingTable, code_dimension, rateable_dimensions
from analysis.tables.build import StudyContext, build_table
from analysis.tables.raw import raw_from_records
from sim.schema.rating import Purpose, Rating, Status
from sim.schema.study import StudyDocument

__all__ = ["LIVE_STATISTICS", "live_agreement", "live_table"]

LIVE_STATISTICS = frozenset({"krippendorff_alpha", "percent_agreement"})
"""What is shown while ratings come in; both cost milliseconds at any size."""


def live_table(
    ratings: Sequence[Rating], study: StudyDocument, clusters: Mapping[str, str] | None = None
) -> RatingTable | None:
    """Make the table of a running study from its ratings; None where nobody has rated anything yet.

    Parameters
    ----------
    ratings
        All revisions, skipped ones too; only those with purpose main count, the highest revision each.
    clusters
        Environment by item; without it every item is a cluster of its own.

    Raises
    ------
    TableError
        With every problem, such as a value off its scale.
    """
    if not any(each.purpose is Purpose.MAIN and each.status is Status.RATED for each in ratings):
        return None
    questions = {question.dimension: question for question in study.rubric.dimensions}
    records = enumerate(_cells(ratings, clusters or {}), start=1)
    raw = raw_from_records(study.study_id, records)
    return build_table([raw], StudyContext(questions, study.contrasts), LoadOptions())


def _cells(ratings: Iterable[Rating], clusters: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    for each in ratings:
        yield {
            "unit_id": each.unit_id,
            "item_id": each.item_id,
            "rater_id": each.rater_id,
            "dimension": each.dimension,
            "value": f"{each.value:.15g}" if isinstance(each.value, float) else str(each.value or ""),
            "status": each.status.value,
            "purpose": each.purpose.value,
            "rater_kind": each.rater_kind.value,
            "revision": str(each.revision),
            "sample": str(each.sample),
            "cluster_id": clusters.get(each.item_id, ""),
        }


def live_agreement(table: RatingTable | None, settings: Settings | None = None) -> tuple[Estimate, ...]:
    """Compute alpha and percent agreement of all raters on every dimension, by the command's own functions.

    With fewer than two ratings of any unit a row is there all the same, undefined and with its reason; no
    table, or one without rows, gives no rows. Rows are those of `analyze agreement` on the same table but for
    the note on preferences taken as ordinal.

    Raises
    ------
    TableError
        With every value that does not fit its level.
    """
    return tuple(_rows(table, settings or Settings())) if table else ()


def _rows(table: RatingTable, settings: Settings) -> Iterator[Estimate]:
    people = compared_ratings(table)
    for dimension in rateable_dimensions(people):
        ratings = code_dimension(people, dimension)
        for statistic in AGREEMENT.chosen(ratings.level, optional=False):
            if statistic.name in LIVE_STATISTICS:
                yield from statistic.function(ratings, settings)
