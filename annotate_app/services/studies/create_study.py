"""Make a study from a batch."""

from dataclasses import dataclass

from annotate_app.design.principal import Staff
from annotate_app.services.studies.add_raters import RaterLink
from annotate_app.services.workplace import Workplace
from sim.schema.study import Contrast

__all__ = ["CreatedStudy", "StudyPlan", "create_study"]


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
        Name of a rubric that comes with the package.
    items_per_rater
        None: as many as there are.
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
    seed: int = 0
    consent_text: str | None = None
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class CreatedStudy:
    """The new study, and its raters' links, which exist only here."""

    study_id: str
    n_items: int
    links: tuple[RaterLink, ...]


def create_study(place: Workplace, principal: Staff, plan: StudyPlan) -> CreatedStudy:
    """Store a study, open for ratings, with one item per pair that has both conditions.

    Raises
    ------
    StudyError
        With everything that is wrong with the plan; nothing was stored.
    """
    raise NotImplementedError
