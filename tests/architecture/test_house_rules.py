"""Rules of the house that no tool checks."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("sim", "analysis", "annotate_app")
LONGEST_FILE = 400
LONGEST_FUNCTION = 50
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}


def sources(*folders: str) -> list[Path]:
    return sorted(chain.from_iterable((ROOT / folder).rglob("*.py") for folder in folders))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sources(*PACKAGES), ids=name_of)
def test_module_is_short_and_says_what_it_offers(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert text.count("\n") <= LONGEST_FILE
    assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", sources(*PACKAGES), ids=name_of)
def test_public_names_exist(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    offered = next(
        (
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and _is_all(node)
        ),
        [],
    )
    defined = {name for node in tree.body for name in _names(node)}
    assert set(offered) <= defined


@pytest.mark.parametrize("path", sources(*PACKAGES, "tests"), ids=name_of)
def test_file_is_named_after_what_it_holds(path: Path) -> None:
    assert path.stem not in FORBIDDEN_NAMES


def test_every_test_folder_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert all((folder / "__init__.py").exists() for folder in folders), folders


def _is_all(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
