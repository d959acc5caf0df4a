"""Make an administrator."""

from annotate_app.design.principal import AdminPrincipal, Staff
from annotate_app.services.workplace import Workplace

__all__ = ["create_administrator"]


def create_administrator(place: Workplace, principal: Staff, *, user: str, password: str) -> AdminPrincipal:
    """Store an administrator with an argon2id hash of the password.

    Raises
    ------
    StudyError
        If the name is taken, or name or password cannot be used.
    """
    raise NotImplementedError
