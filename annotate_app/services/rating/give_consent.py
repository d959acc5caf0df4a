"""Agree to the study's consent text, or decline."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.workplace import Workplace

__all__ = ["decline", "give_consent"]


def give_consent(place: Workplace, principal: RaterPrincipal, *, version: str) -> None:
    """Store that the rater agreed to this version of the text; a second time changes nothing.

    Raises
    ------
    StaleFormError
        If the text was changed after it was shown.
    """
    raise NotImplementedError


def decline(place: Workplace, principal: RaterPrincipal) -> None:
    """Store that the rater declined; nothing of the rater's is asked any more."""
    raise NotImplementedError
