"""The catalogues hold exactly what the raters' pages say, translated whole, and compiled.

After a change of the pages' words: `python -m tests.catalogues`, then write what it lists into the `.po`
files and run it again.
"""

import re

import pytest

from annotate_app.language import Language, translation_of
from tests.catalogues.files import (
    collected,
    forms_of,
    missing,
    stored,
    translated_languages,
)

PLACE = re.compile(r"\{\w+\}")


def _code(language: Language) -> str:
    return language.code


@pytest.fixture(params=translated_languages(), ids=_code)
def language(request: pytest.FixtureRequest) -> Language:
    return request.param


def test_catalogue_is_in_step_with_the_pages(language: Language) -> None:
    keys = [tuple(entry.id) if entry.pluralizable else entry.id for entry in stored(language) if entry.id]
    assert keys == list(collected())


def test_catalogue_is_compiled_as_it_is_written(language: Language) -> None:
    said = translation_of(language.code)
    for entry in stored(language):
        if not entry.id:
            continue
        if entry.pluralizable:
            one, many = entry.id
            counted = {said.count(one, many, n) for n in range(200)}
            assert {form.format(count=n) for form in forms_of(entry) for n in range(200)} >= counted
        else:
            assert said.say(str(entry.id)) == entry.string


def test_everything_is_translated_in_every_form(language: Language) -> None:
    assert list(missing(stored(language))) == []


def test_translations_fill_the_same_places(language: Language) -> None:
    wrong = []
    for entry in stored(language):
        if not entry.id:
            continue
        known = set(PLACE.findall(entry.id if isinstance(entry.id, str) else entry.id[1]))
        may_be_words = {"{count}"} if entry.pluralizable else set[str]()
        wrong += [
            form for form in forms_of(entry) if not known - may_be_words <= set(PLACE.findall(form)) <= known
        ]
    assert wrong == []


def test_paragraphs_stay_paragraphs(language: Language) -> None:
    whole = [entry for entry in stored(language) if isinstance(entry.id, str) and entry.id]
    assert [entry.id for entry in whole if entry.id.count("\n") != str(entry.string).count("\n")] == []
