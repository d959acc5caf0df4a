"""Alpha against `krippendorff` called in a loop; run with `pytest -m benchmark -s tests/benchmarks`."""

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

import krippendorff
import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.agreement.alpha import krippendorff_alpha
from analysis.resampling import bootstrap_replicates
from analysis.tables import Ratings
from sim.schema.base import Level

pytestmark = pytest.mark.benchmark


@dataclass(frozen=True)
class Timed:
    seconds: float
    value: float


def timed(work: Callable[[], float]) -> Timed:
    start = time.perf_counter()
    value = work()
    return Timed(time.perf_counter() - start, value)


def peak_megabytes(work: Callable[[], object]) -> float:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def table(n_raters: int, n_units: int) -> tuple[NDArray[np.float64], Ratings]:
    """Make seven ordinal levels with 30 % missing cells, dense and long."""
    rng = np.random.default_rng(0)
    dense = np.clip(rng.integers(0, 7, n_units) + rng.integers(-2, 3, (n_raters, n_units)), 0, 6).astype(
        float
    )
    dense[rng.random(dense.shape, dtype=np.float32) < 0.3] = np.nan
    unit, rater = np.nonzero(~np.isnan(dense.T))
    code = dense[rater, unit].astype(np.int32)
    return dense, long(unit, rater, code, np.arange(7.0), Level.ORDINAL)


def long(
    unit: NDArray[np.int64],
    rater: NDArray[np.int64],
    code: NDArray[np.int32],
    scale: NDArray[np.float64],
    level: Level,
) -> Ratings:
    n_units, n_raters = int(unit.max()) + 1, int(rater.max()) + 1
    names = tuple(map(str, range(n_units)))
    return Ratings(
        dimension="value",
        level=level,
        unit=unit.astype(np.int32),
        rater=rater.astype(np.int32),
        code=code,
        cluster=np.arange(n_units, dtype=np.int32),
        scale=scale,
        labels=(),
        unit_names=names,
        rater_names=tuple(map(str, range(n_raters))),
        cluster_names=names,
        row=np.arange(len(unit)),
    )


def say(text: str) -> None:
    sys.stdout.write(f"\n{text}")


@pytest.mark.parametrize(
    ("n_raters", "n_units", "times_faster", "most_of_theirs"),
    [(200, 100_000, 1000, 0.5), (50, 10_000, 100, 1)],
)
def test_alpha_of_many_ratings(
    n_raters: int, n_units: int, times_faster: float, most_of_theirs: float
) -> None:
    dense, ratings = table(n_raters, n_units)
    theirs = timed(lambda: float(krippendorff.alpha(dense, level_of_measurement="ordinal")))
    ours = timed(lambda: krippendorff_alpha(ratings).value())
    alpha = krippendorff_alpha(ratings)
    jackknife = timed(lambda: float(alpha.without_each().std()))
    bootstrap = timed(
        lambda: float(bootstrap_replicates(alpha, np.random.default_rng(0), n_replicates=1000).std())
    )
    memory = peak_megabytes(lambda: krippendorff_alpha(ratings).without_each())
    drawn = np.random.default_rng(1).integers(0, n_units, n_units)
    replicate = timed(lambda: float(krippendorff.alpha(dense[:, drawn], level_of_measurement="ordinal")))
    gain = 1000 * replicate.seconds / bootstrap.seconds
    say(f"{n_raters} x {n_units}: krippendorff {theirs.seconds:.2f} s, ours {ours.seconds:.2f} s")
    say(f"  point / krippendorff {ours.seconds / theirs.seconds:.2f} (at most {most_of_theirs})")
    say(f"  1000 replicates {bootstrap.seconds:.2f} s, {gain:.0f} x faster (at least {times_faster:.0f})")
    say(f"  jackknife over {n_units} units {jackknife.seconds:.2f} s (under 1)")
    say(f"  extra memory {memory:.0f} MB (at most 500)")
    assert ours.value == pytest.approx(theirs.value, abs=1e-12)
    assert ours.seconds <= most_of_theirs * theirs.seconds
    assert gain >= times_faster
    assert jackknife.seconds < 1
    assert memory <= 500


def test_alpha_of_distinct_real_values() -> None:
    values = np.random.default_rng(0).normal(size=200_000)
    scale, code = np.unique(values, return_inverse=True)
    unit, rater = np.tile(np.arange(100_000), 2), np.repeat(np.arange(2), 100_000)
    ratings = long(unit, rater, code.astype(np.int32), scale, Level.INTERVAL)
    ours = timed(lambda: krippendorff_alpha(ratings).value())
    memory = peak_megabytes(lambda: krippendorff_alpha(ratings).value())
    say(f"2 x 100000 distinct values, interval: {ours.seconds:.3f} s (under 0.2)")
    say(f"  extra memory {memory:.0f} MB (under 200)")
    assert ours.seconds < 0.2
    assert memory < 200
