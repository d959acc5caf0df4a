"""Many raters at once: exact overlap, balanced orders, nobody twice on a pair, no deadlock."""

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.rating import session_view
from annotate_app.services.studies import CreatedStudy, study_progress
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.models import AssignmentRow, RatingRow
from annotate_app.store.states import AssignmentState
from tests.annotate_app.studio import OPERATOR, n_rows, new_study, rate_all, start

Action = Callable[[Workplace, RaterPrincipal], object]


def test_raters_racing_through_a_study_keep_every_guarantee(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, n_raters=8, raters_per_item=5)
    at_once(place, raters_of(place, study), rate_all)
    rows = assignments(place, study)
    assert len(rows) == 4 * 5
    assert {row.state for row in rows} == {AssignmentState.COMPLETED}
    assert set(Counter(row.item_id for row in rows).values()) == {5}
    assert set(Counter((row.item_id, row.rater_id) for row in rows).values()) == {1}
    assert n_rows(place, RatingRow) == 20 * 6
    assert_balanced(rows)


def test_raters_asking_at_the_same_moment_get_one_item_each(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, n_raters=20, raters_per_item=5)
    at_once(place, raters_of(place, study), session_view)
    rows = assignments(place, study)
    assert len(rows) == len({row.rater_id for row in rows}) == 20
    assert set(Counter(row.item_id for row in rows).values()) == {5}
    assert_balanced(rows)


def test_scarce_items_are_never_given_too_often(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=10, raters_per_item=3)
    at_once(place, raters_of(place, study), rate_all)
    progress = study_progress(place, OPERATOR, study.study_id)
    assert [(item.n_completed, item.n_running) for item in progress.items] == [(3, 0), (3, 0)]
    assert progress.worst_imbalance == 1


def test_one_rater_on_many_devices_has_one_item(place: Workplace) -> None:
    study = new_study(place, n_pairs=6, n_raters=1)
    (rater,) = raters_of(place, study)
    at_once(place, [rater] * 12, session_view)
    assert n_rows(place, AssignmentRow) == 1


def raters_of(place: Workplace, study: CreatedStudy) -> list[RaterPrincipal]:
    return [start(place, link.token) for link in study.links]


def assignments(place: Workplace, study: CreatedStudy) -> tuple[AssignmentRow, ...]:
    with place.database.reading() as session:
        return assignments_of_study(session, study.study_id)


def assert_balanced(rows: Sequence[AssignmentRow]) -> None:
    orders: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        orders[row.item_id][row.served_first] += 1
    for counts in orders.values():
        first, second = [*counts.values(), 0][:2]
        assert abs(first - second) <= 1


def at_once(place: Workplace, raters: Sequence[RaterPrincipal], action: Action) -> None:
    """Let every rater act in a thread of its own, all released at the same moment."""
    barrier = threading.Barrier(len(raters))
    failures: list[Exception] = []

    def act(rater: RaterPrincipal) -> None:
        barrier.wait()
        try:
            action(place, rater)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=act, args=(rater,)) for rater in raters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
