"""Keep what a rater typed and did not submit yet."""

from collections.abc import Mapping

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ScreenValue
from annotate_app.services.workplace import Workplace

__all__ = ["save_draft"]


def save_draft(
    place: Workplace,
    principal: RaterPrincipal,
    *,
    assignment: str,
    step: int,
    revision: int,
    answers: Mapping[str, ScreenValue | None],
) -> bool:
    """Store a draft of one step, unchecked but for its questions and size; the last one wins.

    Returns
    -------
    bool
        Whether it was kept: a draft of a form that is not current any more is not.

    Raises
    ------
    NotAllowedError
        If the assignment is not this rater's.
    """
    raise NotImplementedError
