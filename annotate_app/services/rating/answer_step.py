"""Store the answers to one step of an item."""

from collections.abc import Mapping

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ScreenValue
from annotate_app.services.workplace import Workplace

__all__ = ["answer_step"]


def answer_step(
    place: Workplace,
    principal: RaterPrincipal,
    *,
    assignment: str,
    step: int,
    revision: int,
    answers: Mapping[str, ScreenValue | None],
    seconds: float | None = None,
) -> None:
    """Store a step's answers in one transaction; when this returns, they survive anything.

    The same submission twice is one. After the last step the item is submitted; ask `session_view` for what
    comes next.

    Parameters
    ----------
    assignment, step, revision
        As the `ItemView` had them.
    answers
        By question key; what is absent, None or blank was not answered.
    seconds
        Time on the step, where it was measured.

    Raises
    ------
    InvalidAnswersError
        With every missing or impossible answer; nothing was stored.
    StaleFormError
        If other answers were stored after the form was shown, or the step is locked.
    NotAllowedError
        If the assignment is not this rater's.
    """
    raise NotImplementedError
