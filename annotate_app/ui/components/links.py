"""New raters' links: shown once, because only their hashes are stored."""

from urllib.parse import urlsplit

import streamlit as st

from annotate_app.services.running import links_csv
from annotate_app.services.studies import RaterLink

__all__ = ["app_address", "show_links"]


def app_address(page_url: str | None) -> str:
    """Take scheme and host from a page's address; empty where it is not known."""
    parts = urlsplit(page_url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def show_links(links: tuple[RaterLink, ...]) -> None:
    """Show the links with a download."""
    address = app_address(st.context.url)
    st.warning(
        "These links are shown once. Download them now: only their hashes are stored.", icon=":material/key:"
    )
    st.dataframe(
        {
            "rater": [link.number for link in links],
            "link": [f"{address}{link.path}" for link in links],
            **(
                {"expires": [link.expires_at for link in links]}
                if any(one.expires_at for one in links)
                else {}
            ),
        },
        hide_index=True,
    )
    st.download_button(
        "Download links (CSV)", links_csv(links, address), "rater-links.csv", "text/csv", on_click="ignore"
    )
