"""Write a folder whole or not at all."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from analysis.errors import OptionError

__all__ = ["MARK", "refuse_taken", "write_folder"]

MARK = "results.json"
"""A folder that holds this and `report.html` is an earlier report."""

_EARLIER = "-earlier"


def refuse_taken(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds something, unless it is an earlier report that may be replaced.

    Raises
    ------
    OptionError
        If anything would be lost.
    """
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is a file; -o takes a folder that does not exist yet or is empty.")
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    if not ((folder / MARK).is_file() and (folder / "report.html").is_file()):
        raise OptionError(
            f"{folder} holds other files; -o takes a folder that does not exist yet or is empty."
        )
    if not force:
        raise OptionError(
            f"{folder} holds an earlier report; add --force to replace it, or name another folder."
        )


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder beside the wanted one, and put it in its place once it is complete.

    Raises
    ------
    OSError
        If a file cannot be written; the folder is then as it was before.
    """
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    earlier = folder.with_name(f".{folder.name}{_EARLIER}")
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, content in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        made.chmod(0o755)
        if folder.is_dir():
            # a run that was killed may have left one behind
            shutil.rmtree(earlier, ignore_errors=True)
            folder.rename(earlier)
        made.rename(folder)
        shutil.rmtree(earlier, ignore_errors=True)
    finally:
        if made.exists():
            shutil.rmtree(made)
