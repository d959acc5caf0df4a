"""What a study is to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from annotate_app.store.states import Withdrawal
from sim.schema.questionnaire import Questionnaire
from sim.schema.rubric import Rubric
from sim.schema.study import Contrast

__all__ = ["DEFAULT_LEASE_MINUTES", "FinalQuestion", "StudyPlan", "Withdrawal"]

DEFAULT_LEASE_MINUTES = 24 * 60


def _undescribed() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class FinalQuestion:
    """What distinguished the dialogues, asked last of all.

    Attributes
    ----------
    descriptions
        Plain words for each of the two conditions, by condition; empty where raters are not asked which
        dialogue was which.
    """

    descriptions: Mapping[str, str] = field(default_factory=_undescribed)


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """What a study is to be.

    Attributes
    ----------
    batch_id
        Where its episodes come from; None takes the newest batch.
    contrast
        The two conditions to compare; None where the batch has exactly two.
    protocol
        Name of a rubric that comes with the package; not looked at where there is a `rubric`.
    rubric
        Questions of the study's own.
    items_per_rater, items_per_environment
        How many items, and of one environment, a rater rates at most; None: as many as there are.
    break_every
        After how many items a break is offered; None for never.
    repeats
        How many of their own items raters are shown again at the end, with sides exchanged.
    attention
        How many attention checks raters are given.
    lease_minutes
        How long an item may lie in a rater's hands untouched before it goes to somebody else; None for ever.
    withdrawal
        What becomes of the ratings of somebody who withdraws.
    language
        Code of the language of the raters' pages, one of those that there is a catalogue for; the built-in
        questions and texts are in it too.
    consent_text, instructions
        None: the texts that come with the package.
    warning, debriefing
        What to know before deciding to take part, and what to know afterwards; blank: nothing.
    before, after
        Questions before the first item and after the last one.
    final_question
        None, and in studies that show one dialogue at a time: not asked.
    """

    name: str
    batch_id: str | None = None
    contrast: Contrast | None = None
    protocol: str = "naturalness-then-goals"
    raters_per_item: int = 3
    n_raters: int = 3
    items_per_rater: int | None = None
    items_per_environment: int | None = None
    break_every: int | None = None
    repeats: int = 0
    attention: int = 0
    lease_minutes: int | None = DEFAULT_LEASE_MINUTES
    withdrawal: Withdrawal = Withdrawal.KEEP
    language: str = "en"
    seed: int = 0
    consent_text: str | None = None
    instructions: str | None = None
    warning: str = ""
    debriefing: str = ""
    before: Questionnaire | None = None
    after: Questionnaire | None = None
    final_question: FinalQuestion | None = None
    rubric: Rubric | None = None
