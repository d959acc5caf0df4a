"""A chat server over local weights: a process of its own that ends with this one, however this one ends."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sim.errors import SimError

__all__ = ["LocalServerError", "local_server"]

_PROCESS = "sim.llm.local.server_process"
_SECONDS_TO_END = 5
_MOST_QUOTED = 400


class LocalServerError(SimError):
    """The server did not start."""

    exit_status = 1


@contextmanager
def local_server(weights: Path, log: Path) -> Generator[str]:
    """Serve weights on a free port of this machine; gives the base URL once they are loaded.

    Parameters
    ----------
    log
        File for what the server prints; replaced.

    Raises
    ------
    LocalServerError
        If the server ends before it is ready.
    """
    command = [sys.executable, "-m", _PROCESS, str(weights)]
    # In a session of its own, so that Ctrl-C reaches this process only and calls under way are answered.
    with (
        log.open("wb") as printed,
        subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=printed,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield f"{_address(process, log)}/v1"
        finally:
            _end(process)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    line = process.stdout.readline() if process.stdout else b""
    if not line.endswith(b"\n"):
        said = " ".join(log.read_text(encoding="utf-8", errors="replace").split())[-_MOST_QUOTED:]
        raise LocalServerError(f"The local model's server did not start. Its last words: {said or 'none'}")
    return line.decode().strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
