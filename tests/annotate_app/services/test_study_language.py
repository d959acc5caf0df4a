"""A study's language: of the pages, the built-in questions and texts; never of what researchers wrote."""

from pathlib import Path

import pytest

from annotate_app.errors import StudyError
from annotate_app.services.studies import StudyPlan, create_study, export_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.states import TextKind
from annotate_app.store.studies import latest_rubric, latest_text
from sim.schema.rubric import builtin_rubric
from sim.schema.study import read_study_toml
from tests.annotate_app.studio import OPERATOR, episodes, upload


def test_study_in_another_language_asks_the_built_in_questions_in_it(
    place: Workplace, tmp_path: Path
) -> None:
    upload(place, episodes(2))
    study = create_study(place, OPERATOR, StudyPlan(name="中文", language="zh"))
    export_study(place, OPERATOR, study.study_id, tmp_path / "bundle")
    document = read_study_toml((tmp_path / "bundle" / "study.toml").read_text(encoding="utf-8"))
    english = builtin_rubric("naturalness-then-goals")
    assert document.language == "zh"
    assert "两个人" in document.rubric.steps[0].dimensions[0].question
    assert document.consent_text.startswith("在这项研究中")
    assert [one.dimension for one in document.rubric.dimensions] == [o.dimension for o in english.dimensions]
    assert document.rubric.rubric_hash != english.rubric_hash


def test_own_words_are_in_no_other_language_than_they_were_written_in(place: Workplace) -> None:
    upload(place, episodes(2))
    plan = StudyPlan(name="own", language="ar", consent_text="Agree?", rubric=builtin_rubric("goal"))
    study = create_study(place, OPERATOR, plan)
    with place.database.reading() as session:
        assert latest_text(session, study.study_id, TextKind.CONSENT).text == "Agree?"
        assert "How far" in latest_rubric(session, study.study_id).document


def test_unknown_language_is_refused(place: Workplace) -> None:
    upload(place, episodes(2))
    with pytest.raises(StudyError, match="no language 'xx', expected one of en, zh, ar"):
        create_study(place, OPERATOR, StudyPlan(name="x", language="xx"))
