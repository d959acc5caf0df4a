"""Find out what a rater is to see now; where the next item is due, it is assigned."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import SessionView
from annotate_app.services.workplace import Workplace

__all__ = ["session_view"]


def session_view(place: Workplace, principal: RaterPrincipal) -> SessionView:
    """Say where the rater stands.

    Raises
    ------
    NotAllowedError
        If the rater is not of this study any more.
    """
    raise NotImplementedError
