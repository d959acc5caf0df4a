"""Versions of a study's texts, and consent asked for anew."""

from pathlib import Path

import pytest

from annotate_app.design.views import ConsentView, ItemView
from annotate_app.errors import NotAllowedError, StaleFormError, StudyError
from annotate_app.services.rating import give_consent, session_view
from annotate_app.services.studies import TextKind, change_text, close_study, export_study, study_texts
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EventRow, RatingRow, StudyTextRow
from sim.schema.study import read_study_toml
from tests.annotate_app.questioned import questioned_study
from tests.annotate_app.studio import OPERATOR, STRANGER, join, n_rows, new_study, rate_item, start
from tests.golden.files import read_csv


def test_consent_shows_the_warning(place: Workplace) -> None:
    study = questioned_study(place)
    view = session_view(place, join(place, study.links[0].token))
    assert isinstance(view, ConsentView)
    assert view.warning == "Some dialogues hold <b>insults</b>."
    assert not view.is_changed


def test_changed_consent_is_asked_for_again_and_loses_nothing(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    ratings = n_rows(place, RatingRow)
    item = session_view(place, rater)
    assert change_text(place, OPERATOR, study.study_id, TextKind.CONSENT, "New words.") == 2
    view = session_view(place, rater)
    assert view == ConsentView("New words.", "2", is_changed=True)
    with pytest.raises(StaleFormError):
        give_consent(place, rater, version="1")
    for _ in range(2):
        give_consent(place, rater, version="2")
    assert session_view(place, rater) == item
    assert n_rows(place, RatingRow) == ratings
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    versions = {row["rater_id"]: row["consent_version"] for row in read_csv(folder / "raters.csv")}
    assert versions[rater.rater_id] == "2"
    agreed = [row for row in read_csv(folder / "events.csv") if row["action"] == "gave_consent"]
    assert [row["detail"] for row in agreed] == ['{"version": "1"}', '{"version": "2"}']
    document = read_study_toml((folder / "study.toml").read_text(encoding="utf-8"))
    assert [(one.kind, one.version) for one in document.texts] == [
        ("consent", 1),
        ("consent", 2),
        ("instructions", 1),
    ]


def test_changed_instructions_ask_nobody_anything(place: Workplace) -> None:
    study = new_study(place)
    rater = start(place, study.links[0].token)
    change_text(place, OPERATOR, study.study_id, TextKind.INSTRUCTIONS, "Read slowly.")
    view = session_view(place, rater)
    assert isinstance(view, ItemView)
    assert view.instructions == "Read slowly."


def test_finished_raters_are_not_asked_again(place: Workplace) -> None:
    study = new_study(place, n_pairs=1)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    before = session_view(place, rater)
    change_text(place, OPERATOR, study.study_id, TextKind.CONSENT, "New words.")
    assert session_view(place, rater) == before


def test_same_text_makes_no_version(place: Workplace) -> None:
    study = questioned_study(place)
    texts, events = n_rows(place, StudyTextRow), n_rows(place, EventRow)
    shown = {one.kind: one for one in study_texts(place, OPERATOR, study.study_id)}
    for kind, text in shown.items():
        assert change_text(place, OPERATOR, study.study_id, kind, text.text) == 1
    assert (n_rows(place, StudyTextRow), n_rows(place, EventRow)) == (texts, events)


def test_blank_warning_takes_it_away(place: Workplace) -> None:
    study = questioned_study(place)
    assert change_text(place, OPERATOR, study.study_id, TextKind.WARNING, "") == 2
    view = session_view(place, join(place, study.links[0].token))
    assert isinstance(view, ConsentView)
    assert view.warning == ""


@pytest.mark.parametrize("text", [" \n", "\x00", "x" * 100_001])
def test_text_that_cannot_be_shown_is_refused(place: Workplace, text: str) -> None:
    study = new_study(place)
    texts = n_rows(place, StudyTextRow)
    with pytest.raises(StudyError):
        change_text(place, OPERATOR, study.study_id, TextKind.CONSENT, text)
    assert n_rows(place, StudyTextRow) == texts


def test_closed_study_keeps_its_texts_and_raters_change_none(place: Workplace) -> None:
    study = new_study(place)
    with pytest.raises(NotAllowedError):
        change_text(place, STRANGER, study.study_id, TextKind.CONSENT, "Mine.")
    close_study(place, OPERATOR, study.study_id)
    with pytest.raises(StudyError, match="closed"):
        change_text(place, OPERATOR, study.study_id, TextKind.CONSENT, "Late.")
    assert n_rows(place, StudyTextRow) == 2
