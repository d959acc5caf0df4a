"""What the researcher's pages share: the heading with who is signed in, and errors as literal text."""

from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.errors import AppError
from annotate_app.ui.components.text import alarm
from sim.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["problems_shown", "staff_heading"]


def staff_heading(title: str, admin: AdminPrincipal, sign_out: Callable[[], None]) -> None:
    """Begin a page: its title, and the way out."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(title, anchor=False)
        with st.popover(admin.user, icon=":material/person:"):
            st.button("Sign out", key="sign-out", on_click=sign_out)


@contextmanager
def problems_shown() -> "Generator[None]":
    """Show an expected error where it happened, as literal text."""
    try:
        yield
    except (AppError, ContractError) as error:
        alarm(str(error))
