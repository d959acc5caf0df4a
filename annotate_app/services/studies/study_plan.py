"""What a study is to be."""

from dataclasses import dataclass

from annotate_app.store.states import Withdrawal
from sim.schema.rubric import Rubric
from sim.schema.study import Contrast

__all__ = ["DEFAULT_LEASE_MINUTES", "StudyPlan", "Withdrawal"]

DEFAULT_LEASE_MINUTES = 24 * 60


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
    lease_minutes
        How long an item may lie in a rater's hands untouched before it goes to somebody else; None for ever.
    withdrawal
        What becomes of the ratings of somebody who withdraws.
    consent_text, instructions
        None: the texts that come with the package.
    """

    name: str
    batch_id: str | None = None
    contrast: Contrast | None = None
    protocol: str = "naturalness-then-goals"
    raters_per_item: int = 3
    n_raters: int = 3
    items_per_rater: int | None = None
    items_per_environment: int | None = None
    lease_minutes: int | None = DEFAULT_LEASE_MINUTES
    withdrawal: Withdrawal = Withdrawal.KEEP
    seed: int = 0
    consent_text: str | None = None
    instructions: str | None = None
    rubric: Rubric | None = None
