"""The interface's own words, in one place; what people or models wrote is never among them."""

from collections.abc import Mapping

__all__ = ["BOTH_BAD", "DIALOGUES", "DO_NOT_KNOW", "NO_DIFFERENCE", "SINGLE_DIALOGUE", "WORDS"]

DIALOGUES = ("Dialogue A", "Dialogue B")
SINGLE_DIALOGUE = "Dialogue"
NO_DIFFERENCE = "No difference"
DO_NOT_KNOW = "I do not know"
BOTH_BAD = "Both are bad"

WORDS: Mapping[str, str] = {
    "optional": "optional",
    "locked": "locked",
    "goal": "Goal",
    "secret": "Secret",
    "scenario": "The situation and the two people",
    "questions": "Questions",
    "hide_scenario": "Hide situation",
    "show_scenario": "Show situation",
    "situation": "Situation",
    "parts": "Parts of this page",
    "go_to": "Go to: {part}",
    "less": "Less",
    "more": "More",
    "less_about": "Less about {name}",
    "more_about": "More about {name}",
    "all_answered": "All questions are answered. Press Enter to go on.",
    "earlier": "Earlier items",
    "resume": "Back to where you were",
    "help": "Help",
    "close": "Close",
    "withdraw": "Withdraw from this study",
    "progress": "Items submitted",
    "lock_and_continue": "Lock answer and continue",
    "continue": "Continue",
    "submit": "Submit",
    "save_changes": "Save changes",
    "sending": "Saving…",
    "waiting": "Waiting for the connection…",
    "unanswered": "Please answer this question.",
    "one_left": "1 question left",
    "many_left": "{count} questions left",
    "draft_saving": "",
    "draft_saved": "Draft saved",
    "draft_unreachable": "Not saved yet, trying again. Nothing is lost: keep this page open.",
    "draft_partly": "Draft saved; see the marked answer.",
    "too_long": "This text is too long to be submitted ({count} of {most} characters).",
    "unstorable": "This text has a character that cannot be kept; delete it, or paste as plain text.",
    "draft_stale": "This item was changed in another tab. Reload the page to go on.",
    "draft_refused": "Not saved: this session has ended. Open your link again; this page then goes on.",
}
