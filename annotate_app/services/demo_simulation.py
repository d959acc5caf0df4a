"""Dialogues that a model plays for the demo: a few scenarios in all three modes, in a resumable run."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from annotate_app.errors import DemoError, DemoUnfinishedError
from annotate_app.services.demo import DemoDialogues
from annotate_app.services.demo_models import DemoModel
from sim.endpoint import Endpoint
from sim.launch import RunOptions
from sim.llm.chat import Sampling
from sim.modes.dialogue import Ending
from sim.plan import RoleModels
from sim.run_command import run_to_end
from sim.run_directory import RunDirectory
from sim.runner import Limits, RunSummary
from sim.schema.base import Mode
from sim.schema.jsonl import read_jsonl_file
from sim.schema.scenario import Scenario
from sim.schema.study import Contrast

__all__ = ["RUN_NAME", "simulated_dialogues"]

RUN_NAME = "run"

_SCENARIOS_NAME = "scenarios.jsonl"
_MODES = (Mode.SCRIPT, Mode.AGENTS, Mode.MINDREADERS)
_N_SCENARIOS = 3
_AT_ONCE = 2
_ATTEMPTS = 4
_N_RATERS = 2

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Step:
    """One of the two comparisons that the three modes allow."""

    first: Mode
    second: Mode
    shows: str


_STEPS = (
    _Step(Mode.AGENTS, Mode.MINDREADERS, "what it changes to know the other's secret and goal"),
    _Step(Mode.MINDREADERS, Mode.SCRIPT, "what it changes that one writer writes both"),
)


def simulated_dialogues(
    workspace: Path, model: DemoModel, *, n_scenarios: int | None, say: Say
) -> DemoDialogues:
    """Simulate whatever of the demo is not simulated yet.

    Parameters
    ----------
    n_scenarios
        None for those of an earlier start, or three.
    say
        Takes one line for the user.

    Raises
    ------
    DemoError
        If an earlier start had another number of scenarios.
    DemoUnfinishedError
        If it was stopped, or no pair is complete.
    SimError
        If the model cannot be started, or the run cannot be written.
    """
    options = _options(workspace, model, _scenarios(workspace, model, n_scenarios))
    _introduce(options, model, say)
    with model.endpoint(workspace) as endpoint:
        summary = _run(options, endpoint, say)
    if summary.stopped_by is not None:
        raise DemoUnfinishedError(f"{summary.stopped_by}\n{_kept(summary, options)}")
    if summary.interrupted:
        raise DemoUnfinishedError(f"Stopped. {_kept(summary, options)}")
    if summary.given_up:
        say(
            f"{_counted(summary.given_up, 'dialogue')} failed {_ATTEMPTS} times and will be missing; "
            f"why is in {options.output / 'failures.jsonl'}."
        )
    return _to_rate(options, model, say)


def _scenarios(workspace: Path, model: DemoModel, wanted: int | None) -> Path:
    path = workspace / _SCENARIOS_NAME
    if path.exists():
        there = len(read_jsonl_file(path, Scenario).records)
        if wanted not in {None, there}:
            raise DemoError(
                f"{workspace} holds a demo under way with {there} scenarios, and --scenarios {wanted} was "
                "asked for. Leave the option out to go on with it, or choose another folder by --workspace."
            )
        return path
    lines = [f"{scenario.model_dump_json()}\n" for scenario in model.scenarios(wanted or _N_SCENARIOS)]
    RunDirectory(workspace).write(path, "".join(lines))
    return path


def _options(workspace: Path, model: DemoModel, scenarios: Path) -> RunOptions:
    return RunOptions(
        scenarios=scenarios,
        output=workspace / RUN_NAME,
        modes=_MODES,
        models=RoleModels(model.name, model.name, model.name),
        preset=model.preset,
        sampling=Sampling(temperature=0.7, max_tokens=240),
        writer_sampling=Sampling(temperature=0.7, max_tokens=400),
        ending=Ending(model.turn_limit),
        limits=Limits(concurrency=_AT_ONCE, max_attempts=_ATTEMPTS),
    )


def _introduce(options: RunOptions, model: DemoModel, say: Say) -> None:
    n_scenarios = len(read_jsonl_file(options.scenarios, Scenario).records)
    say(
        f"{model.name} plays {_counted(n_scenarios, 'scenario')} in three modes, "
        f"{_counted(n_scenarios * len(_MODES), 'dialogue')} of at most {model.turn_limit} turns."
    )
    say(model.remark)
    say("Ctrl-C stops; the same command goes on where it stopped.")


def _run(options: RunOptions, endpoint: Endpoint, say: Say) -> RunSummary:
    """Start the run as often as a failed dialogue is tried, or until nothing failed."""
    while True:
        summary = run_to_end(options, endpoint, None).summary
        for failure in summary.failed:
            kind = failure.kind.value.replace("_", " ")
            say(f"Failed: {failure.pair_id} {failure.mode} ({kind})")
        left = summary.planned - summary.done - summary.given_up
        if not left or summary.stopped_by is not None or summary.interrupted:
            return summary
        say(f"Trying {_counted(left, 'dialogue')} again.")


def _kept(summary: RunSummary, options: RunOptions) -> str:
    return (
        f"{summary.done} of {summary.planned} dialogues are made and kept in {options.output}; the same "
        "command goes on from there."
    )


def _to_rate(options: RunOptions, model: DemoModel, say: Say) -> DemoDialogues:
    run = RunDirectory(options.output)
    modes_of: defaultdict[str, set[Mode]] = defaultdict(set)
    names: dict[Mode, str] = {}
    for episode in run.iter_episodes():
        modes_of[episode.pair_id].add(episode.mode)
        names[episode.mode] = episode.condition
    contrasts: dict[str, Contrast | None] = {}
    for step in _STEPS:
        n_pairs = sum({step.first, step.second} <= modes for modes in modes_of.values())
        if not n_pairs:
            say(f"No scenario has both {step.first} and {step.second}: no session compares them.")
            continue
        name = f"Demo {len(contrasts) + 1}"
        contrasts[name] = Contrast(first=names[step.first], second=names[step.second])
        say(f"{name}: {_counted(n_pairs, 'pair')} of {step.first} and {step.second}: {step.shows}.")
    if not contrasts:
        raise DemoUnfinishedError(
            f"No pair is complete, so there is nothing to rate. Every failure is in {run.failures}. Try "
            "other scenarios: another folder by --workspace, and more of them by --scenarios."
        )
    content = run.episodes.read_bytes()
    return DemoDialogues(f"{model.name}, simulated", content, contrasts, n_raters=_N_RATERS)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
