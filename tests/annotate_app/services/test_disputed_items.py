"""Disputed items: those of the analysis, with everything needed to see why, and no condition anywhere."""

import csv
import io
from dataclasses import asdict
from pathlib import Path

import pytest

from analysis.agreement.disputed import disputed_units
from analysis.tables import load_table
from annotate_app.design.views import ItemView
from annotate_app.errors import AppError, StudyError
from annotate_app.services.disputed_items import disputed_items
from annotate_app.services.rating import session_view
from annotate_app.services.studies import CreatedStudy, exclude_rater, export_study
from annotate_app.services.workplace import Workplace
from tests.annotate_app.studio import OPERATOR, STRANGER, new_study, some_answers, start, submit


@pytest.fixture
def study(sqlite_place: Workplace) -> CreatedStudy:
    """Three raters who disagree, one of them with remarks."""
    study = new_study(sqlite_place, n_pairs=4, n_raters=3)
    for place, link in enumerate(study.links):
        rater = start(sqlite_place, link.token)
        while isinstance(view := session_view(sqlite_place, rater), ItemView):
            answers = some_answers(
                view, score=(4 * place * view.number) % 11, preference=("a", "b", "tie")[place]
            )
            if place == 1 and "remark" in {question.key for question in view.item.questions}:
                answers["remark"] = "<b>Odd</b> end."
            submit(sqlite_place, rater, view, answers)
    return study


def judged(folder: Path) -> bytes:
    """Make a judge's ratings out of the first rater's."""
    with (folder / "ratings.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    own = [row for row in rows if row["rater_id"] == rows[0]["rater_id"] and row["dimension"] != "remark"]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]))
    writer.writeheader()
    changes = {
        "study_id": "",
        "item_id": "",
        "rater_id": "judge",
        "rater_kind": "llm",
        "reason": "B repeats.",
    }
    writer.writerows({**row, **changes} for row in own)
    return stream.getvalue().encode()


def test_items_are_those_of_the_analysis(
    sqlite_place: Workplace, study: CreatedStudy, tmp_path: Path
) -> None:
    folder = export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "b").folder
    expected = [
        (unit["dimension"], unit["disagreement"]) for unit in disputed_units(load_table([folder]), {})
    ]
    found = disputed_items(sqlite_place, OPERATOR, study.study_id)
    assert [(item.dimension, item.disagreement) for item in found] == expected
    assert expected


def test_every_answer_and_remark_is_there_in_the_dialogues_own_numbers(
    sqlite_place: Workplace, study: CreatedStudy
) -> None:
    item = disputed_items(sqlite_place, OPERATOR, study.study_id)[0]
    assert (item.dimension, item.about) == ("naturalness", "both dialogues")
    assert [answer.who for answer in item.answers] == ["rater 1", "rater 2", "rater 3"]
    one, two, three = item.answers
    assert one.value == f"dialogue {one.shown_first}"
    assert two.value != f"dialogue {two.shown_first}"
    assert three.value == "no difference"
    assert [(each.who, each.value) for each in item.remarks] == [("rater 2", "<b>Odd</b> end.")]
    assert item.first
    assert item.second


def test_scores_say_whose_they_are(sqlite_place: Workplace, study: CreatedStudy) -> None:
    goals = [
        item for item in disputed_items(sqlite_place, OPERATOR, study.study_id) if item.dimension == "goal"
    ]
    assert all(" in dialogue " in item.about for item in goals)
    assert goals[0].disagreement == max(item.disagreement for item in goals)


def test_judges_reasons_are_joined(sqlite_place: Workplace, study: CreatedStudy, tmp_path: Path) -> None:
    folder = export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "b").folder
    items = disputed_items(sqlite_place, OPERATOR, study.study_id, judges=judged(folder))
    assert all([each.reason for each in item.judges] == ["B repeats."] for item in items)
    (judge,) = items[0].judges
    assert judge.who == "judge"
    assert judge.shown_first in {1, 2}
    with pytest.raises(StudyError, match="ratings"):
        disputed_items(sqlite_place, OPERATOR, study.study_id, judges=b"a,b\n1,2\n")


def test_nothing_tells_a_condition(sqlite_place: Workplace, study: CreatedStudy, tmp_path: Path) -> None:
    folder = export_study(
        sqlite_place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="To test"
    ).folder
    items = disputed_items(sqlite_place, OPERATOR, study.study_id, judges=judged(folder))
    shown = repr([asdict(item) for item in items])
    for word in ("SCRIPT", "AGENTS", "golden-model", "turn_limit", "hidden_facts"):
        assert word not in shown


def test_excluded_raters_are_left_out_and_strangers_see_nothing(
    sqlite_place: Workplace, study: CreatedStudy
) -> None:
    exclude_rater(sqlite_place, OPERATOR, study.study_id, 2, reason="asleep")
    items = disputed_items(sqlite_place, OPERATOR, study.study_id)
    assert {answer.who for item in items for answer in item.answers} == {"rater 1", "rater 3"}
    with pytest.raises(AppError, match="administrators"):
        disputed_items(sqlite_place, STRANGER, study.study_id)


def test_study_without_ratings_has_none(sqlite_place: Workplace) -> None:
    assert disputed_items(sqlite_place, OPERATOR, new_study(sqlite_place).study_id) == ()
