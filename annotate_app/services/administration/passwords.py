"""Hash and check passwords with argon2id."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

__all__ = ["hash_password", "is_outdated", "is_password"]

_HASHER = PasswordHasher()


def hash_password(password: str) -> str:
    """Hash with argon2id (RFC 9106, the parameters for where memory is short) and a new salt."""
    return _HASHER.hash(password)


def is_password(stored: str | None, password: str) -> bool:
    """Check a password; without a stored hash (no such user) it takes as long and is False."""
    try:
        _HASHER.verify(stored or _nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def is_outdated(stored: str) -> bool:
    """Tell whether a hash was made with weaker parameters than today's."""
    return _HASHER.check_needs_rehash(stored)


@cache
def _nobody() -> str:
    return _HASHER.hash("")
