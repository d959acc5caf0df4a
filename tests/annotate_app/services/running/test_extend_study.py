"""An open study grows: the rules of assignment hold over old and new items; nobody loses anything."""

import csv
import json
import threading
from collections import Counter
from pathlib import Path

import pytest

from annotate_app.design.views import FinishedView, ItemView
from annotate_app.errors import AppError, StudyError
from annotate_app.services.rating import go_on, session_view
from annotate_app.services.running import Extension, extend_study
from annotate_app.services.studies import (
    CreatedStudy,
    StudyPlan,
    close_study,
    create_study,
    export_study,
    study_progress,
)
from annotate_app.services.uploads import StoredBatch
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.models import AssignmentRow, EventRow, ItemRow
from sim.schema.study import read_study_toml
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    episodes,
    n_rows,
    new_study,
    rate_all,
    start,
    upload,
)


def more(place: Workplace, n_pairs: int) -> StoredBatch:
    return upload(place, episodes(n_pairs), name="more.jsonl")


def extend(
    place: Workplace,
    study: CreatedStudy,
    k: int | None = None,
    batch: str | None = None,
    *,
    again: bool = False,
) -> tuple[int, int, int]:
    done = extend_study(place, OPERATOR, study.study_id, Extension(k, batch, again))
    return done.n_added, done.n_known, done.n_asked_again


def test_raised_number_is_reached_by_new_raters(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=3, raters_per_item=1)
    first, second, third = (start(place, link.token) for link in study.links)
    assert (rate_all(place, first), rate_all(place, second)) == (2, 0)
    extend(place, study, 3)
    assert (rate_all(place, second), rate_all(place, third), rate_all(place, first)) == (2, 2, 0)
    progress = study_progress(place, OPERATOR, study.study_id)
    assert [(one.n_completed, one.n_wanted) for one in progress.items] == [(3, 3)] * 2
    assert progress.worst_imbalance == 1


def test_finished_rater_keeps_the_code_and_may_go_on(place: Workplace) -> None:
    study = new_study(place, n_pairs=1, n_raters=1)
    (rater,) = (start(place, link.token) for link in study.links)
    rate_all(place, rater)
    before = session_view(place, rater)
    assert extend(place, study, batch=more(place, 3).batch_id) == (2, 1, 0)
    after = session_view(place, rater)
    assert isinstance(before, FinishedView)
    assert isinstance(after, FinishedView)
    assert (after.completion_code, before.n_more, after.n_more) == (before.completion_code, 0, 2)
    go_on(place, rater)
    go_on(place, rater)
    assert rate_all(place, rater) == 2
    assert session_view(place, rater) == FinishedView(before.completion_code, 3, can_revise=True)
    go_on(place, rater)
    assert isinstance(session_view(place, rater), FinishedView)


def test_finished_raters_are_asked_again_only_on_demand_and_where_items_are_left(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=2, raters_per_item=2, items_per_rater=2)
    first, second = (start(place, link.token) for link in study.links)
    rate_all(place, first)
    assert extend(place, study, 3, again=True) == (0, 0, 0)
    assert isinstance(session_view(place, first), FinishedView)
    study = study_without_cap(place)
    first, second = (start(place, link.token) for link in study.links)
    rate_all(place, first)
    assert extend(place, study, batch=more(place, 4).batch_id, again=True) == (2, 2, 1)
    assert isinstance(session_view(place, first), ItemView)
    assert isinstance(session_view(place, second), ItemView)


def study_without_cap(place: Workplace) -> CreatedStudy:
    return create_study(place, OPERATOR, StudyPlan(name="B", n_raters=2, raters_per_item=2))


@pytest.mark.parametrize(
    ("k", "batch", "words"),
    [
        (2, None, "can only be raised, since"),
        (3, None, "3 raters per item already"),
        (0, None, "whole number from 4"),
        (None, None, "Nothing was asked for"),
        (None, "nonsense", "no batch 'nonsense'"),
    ],
)
def test_impossible_extension_is_refused_and_changes_nothing(
    place: Workplace, k: int | None, batch: str | None, words: str
) -> None:
    study = new_study(place)
    before = (n_rows(place, ItemRow), n_rows(place, EventRow))
    with pytest.raises(StudyError, match=words):
        extend(place, study, k, batch)
    assert (n_rows(place, ItemRow), n_rows(place, EventRow)) == before


def test_every_problem_is_said_at_once(place: Workplace) -> None:
    study = new_study(place)
    close_study(place, OPERATOR, study.study_id)
    changed = [one.model_copy(update={"episode_id": one.episode_id[::-1]}) for one in episodes(2)]
    batch = upload(place, changed, name="changed.jsonl")
    with pytest.raises(StudyError) as caught:
        extend(place, study, 1, batch.batch_id)
    assert [str(one).split()[0] for one in caught.value.problems] == ["Study", "Found", "The"]
    assert "2 of the batch's pairs with other episodes (pair-0, pair-1)" in str(caught.value)


def test_batch_of_other_conditions_is_refused(place: Workplace) -> None:
    study = new_study(place)
    other = [
        one.model_copy(update={"condition": f"{one.condition}-x", "episode_id": one.episode_id[::-1]})
        for one in episodes(1)
    ]
    with pytest.raises(StudyError, match="which the study compares"):
        extend(place, study, batch=upload(place, other, name="other.jsonl").batch_id)


def test_rater_may_not_extend(place: Workplace) -> None:
    study = new_study(place)
    with pytest.raises(AppError, match="administrators"):
        extend_study(place, STRANGER, study.study_id, Extension(9))


def test_bundle_says_the_plan_of_now_and_how_it_changed(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = new_study(sqlite_place)
    extend(sqlite_place, study, 5, more(sqlite_place, 3).batch_id)
    export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "bundle")
    document = read_study_toml((tmp_path / "bundle" / "study.toml").read_text("utf-8"))
    assert document.raters_per_item == 5
    with (tmp_path / "bundle" / "events.csv").open(encoding="utf-8") as stream:
        details = {row["action"]: json.loads(row["detail"]) for row in csv.DictReader(stream)}
    assert details["extended_study"] == {
        "n_items_added": 1,
        "n_raters_asked_again": 0,
        "raters_per_item": {"from": 3, "to": 5},
    }


def test_extending_under_way_keeps_every_guarantee(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=8, raters_per_item=3)
    raters = [start(place, link.token) for link in study.links]
    batch = more(place, 4).batch_id
    acts = [threading.Thread(target=rate_all, args=(place, rater)) for rater in raters]
    acts.insert(2, threading.Thread(target=extend, args=(place, study, 5)))
    acts.insert(4, threading.Thread(target=extend, args=(place, study, None, batch), kwargs={"again": True}))
    for one in acts:
        one.start()
    for one in acts:
        one.join()
    for rater in raters:
        go_on(place, rater)
        rate_all(place, rater)
    progress = study_progress(place, OPERATOR, study.study_id)
    assert [(one.n_completed, one.n_running, one.n_wanted) for one in progress.items] == [(5, 0, 5)] * 4
    assert progress.worst_imbalance == 1
    with place.database.reading() as session:
        rows = assignments_of_study(session, study.study_id)
    assert len(rows) == n_rows(place, AssignmentRow) == 20
    assert set(Counter((row.rater_id, row.item_id) for row in rows).values()) == {1}
