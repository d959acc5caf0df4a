"""An engine that loads nothing: the part of the real one's interface that the server process uses."""

import sys
from pathlib import Path
from types import SimpleNamespace

__all__ = ["CommonParams", "Server"]


class CommonParams(SimpleNamespace):
    """Parameters with the groups that the real ones have."""

    def __init__(self) -> None:
        super().__init__(
            model=SimpleNamespace(),
            cpuparams=SimpleNamespace(),
            cpuparams_batch=SimpleNamespace(),
            sampling=SimpleNamespace(),
        )


class Server:
    """Is at an address at once; weights that do not exist are refused as the real engine refuses them."""

    def __init__(self, params: CommonParams) -> None:
        sys.stdout.write("noise of the engine\n")
        sys.stdout.flush()
        if not Path(params.model.path).exists():
            raise RuntimeError(f"failed to load {params.model.path}")
        self.listening_address = "http://127.0.0.1:1"
