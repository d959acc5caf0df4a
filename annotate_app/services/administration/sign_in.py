"""Sign an administrator in and out."""

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.workplace import Workplace

__all__ = ["admin_of_cookie", "sign_in", "sign_out"]


def sign_in(place: Workplace, *, user: str, password: str) -> str:
    """Check a password and open a session of 12 hours.

    Returns
    -------
    str
        The secret for an HttpOnly cookie: 256 random bits, of which only a hash is stored.

    Raises
    ------
    SignInError
        If user and password do not match; unknown users take as long as known ones.
    SignInThrottledError
        After repeated failures for the same user.
    """
    raise NotImplementedError


def admin_of_cookie(place: Workplace, secret: str) -> AdminPrincipal | None:
    """Tell whose session this is; None if it is nobody's any more."""
    raise NotImplementedError


def sign_out(place: Workplace, secret: str) -> None:
    """End the session of this cookie; an unknown one is ignored."""
    raise NotImplementedError
