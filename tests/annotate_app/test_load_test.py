"""The load test itself, small: a server of its own, real pages, and nothing lost when it is killed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

from annotate_app.services.workplace import Workplace
from deploy.load_test.rater import Acknowledged, Rhythm
from deploy.load_test.run import Load, run_load
from deploy.load_test.stored import compare
from deploy.load_test.study import LoadStudy
from tests.annotate_app.studio import new_study, shown_item, start, submit

ROOT = Path(__file__).parents[2]


def test_every_acknowledged_answer_is_stored_once_with_one_run_a_step() -> None:
    command = ["-m", "deploy.load_test", "--sessions", "4", "--steps", "3", "--every", "0.2", "--json"]
    ended = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    figures = json.loads(ended.stdout)
    assert figures["errors"] == []
    assert figures["n_steps"] == 4 * 3
    assert figures["reruns_per_step"] == 1
    assert figures["stored"]["n_stored"] == figures["stored"]["n_acknowledged"] > 0


def test_nothing_is_lost_when_the_server_is_killed_five_times() -> None:
    load = Load(4, Rhythm(n_steps=8, every=0.1), n_kills=5, environment=os.environ)
    figures = asyncio.run(run_load(load))
    assert figures.stored.is_equal, figures.stored
    assert figures.errors == ()
    assert figures.n_steps == 4 * 8
    assert figures.n_reconnects >= 5


def test_an_answer_that_is_lost_or_otherwise_stored_is_found(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place)
    rater = start(sqlite_place, study.links[0].token)
    view = shown_item(sqlite_place, rater)
    submit(sqlite_place, rater, view, {"naturalness": "a"})
    load = LoadStudy(study.study_id, (), raters_per_item=3)

    def found(*told: str) -> tuple[int, int]:
        acknowledged = [Acknowledged(view.assignment, 0, {"naturalness": value}) for value in told]
        comparison = compare(sqlite_place, load, acknowledged)
        return comparison.n_lost, comparison.n_unknown

    assert found("a") == (0, 0)
    assert found() == (0, 1)
    assert found("b") == (1, 1)
    assert found("a", "a") == (1, 0)
