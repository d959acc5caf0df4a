"""Flags are shown with their numbers; exclusion is a decision that is recorded, counted and reversible."""

import csv
from pathlib import Path

import pytest
from sqlalchemy import text

from analysis.tables import load_table
from annotate_app.design.quality import QualityFlag
from annotate_app.errors import ConflictError, NotAllowedError, NotFoundError, StudyError
from annotate_app.services.studies import CreatedStudy, exclude_rater, export_study, study_quality
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import events_of_study
from annotate_app.store.models import ExclusionRow, RatingRow
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    n_rows,
    new_study,
    rate_all,
    shown_item,
    some_answers,
    start,
    submit,
)


def rated(place: Workplace, *, n_pairs: int = 2) -> CreatedStudy:
    study = new_study(place, n_pairs=n_pairs, n_raters=2)
    for link in study.links:
        rate_all(place, start(place, link.token))
    return study


def raters_csv(folder: Path) -> list[tuple[str, str]]:
    with (folder / "raters.csv").open(encoding="utf-8", newline="") as stream:
        return sorted((row["excluded"], row["exclusion_reason"]) for row in csv.DictReader(stream))


def exclude(
    place: Workplace, study: CreatedStudy, *, reason: str = "Same answers", undo: bool = False
) -> None:
    exclude_rater(place, OPERATOR, study.study_id, 1, reason=reason, undo=undo)


def test_flags_have_their_numbers(place: Workplace) -> None:
    study = rated(place, n_pairs=8)
    first, second = study_quality(place, OPERATOR, study.study_id)
    figures = first.figures
    assert (figures.n_items, figures.n_straight, figures.n_scaled) == (8, 8, 8)
    assert (figures.n_first, figures.n_decided, figures.side_p) == (8, 8, 2 / 2**8)
    assert figures.n_timed == 8
    assert {QualityFlag.STRAIGHT_LINING, QualityFlag.ONE_SIDE} <= set(figures.flags)
    assert (first.number, second.number, first.is_excluded) == (1, 2, False)


def test_rater_who_only_began_has_no_figures(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place, n_raters=1)
    rater = start(sqlite_place, study.links[0].token)
    submit(sqlite_place, rater, view := shown_item(sqlite_place, rater), some_answers(view))
    (one,) = study_quality(sqlite_place, OPERATOR, study.study_id)
    assert (one.figures.n_items, one.figures.flags) == (0, ())


def test_exclusion_is_exported_and_the_analysis_leaves_the_rater_out(
    place: Workplace, tmp_path: Path
) -> None:
    study = rated(place)
    exclude(place, study)
    assert n_rows(place, RatingRow) == 24
    blind = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    assert raters_csv(blind) == [("false", ""), ("true", "")]
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="Now").folder
    assert raters_csv(folder) == [("false", ""), ("true", "Same answers")]
    table = load_table([folder])
    assert (len(table), dict(table.left_out)) == (10, {"ratings of 1 excluded rater": 12, "skipped": 2})


def test_latest_decision_counts_and_all_are_kept(place: Workplace, tmp_path: Path) -> None:
    study = rated(place)
    exclude(place, study)
    exclude(place, study, reason="A second reason")
    assert study_quality(place, OPERATOR, study.study_id)[0].exclusion_reason == "A second reason"
    exclude(place, study, reason="Was an error", undo=True)
    assert n_rows(place, ExclusionRow) == 3
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    assert raters_csv(folder) == [("false", ""), ("false", "")]
    assert len(load_table([folder])) == 20
    with place.database.reading() as session:
        actions = [row.action for row in events_of_study(session, study.study_id) if row.detail.get("reason")]
    assert actions == ["excluded_rater", "excluded_rater", "included_rater"]


def test_after_unblinding_it_is_refused_unless_said_and_then_recorded(
    place: Workplace, tmp_path: Path
) -> None:
    study = rated(place)
    export_study(place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="Now")
    with pytest.raises(StudyError, match="--after-unblinding"):
        exclude(place, study)
    assert n_rows(place, ExclusionRow) == 0
    exclude_rater(place, OPERATOR, study.study_id, 1, reason="Bot", after_unblinding=True)
    with place.database.reading() as session:
        last = events_of_study(session, study.study_id)[-1]
    assert last.detail == {"reason": "Bot", "after_unblinding": True}


@pytest.mark.parametrize("reason", ["", "  ", "x" * 2001, "a\x00b"])
def test_reason_is_checked(sqlite_place: Workplace, reason: str) -> None:
    study = new_study(sqlite_place)
    with pytest.raises(StudyError, match="reason"):
        exclude(sqlite_place, study, reason=reason)
    assert n_rows(sqlite_place, ExclusionRow) == 0


def test_all_problems_are_said_at_once(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place)
    with pytest.raises(StudyError, match=r"(?s)needs a reason.*is not excluded"):
        exclude(sqlite_place, study, reason="", undo=True)


def test_only_staff_see_and_decide(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place)
    with pytest.raises(NotAllowedError):
        study_quality(sqlite_place, STRANGER, study.study_id)
    with pytest.raises(NotAllowedError):
        exclude_rater(sqlite_place, STRANGER, study.study_id, 1, reason="x")
    with pytest.raises(NotFoundError):
        exclude_rater(sqlite_place, OPERATOR, study.study_id, 99, reason="x")
    with pytest.raises(NotFoundError):
        study_quality(sqlite_place, OPERATOR, "none")


@pytest.mark.parametrize("statement", ["UPDATE exclusion SET reason = 'x'", "DELETE FROM exclusion"])
def test_decisions_cannot_be_changed(place: Workplace, statement: str) -> None:
    exclude(place, new_study(place))
    with pytest.raises(ConflictError, match="only ever added"), place.database.writing() as session:
        session.execute(text(statement))
