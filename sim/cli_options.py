"""The options that several `blindpair sim` commands share."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "EndpointOptions",
    "Environment",
    "JudgeChoices",
    "JudgeLayout",
    "LimitOptions",
    "PromptPreset",
    "SimulationOptions",
]


class PromptPreset(StrEnum):
    """Sets of prompts."""

    DEFAULT = "default"
    PAPER = "paper"
    SMALL = "small"


@dataclass(frozen=True, slots=True)
class Environment:
    """What the commands take from the process's environment."""

    api_key: str | None


@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """What decides what a simulation produces."""

    scenarios: Annotated[
        Path,
        typer.Option("--scenarios", "-s", exists=True, dir_okay=False, help="Scenarios, one a line (JSONL)."),
    ]
    model: Annotated[
        str, typer.Option("--model", "-m", help="For every role; 'scripted' needs no server and no key.")
    ]
    modes: Annotated[
        str, typer.Option("--modes", help="With commas between: SCRIPT, AGENTS, MINDREADERS.")
    ] = "SCRIPT,AGENTS"
    writer_model: Annotated[
        str | None, typer.Option("--writer-model", help="Another model for SCRIPT's writer.")
    ] = None
    model_1: Annotated[
        str | None, typer.Option("--model-1", help="Another model for the first character.")
    ] = None
    model_2: Annotated[
        str | None, typer.Option("--model-2", help="Another model for the second character.")
    ] = None
    repeats: Annotated[
        int, typer.Option("--repeats", "-r", min=1, help="Episodes per scenario and mode.")
    ] = 1
    seed: Annotated[int, typer.Option("--seed", help="Decides the calls' seeds and the episodes' ids.")] = 0
    send_seed: Annotated[
        bool, typer.Option("--send-seed/--no-send-seed", help="Send a seed with every call.")
    ] = True
    preset: Annotated[
        PromptPreset,
        typer.Option(
            "--preset",
            help="'paper': the published wording, with its asymmetries; 'small': short, for small models.",
        ),
    ] = PromptPreset.DEFAULT
    temperature: Annotated[
        float, typer.Option("--temperature", help="A negative number leaves it to the server.")
    ] = 0.7
    top_p: Annotated[
        float | None, typer.Option("--top-p", min=0, max=1, help="Left to the server by default.")
    ] = None
    max_tokens: Annotated[
        int, typer.Option("--max-tokens", min=1, help="Most tokens of a character's reply.")
    ] = 512
    writer_max_tokens: Annotated[
        int, typer.Option("--writer-max-tokens", min=1, help="Most tokens of a SCRIPT reply.")
    ] = 4096
    turn_limit: Annotated[
        int, typer.Option("--turn-limit", min=1, help="Most turns of a dialogue, in every mode.")
    ] = 20


@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """How much at once, how often, and what it may cost."""

    concurrency: Annotated[
        int, typer.Option("--concurrency", "-c", min=1, help="Calls under way at once.")
    ] = 8
    max_attempts: Annotated[
        int, typer.Option("--max-attempts", min=1, help="Starts at which what failed is tried.")
    ] = 3
    budget_usd: Annotated[
        float | None, typer.Option("--budget-usd", min=0, help="Stop before the whole run costs more.")
    ] = None
    max_tokens_total: Annotated[
        int | None,
        typer.Option("--max-tokens-total", min=1, help="Stop before the whole run takes more tokens."),
    ] = None
    prices: Annotated[
        Path | None,
        typer.Option("--prices", exists=True, dir_okay=False, help="Your own prices (TOML)."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class EndpointOptions:
    """Where the models are. The key comes from OPENAI_API_KEY or a file, never from the command line."""

    base_url: Annotated[
        str | None,
        typer.Option("--base-url", envvar="OPENAI_BASE_URL", help="The endpoint, up to and with /v1."),
    ] = None
    api_key_file: Annotated[
        Path | None,
        typer.Option(
            "--api-key-file", exists=True, dir_okay=False, help="File with the key, if not OPENAI_API_KEY."
        ),
    ] = None
    timeout: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one call may take.")] = 300


class JudgeLayout(StrEnum):
    """How episodes are shown to a judge."""

    AUTO = "auto"
    PAIR = "pair"
    SINGLE = "single"


@dataclass(frozen=True, kw_only=True)
class JudgeChoices:
    """Who judges what, and how."""

    judge_model: Annotated[
        str, typer.Option("--judge-model", "-m", help="'scripted' draws its values: for trying out only.")
    ]
    rubric: Annotated[
        str, typer.Option("--rubric", help="goal, sotopia, naturalness-pair, or a rubric's TOML file.")
    ] = "goal"
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", file_okay=False, help="Folder for the ratings; the run's by default."),
    ] = None
    judge_id: Annotated[
        str | None, typer.Option("--judge-id", help="The judge's rater_id; model and rubric by default.")
    ] = None
    layout: Annotated[
        JudgeLayout,
        typer.Option("--layout", help="By default side by side where the rubric compares, else single."),
    ] = JudgeLayout.AUTO
    samples: Annotated[
        int, typer.Option("--samples", min=1, help="Judgements of each, for the judge's own reliability.")
    ] = 1
    contrast: Annotated[
        str | None, typer.Option("--contrast", help="Compare only these two conditions: 'FIRST,SECOND'.")
    ] = None
    temperature: Annotated[
        float, typer.Option("--temperature", help="A negative number leaves it to the server.")
    ] = 0.0
    max_tokens: Annotated[int, typer.Option("--max-tokens", min=1, help="Most tokens of a reply.")] = 2048
    seed: Annotated[int, typer.Option("--seed", help="Decides the calls' seeds.")] = 0
    send_seed: Annotated[
        bool, typer.Option("--send-seed/--no-send-seed", help="Send a seed with every call.")
    ] = True
