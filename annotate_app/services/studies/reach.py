"""How many ratings a study's raters can give at most."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotate_app.design.assignment import ItemLoad, RaterHistory, Rules, n_available
from annotate_app.store.models import ItemRow, StudyRow

__all__ = ["Reach", "reach_of"]


@dataclass(frozen=True, slots=True)
class Reach:
    """Ratings of items that are wanted, and that so many raters can give."""

    n_wanted: int
    n_possible: int

    @property
    def note(self) -> str | None:
        """What is to be done where not all ratings can come in."""
        if self.n_possible >= self.n_wanted:
            return None
        return (
            f"The study wants {self.n_wanted} ratings of items, and its raters can give {self.n_possible} at "
            "most: add raters, or let in more people."
        )


def reach_of(study: StudyRow, items: Sequence[ItemRow], *, n_raters: int) -> Reach:
    """Count what is wanted and what is possible under the study's limits."""
    loads = [
        ItemLoad(
            item_id=item.item_id,
            key=item.episode_1,
            pair_id=item.pair_id,
            environment_id=item.environment_id,
            arm=item.arm,
            n_forward=0,
            n_reverse=0,
        )
        for item in items
    ]
    rules = Rules(study.raters_per_item, study.seed, study.items_per_environment, study.items_per_rater)
    each = n_available(loads, RaterHistory(), rules)
    if study.items_per_rater is not None:
        each = min(each, study.items_per_rater)
    wanted = len(items) * study.raters_per_item
    return Reach(wanted, min(wanted, n_raters * each, len(items) * n_raters))
