"""The local server's process: it is there when it says so, and gone when nobody needs it."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sim.llm.local.server import LocalServerError, local_server

STAND_IN = Path(__file__).parent / "stand_in"
OWNER = """
import sys
from pathlib import Path
from sim.llm.local.server import local_server
with local_server(Path(sys.argv[1]), Path(sys.argv[2])) as url:
    children = Path("/proc/self/task").glob("*/children")
    print(" ".join(path.read_text().strip() for path in children), flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[4]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(STAND_IN), str(root))))


def test_address_is_the_only_thing_it_says(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with local_server(Path(__file__), log) as url:
        assert url == "http://127.0.0.1:1/v1"
    assert "noise of the engine" in log.read_text()


def test_weights_that_cannot_be_loaded_are_an_error_with_the_reason(tmp_path: Path) -> None:
    with (
        pytest.raises(LocalServerError, match=r"did not start.*failed to load .*none\.gguf"),
        local_server(tmp_path / "none.gguf", tmp_path / "log"),
    ):
        pytest.fail("it must not start")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_server_ends_with_its_owner_however_that_ends(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-c", OWNER, __file__, str(tmp_path / "log")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        server = int(owner.stdout.readline())
        watched = os.pidfd_open(server)
        owner.send_signal(how)
        owner.wait(20)
    assert select.select([watched], [], [], 20)[0]
    os.close(watched)
