"""Figures that were published for the same conditions, to read a replication against."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.estimate import Estimate, Scope
from sim.schema.base import Mode

__all__ = ["PUBLISHED", "Published", "published_rows"]

_SOURCE = "published: Zhou et al. 2024"


@dataclass(frozen=True, slots=True)
class Published:
    """One published figure of one mode."""

    dimension: str
    statistic: str
    mode: Mode
    model: str
    value: float
    scenarios: str = "all scenarios"


def _goals(
    model: str, mode: Mode, everything: float, cooperative: float, competitive: float
) -> tuple[Published, ...]:
    return (
        Published("goal", "mean_score", mode, model, everything, "all scenarios, scored by GPT-4"),
        Published("goal", "mean_score", mode, model, cooperative, "cooperative scenarios, scored by GPT-4"),
        Published("goal", "mean_score", mode, model, competitive, "competitive scenarios, scored by GPT-4"),
    )


_GPT, _MIXTRAL = "GPT-3.5", "Mixtral"
_S, _M, _A = Mode.SCRIPT, Mode.MINDREADERS, Mode.AGENTS

PUBLISHED: tuple[Published, ...] = (
    *_goals(_GPT, _S, 8.44, 9.78, 7.75),
    *_goals(_GPT, _M, 7.45, 9.75, 3.18),
    *_goals(_GPT, _A, 6.95, 5.86, 2.73),
    *_goals(_MIXTRAL, _S, 8.40, 9.65, 6.85),
    *_goals(_MIXTRAL, _M, 8.30, 9.84, 5.65),
    *_goals(_MIXTRAL, _A, 7.49, 5.84, 3.72),
    Published("text", "words_per_turn", _S, _GPT, 16.02),
    Published("text", "words_per_turn", _M, _GPT, 27.76),
    Published("text", "words_per_turn", _A, _GPT, 29.83),
    Published("text", "words_per_turn", _S, _MIXTRAL, 13.36),
    Published("text", "words_per_turn", _M, _MIXTRAL, 31.96),
    Published("text", "words_per_turn", _A, _MIXTRAL, 33.72),
    Published("text", "deal_rate", _S, _GPT, 0.94, "bargaining"),
    Published("text", "deal_rate", _A, _GPT, 0.30, "bargaining"),
    Published("text", "first_mention", _S, _GPT, 0.13, "common friend"),
    Published("text", "first_mention", _A, _GPT, 0.39, "common friend"),
)


def published_rows(statistics: Iterable[tuple[str, str]], modes: Iterable[Mode]) -> Iterator[Estimate]:
    """Make the rows of the figures that belong beside `(dimension, statistic)` found in a study."""
    wanted, present = set(statistics), set(modes)
    for figure in PUBLISHED:
        if (figure.dimension, figure.statistic) in wanted and figure.mode in present:
            yield Estimate(
                scope=Scope.CONDITION,
                dimension=figure.dimension,
                statistic=figure.statistic,
                value=figure.value,
                note=f"{_SOURCE}, {figure.scenarios}",
                condition=f"{figure.mode}, {figure.model}, published",
            )
