"""Build the view of an assignment's open step."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from annotate_app.design.answers import screen_value, unit_of
from annotate_app.design.blind_item import Question, blind_item, questions_of
from annotate_app.design.views import EarlierAnswer, ItemView, ScreenValue, earlier_answer
from annotate_app.services.rating.stored_step import rubric_of, stored_step
from annotate_app.services.rating.submitted_items import submitted_of
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.models import AssignmentRow, RatingRow
from annotate_app.store.ratings import ratings_of_assignment
from annotate_app.store.standing import Standing
from annotate_app.store.states import AssignmentState, TextKind
from annotate_app.store.studies import text_version
from sim.schema.episode import speaker_names
from sim.schema.rubric import Step, Visible

__all__ = ["item_view"]


def item_view(session: Session, standing: Standing, row: AssignmentRow, open_step: int) -> ItemView:
    """Show one step of an item, with what is stored and drafted for it."""
    rubric = rubric_of(session, row)
    episodes = blind_episodes(session, row.served)
    served = tuple(episodes[episode_id] for episode_id in row.served)
    names = speaker_names(served[0])
    rows = ratings_of_assignment(session, row.assignment_id) if row.step else ()
    step = rubric.steps[open_step]
    stored = stored_step(rows, step)
    draft = standing.draft
    if draft is not None and draft.revision != stored.next_revision:
        draft = None
    item = blind_item(step, served, drawn_by=row.assignment_id)
    return ItemView(
        assignment=row.assignment_id,
        item=item,
        step=open_step,
        n_steps=len(rubric.steps),
        earlier=tuple(
            answer
            for earlier in rubric.steps[:open_step]
            for answer in _earlier(
                earlier, rows, names, row.served, shows_remarks=Visible.REMARKS in step.visible
            )
        ),
        answers=_answers(item.questions, rows, step, row.served),
        draft={} if draft is None else dict(draft.answers),
        revision=stored.next_revision,
        locks=step.locks,
        revising=row.submitted_at is not None,
        is_returned=row.state is AssignmentState.RETURNED,
        number=row.position + 1,
        done=standing.n_completed,
        total=max(standing.rater.n_expected or 0, standing.n_given),
        instructions=text_version(
            session, row.study_id, TextKind.INSTRUCTIONS, standing.instructions_version
        ),
        seconds=0.0 if draft is None else draft.seconds or 0.0,
        submitted=submitted_of(session, standing),
    )


def _earlier(
    step: Step,
    rows: tuple[RatingRow, ...],
    names: tuple[str, str],
    served: tuple[str, ...],
    *,
    shows_remarks: bool,
) -> tuple[EarlierAnswer, ...]:
    questions = questions_of(step, names, n_episodes=len(served))
    answers = _answers(questions, rows, step, served)
    return tuple(
        earlier_answer(q, answers.get(q.key), locks=step.locks, shows_remarks=shows_remarks)
        for q in questions
    )


def _answers(
    questions: tuple[Question, ...], rows: tuple[RatingRow, ...], step: Step, served: tuple[str, ...]
) -> Mapping[str, ScreenValue]:
    values = stored_step(rows, step).values()
    shown = {
        question.key: screen_value(
            question, values.get((unit_of(question, served), question.dimension)), served
        )
        for question in questions
    }
    return {key: value for key, value in shown.items() if value is not None}
