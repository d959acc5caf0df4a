"""Ask a judge about every item, and write its answers down as ratings."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from sim.errors import SimError
from sim.judging.items import Item
from sim.judging.prompt import reply_schema, step_prompt
from sim.judging.questions import Question, questions_of
from sim.judging.reply import Judgement, read_judgements
from sim.llm.caller import Caller, Desk
from sim.llm.chat import CallError, Completion, Message, ReplySchema, Sampling
from sim.llm.readable import ask_readable
from sim.prompts.preset import Preset
from sim.run_directory import RunDirectory
from sim.runner import Limits
from sim.schema.rating import RaterKind, Rating, Status
from sim.schema.rubric import Rubric, Visible
from sim.schema.run import FailureRecord
from sim.workers import Shift

__all__ = ["Ask", "Judge", "JudgeListener", "JudgeSummary", "ask_judge", "judge_items"]

_ROLE = "judge"


@dataclass(frozen=True, slots=True)
class Judge:
    """Which model judges by which rubric, and how.

    Attributes
    ----------
    judge_id
        The judge's `rater_id`.
    seed
        None to send no seeds.
    """

    judge_id: str
    model: str
    rubric: Rubric
    preset: Preset
    sampling: Sampling
    seed: int | None

    def object_id(self, item: Item) -> str:
        """Name one judgement, whatever else is judged in the same folder."""
        ids = "+".join(episode.episode_id for episode in item.episodes)
        return f"{ids}/{self.judge_id}/{self.rubric.rubric_hash[:16]}/{item.sample}"


class Ask(Protocol):
    """Send messages to the judge and get its reply."""

    async def __call__(
        self, role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        """Ask once."""
        ...


@dataclass(frozen=True, slots=True)
class _Answer:
    """A reply, word for word, and what it says."""

    reply: str
    judgements: tuple[Judgement, ...]


class JudgeListener(Protocol):
    """Hears how judging goes."""

    def on_start(self, *, planned: int, done: int, given_up: int) -> None:
        """Hear what there is to do."""
        ...

    def advance(self) -> None:
        """Hear of a completed judgement."""
        ...

    def on_failure(self, failure: FailureRecord) -> None:
        """Hear of a judgement that failed."""
        ...


@dataclass
class JudgeSummary:
    """How judging stands; ratings are in the order of the items."""

    planned: int
    done: int = 0
    ratings: list[Rating] = field(default_factory=list[Rating])
    failed: list[FailureRecord] = field(default_factory=list[FailureRecord])
    given_up: int = 0
    stopped_by: SimError | None = None


async def judge_items(
    items: Sequence[Item],
    judge: Judge,
    *,
    desk: Desk,
    directory: RunDirectory,
    limits: Limits,
    listener: JudgeListener,
) -> JudgeSummary:
    """Judge every item; what is already answered comes from the journal.

    Raises
    ------
    ContractError
        If the directory's records cannot be read.
    """
    shift = Shift(desk)
    summary = JudgeSummary(len(items))
    earlier = directory.earlier_failures()
    made: dict[int, tuple[Rating, ...]] = {}

    async def judge_one(numbered: tuple[int, Item]) -> None:
        number, item = numbered
        caller = _caller(judge, item, desk, earlier)
        try:
            made[number] = await _ratings(judge, item, caller)
        except CallError as error:
            if shift.failed(error):
                record = caller.failure_of(error).model_copy(update=_circumstances(judge, item))
                directory.add(directory.failures, record)
                summary.failed.append(record)
                listener.on_failure(record)
            return
        shift.succeeded()
        listener.advance()

    def to_do() -> Iterator[tuple[int, Item]]:
        for number, item in enumerate(items):
            if len(earlier.get(judge.object_id(item), ())) < limits.max_attempts:
                yield number, item
            else:
                summary.given_up += 1

    listener.on_start(planned=len(items), done=0, given_up=0)
    await shift.work_through(to_do(), judge_one, concurrency=limits.concurrency)
    summary.stopped_by = shift.stopped_by
    summary.done = len(made)
    summary.ratings = [rating for number in sorted(made) for rating in made[number]]
    return summary


def _caller(judge: Judge, item: Item, desk: Desk, earlier: Mapping[str, Sequence[FailureRecord]]) -> Caller:
    object_id = judge.object_id(item)
    return Caller(desk, object_id, judge.model, judge.sampling, judge.seed, earlier.get(object_id, ()))


async def _ratings(judge: Judge, item: Item, caller: Caller) -> tuple[Rating, ...]:
    return tuple(
        [
            _rating(judge, item, judgement, datetime.fromisoformat(caller.answered_at()))
            async for judgements in ask_judge(judge, item, caller)
            for judgement in judgements
        ]
    )


async def ask_judge(judge: Judge, item: Item, ask: Ask) -> AsyncGenerator[tuple[Judgement, ...]]:
    """Ask about an item step by step, as raters are asked, and give each step's answers as they come.

    Raises
    ------
    CallError
        If a call fails or an answer stays unreadable after one repetition.
    """
    messages = [Message("system", judge.preset.fill("system"))]
    seen: frozenset[Visible] | None = None
    for step in judge.rubric.steps:
        questions = questions_of(step, item)
        if not questions:
            continue
        messages.append(Message("user", step_prompt(judge.preset, item, step, questions, seen)))
        seen = (seen or frozenset()) | frozenset(step.visible)
        answer = await ask_readable(
            ask,
            _ROLE,
            messages,
            read=_reader(questions, item),
            again=lambda problem: judge.preset.fill("reask", problem=problem),
            reply_schema=reply_schema(questions),
        )
        messages.append(Message("assistant", answer.reply))
        yield answer.judgements


def _reader(questions: Sequence[Question], item: Item) -> Callable[[str], _Answer]:
    return lambda reply: _Answer(reply, read_judgements(reply, questions, item))


def _rating(judge: Judge, item: Item, judgement: Judgement, answered: datetime) -> Rating:
    dimension = judgement.question.dimension
    return Rating(
        unit_id=judgement.question.unit_id,
        target=dimension.target,
        dimension=dimension.dimension,
        rater_id=judge.judge_id,
        rater_kind=RaterKind.LLM,
        status=Status.SKIPPED if judgement.value is None else Status.RATED,
        value=judgement.value,
        reason=judgement.reason,
        presentation=tuple(episode.episode_id for episode in item.episodes),
        sample=item.sample,
        rubric_hash=judge.rubric.rubric_hash,
        rated_at=answered,
    )


def _circumstances(judge: Judge, item: Item) -> dict[str, str]:
    return {"model": judge.model, "pair_id": item.episodes[0].pair_id}
