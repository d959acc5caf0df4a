"""Exchange an invitation's token for a cookie, and a cookie for its rater."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.workplace import Workplace

__all__ = ["open_invitation", "rater_of_cookie"]


def open_invitation(place: Workplace, token: str, *, held: str | None = None) -> str:
    """Open a session for the rater whose invitation this is; several devices may have one.

    Parameters
    ----------
    token
        From the link `/join/<token>`.
    held
        The cookie that the browser already has; it is kept where it is this rater's.

    Returns
    -------
    str
        The secret for an HttpOnly cookie: 256 random bits, of which only a hash is stored.

    Raises
    ------
    UnknownInvitationError
        If the invitation is unknown, revoked or expired.
    """
    raise NotImplementedError


def rater_of_cookie(place: Workplace, secret: str) -> RaterPrincipal | None:
    """Tell whose cookie this is; None if it is nobody's any more."""
    raise NotImplementedError
