"""What holds for every agreement statistic, whatever it is."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.agreement import AGREEMENT
from analysis.estimate import Estimate, Scope
from analysis.registry import IntervalMethod, Registry, Settings, Statistic
from analysis.tables import Ratings
from sim.schema.base import Level
from tests.analysis.examples import ratings_of

NAMES = (
    "krippendorff_alpha percent_agreement fleiss_kappa conger_kappa scott_pi brennan_prediger gwet_ac1 "
    "gwet_ac2 cohen_kappa weighted_kappa icc_1_1 icc_a_1 icc_c_1 icc_1_k icc_a_k icc_c_k kendall_w"
)
FEW = settings(max_examples=15, deadline=None)
EVERYTHING = Settings(optional=True)
ANALYTIC = Settings(IntervalMethod.ANALYTIC, optional=True)
Rows = Sequence[Sequence[object]]


@st.composite
def tables(draw: st.DrawFn) -> Rows:
    n_raters, n_units = draw(st.integers(2, 4)), draw(st.integers(2, 7))
    cell = st.one_of(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.just("."))
    row = st.lists(cell, min_size=n_units, max_size=n_units)
    rest = draw(st.lists(row, min_size=n_raters, max_size=n_raters))
    return [[0, *rest[0]], *([".", *cells] for cells in rest[1:])]


def values(rows: Rows, level: Level, chosen: Settings = ANALYTIC) -> dict[str, list[float | None]]:
    found = estimates(ratings_of(rows, level), chosen)
    by_name: dict[str, list[float | None]] = {}
    for row in found:
        by_name.setdefault(row.statistic, []).append(row.value)
    return {
        name: sorted(numbers, key=lambda x: -9.0 if x is None else x) for name, numbers in by_name.items()
    }


def estimates(ratings: Ratings, chosen: Settings) -> list[Estimate]:
    statistics = AGREEMENT.chosen(ratings.level, optional=chosen.optional)
    return [row for statistic in statistics for row in statistic.function(ratings, chosen)]


def assert_same(one: dict[str, list[float | None]], other: dict[str, list[float | None]]) -> None:
    assert one.keys() == other.keys()
    for name, numbers in one.items():
        assert numbers == pytest.approx(other[name], abs=1e-3 if name.startswith("icc") else 1e-9), name


def test_registry_has_every_name_once() -> None:
    assert sorted(statistic.name for statistic in AGREEMENT) == sorted(NAMES.split())


def test_registry_refuses_a_name_twice() -> None:
    statistic = next(iter(AGREEMENT))
    with pytest.raises(ValueError, match="every statistic once"):
        Registry("twice", [statistic, statistic])


@pytest.mark.parametrize("statistic", tuple(AGREEMENT), ids=lambda statistic: statistic.name)
def test_rows_carry_name_level_and_sizes(statistic: Statistic[Ratings]) -> None:
    level = next(level for level in Level if level in statistic.levels)
    rows = list(statistic.function(ratings_of(["1231", "1232"], level), EVERYTHING))
    assert rows
    for row in rows:
        assert (row.statistic, row.level, row.scope) == (statistic.name, level, statistic.scope)
        assert (row.n_units, row.n_raters, row.n_ratings, row.n_clusters) == (4, 2, 8, 4)
        assert row.value is not None


@FEW
@given(rows=tables(), level=st.sampled_from(Level), seed=st.integers(0, 99))
def test_statistics_do_not_depend_on_the_order_of_raters_or_units(
    rows: Rows, level: Level, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    table = np.array(rows, dtype=object)
    shuffled = table[rng.permutation(len(table))][:, rng.permutation(table.shape[1])]
    assert_same(values(rows, level), values(shuffled.tolist(), level))


@FEW
@given(rows=tables(), permuted=st.permutations("abcd"))
def test_nominal_statistics_do_not_depend_on_the_labels(rows: Rows, permuted: Sequence[str]) -> None:
    renamed = [[cell if cell == "." else permuted[int(str(cell))] for cell in row] for row in rows]
    assert_same(values(rows, Level.NOMINAL), values(renamed, Level.NOMINAL))


@FEW
@given(rows=tables(), slope=st.sampled_from([0.5, 3, -2]), shift=st.sampled_from([0, 7]))
def test_interval_statistics_do_not_depend_on_affine_maps(rows: Rows, slope: float, shift: float) -> None:
    mapped = [[cell if cell == "." else slope * int(str(cell)) + shift for cell in row] for row in rows]
    assert_same(values(rows, Level.INTERVAL), values(mapped, Level.INTERVAL))


@FEW
@given(rows=tables(), level=st.sampled_from(Level))
def test_statistics_ignore_a_unit_and_a_rater_without_ratings(rows: Rows, level: Level) -> None:
    wider = [[*row, "."] for row in rows]
    assert_same(values(rows, level), values([*wider, ["."] * len(wider[0])], level))


@FEW
@given(rows=tables(), level=st.sampled_from(Level))
@example(rows=[[0, ".", ".", 0], [".", ".", ".", 1]], level=Level.INTERVAL)
def test_undefined_values_say_why_and_defined_ones_lie_within_bounds(rows: Rows, level: Level) -> None:
    for row in estimates(ratings_of(rows, level), EVERYTHING):
        if row.value is None:
            assert row.note
        elif row.statistic in {"krippendorff_alpha", "percent_agreement", "cohen_kappa"}:
            assert -1 - 1e-9 <= row.value <= 1 + 1e-9
        if row.low is not None and row.high is not None and row.value is not None:
            assert row.low - 1e-9 <= row.value <= row.high + 1e-9


@pytest.mark.parametrize("method", tuple(IntervalMethod))
@pytest.mark.parametrize("level", Level)
def test_perfect_agreement_is_one(level: Level, method: IntervalMethod) -> None:
    chosen = Settings(method, n_replicates=100, optional=True)
    for row in estimates(ratings_of(["13243", "13243"], level), chosen):
        assert row.value == pytest.approx(1), row.statistic


def test_doubling_every_unit_within_its_cluster_keeps_percent_agreement_and_its_interval() -> None:
    rows = ["1231213", "1121223"]
    once = ratings_of(rows, Level.NOMINAL)
    twice = ratings_of([row * 2 for row in rows], Level.NOMINAL, clusters=[*range(7), *range(7)])
    one, other = (
        next(row for row in estimates(ratings, Settings()) if row.statistic == "percent_agreement")
        for ratings in (once, twice)
    )
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def test_rater_pair_rows_are_the_only_ones_that_name_raters() -> None:
    for row in estimates(ratings_of(["1231", "1232", "2212"], Level.ORDINAL), EVERYTHING):
        assert (row.scope is Scope.RATER_PAIR) == (row.rater is not None)
