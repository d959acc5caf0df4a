"""A run from its options: what it writes, how it goes on, and what it refuses."""

import asyncio
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from sim.errors import ContractError
from sim.launch import LaunchedRun, RunOptions, Surroundings, launch
from sim.llm.chat import CallError, ChatClient, ChatRequest, Completion, Sampling
from sim.llm.journal import NewerRunError, StorageError
from sim.llm.prices import read_prices
from sim.llm.retry import RetryPolicy
from sim.llm.scripted.client import ScriptedClient
from sim.plan import RoleModels
from sim.run_directory import ChangedSettingsError, RunDirectory
from sim.runner import Limits
from sim.scenarios.outcomes import check_outcome
from sim.schema.base import Mode
from sim.schema.episode import Episode
from sim.schema.episodes_file import read_episodes_file
from sim.schema.run import FailureKind
from tests.golden.records import BARGAIN, FRIENDS
from tests.sim.fakes import NOON, Silent, no_wait

SCRIPTED = RoleModels("scripted", "scripted", "scripted")
MODES = (Mode.SCRIPT, Mode.AGENTS, Mode.MINDREADERS)


@pytest.fixture
def options(tmp_path: Path) -> RunOptions:
    scenarios = tmp_path / "scenarios.jsonl"
    scenarios.write_text(f"{BARGAIN.model_dump_json()}\n{FRIENDS.model_dump_json()}\n", encoding="utf-8")
    return RunOptions(scenarios, tmp_path / "run", MODES, SCRIPTED, limits=Limits(concurrency=3))


def start(options: RunOptions, client: ChatClient | None = None, *, salt: str = "0" * 32) -> LaunchedRun:
    around = Surroundings(
        now=lambda: NOON,
        clock=lambda: 0.0,
        sleep=no_wait,
        chance=random.Random(1),
        code_version="0",
        check_outcome=check_outcome,
        new_salt=lambda: salt,
        policy=RetryPolicy(attempts=2),
    )
    return asyncio.run(launch(options, client or ScriptedClient(), read_prices(), around, Silent()))


def episodes(options: RunOptions) -> dict[str, Episode]:
    file = read_episodes_file(options.output / "episodes.jsonl")
    assert not file.problems
    return {episode.episode_id: episode for episode in file.episodes}


class KilledError(Exception):
    """Not an error of this package, so that nothing catches it."""


class Recording:
    """The scripted client, which notes the seeds it was asked with."""

    def __init__(self) -> None:
        self.seeds: list[int | None] = []

    async def complete(self, request: ChatRequest) -> Completion:
        self.seeds.append(request.seed)
        return await ScriptedClient().complete(request)


class Breaking:
    """The scripted client, which fails at every call whose number is in `at`."""

    def __init__(self, error: Exception, *at: int) -> None:
        self._error = error
        self._at = at
        self.calls = 0

    async def complete(self, request: ChatRequest) -> Completion:
        self.calls += 1
        if self.calls in self._at:
            raise self._error
        return await ScriptedClient().complete(request)


def test_a_run_makes_every_planned_episode(options: RunOptions) -> None:
    run = start(replace(options, repeats=2))
    made = episodes(options)
    assert (run.summary.done, run.summary.planned, len(made)) == (12, 12, 12)
    assert {episode.pair_id for episode in made.values()} == {
        "bike-1-r0",
        "bike-1-r1",
        "friends-1-r0",
        "friends-1-r1",
    }
    assert {episode.condition for episode in made.values()} == {f"{mode}:scripted" for mode in MODES}
    assert not run.summary.incomplete_pairs


def test_the_same_command_again_does_nothing(options: RunOptions) -> None:
    start(options)
    before = (options.output / "episodes.jsonl").read_bytes()
    client = Breaking(AssertionError("no call was expected"), 1)
    assert start(options, client).summary.new == 0
    assert (options.output / "episodes.jsonl").read_bytes() == before


def test_repeats_with_the_same_prompts_stay_apart(options: RunOptions) -> None:
    start(replace(options, modes=(Mode.AGENTS,), repeats=5))
    spoken = {tuple(turn.text for turn in episode.turns) for episode in episodes(options).values()}
    assert len(spoken) > 5


def test_a_run_is_the_same_whatever_its_concurrency(options: RunOptions, tmp_path: Path) -> None:
    start(options)
    other = replace(options, output=tmp_path / "other", limits=Limits(concurrency=1))
    start(other)
    assert episodes(options) == episodes(other)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seed": 1}, "seed"),
        ({"repeats": 2}, "repeats"),
        ({"preset": "paper"}, "preset"),
        ({"sampling": Sampling(temperature=0.1)}, "temperature"),
        ({"models": RoleModels("scripted", "scripted", "other")}, "model_2"),
    ],
)
def test_changed_settings_are_refused_by_name(
    options: RunOptions, change: dict[str, object], field: str
) -> None:
    start(options)
    before = (options.output / "episodes.jsonl").read_bytes()
    with pytest.raises(ChangedSettingsError, match=rf"  {field}: the run has"):
        start(replace(options, **change))  # type: ignore[arg-type]
    assert (options.output / "episodes.jsonl").read_bytes() == before


def test_changed_scenarios_are_refused(options: RunOptions) -> None:
    start(options)
    options.scenarios.write_text(f"{BARGAIN.model_dump_json()}\n", encoding="utf-8")
    with pytest.raises(ChangedSettingsError, match="scenarios_sha256"):
        start(options)


def test_a_run_of_a_newer_version_is_refused(options: RunOptions) -> None:
    start(options)
    manifest = json.loads((options.output / "manifest.json").read_text())
    (options.output / "manifest.json").write_text(json.dumps({**manifest, "schema_version": 2}))
    with pytest.raises(NewerRunError, match="found schema version 2, expected 1"):
        start(options)


def test_every_problem_of_the_scenarios_is_listed(options: RunOptions) -> None:
    twins = BARGAIN.model_copy(update={"characters": (BARGAIN.characters[0], BARGAIN.characters[0])})
    told = FRIENDS.model_copy(update={"setting": "Secretly: They have one common friend: Noor."})
    lines = [twins.model_dump_json(), "{", told.model_dump_json(), told.model_dump_json()]
    options.scenarios.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(ContractError) as refusal:
        start(options)
    assert [(problem.line, problem.field) for problem in refusal.value.problems] == [
        (1, "characters"),
        (2, ""),
        (3, "hidden_facts"),
        (4, "scenario_id"),
        (4, "hidden_facts"),
    ]
    assert not options.output.exists()


def test_an_empty_file_of_scenarios_is_refused(options: RunOptions) -> None:
    options.scenarios.write_text("\n")
    with pytest.raises(ContractError, match="no scenario"):
        start(options)


def test_a_failed_episode_is_a_record_and_its_pair_is_listed(options: RunOptions) -> None:
    error = CallError(FailureKind.CONTEXT_LENGTH, "The dialogue outgrew the model's context.")
    run = start(options, Breaking(error, 9))
    assert (run.summary.done, len(run.summary.failed)) == (5, 1)
    (failure,) = run.summary.failed
    assert failure.kind is FailureKind.CONTEXT_LENGTH
    assert run.summary.incomplete_pairs == [failure.pair_id]
    assert failure.object_id not in episodes(options)


def test_a_failed_episode_is_tried_again_on_the_next_start(options: RunOptions) -> None:
    error = CallError(FailureKind.CONTEXT_LENGTH, "too long")
    start(options, Breaking(error, 9))
    run = start(options)
    assert (run.summary.done, run.summary.new, run.summary.incomplete_pairs) == (6, 1, [])


def test_a_failed_episode_is_given_up_at_the_limit(options: RunOptions) -> None:
    limited = replace(options, limits=Limits(concurrency=1, max_attempts=1))
    start(limited, Breaking(CallError(FailureKind.CONTEXT_LENGTH, "too long"), 9))
    client = Breaking(AssertionError("no call was expected"), 1)
    run = start(limited, client)
    assert (run.summary.given_up, run.summary.new, client.calls) == (1, 0, 0)


def test_an_interrupted_dialogue_goes_on_where_it_was(options: RunOptions, tmp_path: Path) -> None:
    whole = replace(options, output=tmp_path / "whole")
    client, first, second = Breaking(KilledError()), Breaking(KilledError(), 17), Breaking(KilledError())
    start(whole, client)
    with pytest.raises(ExceptionGroup):
        start(options, first)
    start(options, second)
    assert episodes(options) == episodes(whole)
    assert client.calls <= first.calls + second.calls <= client.calls + options.limits.concurrency


@pytest.mark.parametrize("kind", [FailureKind.AUTHENTICATION, FailureKind.MODEL_NOT_FOUND])
def test_what_would_fail_everywhere_stops_the_run(options: RunOptions, kind: FailureKind) -> None:
    client = Breaking(CallError(kind, "refused", fatal=True), *range(1, 100))
    run = start(options, client)
    assert str(run.summary.stopped_by) == "refused"
    assert client.calls <= 3
    assert not (options.output / "failures.jsonl").exists()
    assert start(options).summary.done == 6


def test_a_server_that_stays_away_stops_the_run(options: RunOptions) -> None:
    error = CallError(FailureKind.CONNECTION, "cannot be reached", transient=True)
    run = start(replace(options, repeats=10), Breaking(error, *range(1, 1000)))
    assert "cannot be reached" in str(run.summary.stopped_by)
    assert 5 <= len(run.summary.failed) <= 8


def test_a_spent_budget_stops_the_run_and_more_continues_it(options: RunOptions) -> None:
    run = start(replace(options, max_tokens_total=9000))
    assert "budget of 9000 tokens" in str(run.summary.stopped_by)
    assert sum(total.prompt_tokens + total.completion_tokens for total in run.totals) <= 9000
    assert start(options).summary.done == 6


def test_a_line_cut_off_by_a_kill_is_made_again(options: RunOptions) -> None:
    start(options)
    path = options.output / "episodes.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    client = Breaking(AssertionError("no call was expected"), 1)
    assert start(options, client).summary.new == 1
    assert len(episodes(options)) == 6
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    directory = RunDirectory(tmp_path)
    with pytest.raises(StorageError, match=r"No space left.*same command again"):
        directory.add(Path("/dev/full"), BARGAIN)
    directory.close()


def test_a_folder_that_cannot_be_made_is_told(options: RunOptions) -> None:
    with pytest.raises(StorageError, match="could not be written"):
        start(replace(options, output=options.scenarios / "run"))


def test_provenance_says_how_an_episode_came_about(options: RunOptions) -> None:
    start(options)
    for episode in episodes(options).values():
        provenance = episode.provenance
        assert provenance.usage is not None
        assert provenance.usage.calls == (1 if episode.mode is Mode.SCRIPT else len(episode.turns))
        assert provenance.cost_usd == 0
        assert provenance.sampling["max_tokens"] == (4096 if episode.mode is Mode.SCRIPT else 512)
        assert set(provenance.models.values()) == {"scripted"}
        assert "default/rules" in provenance.prompt_hashes


def test_manifest_names_every_setting(options: RunOptions) -> None:
    start(options)
    directory = RunDirectory(options.output)
    settings = json.loads((directory.folder / "manifest.json").read_text())["settings"]
    assert settings["modes"] == ["SCRIPT", "AGENTS", "MINDREADERS"]
    assert settings["turn_limit"] == 20


def test_another_salt_changes_the_ids_and_nothing_else(options: RunOptions, tmp_path: Path) -> None:
    other = replace(options, output=tmp_path / "other")
    clients = Recording(), Recording()
    start(options, clients[0], salt="a" * 32)
    start(other, clients[1], salt="b" * 32)
    assert not episodes(options).keys() & episodes(other).keys()
    assert Counter(clients[0].seeds) == Counter(clients[1].seeds)
    texts = [sorted(str(episode.turns) for episode in episodes(run).values()) for run in (options, other)]
    assert texts[0] == texts[1]


def test_a_run_keeps_its_salt_when_it_is_continued(options: RunOptions) -> None:
    start(options, salt="a" * 32)
    before = set(episodes(options))
    run = start(options, salt="b" * 32)
    assert (run.summary.new, set(episodes(options))) == (0, before)
