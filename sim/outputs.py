"""Write a whole file or nothing, and never over an existing one unasked."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from sim.errors import SimError

__all__ = ["OutputExistsError", "OutputFailedError", "check_absent", "replacing"]


class OutputExistsError(SimError):
    """The file to be written exists."""


class OutputFailedError(SimError):
    """The file could not be written; what was there before is untouched."""

    exit_status = 1


def check_absent(*paths: Path | None, force: bool) -> None:
    """Refuse paths that exist.

    Raises
    ------
    OutputExistsError
        Naming every path that exists, unless `force`.
    """
    existing = [str(path) for path in paths if path is not None and path.exists()]
    if existing and not force:
        raise OutputExistsError(
            f"{', '.join(existing)}: already there; nothing was written. "
            "Choose another name, or say --force to replace it."
        )


@contextmanager
def replacing(path: Path) -> Generator[IO[str]]:
    """Open a temporary file that takes the place of `path` once the block has ended without an error.

    Raises
    ------
    OutputFailedError
        If the file cannot be written: no such folder, no permission, disk full.
    """
    try:
        with NamedTemporaryFile(
            "w", dir=path.parent, prefix=f".{path.name}.", delete=False, encoding="utf-8", newline=""
        ) as stream:
            temporary = Path(stream.name)
            try:
                yield stream
            except BaseException:
                temporary.unlink()
                raise
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise OutputFailedError(f"{path}: could not be written ({error.strerror or error}).") from error
