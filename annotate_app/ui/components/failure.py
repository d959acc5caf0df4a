"""What people see when something breaks that nobody foresaw."""

import logging
import secrets

import streamlit as st

__all__ = ["say_sorry"]

_LOG = logging.getLogger("blindpair")


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
