"""The interface's own words, in one place; what people or models wrote is never among them."""

from collections.abc import Mapping
from typing import Any

from annotate_app.language import Translation, phrase
from annotate_app.services.rating import SkipReason

__all__ = [
    "BOTH_BAD",
    "DIALOGUES",
    "DO_NOT_KNOW",
    "NO_DIFFERENCE",
    "SINGLE_DIALOGUE",
    "SKIP_REASONS",
    "words_of",
]

DIALOGUES = (phrase("Dialogue A"), phrase("Dialogue B"))
SINGLE_DIALOGUE = phrase("Dialogue")
NO_DIFFERENCE = phrase("No difference")
DO_NOT_KNOW = phrase("I do not know")
BOTH_BAD = phrase("Both are bad")

SKIP_REASONS: Mapping[SkipReason, str] = {
    SkipReason.BROKEN: phrase("Something is wrong with a dialogue"),
    SkipReason.UPSETTING: phrase("I would rather not read this"),
    SkipReason.CANNOT_JUDGE: phrase("I cannot judge this"),
    SkipReason.OTHER: phrase("Something else"),
}

_WORDS: Mapping[str, str] = {
    "optional": phrase("optional"),
    "locked": phrase("locked"),
    "goal": phrase("Goal"),
    "secret": phrase("Secret"),
    "scenario": phrase("The situation and the two people"),
    "questions": phrase("Questions"),
    "hide_scenario": phrase("Hide situation"),
    "show_scenario": phrase("Show situation"),
    "situation": phrase("Situation"),
    "parts": phrase("Parts of this page"),
    "go_to": phrase("Go to: {part}"),
    "less": phrase("Less"),
    "more": phrase("More"),
    "less_about": phrase("Less about {name}"),
    "more_about": phrase("More about {name}"),
    "all_answered": phrase("All questions are answered. Press Enter to go on."),
    "earlier": phrase("Earlier items"),
    "resume": phrase("Back to where you were"),
    "help": phrase("Help"),
    "together": phrase("Scroll together"),
    "skip": phrase("Skip this item"),
    "skip_what": phrase(
        "Somebody else is given this item, and you go on with the next one. It cannot be brought back."
    ),
    "skip_why": phrase("Why do you skip it?"),
    "skip_choose": phrase("Please choose one of the reasons."),
    "skip_remark": phrase("What is the matter? (optional)"),
    "skip_confirm": phrase("Skip"),
    "skip_back": phrase("Go back"),
    "close": phrase("Close"),
    "withdraw": phrase("Withdraw from this study"),
    "progress": phrase("Items submitted"),
    "lock_and_continue": phrase("Lock answer and continue"),
    "continue": phrase("Continue"),
    "submit": phrase("Submit"),
    "save_changes": phrase("Save changes"),
    "sending": phrase("Saving…"),
    "waiting": phrase("Waiting for the connection…"),
    "unanswered": phrase("Please answer this question."),
    "draft_saving": "",
    "draft_saved": phrase("Draft saved"),
    "draft_unreachable": phrase("Not saved yet, trying again. Nothing is lost: keep this page open."),
    "draft_partly": phrase("Draft saved; see the marked answer."),
    "too_long": phrase("This text is too long to be submitted ({count} of {most} characters)."),
    "unstorable": phrase("This text has a character that cannot be kept; delete it, or paste as plain text."),
    "draft_stale": phrase("This item was changed in another tab. Reload the page to go on."),
    "draft_refused": phrase(
        "Not saved: this session has ended. Open your link again; this page then goes on."
    ),
}


def words_of(translation: Translation, *, n_questions: int) -> dict[str, Any]:
    """Say what the rating component says; `left` by how many questions are left."""
    return {
        **{name: translation.say(text) for name, text in _WORDS.items()},
        "left": [
            "",
            *(
                translation.count("{count} question left", "{count} questions left", n)
                for n in range(1, n_questions + 1)
            ),
        ],
    }
