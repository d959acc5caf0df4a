"""Phrases that are put into words in one place and translated in another."""

from typing import Any, Self

__all__ = ["Phrase", "phrase"]


class Phrase(str):
    """A phrase in English that can still be said in another language.

    It is text like any other; `template` and `values` are what it was made from.

    Parameters
    ----------
    template
        The English text with `{name}` places, as it stands in the catalogues.
    values
        What fills the places.
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, **values: Any) -> Self:
        """Fill the places."""
        text = super().__new__(cls, template.format(**values) if values else template)
        text.template = template
        text.values = values
        return text


def phrase(text: str) -> str:
    """Mark a constant for the catalogues; it is translated where it is shown."""
    return text
