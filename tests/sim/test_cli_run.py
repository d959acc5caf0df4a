from pathlib import Path

import pytest
from typer.testing import CliRunner

from annotate_app.cli import app
from sim.errors import SimError
from tests.golden.records import BARGAIN, FRIENDS

RUNNER = CliRunner()


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    path = tmp_path / "scenarios.jsonl"
    path.write_text(f"{BARGAIN.model_dump_json()}\n{FRIENDS.model_dump_json()}\n", encoding="utf-8")
    return path


def run(scenarios: Path, *options: str) -> tuple[int, str]:
    output = scenarios.parent / "run"
    result = RUNNER.invoke(app, ["sim", "run", "-s", str(scenarios), "-o", str(output), *options], env=NO_KEY)
    if isinstance(result.exception, SimError):
        raise result.exception
    return result.exit_code, result.output


NO_KEY = {"OPENAI_API_KEY": None, "OPENAI_BASE_URL": None}


def test_run_ends_with_what_was_done_and_spent(scenarios: Path) -> None:
    status, output = run(scenarios, "-m", "scripted")
    assert status == 0
    assert "4 of 4 episodes done, 4 of them now" in output
    assert "$0.0000" in output
    assert "previous prompt" in output


def test_run_without_a_key_says_what_to_do(scenarios: Path) -> None:
    with pytest.raises(SimError, match="OPENAI_API_KEY"):
        run(scenarios, "-m", "some-model")
    assert not (scenarios.parent / "run").exists()


def test_run_refuses_a_base_url_that_is_none(scenarios: Path) -> None:
    with pytest.raises(SimError, match="base URL is none"):
        run(scenarios, "-m", "some-model", "--base-url", "localhost:8000")


def test_run_refuses_unknown_modes(scenarios: Path) -> None:
    with pytest.raises(SimError, match="found 'SCRIPT,ORACLE', expected some of SCRIPT, AGENTS"):
        run(scenarios, "-m", "scripted", "--modes", "SCRIPT,ORACLE")


def test_run_refuses_a_key_file_without_a_key(scenarios: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk secret words")
    with pytest.raises(SimError, match="expected one line with the key") as refusal:
        run(scenarios, "-m", "some-model", "--api-key-file", str(tmp_path / "key"))
    assert "secret" not in str(refusal.value)


def test_run_that_cannot_go_on_ends_with_status_1(scenarios: Path) -> None:
    status, output = run(scenarios, "-m", "scripted", "--max-tokens-total", "3000")
    assert status == 1
    assert "budget of 3000 tokens" in output
    assert "same command again" in output
