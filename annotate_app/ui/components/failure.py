"""What people see when something breaks that nobody foresaw."""

import logging
import secrets

import streamlit as st

from annotate_app.errors import AppError, DatabaseError
from annotate_app.language import Translation, phrase

__all__ = ["log_away", "said", "say_sorry"]

_LOG = logging.getLogger("blindpair")


_AWAY = phrase(
    "The server cannot reach its data at the moment. Everything that was saved is still there: "
    "please try again in a moment."
)


def said(error: AppError, translation: Translation) -> str:
    """Say an error to a rater; what is wrong with the database is for the log only."""
    if not isinstance(error, DatabaseError):
        return translation.say(error.message)
    log_away(error)
    return translation.say(_AWAY)


def log_away(error: DatabaseError) -> None:
    """Tell the server's log what visitors are not told; the request's address may hold a secret."""
    _LOG.error("the database is away: %s", error)


def say_sorry(error: Exception) -> bool:
    """Log what went wrong under a reference, and show only the reference.

    Returns
    -------
    bool
        True: Streamlit shows nothing of the error.
    """
    reference = secrets.token_hex(4)
    _LOG.error("page failed, reference %s", reference, exc_info=error)
    st.error(
        "Something went wrong on our side. Nothing that was saved is lost: reload the page to go on. "
        f"If it happens again, tell the researcher this reference: {reference}"
    )
    return True
