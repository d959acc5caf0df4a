"""A pilot has items and people of its own: the main study's counts and its analysis know nothing of it."""

import threading
from collections import Counter
from pathlib import Path

import pytest

from annotate_app.design.pilot import pilot_pairs
from annotate_app.design.views import FinishedView
from annotate_app.errors import AppError, StudyError
from annotate_app.services.live_agreement import study_agreement
from annotate_app.services.rating import session_view
from annotate_app.services.running import PilotPlan, PilotProgress, add_pilot, pilot_progress
from annotate_app.services.studies import close_study, export_study, study_progress
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.items import items_of
from annotate_app.store.models import ItemRow, RaterRow
from sim.schema.rating import Purpose
from sim.schema.ratings_csv import read_ratings_csv
from tests.annotate_app.studio import (
    OPERATOR,
    START,
    STRANGER,
    n_rows,
    new_study,
    rate_all,
    start,
)


def test_pilot_raters_get_all_pilot_items_and_nothing_else(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, n_raters=2, raters_per_item=1, items_per_rater=1)
    wave = add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=3, n_pairs=2))
    assert (wave.n_items, len(wave.links)) == (2, 3)
    raters = [start(place, link.token) for link in wave.links]
    assert [rate_all(place, rater) for rater in raters] == [2, 2, 2]
    assert isinstance(session_view(place, raters[0]), FinishedView)
    assert pilot_progress(place, OPERATOR, study.study_id) == PilotProgress(2, 3, 3, 6, 6)
    main = study_progress(place, OPERATOR, study.study_id)
    assert [one.n_completed for one in main.items] == [0] * 4
    assert (main.summary.n_raters, len(main.raters), main.summary.n_completed) == (2, 2, 0)


def test_main_raters_rate_the_pilots_pairs_too(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=1, raters_per_item=1)
    wave = add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=1, n_pairs=2))
    main, pilot = start(place, study.links[0].token), start(place, wave.links[0].token)
    assert (rate_all(place, pilot), rate_all(place, main)) == (2, 2)
    assert study_progress(place, OPERATOR, study.study_id).summary.n_completed == 2


def test_pilot_ratings_are_marked_and_left_out(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = new_study(sqlite_place, n_pairs=2, n_raters=2)
    wave = add_pilot(sqlite_place, OPERATOR, study.study_id, PilotPlan(n_raters=2, n_pairs=1))
    for link in wave.links:
        rate_all(sqlite_place, start(sqlite_place, link.token))
    export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "bundle")
    ratings = read_ratings_csv(tmp_path / "bundle" / "ratings.csv")
    assert {rating.purpose for rating in ratings} == {Purpose.PILOT}
    assert all(row.n_ratings == 0 for row in study_agreement(sqlite_place, OPERATOR, study.study_id))


def test_more_people_come_to_the_same_items(place: Workplace) -> None:
    study = new_study(place, n_pairs=3)
    first = add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=1, n_pairs=2))
    assert rate_all(place, start(place, first.links[0].token)) == 2
    more = add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=1))
    assert (more.n_items, rate_all(place, start(place, more.links[0].token))) == (2, 2)
    assert rate_all(place, start(place, first.links[0].token)) == 0


def test_pilot_is_refused_with_every_problem(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=1)
    assert pilot_progress(place, OPERATOR, study.study_id) is None
    with pytest.raises(StudyError) as caught:
        add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=0, n_pairs=3, expires_at=START))
    assert len(caught.value.problems) == 3
    with pytest.raises(StudyError, match="Found nothing"):
        add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=1))
    assert (n_rows(place, ItemRow), n_rows(place, RaterRow)) == (2, 1)
    add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=1, n_pairs=1))
    close_study(place, OPERATOR, study.study_id)
    with pytest.raises(StudyError) as caught:
        add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=1, n_pairs=1))
    assert len(caught.value.problems) == 2
    for act in (
        lambda: add_pilot(place, STRANGER, study.study_id, PilotPlan(n_raters=1)),
        lambda: pilot_progress(place, STRANGER, study.study_id),
    ):
        with pytest.raises(AppError, match="administrators"):
            act()


def test_pilot_and_main_raters_racing_keep_apart(place: Workplace) -> None:
    study = new_study(place, n_pairs=3, n_raters=5, raters_per_item=3)
    wave = add_pilot(place, OPERATOR, study.study_id, PilotPlan(n_raters=4, n_pairs=2))
    raters = [start(place, link.token) for link in (*study.links, *wave.links)]
    threads = [threading.Thread(target=rate_all, args=(place, rater)) for rater in raters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with place.database.reading() as session:
        purposes = {item.item_id: item.purpose for item in items_of(session, study.study_id)}
        rows = assignments_of_study(session, study.study_id)
    pilot = {link.rater_id for link in wave.links}
    assert all((purposes[row.item_id] is Purpose.PILOT) == (row.rater_id in pilot) for row in rows)
    given = Counter(row.item_id for row in rows)
    assert all(given[item] == (4 if purpose is Purpose.PILOT else 3) for item, purpose in purposes.items())
    assert study_progress(place, OPERATOR, study.study_id).worst_imbalance <= 1


def test_pilot_spreads_over_environments_and_repeats() -> None:
    environments = {f"p{n}": f"e{n % 4}" for n in range(20)}
    chosen = pilot_pairs(environments, n_pairs=6, seed=3)
    assert (
        chosen == pilot_pairs(environments, n_pairs=6, seed=3) != pilot_pairs(environments, n_pairs=6, seed=4)
    )
    assert sorted(Counter(environments[pair] for pair in chosen).values()) == [1, 1, 2, 2]
    assert len(set(chosen)) == 6
