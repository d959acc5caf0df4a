import re
from pathlib import Path
from typing import Any

import pytest

from analysis.report.collect import Request, collect
from analysis.report.command import report_files

README = Path(__file__).parents[3] / "analysis" / "README.md"


def test_readme_names_the_files_that_are_written(files: dict[str, bytes]) -> None:
    text = README.read_text(encoding="utf-8")
    topics = re.search(r"by topic: ([^|]*) \|", text)
    assert topics
    named = {f"tables/{name}.csv" for name in re.findall(r"`(\w+)`", topics[1])}
    assert named == {name for name in files if name.endswith(".csv")}
    assert "tables/all.tex" in files


def test_readme_code_runs(bundle: Path, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    monkeypatch.chdir(bundle.parent)
    written = code[1].replace('Path("run")', f"Path({str(run)!r})")
    names: dict[str, Any] = {"collect": collect, "Request": Request, "report_files": report_files}
    exec(compile(written, str(README), "exec"), names)  # noqa: S102
    assert "report.html" in names["files"]
