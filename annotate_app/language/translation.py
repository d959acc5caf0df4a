"""The languages of the raters' pages, and what the pages say in them."""

import gettext
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal

from annotate_app.language.phrase import Phrase

__all__ = ["ENGLISH", "LANGUAGES", "Language", "Translation", "preferred_language", "translation_of"]

DOMAIN = "blindpair"


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (BCP 47), its own name for itself, and the direction of its script."""

    code: str
    name: str
    direction: Literal["ltr", "rtl"] = "ltr"


LANGUAGES = (Language("en", "English"), Language("zh", "中文"), Language("ar", "العربية", "rtl"))
"""What the raters' pages speak; the first is what everything is written in."""

ENGLISH = LANGUAGES[0]


@dataclass(frozen=True, slots=True)
class Translation:
    """The interface's words in one language; what people or models wrote is never translated."""

    language: Language
    _catalogue: gettext.NullTranslations = field(repr=False)

    def say(self, text: str, /, **values: Any) -> str:
        """Say an interface text, its `{name}` places filled with `values`; unknown text stays as it is.

        A `Phrase` brings its own values.
        """
        if isinstance(text, Phrase):
            text, values = text.template, {**text.values, **values}
        said = self._catalogue.gettext(text) if text else ""
        return said.format(**values) if values else said

    def count(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """Say a text in the form that the number needs, which fills its place `{count}`."""
        return self._catalogue.ngettext(one, many, n).format(count=n, **values)


@cache
def translation_of(code: str) -> Translation:
    """Load what is said in a language; English stands in for a language that there is no catalogue for."""
    language = next((each for each in LANGUAGES if each.code == code), ENGLISH)
    if language is ENGLISH:
        return Translation(language, gettext.NullTranslations())
    file = resources.files("annotate_app.language") / language.code / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with file.open("rb") as catalogue:
        return Translation(language, gettext.GNUTranslations(catalogue))


def preferred_language(accepted: str) -> Language:
    """Choose a language from an `Accept-Language` header; English where none fits."""
    known = {language.code: language for language in LANGUAGES}
    return next((known[code] for code in _ranked(accepted) if code in known), ENGLISH)


def _ranked(accepted: str) -> Iterable[str]:
    """List the header's primary subtags, best first; what is malformed is passed over."""

    def parts() -> Iterator[tuple[float, str]]:
        for part in accepted.split(","):
            tag, _, quality = part.partition(";")
            try:
                weight = float(quality.partition("=")[2]) if quality.strip() else 1.0
            except ValueError:
                continue
            if weight > 0:
                yield -weight, tag.strip().lower().partition("-")[0]

    return [tag for _, tag in sorted(parts(), key=lambda part: part[0])]
