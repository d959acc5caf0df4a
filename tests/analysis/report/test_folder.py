from pathlib import Path

import pytest

from analysis.errors import OptionError
from analysis.report.folder import refuse_taken, write_folder


def earlier(folder: Path) -> Path:
    write_folder(folder, {"results.json": b"{}", "report.html": b"old", "tables/a.csv": b""})
    return folder


def test_new_and_empty_folders_are_taken(tmp_path: Path) -> None:
    refuse_taken(tmp_path / "new", force=False)
    refuse_taken(tmp_path, force=False)


def test_folder_with_other_files_is_refused_even_by_force(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work", encoding="utf-8")
    with pytest.raises(OptionError, match="holds other files"):
        refuse_taken(tmp_path, force=True)


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match="is a file"):
        refuse_taken(tmp_path / "file", force=True)


def test_earlier_report_is_replaced_by_force_only(tmp_path: Path) -> None:
    folder = earlier(tmp_path / "report")
    with pytest.raises(OptionError, match="--force"):
        refuse_taken(folder, force=False)
    refuse_taken(folder, force=True)
    write_folder(folder, {"report.html": b"new"})
    assert [path.name for path in folder.iterdir()] == ["report.html"]


def test_folder_is_untouched_when_writing_fails(tmp_path: Path) -> None:
    folder = earlier(tmp_path / "report")
    with pytest.raises(OSError):  # noqa: PT011
        write_folder(folder, {"report.html": b"new", "x" * 300: b""})
    assert (folder / "report.html").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
