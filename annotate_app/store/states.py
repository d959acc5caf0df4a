"""In which states studies, raters and assignments can be; stored by value."""

from enum import StrEnum

__all__ = [
    "ActorKind",
    "AssignmentState",
    "Platform",
    "RaterState",
    "SkipReason",
    "StudyState",
    "TextKind",
    "Withdrawal",
]


class StudyState(StrEnum):
    """Whether a study hands out items."""

    OPEN = "open"
    CLOSED = "closed"


class RaterState(StrEnum):
    """How far a rater has come."""

    INVITED = "invited"
    DECLINED = "declined"
    CONSENTED = "consented"
    ACTIVE = "active"
    FINISHED = "finished"
    WITHDRAWN = "withdrawn"


class AssignmentState(StrEnum):
    """Whether an assignment takes one of its item's places: `running` and `completed` do.

    A `returned` one gave its place back: it lay untouched for too long, and its rater may still complete
    it, or its rater skipped it.
    """

    RUNNING = "running"
    COMPLETED = "completed"
    RETURNED = "returned"


class SkipReason(StrEnum):
    """Why a rater skipped an item."""

    BROKEN = "broken"
    UPSETTING = "upsetting"
    CANNOT_JUDGE = "cannot_judge"
    OTHER = "other"


class Platform(StrEnum):
    """Where raters without a link of their own come from."""

    PROLIFIC = "prolific"
    OPEN = "open"


class TextKind(StrEnum):
    """Which of a study's texts."""

    CONSENT = "consent"
    WARNING = "warning"
    INSTRUCTIONS = "instructions"
    DEBRIEFING = "debriefing"


class Withdrawal(StrEnum):
    """What becomes of the ratings of somebody who withdraws."""

    KEEP = "keep"
    DELETE = "delete"


class ActorKind(StrEnum):
    """Who caused an event."""

    RATER = "rater"
    ADMINISTRATOR = "administrator"
    OPERATOR = "operator"
