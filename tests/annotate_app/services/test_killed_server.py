"""An acknowledged rating survives `kill -9` at any moment."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from annotate_app.services.rating import session_view
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.condition import integrity_problems
from annotate_app.store.ratings import ratings_of_study
from tests.annotate_app.studio import join, new_study, rate_all

ROOT = Path(__file__).parents[3]
STEP_OF = {"naturalness": "0", "goal": "1", "remark": "1"}


@pytest.mark.parametrize(
    "n_acknowledged", [7, pytest.param(1, marks=pytest.mark.slow), pytest.param(17, marks=pytest.mark.slow)]
)
def test_acknowledged_ratings_survive_kill(place: Workplace, n_acknowledged: int) -> None:
    study = new_study(place, n_pairs=12, n_raters=2)
    tokens = [link.token for link in study.links]
    acknowledged = rate_until_killed(place, tokens, n_acknowledged)
    with place.database.reading() as session:
        rows = ratings_of_study(session, study.study_id)
        given = assignments_of_study(session, study.study_id)
    stored = Counter(f"{row.assignment_id} {STEP_OF[row.dimension]}" for row in rows)
    assert set(acknowledged) <= set(stored)
    assert set(stored.values()) <= {1, 5}
    assert len(stored) <= len(acknowledged) + 1
    assert sum(row.state == "running" for row in given) <= 1
    assert integrity_problems(place.database) == ()
    assert_rater_goes_on(place, tokens[0], n_pairs=12)


def assert_rater_goes_on(place: Workplace, token: str, *, n_pairs: int) -> None:
    """Rate the rest after the kill: every question of every item is answered, each once."""
    rater = join(place, token)
    assert session_view(place, rater) == session_view(place, rater)
    rate_all(place, rater)
    with place.database.reading() as session:
        rows = ratings_of_study(session, rater.study_id)
        mine = {
            row.assignment_id
            for row in assignments_of_study(session, rater.study_id)
            if row.rater_id == rater.rater_id
        }
    answered = Counter(row.assignment_id for row in rows if row.assignment_id in mine)
    assert set(answered.values()) == {6}
    assert len(answered) == n_pairs


def rate_until_killed(place: Workplace, tokens: list[str], n_acknowledged: int) -> list[str]:
    """Run a rating process and kill it after so many acknowledgements; those it made."""
    url = place.database.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.annotate_app.services.rating_process", url, *tokens]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(n_acknowledged)]
        process.kill()
        # What was acknowledged between the last line read and the kill counts as well.
        lines += process.stdout.readlines()
    complete = [line.strip() for line in lines if line.endswith("\n")]
    assert len(complete) >= n_acknowledged
    return complete
