"""Items and how many of their places are taken."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import bindparam, select, update
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session

from annotate_app.store.models import ItemRow
from sim.schema.rating import Purpose

__all__ = [
    "ItemCount",
    "add_items",
    "complete_place",
    "give_completed_back",
    "item_counts",
    "items_of",
    "take_free_place",
    "take_place",
    "take_places",
]

_COUNTS = (
    select(
        ItemRow.item_id,
        ItemRow.pair_id,
        ItemRow.environment_id,
        ItemRow.episode_1,
        ItemRow.episode_2,
        ItemRow.arm,
        ItemRow.n_completed,
        ItemRow.n_running,
        ItemRow.n_forward,
    )
    .where(ItemRow.study_id == bindparam("study_id"), ItemRow.purpose == bindparam("purpose"))
    .order_by(ItemRow.item_id)
)
_GIVEN = ItemRow.n_running + ItemRow.n_completed
_ONE = update(ItemRow).execution_options(synchronize_session=False)
_TAKE = _ONE.where(ItemRow.item_id == bindparam("id")).values(
    n_running=ItemRow.n_running + bindparam("running"),
    n_completed=ItemRow.n_completed + bindparam("completed"),
    n_forward=ItemRow.n_forward + bindparam("forward"),
)
_HAS_PLACE = _GIVEN < bindparam("wanted")  # noqa: SIM300
_KEEPS_BALANCE = (2 * (ItemRow.n_forward + bindparam("forward")) - _GIVEN - 1).between(
    -1, 1
) | ItemRow.episode_2.is_(None)
_TAKE_FREE = _TAKE.where(_HAS_PLACE, _KEEPS_BALANCE)


@dataclass(frozen=True, slots=True)
class ItemCount:
    """How many ratings of an item are completed and running, and in which order they are served.

    `n_forward` of them show `episode_1` first. Ratings beyond the wanted number are not counted.
    """

    item_id: str
    pair_id: str
    environment_id: str
    episode_1: str
    episode_2: str | None
    arm: int
    n_completed: int
    n_running: int
    n_forward: int

    @property
    def n_reverse(self) -> int:
        """How many show `episode_2` first."""
        return self.n_completed + self.n_running - self.n_forward


def items_of(session: Session, study_id: str) -> tuple[ItemRow, ...]:
    """List a study's items by their ids."""
    return tuple(
        session.scalars(select(ItemRow).where(ItemRow.study_id == study_id).order_by(ItemRow.item_id))
    )


def add_items(session: Session, items: Iterable[ItemRow]) -> None:
    """Store a study's new items."""
    session.add_all(items)
    session.flush()


def item_counts(session: Session, study_id: str, purpose: Purpose = Purpose.MAIN) -> tuple[ItemCount, ...]:
    """Count the ratings of every item of a purpose in a study, in the order of the items' ids."""
    return tuple(
        ItemCount(*row) for row in session.execute(_COUNTS, {"study_id": study_id, "purpose": purpose})
    )


def take_place(session: Session, item_id: str, *, forward: bool, give_back: bool = False) -> None:
    """Count one more running rating of an item, or with `give_back` one less."""
    sign = -1 if give_back else 1
    session.execute(_TAKE, {"id": item_id, "running": sign, "completed": 0, "forward": sign * forward})


def take_places(session: Session, places: Iterable[tuple[str, bool]]) -> None:
    """Count one more running rating for each item and whether it is served forward."""
    rows = [
        {"id": item_id, "running": 1, "completed": 0, "forward": int(forward)} for item_id, forward in places
    ]
    if rows:
        session.connection().execute(_TAKE, rows)


def complete_place(session: Session, item_id: str) -> None:
    """Count a running rating of an item as completed."""
    session.execute(_TAKE, {"id": item_id, "running": -1, "completed": 1, "forward": 0})


def give_completed_back(session: Session, item_id: str, *, forward: bool) -> None:
    """Count one completed rating of an item less: its place is free again."""
    session.execute(_TAKE, {"id": item_id, "running": 0, "completed": -1, "forward": -forward})


def take_free_place(
    session: Session, item_id: str, *, forward: bool, wanted: int | None, completed: bool
) -> bool:
    """Count one more rating if fewer than `wanted` are given and the served orders stay balanced.

    With None for `wanted` there is always a place.

    Returns
    -------
    bool
        Whether it was counted.
    """
    one = {
        "id": item_id,
        "running": int(not completed),
        "completed": int(completed),
        "forward": int(forward),
    }
    done = (
        session.execute(_TAKE, one)
        if wanted is None
        else session.execute(_TAKE_FREE, {**one, "wanted": wanted})
    )
    return isinstance(done, CursorResult) and done.rowcount == 1
