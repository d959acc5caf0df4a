"""The demo whose dialogues a model plays first: made, continued, refused; no failure is taken for a turn."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

from annotate_app.errors import DemoError, DemoUnfinishedError
from annotate_app.services.demo import Demo, open_demo
from annotate_app.services.demo_models import DemoModel, local_model, scripted_model
from annotate_app.services.demo_simulation import RUN_NAME, simulated_dialogues
from annotate_app.services.workplace import Workplace
from sim.endpoint import Endpoint
from sim.llm.local.parts import LocalModelMissingError
from sim.run_directory import RunDirectory
from sim.schema.base import Mode
from sim.schema.episode import Episode
from tests.annotate_app.studio import rate_all, start
from tests.sim.fake_endpoint import BABBLE, completion_body, scripted_answer


def at_endpoint(*arguments: str) -> DemoModel:
    """A model at an endpoint in a process of its own, which is there as long as the demo needs it."""

    @contextmanager
    def endpoint(workspace: Path) -> Generator[Endpoint]:
        assert workspace.exists()
        command = [sys.executable, "-m", "tests.sim.fake_endpoint", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                yield Endpoint(f"http://127.0.0.1:{server.stdout.readline().strip()}/v1", None, 20)
            finally:
                server.terminate()

    return replace(scripted_model(), name="a-model", endpoint=endpoint)


@contextmanager
def interrupting(_: Path) -> Generator[Endpoint]:
    """An endpoint in a thread that interrupts this process at its third call, as Ctrl-C would."""
    calls = count(1)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if next(calls) == 3:
                os.kill(os.getpid(), signal.SIGINT)
            answer = completion_body(scripted_answer(asked))
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield Endpoint(f"http://127.0.0.1:{server.server_port}/v1", None, 20)
        server.shutdown()
        thread.join()


def play(
    workspace: Path, model: DemoModel, n: int | None = 2, say: Callable[[str], None] = lambda _: None
) -> None:
    simulated_dialogues(workspace, model, n_scenarios=n, say=say)


def episodes(workspace: Path) -> Sequence[Episode]:
    return tuple(RunDirectory(workspace / RUN_NAME).iter_episodes())


def open_played(place: Workplace, workspace: Path, model: DemoModel) -> Demo:
    return open_demo(
        place,
        workspace,
        model="scripted",
        dialogues=lambda: simulated_dialogues(workspace, model, n_scenarios=2, say=lambda _: None),
    )


def test_all_modes_reach_two_sessions_over_the_protocol(sqlite_place: Workplace, tmp_path: Path) -> None:
    demo = open_played(sqlite_place, tmp_path, at_endpoint())
    assert [study.name for study in demo.studies] == ["Demo 1", "Demo 2"]
    assert [rate_all(sqlite_place, start(sqlite_place, study.tokens[0])) for study in demo.studies] == [2, 2]
    made = episodes(tmp_path)
    assert {episode.mode for episode in made} == {Mode.SCRIPT, Mode.AGENTS, Mode.MINDREADERS}
    assert {name for episode in made for name in episode.provenance.models.values()} == {"a-model"}


def test_demo_that_is_there_is_not_played_again(sqlite_place: Workplace, tmp_path: Path) -> None:
    demo = open_played(sqlite_place, tmp_path, scripted_model())
    assert demo == open_demo(
        sqlite_place, tmp_path, model="scripted", dialogues=lambda: pytest.fail("played again")
    )


def test_demo_of_another_model_is_refused(sqlite_place: Workplace, tmp_path: Path) -> None:
    open_played(sqlite_place, tmp_path, scripted_model())
    with pytest.raises(DemoError, match="--model scripted, and --model local was asked for"):
        open_demo(sqlite_place, tmp_path, model="local", dialogues=lambda: pytest.fail("played"))


def test_second_start_makes_only_what_is_missing(tmp_path: Path) -> None:
    play(tmp_path, scripted_model())
    kept = (tmp_path / RUN_NAME / "episodes.jsonl").read_bytes()
    lines = kept.splitlines(keepends=True)
    (tmp_path / RUN_NAME / "episodes.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:20])
    play(tmp_path, scripted_model(), n=None)
    again = (tmp_path / RUN_NAME / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    assert again[:3] == lines[:3]
    assert len(again) == len(lines) == 6


def test_an_interrupted_demo_keeps_what_it_has(tmp_path: Path) -> None:
    model = replace(at_endpoint(), endpoint=interrupting)
    with pytest.raises(
        DemoUnfinishedError, match=r"Stopped\. [0-5] of 6 dialogues are made and kept in "
    ) as end:
        play(tmp_path, model)
    assert end.value.exit_status == 1
    play(tmp_path, at_endpoint(), n=None)
    assert len(episodes(tmp_path)) == 6


def test_another_number_of_scenarios_is_refused(tmp_path: Path) -> None:
    play(tmp_path, scripted_model())
    with pytest.raises(DemoError, match="under way with 2 scenarios, and --scenarios 3"):
        play(tmp_path, scripted_model(), n=3)


def test_failed_dialogues_are_said_and_tried_again(tmp_path: Path) -> None:
    said: list[str] = []
    play(tmp_path, at_endpoint("--babble", "0.2"), n=2, say=said.append)
    failures = [line for line in said if line.startswith("Failed: ") and line.endswith("(unreadable)")]
    assert failures
    assert any(line.startswith("Trying ") for line in said)
    assert all(turn.text != BABBLE for e in episodes(tmp_path) for turn in e.turns)


def test_nothing_to_rate_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(DemoUnfinishedError, match=r"No pair is complete.*failures\.jsonl.*--scenarios"):
        play(tmp_path, at_endpoint("--babble", "1"), say=said.append)
    assert any("6 dialogues failed 4 times and will be missing" in line for line in said)
    assert episodes(tmp_path) == ()
    assert len([*RunDirectory(tmp_path / RUN_NAME).earlier_failures()]) == 6


def test_server_that_refuses_everything_stops_the_demo(tmp_path: Path) -> None:
    with pytest.raises(DemoUnfinishedError, match="does not know the model") as caught:
        play(tmp_path, at_endpoint("--no-models"))
    assert "0 of 6 dialogues are made and kept" in str(caught.value)


def test_missing_model_is_missed_before_anything_is_made() -> None:
    with pytest.raises(LocalModelMissingError):
        local_model(lambda _: None)
