"""Leave the instructions and begin."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.workplace import Workplace

__all__ = ["start_rating"]


def start_rating(place: Workplace, principal: RaterPrincipal) -> None:
    """Store that the rater read the instructions; a second time changes nothing.

    Raises
    ------
    NotAllowedError
        Without consent.
    """
    raise NotImplementedError
