"""Go back to a submitted item, and forward again."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import SubmittedItem
from annotate_app.services.workplace import Workplace

__all__ = ["reopen", "return_to_current", "submitted_items"]


def submitted_items(place: Workplace, principal: RaterPrincipal) -> tuple[SubmittedItem, ...]:
    """List the rater's submitted items in the order they were rated."""
    raise NotImplementedError


def reopen(place: Workplace, principal: RaterPrincipal, assignment: str) -> None:
    """Make a submitted item the one that `session_view` shows, until it is submitted again or left.

    Raises
    ------
    NotAllowedError
        If the assignment is not this rater's, is not submitted, or has no step that may be revised.
    """
    raise NotImplementedError


def return_to_current(place: Workplace, principal: RaterPrincipal) -> None:
    """Leave a reopened item as it is stored and go on where the rater was."""
    raise NotImplementedError
