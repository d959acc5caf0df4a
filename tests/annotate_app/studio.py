"""Small studies and the people in them, for tests."""

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

from sqlalchemy import func, select

from annotate_app.design.principal import OperatorPrincipal, RaterPrincipal, Staff
from annotate_app.design.views import ItemView, ScreenValue
from annotate_app.services.rating import (
    answer_step,
    give_consent,
    open_invitation,
    rater_of_cookie,
    session_view,
    start_rating,
)
from annotate_app.services.studies import CreatedStudy, StudyPlan, create_study
from annotate_app.services.uploads import StoredBatch, confirm_upload, preview_upload
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import Base
from sim.schema.base import opaque_id
from sim.schema.episode import Episode, Turn, TurnKind
from sim.schema.scale import PreferenceAnswer, ScaleAnswer
from tests.golden import records

OPERATOR = OperatorPrincipal()
STRANGER = cast("Staff", RaterPrincipal("r", "s"))
"""A rater who pretends to be staff."""
START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


@dataclass
class TickingClock:
    """A clock that goes on by a second whenever it is read."""

    now: datetime = START

    def __call__(self) -> datetime:
        """Tell the time."""
        self.now += timedelta(seconds=1)
        return self.now


def episodes(n_pairs: int) -> list[Episode]:
    """Make pairs of the golden scenarios, in two conditions."""
    return [
        episode.model_copy(
            update={"pair_id": f"pair-{number}", "episode_id": opaque_id("test", str(number), episode.mode)}
        )
        for number in range(n_pairs)
        for episode in records.EPISODES[2 * (number % 2) : 2 * (number % 2) + 2]
    ]


def lengthened(rows: Iterable[Episode], *, n_turns: int = 8) -> list[Episode]:
    """Make every dialogue as long as that, each turn with a text of its own."""
    return [
        episode.model_copy(
            update={
                "turns": tuple(
                    Turn(
                        index=index,
                        speaker=episode.turns[index % 2].speaker,
                        kind=TurnKind.SPEAK,
                        text=f"Line {index}",
                    )
                    for index in range(n_turns)
                )
            }
        )
        for episode in rows
    ]


def as_file(rows: Iterable[Episode]) -> io.BytesIO:
    """Write episodes as an episodes file."""
    return io.BytesIO("".join(f"{row.model_dump_json()}\n" for row in rows).encode())


def upload(place: Workplace, rows: Iterable[Episode], *, name: str = "episodes.jsonl") -> StoredBatch:
    """Preview and confirm an upload."""
    stream = as_file(rows)
    preview = preview_upload(place, OPERATOR, stream, name=name)
    stream.seek(0)
    return confirm_upload(place, OPERATOR, stream, name=name, content_hash=preview.content_hash)


def new_study(
    place: Workplace,
    *,
    n_pairs: int = 2,
    n_raters: int = 3,
    raters_per_item: int = 3,
    protocol: str = "naturalness-then-goals",
    items_per_rater: int | None = None,
) -> CreatedStudy:
    """Upload episodes and make a study of them."""
    upload(place, episodes(n_pairs))
    plan = StudyPlan(
        name="A study",
        protocol=protocol,
        raters_per_item=raters_per_item,
        n_raters=n_raters,
        seed=11,
        items_per_rater=items_per_rater,
    )
    return create_study(place, OPERATOR, plan)


def join(place: Workplace, token: str) -> RaterPrincipal:
    """Open an invitation."""
    principal = rater_of_cookie(place, open_invitation(place, token))
    assert principal is not None
    return principal


def start(place: Workplace, token: str) -> RaterPrincipal:
    """Open an invitation, agree, and begin."""
    principal = join(place, token)
    give_consent(place, principal, version="1")
    start_rating(place, principal)
    return principal


def shown_item(place: Workplace, principal: RaterPrincipal) -> ItemView:
    """Get the item that is shown; fail if it is something else."""
    view = session_view(place, principal)
    assert isinstance(view, ItemView), view
    return view


def some_answers(view: ItemView, *, score: float = 5, preference: str = "a") -> dict[str, ScreenValue]:
    """Answer every preference and scale of a step."""
    answers: dict[str, ScreenValue] = {}
    for question in view.item.questions:
        if isinstance(question.answer, PreferenceAnswer):
            answers[question.key] = preference
        elif isinstance(question.answer, ScaleAnswer):
            answers[question.key] = score
    return answers


def submit(
    place: Workplace,
    principal: RaterPrincipal,
    view: ItemView,
    answers: Mapping[str, ScreenValue | None],
    *,
    seconds: float | None = 4.5,
) -> None:
    """Submit the step that a view shows."""
    answer_step(
        place,
        principal,
        assignment=view.assignment,
        step=view.step,
        revision=view.revision,
        answers=answers,
        seconds=seconds,
    )


def rate_item(place: Workplace, principal: RaterPrincipal, *, score: float = 5, preference: str = "a") -> str:
    """Answer every step of the item that is shown; its assignment."""
    view = shown_item(place, principal)
    for _ in range(view.step, view.n_steps):
        submit(place, principal, view, some_answers(view, score=score, preference=preference))
        if view.step + 1 < view.n_steps:
            view = shown_item(place, principal)
    return view.assignment


def rate_all(place: Workplace, principal: RaterPrincipal) -> int:
    """Rate until nothing is left; how many items."""
    count = 0
    while isinstance(session_view(place, principal), ItemView):
        rate_item(place, principal)
        count += 1
    return count


def n_rows(place: Workplace, table: type[Base]) -> int:
    """Count a table's rows."""
    with place.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0
