"""Where a rater stands in a session: exactly one of these views at any time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from annotate_app.design.blind_item import BlindItem, Bubble, Question
from sim.schema.questionnaire import Moment, Questionnaire
from sim.schema.scale import TextAnswer

__all__ = [
    "BreakView",
    "ClosedView",
    "ConsentView",
    "DeclinedView",
    "EarlierAnswer",
    "FinishedView",
    "GuessView",
    "InstructionsView",
    "ItemView",
    "QuestionsView",
    "RatedPair",
    "ScreenValue",
    "SessionView",
    "SubmittedItem",
    "WaitingView",
    "WayBack",
    "WithdrawalView",
    "WithdrawnView",
    "earlier_answer",
]

ScreenValue = str | float
"""An answer as the page knows it; see `Question.answer`. An unanswered question is absent."""


@dataclass(frozen=True, slots=True)
class ConsentView:
    """The consent text and its version, to be accepted or declined.

    Attributes
    ----------
    warning
        What to know of the dialogues before deciding; may be empty.
    is_changed
        Whether the rater agreed to an earlier version; declining is then withdrawing.
    """

    text: str
    version: str
    warning: str = ""
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class RatedPair:
    """A pair that the rater rated, in served order; `key` is to be handed back with the guess."""

    key: str
    number: int
    a: tuple[Bubble, ...]
    b: tuple[Bubble, ...]


@dataclass(frozen=True, slots=True)
class GuessView:
    """Which dialogue was which: asked on a page of its own, after whether anything was noticed.

    Attributes
    ----------
    descriptions
        Of the two conditions, in the order to show; the first is what is asked for.
    pairs
        At least one.
    """

    descriptions: tuple[str, str]
    pairs: tuple[RatedPair, ...]


@dataclass(frozen=True, slots=True)
class QuestionsView:
    """Questions about the rater or the study, not about dialogues."""

    moment: Moment
    questionnaire: Questionnaire


@dataclass(frozen=True, slots=True)
class WayBack:
    """The platform's code for the rater, and the address that hands it over; None where it is typed."""

    code: str
    url: str | None


@dataclass(frozen=True, slots=True)
class InstructionsView:
    """What to do, before the first item; `total` items are waiting for this rater."""

    text: str
    total: int


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """A question of an earlier step of the same item with its answer.

    A `locked` one stays as it is; `is_shown` are those, and remarks where the step shows them.
    """

    question: Question
    answer: ScreenValue | None
    locked: bool
    is_shown: bool


def earlier_answer(
    question: Question, answer: ScreenValue | None, *, locks: bool, shows_remarks: bool
) -> EarlierAnswer:
    """Say of an answer of an earlier step whether it is locked, and whether it is shown."""
    is_remark = isinstance(question.answer, TextAnswer) and answer is not None
    return EarlierAnswer(question, answer, locks, is_shown=locks or (shows_remarks and is_remark))


@dataclass(frozen=True, slots=True)
class ItemView:
    """One step of one item.

    Attributes
    ----------
    assignment
        Opaque reference, random; to be handed back with the answers.
    step, n_steps
        0-based index of the step to answer, and how many the item has.
    earlier
        Answers of the item's earlier steps, in order.
    answers
        What is stored for this step; empty unless `revising`.
    draft
        What was typed and not submitted; empty where nothing was. It wins over `answers`.
    revision
        To be handed back with the answers: what the form was based on.
    locks
        Whether the step cannot be revised once it is submitted.
    revising
        Whether the item was submitted before and is open again.
    number
        1-based place of the item in the rater's session.
    done, total
        Items submitted, and items in all for this rater.
    instructions
        The study's text, to be read again beside an item.
    seconds
        Time on the step so far, as the draft has it; to be added to.
    is_returned
        Whether its place went back to the queue meanwhile.
    submitted
        The items that the rater submitted before.
    """

    assignment: str
    item: BlindItem
    step: int
    n_steps: int
    earlier: tuple[EarlierAnswer, ...]
    answers: Mapping[str, ScreenValue]
    draft: Mapping[str, ScreenValue]
    revision: int
    locks: bool
    revising: bool
    number: int
    done: int
    total: int
    instructions: str
    seconds: float = 0.0
    is_returned: bool = False
    submitted: "tuple[SubmittedItem, ...]" = ()


@dataclass(frozen=True, slots=True)
class BreakView:
    """A break is offered: `done` items are submitted, `left` wait."""

    done: int
    left: int


@dataclass(frozen=True, slots=True)
class WaitingView:
    """Nothing to rate now, though others' unfinished items may come free; nothing rated by this rater yet."""


@dataclass(frozen=True, slots=True)
class FinishedView:
    """The rater's last item is submitted. The completion code is the rater's own and never changes.

    `back` leads to the platform that sent the rater; None for others. The rater may go on with
    `n_more` items, which the study has had since. `debriefing` may be empty.
    """

    completion_code: str
    done: int
    can_revise: bool
    back: WayBack | None = None
    n_more: int = 0
    debriefing: str = ""


@dataclass(frozen=True, slots=True)
class DeclinedView:
    """The rater declined; consent may still be given with the version named here."""

    text: str
    version: str
    back: WayBack | None = None
    warning: str = ""


@dataclass(frozen=True, slots=True)
class ClosedView:
    """The study takes no more ratings; what was submitted is kept. The code is None before the first item.

    `debriefing` is empty for those who submitted nothing.
    """

    done: int
    completion_code: str | None
    debriefing: str = ""


SessionView = (
    ConsentView
    | QuestionsView
    | GuessView
    | InstructionsView
    | ItemView
    | BreakView
    | WaitingView
    | FinishedView
    | DeclinedView
    | ClosedView
)


@dataclass(frozen=True, slots=True)
class SubmittedItem:
    """A submitted item in the rater's list; `hint` is the beginning of its setting or first turn."""

    assignment: str
    number: int
    hint: str
    submitted_at: datetime
    can_revise: bool


@dataclass(frozen=True, slots=True)
class WithdrawalView:
    """What withdrawing would do: whether the `done` submitted items would be kept."""

    keeps_ratings: bool
    done: int


@dataclass(frozen=True, slots=True)
class WithdrawnView:
    """What withdrawing did: whether the `done` submitted items were kept.

    The rater's completion code, None without one, stays valid; `back` leads to the platform that sent the
    rater, None for others.
    """

    keeps_ratings: bool
    done: int
    completion_code: str | None
    back: WayBack | None = None
    debriefing: str = ""
