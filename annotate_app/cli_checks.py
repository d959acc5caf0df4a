"""How a study looks at its raters' attention, as options of the command line."""

from typing import Annotated, TypedDict

import typer

__all__ = ["Attention", "Repeats", "checks_of"]

Repeats = Annotated[
    int, typer.Option(help="How many of their own items raters are shown again, sides exchanged.")
]
Attention = Annotated[
    int, typer.Option(help="Attention checks for each rater: a dialogue beside the same one altered.")
]


class Checks(TypedDict):
    """A plan's checks."""

    repeats: int
    attention: int
    lease_minutes: int | None


def checks_of(*, repeats: int, attention: int, lease: int) -> Checks:
    """Take the options together; a lease of 0 minutes is none."""
    return Checks(repeats=repeats, attention=attention, lease_minutes=lease or None)
