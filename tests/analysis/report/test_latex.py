"""LaTeX tables fit the line: shares of their columns, and a compiled document where an engine is there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from analysis.report.latex import latex_document, latex_table
from analysis.report.results import Results
from analysis.report.views import Table, tables_of


def shares(text: str) -> list[float]:
    return [float(share) for share in re.findall(r"p\{\\dimexpr ([\d.]+)\\linewidth", text)]


def test_columns_of_every_table_fit_the_line(results: Results) -> None:
    for table in tables_of(results):
        found = shares(latex_table(table))
        assert len(found) == len(table.headings)
        assert sum(found) <= 1 + 1e-9, table.name


def test_table_that_is_too_wide_is_squeezed() -> None:
    headings = tuple(f"heading{at}" for at in range(12))
    table = Table("wide", "Wide.", headings, (tuple("0.123456789 to 0.987654321" for _ in headings),))
    assert sum(shares(latex_table(table))) == pytest.approx(1, abs=0.01)


def test_notes_take_what_numbers_leave() -> None:
    row = ("alpha", "0.52", "a note of many words " * 20)
    name, number, note = shares(latex_table(Table("t", "T.", ("statistic", "value", "note"), (row,))))
    assert number < name < note


def test_names_may_break_after_an_underscore() -> None:
    table = Table("t", "T.", ("name", "value"), (("a_long_name", "1"),))
    assert r"a\_\allowbreak{}long\_\allowbreak{}name" in latex_table(table)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_compiled_document_has_no_line_that_is_too_wide(results: Results, tmp_path: Path) -> None:
    tables = tables_of(results)
    for table in tables:
        (tmp_path / f"{table.name}.tex").write_text(latex_table(table), encoding="utf-8")
    (tmp_path / "all.tex").write_text(latex_document([table.name for table in tables]), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "all.tex"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert "Overfull" not in (tmp_path / "all.log").read_text(encoding="latin-1")
