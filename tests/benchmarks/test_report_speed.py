"""A full report over a million ratings; run with `pytest -m benchmark -s tests/benchmarks`."""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.benchmark

N_DIMENSIONS, N_UNITS, N_RATERS, PER_UNIT, N_CLUSTERS = 10, 25_000, 50, 4, 1_000

_RUN = """
import json, resource, sys
from analysis.cli import analyze_app
analyze_app(["report", sys.argv[1], "-o", sys.argv[2]], standalone_mode=False)
used = resource.getrusage(resource.RUSAGE_SELF)
sys.stderr.write(json.dumps({"megabytes": used.ru_maxrss / 1024, "cpu": used.ru_utime + used.ru_stime}))
"""


def write_table(path: Path) -> None:
    """Write 1,000,000 ratings from 0 to 10: raters differ in severity, units in quality."""
    rng = np.random.default_rng(0)
    severity = rng.normal(0, 0.7, N_RATERS)
    with path.open("w", encoding="utf-8") as stream:
        stream.write("rater_id,item_id,dimension,value,cluster_id,seconds\n")
        for dimension in range(N_DIMENSIONS):
            quality = rng.normal(5, 1.5, N_UNITS)
            raters = np.argsort(rng.random((N_UNITS, N_RATERS)), axis=1)[:, :PER_UNIT]
            values = quality[:, None] + severity[raters] + rng.normal(0, 1, raters.shape)
            scores = np.clip(np.rint(values), 0, 10).astype(int)
            seconds = np.round(rng.gamma(4, 5, raters.shape), 1)
            stream.writelines(
                f"r{raters[unit, at]:02d},u{unit},dimension {dimension},{scores[unit, at]},"
                f"c{unit % N_CLUSTERS},{seconds[unit, at]}\n"
                for unit in range(N_UNITS)
                for at in range(PER_UNIT)
            )


def test_report_over_a_million_ratings(tmp_path: Path) -> None:
    table, target = tmp_path / "ratings.csv", tmp_path / "report"
    write_table(table)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _RUN, str(table), str(target)], check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - start
    used = json.loads(done.stderr.splitlines()[-1])
    megabytes = used["megabytes"]
    page = (target / "report.html").stat().st_size / 1e6
    n_ratings = N_DIMENSIONS * N_UNITS * PER_UNIT
    sys.stdout.write(
        f"\nreport over {n_ratings} ratings, {N_DIMENSIONS} dimensions: {seconds:.1f} s "
        f"(under 60; {used['cpu']:.1f} s of processor time), "
        f"peak {megabytes:.0f} MB (under 1500), page {page:.1f} MB"
    )
    assert seconds < 60
    assert megabytes < 1500
