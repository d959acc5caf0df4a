"""One rater's session from the invitation to the completion code."""

from annotate_app.design.texts import DEFAULT_CONSENT
from annotate_app.design.views import (
    ConsentView,
    DeclinedView,
    FinishedView,
    InstructionsView,
)
from annotate_app.services.rating import (
    decline,
    give_consent,
    session_view,
    start_rating,
    submitted_items,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import AssignmentRow, RatingRow
from tests.annotate_app.studio import join, n_rows, new_study, rate_all, rate_item, shown_item, start


def test_session_goes_from_consent_to_completion_code(place: Workplace) -> None:
    rater = join(place, new_study(place).links[0].token)
    consent = session_view(place, rater)
    assert isinstance(consent, ConsentView)
    give_consent(place, rater, version=consent.version)
    instructions = session_view(place, rater)
    assert isinstance(instructions, InstructionsView)
    assert instructions.total == 2
    start_rating(place, rater)
    assert rate_all(place, rater) == 2
    end = session_view(place, rater)
    assert isinstance(end, FinishedView)
    assert (end.done, len(end.completion_code), end.can_revise) == (2, 8, True)
    assert session_view(place, rater) == end


def test_session_keeps_item_sides_and_progress_on_reload(place: Workplace) -> None:
    rater = start(place, new_study(place, n_pairs=3).links[0].token)
    first = shown_item(place, rater)
    assert (first.number, first.done, first.total) == (1, 0, 3)
    assert shown_item(place, rater) == first
    rate_item(place, rater)
    second = shown_item(place, rater)
    assert (second.number, second.done, second.total) == (2, 1, 3)
    assert second.assignment != first.assignment
    assert n_rows(place, AssignmentRow) == 2


def test_declined_rater_is_asked_nothing_and_may_change_mind(place: Workplace) -> None:
    rater = join(place, new_study(place).links[0].token)
    decline(place, rater)
    view = session_view(place, rater)
    assert isinstance(view, DeclinedView)
    assert (view.version, view.text) == ("1", DEFAULT_CONSENT)
    give_consent(place, rater, version="1")
    assert isinstance(session_view(place, rater), InstructionsView)


def test_every_question_of_an_item_gets_a_row(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    rate_item(place, rater)
    assert n_rows(place, RatingRow) == 1 + 4 + 1
    (item,) = submitted_items(place, rater)
    assert (item.number, item.can_revise) == (1, True)
    assert item.hint
