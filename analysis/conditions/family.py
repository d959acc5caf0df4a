"""Several tests at once: p-values corrected over all dimensions and contrasts."""

from collections.abc import Callable, Iterator, Sequence

from analysis.conditions.significance import benjamini_hochberg, holm
from analysis.estimate import Estimate, Scope
from analysis.registry import ALL_LEVELS, Registry, Settings, Statistic

__all__ = ["FAMILY", "TestFamily"]

TestFamily = tuple[Estimate, ...]
"""The rows of all tests that count as one family."""


def _adjusted(
    name: str, adjust: Callable[[Sequence[float]], tuple[float, ...]]
) -> Callable[[TestFamily, Settings], Iterator[Estimate]]:
    def rows(family: TestFamily, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
        defined = [row for row in family if row.value is not None]
        values = adjust([row.value for row in defined if row.value is not None])
        note = f"over {len(defined)} tests"
        for row, value in zip(defined, values, strict=True):
            yield row.model_copy(update={"statistic": name, "value": value, "note": note})

    return rows


FAMILY: Registry[TestFamily] = Registry(
    "Several tests at once",
    [
        Statistic(
            name="p_value_holm",
            title="p-value, Holm",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_adjusted("p_value_holm", holm),
            formula="max over the tests up to this one, in rising order of p, of (tests from there on) p.",
            convention="The family is every `p_value` of the analysis: all dimensions and contrasts. "
            "Controls the chance of any false rejection.",
            citation="Holm 1979, Scand J Stat 6:65",
        ),
        Statistic(
            name="p_value_bh",
            title="p-value, Benjamini-Hochberg",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_adjusted("p_value_bh", benjamini_hochberg),
            formula="min over the tests from this one on, in rising order of p, of (tests / rank) p.",
            convention="The same family. Controls the expected share of false rejections.",
            citation="Benjamini & Hochberg 1995, J R Stat Soc B 57:289",
        ),
    ],
)
