"""The demo: made once, found again, and never mixed with real studies."""

import json
import stat
from pathlib import Path

import pytest

from annotate_app.errors import DemoError
from annotate_app.services.administration import sign_in
from annotate_app.services.demo import LINKS_NAME, SAMPLE, Demo, open_demo, sample_dialogues
from annotate_app.services.studies import study_progress
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EpisodeRow, StudyRow
from tests.annotate_app.studio import OPERATOR, n_rows, new_study, rate_all, shown_item, start


def open_sample(place: Workplace, workspace: Path) -> Demo:
    return open_demo(place, workspace, model=SAMPLE, dialogues=sample_dialogues)


def test_demo_is_ready_to_rate_and_to_administrate(place: Workplace, tmp_path: Path) -> None:
    demo = open_sample(place, tmp_path / "demo")
    assert 3 <= len(demo.studies[0].tokens) <= 6
    assert shown_item(place, start(place, demo.studies[0].tokens[0])).total >= 12
    assert sign_in(place, user=demo.user, password=demo.password)


def test_second_run_continues_with_the_same_links(sqlite_place: Workplace, tmp_path: Path) -> None:
    demo = open_sample(sqlite_place, tmp_path)
    n_episodes = n_rows(sqlite_place, EpisodeRow)
    assert open_sample(sqlite_place, tmp_path) == demo
    assert (n_rows(sqlite_place, StudyRow), n_rows(sqlite_place, EpisodeRow)) == (1, n_episodes)


def test_links_are_readable_by_their_owner_only(sqlite_place: Workplace, tmp_path: Path) -> None:
    open_sample(sqlite_place, tmp_path)
    assert stat.S_IMODE((tmp_path / LINKS_NAME).stat().st_mode) == 0o600


def test_every_rater_of_the_demo_can_rate_everything(sqlite_place: Workplace, tmp_path: Path) -> None:
    demo = open_sample(sqlite_place, tmp_path)
    assert {rate_all(sqlite_place, start(sqlite_place, token)) for token in demo.studies[0].tokens[:2]} == {
        12
    }
    progress = study_progress(sqlite_place, OPERATOR, demo.studies[0].study_id)
    assert progress.worst_imbalance == 0


def test_workspace_with_studies_is_not_a_demo(sqlite_place: Workplace, tmp_path: Path) -> None:
    new_study(sqlite_place)
    with pytest.raises(DemoError, match="not a demo"):
        open_sample(sqlite_place, tmp_path)
    assert not (tmp_path / LINKS_NAME).exists()


@pytest.mark.parametrize("content", ["", "{}", '{"study_id": 1}', "[]"])
def test_unreadable_links_are_named(sqlite_place: Workplace, tmp_path: Path, content: str) -> None:
    (tmp_path / LINKS_NAME).write_text(content)
    with pytest.raises(DemoError, match=r"links\.json cannot be read"):
        open_sample(sqlite_place, tmp_path)
    assert n_rows(sqlite_place, StudyRow) == 0


def test_links_of_another_database_are_named(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = {"study_id": "s", "name": "n", "tokens": []}
    links = {"model": SAMPLE, "user": "u", "password": "p", "studies": [study]}
    (tmp_path / LINKS_NAME).write_text(json.dumps(links))
    with pytest.raises(DemoError, match="another database"):
        open_sample(sqlite_place, tmp_path)
