"""What a judge is shown and asked, and what becomes of its answers."""

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import ContractError, SimError
from sim.judging.items import Item, Layout, LayoutError, items_of, resolved_layout
from sim.judging.launch import JudgedRun, JudgeOptions, launch_judge
from sim.judging.questions import questions_of
from sim.judging.reply import OutOfRangeError, read_judgements
from sim.judging.report import report_lines, side_preferences
from sim.launch import Surroundings
from sim.llm.chat import ChatClient, ChatRequest, Completion, Sampling
from sim.llm.prices import Price, PriceTable, read_prices
from sim.llm.readable import UnreadableError
from sim.llm.retry import RetryPolicy
from sim.llm.scripted.client import ScriptedClient, scripted_reply
from sim.runner import Limits
from sim.schema.base import Target
from sim.schema.jsonl import write_jsonl
from sim.schema.ratings_csv import read_ratings_csv
from sim.schema.rubric import Rubric, builtin_rubric, builtin_rubrics
from sim.schema.run import FailureKind
from sim.schema.scale import MultipleChoiceAnswer, Option
from tests.golden.records import EPISODES
from tests.sim.fakes import NOON, RecordingClient, no_wait


@pytest.fixture
def options(tmp_path: Path) -> JudgeOptions:
    source = tmp_path / "episodes.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        write_jsonl(stream, EPISODES)
    limits = Limits(concurrency=2)
    return JudgeOptions(source, "judge-model", "goal", output=tmp_path / "judged", limits=limits)


class Judging:
    """A listener that listens to nothing."""

    def on_start(self, *, planned: int, done: int, given_up: int) -> None: ...

    def advance(self) -> None: ...

    def on_failure(self, failure: object) -> None: ...


def judge(
    options: JudgeOptions, client: ChatClient | None = None, prices: PriceTable | None = None
) -> JudgedRun:
    around = Surroundings(
        now=lambda: NOON,
        clock=lambda: 0.0,
        sleep=no_wait,
        chance=random.Random(1),
        code_version="0",
        check_outcome=lambda turns, scenario: None,
        policy=RetryPolicy(attempts=2),
    )
    return asyncio.run(
        launch_judge(options, client or ScriptedClient(), prices or read_prices(), around, Judging())
    )


def shown(request: ChatRequest) -> str:
    return "\n".join(message.content for message in request.messages)


def test_goal_scores_every_character_of_every_episode(options: JudgeOptions) -> None:
    run = judge(options)
    assert {rating.unit_id for rating in run.summary.ratings} == {
        f"{episode.episode_id}#{place}" for episode in EPISODES for place in (0, 1)
    }
    assert read_ratings_csv(run.ratings) == tuple(run.summary.ratings)
    assert {rating.rater_id for rating in run.summary.ratings} == {"judge-model:goal"}


@pytest.mark.parametrize("rubric", builtin_rubrics())
def test_every_rubric_is_judged(options: JudgeOptions, rubric: str) -> None:
    run = judge(replace(options, rubric=rubric))
    assert run.summary.done == run.summary.planned == 4
    asked = {d.dimension for d in builtin_rubric(rubric).dimensions if d.required}
    assert {rating.dimension for rating in run.summary.ratings} == asked


def test_pairs_are_judged_side_by_side_in_both_orders(options: JudgeOptions) -> None:
    run = judge(replace(options, rubric="naturalness-pair", samples=2))
    orders = [(rating.unit_id, rating.presentation, rating.sample) for rating in run.summary.ratings]
    assert len(set(orders)) == len(orders) == 2 * 2 * 2
    for unit, presentation, sample in orders:
        assert "+".join(presentation if sample % 2 == 0 else presentation[::-1]) == unit


def test_a_judge_is_told_nothing_that_raters_are_not(options: JudgeOptions) -> None:
    client = RecordingClient(scripted_reply)
    judge(replace(options, rubric="naturalness-then-goals"), client)
    for request in client.requests:
        text = shown(request)
        for word in ("SCRIPT", "AGENTS", "golden-model", "common friend: Noor", "turn_limit"):
            assert word not in text


def test_each_step_shows_what_it_shows_to_raters(options: JudgeOptions) -> None:
    client = RecordingClient(scripted_reply)
    judge(replace(options, rubric="naturalness-then-goals"), client)
    bargains = [request for request in client.requests if "touring bike" in shown(request)]
    first = next(request for request in bargains if len(request.messages) == 2)
    second = next(request for request in bargains if len(request.messages) == 4)
    assert "Cycles to work." in shown(first)
    assert "for at most $140" not in shown(first)
    assert "already sold" not in shown(first)
    assert "for at most $140" in shown(second)
    assert "already sold" in shown(second)
    assert second.messages[:2] in [request.messages for request in bargains]


def test_dialogues_of_all_modes_are_written_alike(options: JudgeOptions) -> None:
    client = RecordingClient(scripted_reply)
    judge(replace(options, rubric="naturalness-pair"), client)
    text = shown(client.requests[0])
    a, b = text.split("Dialogue A\n")[1].split("Dialogue B\n")
    shared = min(len(a.strip()), len(b.split("\n\n")[0]))
    assert a[: shared - 40] == b[: shared - 40]


def test_the_sides_of_the_reply_become_episodes(options: JudgeOptions) -> None:
    def always_a(request: ChatRequest) -> str:
        return json.dumps({"1": {"about": "both dialogues", "reason": "It flows.", "value": "A"}})

    run = judge(replace(options, rubric="naturalness-pair"), RecordingClient(always_a))
    assert all(rating.value == rating.presentation[0] for rating in run.summary.ratings)
    (side,) = side_preferences(run.summary.ratings)
    assert (side.first, side.preferred, side.consistent, side.judged_both_ways) == (4, 4, 0, 2)
    assert any("preferred in 100% of 4 preferences" in line for line in report_lines(run))


def test_an_unusable_reply_is_asked_for_once_more_and_then_is_a_failure(options: JudgeOptions) -> None:
    too_high = json.dumps({str(n): {"value": 11, "reason": "Great."} for n in (1, 2)})
    client = RecordingClient(lambda request: too_high)
    run = judge(options, client)
    assert len(client.requests) == 2 * 4
    assert not run.summary.ratings
    assert {failure.kind for failure in run.summary.failed} == {FailureKind.OUT_OF_RANGE}
    assert "expected a whole number from 0 to 10" in run.summary.failed[0].message
    assert read_ratings_csv(run.ratings) == ()


def test_judging_again_pays_nothing_and_changes_nothing(options: JudgeOptions) -> None:
    first = judge(options)
    before = first.ratings.read_bytes()
    client = RecordingClient(lambda request: pytest.fail("no call was expected"))
    assert judge(options, client).ratings.read_bytes() == before


def test_another_judge_is_added(options: JudgeOptions) -> None:
    judge(options)
    judge(replace(options, judge_id="second", samples=2))
    ratings = read_ratings_csv(options.source.parent / "judged" / "ratings.csv")
    assert {rating.rater_id for rating in ratings} == {"judge-model:goal", "second"}
    assert len(ratings) == 8 + 16


def test_a_budget_in_dollars_stops_judging_before_it_is_exceeded(options: JudgeOptions) -> None:
    prices = PriceTable({"judge-model": Price(input=1, output=5)})
    run = judge(replace(options, samples=5, budget_usd=0.01), prices=prices)
    assert "budget of $0.01" in str(run.summary.stopped_by)
    assert 0 < run.summary.done < run.summary.planned
    assert 0 < run.spent_usd <= 0.01


def test_a_budget_stops_judging_and_keeps_what_is_paid(options: JudgeOptions) -> None:
    client = RecordingClient(
        lambda request: Completion(scripted_reply(request), prompt_tokens=1500, completion_tokens=100)
    )
    small = replace(options, sampling=Sampling(max_tokens=100), max_tokens_total=5000)
    run = judge(small, client)
    assert 0 < run.summary.done < 4
    assert "budget of 5000 tokens" in str(run.summary.stopped_by)
    assert len(read_ratings_csv(run.ratings)) == 2 * run.summary.done
    assert judge(replace(small, max_tokens_total=None), client).summary.done == 4
    assert len(client.requests) == 4


def test_a_rubric_that_compares_refuses_single_episodes(options: JudgeOptions) -> None:
    with pytest.raises(LayoutError, match="compares two in naturalness"):
        judge(replace(options, rubric="naturalness-pair", layout=Layout.SINGLE))
    assert not (options.source.parent / "judged").exists()


def test_goals_can_be_judged_side_by_side(options: JudgeOptions) -> None:
    run = judge(replace(options, layout=Layout.PAIR))
    assert {len(rating.presentation) for rating in run.summary.ratings} == {2}
    assert len(run.summary.ratings) == 2 * 2 * 4


def test_a_contrast_without_pairs_is_refused(options: JudgeOptions) -> None:
    with pytest.raises(LayoutError, match="nothing to compare"):
        judge(replace(options, rubric="naturalness-pair", contrast=("SCRIPT:golden-model", "HUMAN")))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rubric": "no-such"}, "expected a file or one of goal"),
        ({"output": None}, "say with --output"),
        ({"source": Path("/nowhere/episodes.jsonl")}, "no such file"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: JudgeOptions, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(SimError, match=words):
        judge(replace(options, **change))


def test_a_rubric_file_is_read_and_checked(options: JudgeOptions, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('rubric_id = "mine"\nsteps = []\n')
    with pytest.raises(ContractError, match=r"mine\.toml, steps"):
        judge(replace(options, rubric=str(tmp_path / "mine.toml")))
    (tmp_path / "mine.toml").write_text("rubric_id = ")
    with pytest.raises(ContractError, match="not TOML"):
        judge(replace(options, rubric=str(tmp_path / "mine.toml")))


ITEM = items_of(EPISODES, Layout.PAIR, samples=1)[0]
GOALS = questions_of(builtin_rubric("goal").steps[0], ITEM)
NATURAL = questions_of(builtin_rubric("naturalness-pair").steps[0], ITEM)


def entries(**changes: Any) -> str:
    answers = {question.key: {"about": question.about, "reason": "", "value": 5} for question in GOALS}
    answers["1"].update(changes)
    return json.dumps(answers)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (entries(about=GOALS[1].about), "answer 1 says it is about"),
        (entries(value=None), "value of answer 1 is None"),
        (entries(value=True), "value of answer 1 is True"),
        (entries(value=5.5), "expected a whole number"),
        (entries(value="high"), "expected a whole number"),
        ("{}", "answer 1 is None"),
        ("Both did well.", "no complete JSON object"),
    ],
)
def test_a_reply_that_does_not_answer_is_unreadable(reply: str, problem: str) -> None:
    with pytest.raises(UnreadableError, match=problem):
        read_judgements(reply, GOALS, ITEM)


@pytest.mark.parametrize(("value", "expected"), [("7", 7), (7.0, 7), (" 0 ", 0), (10, 10)])
def test_numbers_are_read_however_written(value: object, expected: int) -> None:
    assert read_judgements(entries(value=value), GOALS, ITEM)[0].value == expected


@pytest.mark.parametrize("value", ["C", "both_bad", ITEM.episodes[0].episode_id, 1, None])
def test_a_preference_names_a_side(value: object) -> None:
    with pytest.raises(OutOfRangeError):
        read_judgements(json.dumps({"1": {"value": value}}), NATURAL, ITEM)


@pytest.mark.parametrize(("value", "place"), [("A", 0), ("b", 1), ("Dialogue B", 1)])
def test_a_side_may_be_written_in_several_ways(value: str, place: int) -> None:
    (judgement,) = read_judgements(json.dumps({"1": {"value": value}}), NATURAL, ITEM)
    assert judgement.value == ITEM.episodes[place].episode_id


@given(st.text())
def test_any_reply_is_read_or_refused(reply: str) -> None:
    with pytest.raises(UnreadableError):
        read_judgements(reply, GOALS, ITEM)


KINDS = Rubric.model_validate(
    {
        "rubric_id": "kinds",
        "steps": [
            {
                "visible": ["setting"],
                "dimensions": [
                    {"dimension": "n", "target": "episode", "question": "n?", "level": "ratio"}
                    | {"answer": {"kind": "number", "minimum": 0}},
                    {"dimension": "y", "target": "episode", "question": "y?", "level": "nominal"}
                    | {"answer": {"kind": "yes_no"}},
                    {"dimension": "c", "target": "episode", "question": "c?", "level": "nominal"}
                    | {
                        "answer": {
                            "kind": "choice",
                            "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}],
                        }
                    },
                    {"dimension": "m", "target": "episode", "question": "m?", "level": "nominal"}
                    | {
                        "answer": {
                            "kind": "multiple_choice",
                            "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}],
                        }
                    },
                    {"dimension": "t", "target": "episode", "question": "t?", "answer": {"kind": "text"}},
                    {
                        "dimension": "o",
                        "target": "episode",
                        "question": "o?",
                        "level": "nominal",
                        "required": False,
                    }
                    | {"answer": {"kind": "yes_no"}},
                ],
            }
        ],
    }
)


def test_every_kind_of_answer_is_asked_and_read() -> None:
    item = items_of(EPISODES[:1], Layout.SINGLE, samples=1)[0]
    questions = questions_of(KINDS.steps[0], item)
    values = {"1": 2.5, "2": "yes", "3": "b", "4": ["a", "b"], "5": "words"}
    reply = json.dumps({key: {"value": value} for key, value in values.items()})
    judgements = read_judgements(reply, questions, item)
    assert [judgement.value for judgement in judgements] == [2.5, "yes", "b", '["a", "b"]', "words", None]


def test_layout_follows_the_rubric() -> None:
    assert resolved_layout(builtin_rubric("goal"), Layout.AUTO) is Layout.SINGLE
    assert resolved_layout(builtin_rubric("paper"), Layout.AUTO) is Layout.PAIR


def test_items_name_their_unit() -> None:
    single: Item = items_of(EPISODES, Layout.SINGLE, samples=1)[0]
    assert single.unit_id == EPISODES[0].episode_id
    assert ITEM.unit_id == "+".join(sorted(episode.episode_id for episode in EPISODES[:2]))
    assert {question.dimension.target for question in GOALS} == {Target.CHARACTER}
    assert MultipleChoiceAnswer(options=(Option(value="a", label="A"), Option(value="b", label="B"))).values
