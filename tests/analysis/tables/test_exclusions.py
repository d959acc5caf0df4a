"""Ratings of excluded raters are left out, and counted."""

import csv
import shutil
from pathlib import Path

import pytest

from analysis.errors import TableError
from analysis.tables import load_table
from sim.schema.bundle import BundleManifest, file_sha256

GOLDEN = Path(__file__).parents[2] / "fixtures" / "bundle_unblinded"


def bundle(folder: Path, *, excluded: set[str], with_column: bool = True) -> Path:
    """Copy the golden bundle, and exclude raters or drop the column."""
    shutil.copytree(GOLDEN, folder)
    path = folder / "raters.csv"
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        row["excluded"] = str(row["rater_id"] in excluded).lower()
    names = [name for name in rows[0] if with_column or not name.startswith("exclu")]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    manifest = BundleManifest.model_validate_json((folder / "manifest.json").read_bytes())
    files = {**manifest.files, "raters.csv": file_sha256(path)}
    changed = manifest.model_copy(update={"files": files})
    (folder / "manifest.json").write_text(changed.model_dump_json(), encoding="utf-8")
    return folder


def test_excluded_raters_are_left_out_and_counted(tmp_path: Path) -> None:
    whole = load_table([GOLDEN])
    table = load_table([bundle(tmp_path / "b", excluded={"r1", "r3"})])
    assert table.rater.compact().names == ("r2",)
    assert len(whole) > len(table)
    assert next(iter(table.left_out)) == "ratings of 2 excluded raters"
    assert "excluded" not in " ".join(whole.left_out)


def test_bundle_from_before_exclusions_is_read(tmp_path: Path) -> None:
    table = load_table([bundle(tmp_path / "b", excluded=set(), with_column=False)])
    assert len(table) == len(load_table([GOLDEN]))


def test_nobody_left_is_said(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no rating"):
        load_table([bundle(tmp_path / "b", excluded={"r1", "r2", "r3"})])
