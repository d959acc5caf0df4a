"""One small report that many tests look at."""

from pathlib import Path

import pytest

from analysis.report.collect import Request, collect
from analysis.report.command import report_files
from analysis.report.results import Results
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import Design, SimulatedStudy, simulate


@pytest.fixture(scope="session")
def study() -> SimulatedStudy:
    return simulate(
        Design(n_environments=6, pairs_per_environment=2, n_raters=4, raters_per_item=3, n_turns=4), seed=1
    )


@pytest.fixture(scope="session")
def bundle(study: SimulatedStudy, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bundle(tmp_path_factory.mktemp("report") / "bundle", study)


@pytest.fixture(scope="session")
def run(study: SimulatedStudy, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("report") / "run", study)


@pytest.fixture(scope="session")
def results(bundle: Path, run: Path) -> Results:
    return collect(Request(bundle, (run,)))


@pytest.fixture(scope="session")
def files(results: Results) -> dict[str, bytes]:
    return dict(report_files(results))


@pytest.fixture(scope="session")
def page(files: dict[str, bytes]) -> str:
    return files["report.html"].decode()
