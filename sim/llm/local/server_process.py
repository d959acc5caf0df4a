"""The process that serves local weights: prints its address, and ends when its input does.

Its input is a pipe that nobody writes to. The system closes it when the process at its other end is gone,
even one that was killed, so that no server is ever left behind.
"""

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from sim.llm.local.parts import ENGINE

__all__ = ["serve_until_input_ends", "server_parameters"]

_CONTEXT_TOKENS = 4096
_AT_ONCE = 4
_MOST_THREADS = 4
_LEAST_REPEATED_TOKENS = 4
_REMEMBERED_TOKENS = 1024


def serve_until_input_ends(weights: str) -> None:
    """Load the weights, say where they are served, and wait."""
    address_goes_to = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    engine = import_module(ENGINE)
    server = engine.Server(server_parameters(engine, weights, n_processors=os.cpu_count() or 1))
    os.write(address_goes_to, f"{server.listening_address}\n".encode())
    sys.stdin.buffer.read()
    # Ends without unloading: the engine's threads may be in the middle of a reply.
    os._exit(0)


def server_parameters(engine: ModuleType, weights: str, *, n_processors: int) -> Any:
    """Set the engine up for a small model: short contexts, few calls at once, few threads."""
    made = engine.CommonParams()
    made.model.path = weights
    made.n_parallel = _AT_ONCE
    made.n_ctx = _AT_ONCE * _CONTEXT_TOKENS
    made.ui = False
    made.verbosity = 1
    # Its threads wait for each other by spinning, so that one processor too many costs more than it gives.
    made.cpuparams.n_threads = made.cpuparams_batch.n_threads = max(1, min(_MOST_THREADS, n_processors - 1))
    # Small models repeat themselves word for word; this makes each repetition less likely than the last.
    made.sampling.dry_multiplier = 0.8
    made.sampling.dry_allowed_length = _LEAST_REPEATED_TOKENS
    made.sampling.dry_penalty_last_n = _REMEMBERED_TOKENS
    return made


if __name__ == "__main__":
    serve_until_input_ends(sys.argv[1])
