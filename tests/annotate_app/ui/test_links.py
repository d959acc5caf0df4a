"""Rater links as a file."""

from annotate_app.services.running import links_csv
from annotate_app.services.studies import RaterLink
from annotate_app.ui.components.links import app_address


def test_app_address_is_scheme_and_host() -> None:
    assert app_address("https://rate.example.org/studies?x=1") == "https://rate.example.org"
    assert app_address(None) == ""


def test_links_csv_has_one_row_a_rater() -> None:
    text = links_csv((RaterLink("r-1", 1, "abc"),), "https://rate.example.org")
    assert text == "rater,link,expires\r\n1,https://rate.example.org/join/abc,\r\n"
