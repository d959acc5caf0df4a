"""Collect what the raters' pages say, and keep the catalogues in step with it.

A new phrase is wrapped in `say(...)`, `count(one, many, n)`, `phrase(...)` or `Phrase(...)`; texts of the
errors that raters see are found by themselves. `python -m tests.catalogues` then adds it to the `.po` files,
where its translation is to be written, and compiles them.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import annotate_app
from annotate_app.language import ENGLISH, LANGUAGES, Language
from sim.schema.rubric import builtin_rubric, builtin_rubrics
from sim.schema.scale import Answer, ChoiceAnswer, MultipleChoiceAnswer, ScaleAnswer, TextAnswer

__all__ = [
    "Key",
    "collected",
    "compiled",
    "file_of",
    "forms_of",
    "missing",
    "stored",
    "translated_languages",
    "updated",
    "write_catalogue",
]

Key = str | tuple[str, str]
"""A message, or its singular and its plural."""

_ROOT = Path(annotate_app.__file__).parent
_PASSING = tuple(
    f'"{name}'.encode()
    for name in (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Report-Msgid-Bugs-To",
        "Generated-By",
    )
)
"""Headers that say nothing of the translation."""
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_SPOKEN = (
    "design/*.py",
    "services/access.py",
    "services/rating/*.py",
    "services/recruitment/*.py",
    "ui/**/*.py",
    "web/*.py",
)
_KEYWORDS = {
    "say": None,
    "count": (1, 2),
    "phrase": None,
    "Phrase": None,
    "NotAllowedError": None,
    "StaleFormError": None,
    "UnknownInvitationError": None,
}


def collected() -> tuple[Key, ...]:
    """List every message once, in the order of the files."""
    return tuple(dict.fromkeys([*_from_code(), *_from_rubrics()]))


def translated_languages() -> tuple[Language, ...]:
    """List the languages that have a catalogue."""
    return tuple(language for language in LANGUAGES if language is not ENGLISH)


def file_of(language: Language) -> Path:
    """Name a language's catalogue, the one that people write."""
    return _ROOT / "language" / language.code / "LC_MESSAGES" / "blindpair.po"


def stored(language: Language) -> Catalog:
    """Read a catalogue."""
    if not file_of(language).exists():
        return Catalog(locale=language.code)
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language.code)


def updated(language: Language, messages: tuple[Key, ...]) -> Catalog:
    """Make the catalogue of exactly these messages, with the translations that there are."""
    before = stored(language)
    catalogue = Catalog(
        locale=language.code,
        project="Blindpair",
        version="1",
        header_comment=f"# What raters read, in {language.code}.",
        fuzzy=False,
    )
    for key in messages:
        known = before.get(key if isinstance(key, str) else key[0])
        catalogue.add(key, known.string if known is not None else None)
    return catalogue


def forms_of(entry: Message) -> tuple[str, ...]:
    """List a translation's forms; an empty text where there is none."""
    forms = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
    return tuple(form or "" for form in forms)


def missing(catalogue: Catalog) -> Iterator[str]:
    """List what is not translated, or not in every form that the language has."""
    for entry in catalogue:
        forms = forms_of(entry)
        if entry.id and (not all(forms) or (entry.pluralizable and len(forms) != catalogue.num_plurals)):
            yield entry.id if isinstance(entry.id, str) else entry.id[0]


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue to what the app reads; without the time, so that only changes change it."""
    catalogue.creation_date = catalogue.revision_date = _NO_TIME
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def write_catalogue(catalogue: Catalog, file: Path) -> None:
    """Write a catalogue and its compiled form beside it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(written(catalogue))
    file.with_suffix(".mo").write_bytes(compiled(catalogue))


def written(catalogue: Catalog) -> bytes:
    """Write a catalogue as text, without times and places."""
    target = BytesIO()
    write_po(target, catalogue, width=110, no_location=True, omit_header=False)
    lines = target.getvalue().split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(_PASSING))


def _from_code() -> Iterator[Key]:
    for path in sorted(path for part in _SPOKEN for path in _ROOT.glob(part)):
        for _, found, _, _ in extract_from_file("python", path, keywords=_KEYWORDS):
            if isinstance(found, tuple):
                yield (found[0], found[1])
            elif found:
                yield found


def _from_rubrics() -> Iterator[Key]:
    for name in builtin_rubrics():
        for dimension in builtin_rubric(name).dimensions:
            yield from (
                text for text in (dimension.question, dimension.help, *_wordings(dimension.answer)) if text
            )


def _wordings(answer: Answer) -> tuple[str, ...]:
    match answer:
        case ScaleAnswer(anchors=anchors):
            return tuple(anchors.values())
        case ChoiceAnswer(options=options) | MultipleChoiceAnswer(options=options):
            return tuple(option.label for option in options)
        case TextAnswer(placeholder=placeholder):
            return (placeholder,)
        case _:
            return ()
