"""The texts that a study shows unless it brings its own."""

from annotate_app.language import phrase

__all__ = ["DEFAULT_CONSENT", "DEFAULT_INSTRUCTIONS"]

DEFAULT_CONSENT = phrase(
    "In this study you read short dialogues, two at a time, and say what you think of them.\n\n"
    "Your answers are stored together with a random number, never with your name. They are used for research "
    "and may be published in this form. Some dialogues may contain disagreement or strong words.\n\n"
    "Taking part is voluntary. You can stop at any time by closing this page; what you have submitted until "
    "then is kept. The same link brings you back to where you were."
)

DEFAULT_INSTRUCTIONS = phrase(
    "You will see one situation at a time, with two people and two dialogues between them: A on one side, B "
    "on the other.\n\n"
    "Read both dialogues to the end before you answer. There are no right answers: we want to know how the "
    "dialogues strike you. Judge each pair by itself, and do not guess how a dialogue was made.\n\n"
    "Your answers are stored each time you submit. You can close the page whenever you like and come back by "
    "the same link."
)
