"""The rating item: one component that shows everything of a step and sends its answers once.

Text that people or models wrote reaches the browser as JSON and the page as `textContent`; the component's
key is a hash of the step, so that a fast click never lands on the next item and nothing can be told from it.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from streamlit.components.v2 import component
from streamlit.components.v2.types import ComponentRenderer

from annotate_app.design.blind_item import Bubble, CharacterView
from annotate_app.design.views import ItemView, ScreenValue, SubmittedItem
from annotate_app.language import Translation
from annotate_app.services.rating import LONGEST_SKIP_REMARK
from annotate_app.ui.components.controls import answer_label, control
from annotate_app.ui.components.keys import keys_of
from annotate_app.ui.words import DIALOGUES, SINGLE_DIALOGUE, SKIP_REASONS, words_of
from sim.schema.episode import TurnKind

__all__ = [
    "ASSET_NAMES",
    "ASSET_PREFIX",
    "Notice",
    "asset_bytes",
    "asset_version",
    "item_data",
    "item_key",
    "show_item",
]

ASSET_PREFIX = "/rating-assets"
ASSET_NAMES = (
    "dialogue.js",
    "dom.js",
    "drafts.js",
    "jumps.js",
    "keyboard.js",
    "main.js",
    "page.css",
    "questions.js",
    "rating_item.css",
    "scenario.js",
    "skip.js",
    "submission.js",
    "together.js",
    "topbar.js",
)
_LOADER = """\
export default async function (component) {
  const { renderItem } = await import(new URL(component.data.assets + "main.js", document.baseURI).href);
  return renderItem(component);
}
"""
# The page's height is reserved before the component's modules arrive, so that nothing jumps.
_RESERVED = '<div class="reserved" style="block-size:100dvh"></div>'


@dataclass(frozen=True, slots=True)
class Notice:
    """What the page says about the last submission.

    Attributes
    ----------
    kind
        `info` or `problem`.
    problems
        Message by question key.
    answers
        Answers that were not stored and stay in the form; None where the stored ones are to be shown.
    """

    kind: str
    text: str
    problems: Mapping[str, str] = field(default_factory=dict[str, str])
    answers: Mapping[str, ScreenValue | None] | None = None


def asset_bytes(name: str) -> bytes:
    """Read one of the component's files."""
    return (resources.files("annotate_app.ui.components") / "assets" / name).read_bytes()


@cache
def asset_version() -> str:
    """Tell the version of the component's files from their content: browsers may keep them for ever."""
    digest = hashlib.sha256()
    for name in ASSET_NAMES:
        digest.update(asset_bytes(name))
    return digest.hexdigest()[:16]


@cache
def _component() -> ComponentRenderer:
    return component("blindpair_rating_item", html=_RESERVED, js=_LOADER)


def item_key(view: ItemView) -> str:
    """Name the form of this step and revision; nothing but equality can be told from it."""
    based_on = f"{view.assignment}\x1f{view.step}\x1f{view.revision}\x1f{view.revising}"
    return hashlib.sha256(based_on.encode()).hexdigest()[:20]


def item_data(
    view: ItemView, submitted: tuple[SubmittedItem, ...], notice: Notice | None, translation: Translation
) -> dict[str, Any]:
    """Describe the step to the component, ready for JSON."""
    answers = {**view.answers, **view.draft}
    if notice is not None and notice.answers is not None:
        answers = dict(notice.answers)
    return {
        "draft_url": "/draft",
        "health_url": "/healthz",
        "withdrawal_url": "/withdraw",
        "language": translation.language.code,
        "direction": translation.language.direction,
        "key": item_key(view),
        "ref": view.assignment,
        "step": view.step,
        "revision": view.revision,
        "total": view.total,
        "done": view.done,
        "scenario": {
            "setting": view.item.setting,
            "relationship": None
            if view.item.relationship is None
            else translation.say(view.item.relationship),
            "characters": [_character(character) for character in view.item.characters],
        },
        "dialogues": _dialogues(view, translation),
        "questions": [control(question, translation) for question in view.item.questions],
        "locked": _shown_earlier(view, translation),
        "draft": {"answers": answers, "seconds": view.seconds},
        "notice": None if notice is None else {"kind": notice.kind, "text": translation.say(notice.text)},
        "problems": _problems(notice, translation),
        "earlier": _earlier_items(view, submitted, translation),
        "resume": view.revising,
        "skip_reasons": [] if view.revising else _skip_reasons(translation),
        "skip_longest": LONGEST_SKIP_REMARK,
        "instructions": [line for line in view.instructions.splitlines() if line.strip()],
        "keys": [
            {"keys": row.keys, "does": row.does}
            for row in keys_of(translation, (question.answer.kind for question in view.item.questions))
        ],
        "words": _words(view, translation),
    }


def show_item(
    data: dict[str, Any],
    *,
    on_submitted: Callable[[], None],
    on_opened: Callable[[], None],
    on_skipped: Callable[[], None],
) -> None:
    """Mount the component; the callbacks find what was sent in the session state under the item's key."""
    _component()(
        key=data["key"],
        # One string: in lists and mappings Streamlit would look for data frames, and import pandas for it.
        data={
            "assets": f"{ASSET_PREFIX}/{asset_version()}/",
            "item": json.dumps(data, ensure_ascii=False),
        },
        on_submitted_change=on_submitted,
        on_opened_change=on_opened,
        on_skipped_change=on_skipped,
    )


def _shown_earlier(view: ItemView, translation: Translation) -> list[dict[str, Any]]:
    return [
        {
            "question": earlier.question.text,
            "answer": answer_label(earlier.question, earlier.answer, translation),
            "is_locked": earlier.locked,
        }
        for earlier in view.earlier
        if earlier.is_shown
    ]


def _skip_reasons(translation: Translation) -> list[dict[str, str]]:
    return [
        {"value": reason.value, "label": translation.say(words)} for reason, words in SKIP_REASONS.items()
    ]


def _problems(notice: Notice | None, translation: Translation) -> list[dict[str, str]]:
    problems = {} if notice is None else notice.problems
    return [{"id": key, "text": translation.say(text)} for key, text in problems.items()]


def _words(view: ItemView, translation: Translation) -> dict[str, Any]:
    say = translation.say
    words = words_of(translation, n_questions=len(view.item.questions))
    step = say("Step {step} of {total}", step=view.step + 1, total=view.n_steps) if view.n_steps > 1 else ""
    return {
        **words,
        "item": say("Item {number} of {total}", number=view.number, total=view.total),
        "step": step,
        "submit": words[_submit_word(view)],
    }


def _earlier_items(
    view: ItemView, submitted: tuple[SubmittedItem, ...], translation: Translation
) -> list[dict[str, Any]]:
    return [
        {
            "ref": item.assignment,
            "label": translation.say("Item {number}", number=item.number),
            "note": item.hint,
            "current": item.assignment == view.assignment,
        }
        for item in submitted
        if item.can_revise
    ]


def _submit_word(view: ItemView) -> str:
    if view.revising:
        return "save_changes"
    if view.step + 1 == view.n_steps:
        return "submit"
    return "lock_and_continue" if view.locks else "continue"


def _character(character: CharacterView) -> dict[str, Any]:
    about, *lines = character.profile or ("",)
    return {
        "name": character.name,
        "about": about,
        "lines": [*lines, *([character.personality] if character.personality else [])],
        "goal": character.goal,
        "hints": character.hints,
        "secret": character.secret,
    }


def _dialogues(view: ItemView, translation: Translation) -> list[dict[str, Any]]:
    names = DIALOGUES if view.item.b else (SINGLE_DIALOGUE,)
    return [
        {
            "heading": translation.say(name),
            "label": "AB"[place],
            "turns": [_turn(bubble) for bubble in bubbles],
        }
        for place, (name, bubbles) in enumerate(zip(names, (view.item.a, view.item.b), strict=False))
    ]


def _turn(bubble: Bubble) -> dict[str, Any]:
    speech = bubble.kind is TurnKind.SPEAK
    return {
        "form": "speech" if speech else "stage",
        "speaker": bubble.speaker,
        "name": bubble.name,
        "text": bubble.text,
    }
