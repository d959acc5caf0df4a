"""Secrets: random, handed out once, stored as hashes only."""

import base64
import hashlib

from annotate_app.services.workplace import Workplace

__all__ = ["new_code", "new_id", "new_secret", "secret_hash"]


def new_secret(place: Workplace, *, n_bytes: int) -> str:
    """Draw a secret, written in the URL-safe alphabet without padding."""
    return base64.urlsafe_b64encode(place.entropy(n_bytes)).decode().rstrip("=")


def secret_hash(secret: str) -> str:
    """Hash a secret for the database; it is random enough that SHA-256 needs no salt and no stretching."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_id(place: Workplace) -> str:
    """Draw an id from which nothing can be told: 20 lower-case hexadecimal digits."""
    return place.entropy(10).hex()


def new_code(place: Workplace) -> str:
    """Draw a completion code that is easy to copy by hand: 8 characters without 0, 1, 8 and 9."""
    return base64.b32encode(place.entropy(5)).decode()
