"""Phrases, their places and their plural forms."""

import copy

import pytest

from annotate_app.language import LANGUAGES, Phrase, preferred_language, translation_of

TOO_LONG = "This text is too long to be submitted ({count} of {most} characters)."


def test_phrase_is_its_english_text() -> None:
    phrase = Phrase(TOO_LONG, count=7, most=5)
    assert phrase == "This text is too long to be submitted (7 of 5 characters)."
    assert translation_of("en").say(phrase) == phrase
    assert copy.copy(phrase).template == TOO_LONG


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_phrase_is_said_with_its_values(language: object) -> None:
    code = getattr(language, "code", "")
    said = translation_of(code).say(Phrase(TOO_LONG, count=7, most=5))
    assert "7" in said
    assert "5" in said
    assert ("too long" in said) == (code == "en")


def test_values_are_never_read_as_places() -> None:
    said = translation_of("zh").say("{question} (dialogue {side})", question="{side} {0} {x!r}", side="A")
    assert said == "{side} {0} {x!r}（对话 A）"


def test_unknown_text_and_no_text_stay_as_they_are() -> None:
    assert translation_of("ar").say("Written by a researcher {name}") == "Written by a researcher {name}"
    assert translation_of("ar").say("") == ""


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "بقي سؤال واحد"),
        (2, "بقي سؤالان"),
        (3, "بقيت 3 أسئلة"),
        (11, "بقي 11 سؤالًا"),
        (100, "بقي 100 سؤال"),
        (103, "بقيت 103 أسئلة"),
    ],
)
def test_arabic_counts_in_its_six_forms(n: int, said: str) -> None:
    assert translation_of("ar").count("{count} question left", "{count} questions left", n) == said


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("ar", "ar"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("de, ar;q=0.3, zh;q=0.7", "zh"),
        ("AR-EG", "ar"),
        ("fr;q=0.9, *;q=0.1", "en"),
        ("zh;q=0, ar;q=0.1", "ar"),
        ("zh;q=x, ;;;,,,", "en"),
        ("\x00" * 10_000, "en"),
    ],
)
def test_browser_is_answered_in_what_it_prefers(accepted: str, code: str) -> None:
    assert preferred_language(accepted).code == code


def test_language_without_a_catalogue_is_english() -> None:
    assert translation_of("xx").language.code == "en"
