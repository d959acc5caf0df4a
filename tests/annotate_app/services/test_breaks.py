"""Breaks are offered between items, and end when the rater says so."""

from annotate_app.design.views import BreakView, FinishedView, ItemView
from annotate_app.services.rating import end_break, session_view
from annotate_app.services.studies import StudyPlan, create_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EventRow
from tests.annotate_app.studio import OPERATOR, episodes, n_rows, rate_item, start, upload


def test_break_is_offered_after_so_many_items_and_ended_once(place: Workplace) -> None:
    upload(place, episodes(5))
    plan = StudyPlan(name="B", n_raters=1, raters_per_item=1, break_every=2)
    rater = start(place, create_study(place, OPERATOR, plan).links[0].token)
    rate_item(place, rater)
    assert isinstance(session_view(place, rater), ItemView)
    rate_item(place, rater)
    assert session_view(place, rater) == session_view(place, rater) == BreakView(done=2, left=3)
    end_break(place, rater)
    events = n_rows(place, EventRow)
    end_break(place, rater)
    assert n_rows(place, EventRow) == events
    rate_item(place, rater)
    rate_item(place, rater)
    assert session_view(place, rater) == BreakView(done=4, left=1)


def test_no_break_is_offered_where_nothing_is_left(place: Workplace) -> None:
    upload(place, episodes(2))
    plan = StudyPlan(name="B", n_raters=1, raters_per_item=1, break_every=2)
    rater = start(place, create_study(place, OPERATOR, plan).links[0].token)
    rate_item(place, rater)
    rate_item(place, rater)
    assert isinstance(session_view(place, rater), FinishedView)
