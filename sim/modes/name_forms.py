"""Recognise a character's name however a model writes it: accents, hyphens, titles, first names."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Folded", "NameForm", "fold", "name_forms", "name_pattern"]

_TITLES = frozenset(
    {
        "dr",
        "doctor",
        "prof",
        "professor",
        "mr",
        "mrs",
        "ms",
        "mx",
        "miss",
        "sir",
        "dame",
        "lady",
        "lord",
        "rev",
    }
    | {"reverend", "fr", "father", "sister", "capt", "captain", "officer", "judge", "coach", "chef"}
)
_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2019\u2018\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u00a0\u202f\u2009\u3000", " "),
        "\uff1a": ":",
        "\u00df": "ss",
        "\u00f8": "o",
        "\u00d8": "o",
        "\u0142": "l",
        "\u0141": "l",
    }
)


@dataclass(frozen=True, slots=True)
class Folded:
    """Text without accents and case, and where each of its characters comes from.

    Attributes
    ----------
    origin
        Index into the original text per folded character, and the original length at the end.
    """

    text: str
    origin: tuple[int, ...]


def fold(text: str) -> Folded:
    """Fold accents, case, hyphens, apostrophes and spaces, keeping track of positions."""
    folded: list[str] = []
    origin: list[int] = []
    for position, character in enumerate(text):
        for part in unicodedata.normalize("NFKD", character.translate(_SAME)):
            if not unicodedata.combining(part):
                lower = part.translate(_SAME).casefold()
                folded.append(lower)
                origin.extend([position] * len(lower))
    return Folded("".join(folded), (*origin, len(text)))


@dataclass(frozen=True, slots=True)
class NameForm:
    """One way to write a character's name, folded; `full` where it is the whole name."""

    text: str
    speaker: int
    full: bool


def name_forms(names: tuple[str, str]) -> tuple[NameForm, ...]:
    """List the ways to write both names that fit one character only, the longest first."""
    forms = [_forms_of(name) for name in names]
    full = [_squeezed(name) for name in names]
    shared = (set(forms[0]) & set(forms[1])) - set(full)
    found = [
        NameForm(form, speaker, form == full[speaker])
        for speaker in (0, 1)
        for form in forms[speaker]
        if form not in shared and form != full[1 - speaker]
    ]
    return tuple(sorted(found, key=lambda form: (-len(form.text), form.speaker)))


def name_pattern(forms: Iterable[NameForm]) -> str:
    """Write a regular expression for folded text that matches any of the forms, the longest first."""
    return "|".join(re.escape(form.text).replace(r"\ ", r"\s+") for form in forms)


def _squeezed(name: str) -> str:
    return " ".join(fold(name).text.split())


def _forms_of(name: str) -> tuple[str, ...]:
    whole = _squeezed(name)
    words = whole.split()
    while len(words) > 1 and words[0].rstrip(".") in _TITLES:
        words = words[1:]
    untitled = " ".join(words)
    forms = [whole, untitled]
    if len(words) > 1:
        forms += [words[-1], f"{words[0]} {words[-1]}"]
        titled = whole.split()[0]
        if titled.rstrip(".") in _TITLES:
            forms += [f"{titled} {words[-1]}", f"{titled} {untitled}"]
    if words and len(words[0].rstrip(".")) > 1:
        forms.append(words[0])
    return tuple(dict.fromkeys(form for form in forms if form))
