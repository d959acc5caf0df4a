"""The server under test: `blindpair serve` as a process of its own on loopback."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["SERVE", "Server", "Servers"]

SERVE = ("-c", "from annotate_app.cli import main; main()", "serve")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Server:
    """A process that is started, killed and started again on the same port.

    Parameters
    ----------
    command
        Arguments of Python, to which `--port PORT` is added. It prints its address when it is ready.
    environment
        The process's whole environment.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    address: str = ""
    _process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start, and wait until it answers; the second time on the port of the first."""
        port = self.address.rpartition(":")[2] or "0"
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self.command,
            "--port",
            port,
            stdout=asyncio.subprocess.PIPE,
            env=self.environment,
        )
        if self._process.stdout is None:
            raise ConnectionError("the server's output cannot be read")
        announced = (await self._process.stdout.readline()).decode()
        if "http://" not in announced:
            raise ConnectionError("the server ended before it was ready")
        self.address = announced.split()[-1]

    async def kill(self) -> None:
        """End it at once, as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask it to end."""
        await self._end(signal.SIGTERM)

    def memory(self) -> float:
        """Tell its resident memory in MB."""
        for line in self._proc("status").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def cpu_seconds(self) -> float:
        """Tell the processor time it used so far."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def _proc(self, name: str) -> str:
        return "" if self._process is None else Path(f"/proc/{self._process.pid}/{name}").read_text()

    async def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.send_signal(how)
            await process.wait()


@dataclass(frozen=True, slots=True)
class Servers:
    """Processes that share a database; each browser stays with one of them, as behind a proxy."""

    each: Sequence[Server]

    async def start(self) -> None:
        """Start all, one after the other: the first brings the tables up to date."""
        for server in self.each:
            await server.start()

    async def stop(self) -> None:
        """Ask all to end."""
        await asyncio.gather(*(server.stop() for server in self.each))

    def of(self, number: int) -> Server:
        """Tell which one serves a browser."""
        return self.each[number % len(self.each)]

    def memory(self) -> float:
        """Tell their resident memory in MB together."""
        return sum(server.memory() for server in self.each)

    def cpu_seconds(self) -> float:
        """Tell the processor time that they used so far together."""
        return sum(server.cpu_seconds() for server in self.each)
