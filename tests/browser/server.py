"""The app as a process of its own, started, killed and started again on the same port."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

__all__ = ["MAIN", "AppServer", "blindpair"]

MAIN = "import sys; from annotate_app.cli import main; sys.argv[0] = 'blindpair'; main()"
_PATIENCE_SECONDS = 30


def blindpair(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line to its end."""
    return subprocess.run(
        [sys.executable, "-c", MAIN, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


class AppServer:
    """`blindpair serve` on a workspace."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.database_url = f"sqlite:///{workspace.resolve() / 'blindpair.db'}"
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start; the second time on the port of the first."""
        port = self.address.rpartition(":")[2] or "0"
        self._process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "serve", "--workspace", str(self.workspace), "--port", port],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        announced = self._process.stdout.readline()
        assert "http://" in announced, "the server ended before it was ready"
        self.address = announced.split()[-1]

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(lambda process: process.kill())

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        return self._end(lambda process: process.terminate())

    def _end(self, how: Callable[[subprocess.Popen[str]], None]) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        how(process)
        status = process.wait(timeout=_PATIENCE_SECONDS)
        if process.stdout is not None:
            process.stdout.close()
        return status
