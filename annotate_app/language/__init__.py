"""What the raters' pages say, in English and in the languages of the catalogues beside this file."""

from annotate_app.language.phrase import Phrase, phrase
from annotate_app.language.translation import (
    ENGLISH,
    LANGUAGES,
    Language,
    Translation,
    preferred_language,
    translation_of,
)

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Language",
    "Phrase",
    "Translation",
    "phrase",
    "preferred_language",
    "translation_of",
]
