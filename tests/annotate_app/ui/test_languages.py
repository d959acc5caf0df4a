"""A study's pages in its own language: no English is left but names, keys and what people or models wrote."""

import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from annotate_app.design.views import FinishedView
from annotate_app.language import translation_of
from annotate_app.services.rating import open_invitation, session_view, submitted_items
from annotate_app.services.studies import StudyPlan, create_study
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.rating_item import item_data
from annotate_app.ui.cookies import RATER_COOKIE
from tests.annotate_app.studio import OPERATOR, episodes, rate_all, rate_item, shown_item, start, upload
from tests.annotate_app.ui.conftest import OpenApp

TRANSLATED = ("zh", "ar")
LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = {"Blindpair", "Ctrl", "Enter", "Tab"}


def token_of(place: Workplace, language: str) -> str:
    upload(place, episodes(2))
    plan = StudyPlan(name="L", n_raters=1, raters_per_item=1, language=language)
    return create_study(place, OPERATOR, plan).links[0].token


def english(app: AppTest) -> set[str]:
    """List the Latin words that a page shows."""
    shown = [
        *(title.value for title in app.title),
        *(title.value for title in app.subheader),
        *(re.sub(r"<[^>]*>", " ", html.proto.body) for html in app.get("html")),
        *(button.label for button in app.button),
    ]
    return {word for text in shown for word in LATIN.findall(text)} - NAMES


@pytest.mark.parametrize("language", TRANSLATED)
def test_session_pages_are_translated(place: Workplace, open_app: OpenApp, language: str) -> None:
    token = token_of(place, language)
    cookies = {RATER_COOKIE: open_invitation(place, token)}
    app = open_app(cookies)
    assert english(app) == set()
    assert english(app.button(key="decline").click().run()) == set()
    assert english(app.button(key="reconsider").click().run()) == set()
    rater = start(place, token)
    rate_all(place, rater)
    view = session_view(place, rater)
    assert isinstance(view, FinishedView)
    finished = english(open_app(cookies))
    assert not {word for word in finished if word not in view.completion_code and not _is_hint(place, word)}


def _is_hint(place: Workplace, word: str) -> bool:
    return any(word in (episode.scenario.setting if episode.scenario else "") for episode in episodes(2))


@pytest.mark.parametrize("language", TRANSLATED)
def test_item_is_translated_around_its_dialogues(place: Workplace, language: str) -> None:
    rater = start(place, token_of(place, language))
    rate_item(place, rater)
    view = shown_item(place, rater)
    data = item_data(view, submitted_items(place, rater), None, translation_of(language))
    ours = {name: data[name] for name in ("words", "keys", "instructions", "questions")}
    ours["headings"] = [dialogue["heading"] for dialogue in data["dialogues"]]
    ours["questions"] = [
        {name: question[name] for name in ("text", "name", "help")}
        | {"options": [(option["label"], option["anchor"]) for option in question.get("options", [])]}
        for question in ours["questions"]
    ]
    texts = LATIN.findall(re.sub(r"\{\w+\}", "", " ".join(_strings(json.loads(json.dumps(ours))))))
    assert set(texts) - NAMES == set()
    assert data["direction"] == translation_of(language).language.direction


def _strings(node: object) -> list[str]:
    if isinstance(node, str):
        return [node]
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [text for child in children for text in _strings(child)]


def test_visitor_without_a_study_is_answered_in_the_browsers_language(open_app: OpenApp) -> None:
    assert open_app({}, accepted="ar-EG,ar;q=0.9").title[0].value == "افتح رابطك الشخصي"
    assert open_app({}, accepted="de").title[0].value == "Open your personal link"
