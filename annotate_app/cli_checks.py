"""How a study looks at its raters' attention, as options of the command line."""

from typing import Annotated, TypedDict

import typer

__all__ = ["Repeats", "checks_of"]

Repeats = Annotated[
    int, typer.Option(help="How many of their own items raters are shown again, sides exchanged.")
]


class Checks(TypedDict):
    """A plan's checks."""

    repeats: int


def checks_of(*, repeats: int) -> Checks:
    """Take the options together."""
    return Checks(repeats=repeats)
