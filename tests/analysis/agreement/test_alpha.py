from collections.abc import Sequence
from dataclasses import replace

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.agreement.alpha import krippendorff_alpha
from analysis.registry import Settings
from analysis.resampling import Recomputed, Transform, jackknife_interval
from analysis.tables import Ratings, symmetrised
from sim.schema.base import Level
from tests.analysis import examples
from tests.analysis.examples import ratings_of

KNOWN = [
    (examples.KRIPPENDORFF_2011_C, Level.NOMINAL, 0.743421052631579),
    (examples.KRIPPENDORFF_2011_C, Level.ORDINAL, 0.815387503754881),
    (examples.KRIPPENDORFF_2011_C, Level.INTERVAL, 0.849107142857143),
    (examples.KRIPPENDORFF_2011_C, Level.RATIO, 0.797402774711612),
    (examples.KRIPPENDORFF_2011_A, Level.NOMINAL, 0.095238095238095),
    (examples.KRIPPENDORFF_2011_B, Level.NOMINAL, 0.691964285714286),
    (examples.WIKIPEDIA, Level.NOMINAL, 0.691358024691358),
    (examples.WIKIPEDIA, Level.INTERVAL, 0.810844892749029),
    (examples.HAYES_KRIPPENDORFF_2007, Level.NOMINAL, 0.476509567),
    (examples.HAYES_KRIPPENDORFF_2007, Level.ORDINAL, 0.759829189),
    (examples.HAYES_KRIPPENDORFF_2007, Level.INTERVAL, 0.757378277),
]
"""Krippendorff 2011 examples A to C; Wikipedia, Krippendorff's alpha; Hayes & Krippendorff 2007, table 1."""


@pytest.mark.parametrize(("rows", "level", "value"), KNOWN)
def test_alpha_known_value(rows: list[list[str]], level: Level, value: float) -> None:
    assert krippendorff_alpha(ratings_of(rows, level)).value() == pytest.approx(value, abs=6e-10)


@pytest.mark.parametrize(("level", "value"), [(Level.ORDINAL, 0.806721), (Level.RATIO, 0.808944)])
def test_alpha_of_wikipedia_table_at_other_levels(level: Level, value: float) -> None:
    assert krippendorff_alpha(ratings_of(examples.WIKIPEDIA, level)).value() == pytest.approx(value, abs=6e-7)


@pytest.mark.parametrize(
    ("level", "error"),
    [
        (Level.NOMINAL, 0.146327),
        (Level.ORDINAL, 0.148031),
        (Level.INTERVAL, 0.140840),
        (Level.RATIO, 0.143271),
    ],
)
def test_alpha_jackknife_error_over_pairable_units(level: Level, error: float) -> None:
    alpha = krippendorff_alpha(ratings_of(examples.KRIPPENDORFF_2011_C, level))
    assert alpha.n_clusters == 11
    assert jackknife_interval(alpha).standard_error == pytest.approx(error, abs=6e-7)


def test_alpha_jackknife_error_of_hayes_krippendorff() -> None:
    alpha = krippendorff_alpha(ratings_of(examples.HAYES_KRIPPENDORFF_2007, Level.ORDINAL))
    assert jackknife_interval(alpha).standard_error == pytest.approx(0.05395, abs=6e-6)


@st.composite
def tables(draw: st.DrawFn) -> Sequence[Sequence[object]]:
    n_raters, n_units = draw(st.integers(2, 5)), draw(st.integers(2, 8))
    cell = st.one_of(st.just("."), st.integers(0, 4))
    row = st.lists(cell, min_size=n_units, max_size=n_units)
    return draw(st.lists(row, min_size=n_raters, max_size=n_raters))


def _reference(rows: Sequence[Sequence[object]], level: Level) -> float | None:
    matrix = examples.dense(rows)
    kept = matrix[:, (~np.isnan(matrix)).sum(axis=0) >= 2]
    if len(np.unique(kept[~np.isnan(kept)])) < 2:
        return None
    return float(krippendorff.alpha(kept, level_of_measurement=level.value))


@given(rows=tables(), level=st.sampled_from(Level))
def test_alpha_equals_krippendorff_package(rows: Sequence[Sequence[object]], level: Level) -> None:
    value = krippendorff_alpha(ratings_of(rows, level)).value()
    expected = _reference(rows, level)
    assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("level", [Level.ORDINAL, Level.RATIO])
def test_alpha_of_long_scale_equals_krippendorff_package(level: Level) -> None:
    rows = np.random.default_rng(5).integers(0, 500, (3, 90))
    alpha = krippendorff_alpha(ratings_of(rows.tolist(), level))
    assert isinstance(alpha, Recomputed)
    expected = krippendorff.alpha(rows.astype(float), level_of_measurement=level.value)
    assert alpha.value() == pytest.approx(float(expected), abs=1e-12)


def test_alpha_of_long_scale_leaves_out_clusters_like_units() -> None:
    rows = np.random.default_rng(5).integers(0, 500, (3, 40)).tolist()
    ratings = ratings_of(rows, Level.ORDINAL)
    without_first = krippendorff_alpha(ratings.where(ratings.cluster[ratings.unit] != 0)).value()
    assert krippendorff_alpha(ratings).without_each()[0] == pytest.approx(without_first, abs=1e-12)


@pytest.mark.parametrize("level", Level)
def test_alpha_without_each_cluster_equals_alpha_of_the_rest(level: Level) -> None:
    clusters = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    ratings = ratings_of(examples.KRIPPENDORFF_2011_C, level, clusters=clusters)
    without = krippendorff_alpha(ratings).without_each()
    rest = [
        krippendorff_alpha(ratings.where(ratings.cluster[ratings.unit] != cluster)).value()
        for cluster in range(ratings.n_clusters)
    ]
    assert without == pytest.approx(rest, abs=1e-12)


def test_alpha_of_many_labels_resamples_like_the_dense_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = ratings_of(examples.KRIPPENDORFF_2011_C, Level.NOMINAL)
    dense = krippendorff_alpha(ratings)
    monkeypatch.setattr("analysis.agreement.alpha._MOST_SUMS", 0)
    sparse = krippendorff_alpha(ratings)
    weights = np.random.default_rng(0).integers(0, 3, (5, 11)).astype(np.float64)
    assert type(sparse) is not type(dense)
    assert sparse.value() == pytest.approx(dense.value(), abs=1e-12)
    assert sparse.without_each() == pytest.approx(dense.without_each(), abs=1e-12)
    assert sparse.weighted(weights) == pytest.approx(dense.weighted(weights), abs=1e-12)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("rows", [["1.1", ".1."], ["111", "111"]])
def test_alpha_of_degenerate_table_is_undefined(rows: list[str], level: Level) -> None:
    assert np.isnan(krippendorff_alpha(ratings_of(rows, level)).value())


def test_alpha_of_constant_reals_is_undefined_despite_rounding() -> None:
    assert np.isnan(krippendorff_alpha(ratings_of([[0.1] * 7] * 3, Level.INTERVAL)).value())


def test_alpha_interval_on_log_complement_stays_below_one() -> None:
    interval = jackknife_interval(
        krippendorff_alpha(ratings_of(examples.HAYES_KRIPPENDORFF_2007, Level.ORDINAL)),
        Transform.LOG_COMPLEMENT,
    )
    assert interval.low is not None
    assert interval.high is not None
    assert 0.62 < interval.low < 0.7598 < interval.high < 0.85


def test_symmetrised_alpha_does_not_depend_on_which_is_first() -> None:
    preferences = _preferences(["0012201", "0022101", "0112200"])
    swapped = _preferences(
        [row.translate(str.maketrans("02", "20")) for row in ["0012201", "0022101", "0112200"]]
    )
    one, other = (krippendorff_alpha(symmetrised(ratings)).value() for ratings in (preferences, swapped))
    assert one == pytest.approx(other, abs=1e-12)


def test_symmetrised_alpha_equals_the_table_doubled_by_hand() -> None:
    rows = ["0012201", "0022101", "0112200"]
    doubled = [row + row.translate(str.maketrans("02", "20")) for row in rows]
    by_hand = krippendorff.alpha(
        examples.dense([list(row) for row in doubled]), level_of_measurement="nominal"
    )
    assert krippendorff_alpha(symmetrised(_preferences(rows))).value() == pytest.approx(
        float(by_hand), abs=1e-12
    )


def _preferences(rows: list[str]) -> Ratings:
    ratings = ratings_of(rows, Level.NOMINAL)
    return replace(ratings, swap=np.array([2, 1, 0], np.int32))


def test_settings_with_the_same_seed_draw_the_same_numbers() -> None:
    assert Settings(seed=3).generator().random() == Settings(seed=3).generator().random()
