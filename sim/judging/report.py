"""Say how judging stands, and how far the judge prefers a side."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.judging.launch import JudgedRun
from sim.schema.base import Target
from sim.schema.rating import Rating

__all__ = ["SidePreference", "report_lines", "side_preferences"]

_MOST_LISTED = 10


@dataclass(frozen=True, slots=True)
class SidePreference:
    """How often the dialogue that was shown first was preferred, among the judgements that preferred one.

    Attributes
    ----------
    consistent, judged_both_ways
        Of the pairs judged in both orders, those with the same verdict both times.
    """

    dimension: str
    first: int
    preferred: int
    consistent: int
    judged_both_ways: int


def side_preferences(ratings: Sequence[Rating]) -> tuple[SidePreference, ...]:
    """Count, per preference dimension, how often the side decided; each pair comes in both orders."""
    verdicts: dict[str, dict[tuple[str, int], list[Rating]]] = {}
    for rating in ratings:
        if rating.target is Target.PAIR and rating.value in {*rating.presentation, "tie", "both_bad"}:
            key = (rating.unit_id, rating.sample // 2)
            verdicts.setdefault(rating.dimension, {}).setdefault(key, []).append(rating)
    return tuple(_preference(dimension, list(groups.values())) for dimension, groups in verdicts.items())


def _preference(dimension: str, groups: Sequence[Sequence[Rating]]) -> SidePreference:
    places = Counter(
        rating.presentation.index(str(rating.value))
        for group in groups
        for rating in group
        if rating.value in rating.presentation
    )
    both = [group for group in groups if len(group) == 2]
    same = sum(group[0].value == group[1].value for group in both)
    return SidePreference(dimension, places[0], places.total(), same, len(both))


def report_lines(run: JudgedRun) -> Iterator[str]:
    """Say what was judged, failed and spent, and how far the judge prefers a side."""
    summary = run.summary
    done = f"{summary.done} of {summary.planned} judgements done"
    yield f"{run.ratings}: {done}, {len(summary.ratings)} ratings."
    calls = sum(total.calls for total in run.totals)
    tokens = sum(total.prompt_tokens + total.completion_tokens for total in run.totals)
    unknown = f" and the unknown cost of {run.unpriced_calls} calls" if run.unpriced_calls else ""
    yield f"{calls} calls, {tokens} tokens, ${run.spent_usd:.4f}{unknown}."
    for side in side_preferences(summary.ratings):
        share = f"{side.first / side.preferred:.0%}" if side.preferred else "none"
        yield (
            f"{side.dimension}: dialogue A was preferred in {share} of {side.preferred} preferences; both "
            f"orders gave the same verdict for {side.consistent} of {side.judged_both_ways} pairs."
        )
    for failure in summary.failed[:_MOST_LISTED]:
        yield f"Failed ({failure.kind}): {failure.object_id}: {failure.message}"
    if len(summary.failed) > _MOST_LISTED:
        yield f"... and {len(summary.failed) - _MOST_LISTED} more, all in failures.jsonl."
    if summary.given_up:
        yield f"{summary.given_up} judgements failed as often as they are tried; --max-attempts tries again."
    if summary.stopped_by is not None:
        yield str(summary.stopped_by)
    if summary.done < summary.planned:
        yield "Give the same command again to continue."
