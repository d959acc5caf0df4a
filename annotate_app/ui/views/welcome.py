"""The page without a link: for people who came to the app's bare address."""

import streamlit as st

from annotate_app.language import Translation
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.text import link, prose

__all__ = ["show_welcome"]


def show_welcome(translation: Translation, ended: str | None = None) -> None:
    """Say how raters and researchers get in, or why a rater's session has ended."""
    say = translation.say
    with page_frame():
        st.html('<p class="bp-brand">Blindpair</p>')
        if ended is not None:
            st.title(say("This session has ended"), anchor=False)
            prose(say(ended))
            return
        st.title(say("Open your personal link"), anchor=False)
        prose(
            say(
                "Raters come in through the link that they were given; there is no other way in for them. "
                "If yours brought you here, it was opened in another browser before, or it has been "
                "withdrawn: open it again, or ask the person who sent it."
            )
        )
        prose(say("Researchers sign in here."))
        link(say("Sign in"), "/admin/sign-in")
