"""An item shown to researchers as raters see it: its steps follow from what was typed; nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotate_app.design.answers import contract_answers
from annotate_app.design.blind_item import blind_item, questions_of
from annotate_app.design.views import EarlierAnswer, ItemView, ScreenValue, earlier_answer
from sim.schema.episode import BlindEpisode, speaker_names
from sim.schema.rubric import Rubric, Visible

__all__ = ["PreviewItem", "check_preview", "preview_view"]


@dataclass(frozen=True, slots=True)
class PreviewItem:
    """What is shown: questions, one or two dialogues in served order, instructions, and in which language."""

    rubric: Rubric
    served: tuple[BlindEpisode, ...]
    instructions: str
    language: str = "en"


def preview_view(
    item: PreviewItem, given: Sequence[Mapping[str, ScreenValue | None]], *, name: str
) -> ItemView:
    """Show the step that comes after the steps whose answers are `given`.

    Parameters
    ----------
    name
        Stands for the assignment, and is nobody's.
    """
    open_step = len(given)
    step = item.rubric.steps[open_step]
    return ItemView(
        assignment=name,
        item=blind_item(step, item.served, drawn_by=name),
        step=open_step,
        n_steps=len(item.rubric.steps),
        earlier=_earlier(item, given),
        answers={},
        draft={},
        revision=0,
        locks=step.locks,
        revising=False,
        number=1,
        done=0,
        total=1,
        instructions=item.instructions,
    )


def check_preview(item: PreviewItem, step: int, answers: Mapping[str, ScreenValue | None]) -> None:
    """Check a step's answers as those of a rater are.

    Raises
    ------
    InvalidAnswersError
        With every missing and impossible answer.
    """
    asked = questions_of(item.rubric.steps[step], ("", ""), n_episodes=len(item.served))
    contract_answers(asked, answers, tuple(episode.episode_id for episode in item.served))


def _earlier(
    item: PreviewItem, given: Sequence[Mapping[str, ScreenValue | None]]
) -> tuple[EarlierAnswer, ...]:
    names = speaker_names(item.served[0])
    shows_remarks = Visible.REMARKS in item.rubric.steps[len(given)].visible
    return tuple(
        earlier_answer(question, answers.get(question.key), locks=step.locks, shows_remarks=shows_remarks)
        for step, answers in zip(item.rubric.steps, given, strict=False)
        for question in questions_of(step, names, n_episodes=len(item.served))
    )
