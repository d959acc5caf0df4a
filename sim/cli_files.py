"""The `blindpair sim` commands that read and write files of scenarios and episodes."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sim.cli_signature import spread

__all__ = ["files_app"]

files_app = typer.Typer(rich_markup_mode=None)

ReadableFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)]
Output = Annotated[Path, typer.Option("--output", "-o", dir_okay=False, help="The file to write.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]


class ScenarioSource(StrEnum):
    """Whose scenarios are imported."""

    SOTOPIA = "sotopia"


class EpisodeFormat(StrEnum):
    """The foreign formats that are read."""

    SOTOPIA = "sotopia"
    SHAREGPT = "sharegpt"
    OPENAI = "openai"
    CSV = "csv"


class LogMode(StrEnum):
    """The modes a foreign log may be labelled with."""

    SCRIPT = "SCRIPT"
    AGENTS = "AGENTS"
    MINDREADERS = "MINDREADERS"


class Family(StrEnum):
    """The families of scenarios that can be generated."""

    BARGAINING = "bargaining"
    MUTUAL_FRIENDS = "mutual-friends"


class Zone(StrEnum):
    """Whether one price satisfies both targets of a bargain."""

    WITH = "with"
    WITHOUT = "without"
    MIXED = "mixed"


@files_app.command()
def scenarios(
    output: Output,
    family: Annotated[
        Family | None, typer.Option(help="Generate this family; without it, write the built-in pack.")
    ] = None,
    n: Annotated[int | None, typer.Option("--n", min=1, help="How many to generate [default: 10].")] = None,
    seed: Annotated[int | None, typer.Option(help="Decides what is generated [default: 0].")] = None,
    zone: Annotated[
        Zone | None, typer.Option(help="Bargaining: a zone of agreement or none [default: mixed].")
    ] = None,
    force: Force = False,
) -> None:
    """Write scenarios: the built-in pack, or a seeded family with a checkable outcome."""
    from sim.outputs import check_absent, replacing
    from sim.scenarios.builtin import builtin_scenarios
    from sim.scenarios.generators import Zone as ZoneOfAgreement
    from sim.scenarios.generators import bargaining_scenarios, mutual_friend_scenarios
    from sim.scenarios.summary import summary_of
    from sim.schema.jsonl import write_jsonl

    given = [name for name, value in (("--n", n), ("--seed", seed), ("--zone", zone)) if value is not None]
    if family is None and given:
        raise typer.BadParameter(f"{', '.join(given)}: only with --family; the built-in pack is fixed.")
    if family is Family.MUTUAL_FRIENDS and zone is not None:
        raise typer.BadParameter("--zone: only with --family bargaining.")
    check_absent(output, force=force)
    if family is None:
        made = builtin_scenarios()
    elif family is Family.BARGAINING:
        wanted = ZoneOfAgreement(zone or Zone.MIXED)
        made = bargaining_scenarios(10 if n is None else n, seed=seed or 0, zone=wanted)
    else:
        made = mutual_friend_scenarios(10 if n is None else n, seed=seed or 0)
    with replacing(output) as stream:
        write_jsonl(stream, made)
    typer.echo(f"{output}: {summary_of(made)}")


@files_app.command()
def check(
    files: Annotated[
        list[Path], typer.Argument(exists=True, dir_okay=False, readable=True, help="Files of episodes.")
    ],
) -> None:
    """Check files of episodes, their outcomes from their words; every problem is listed with its line."""
    from sim.errors import ContractError
    from sim.formats.summary import summary_of
    from sim.scenarios.outcome_problems import outcome_problems
    from sim.schema.episodes_file import read_episodes_file

    read = {path: read_episodes_file(path) for path in files}
    found = {path: [*file.problems, *outcome_problems(file, source=path.name)] for path, file in read.items()}
    for path, file in read.items():
        if not found[path]:
            typer.echo(f"{path}: {summary_of(file.episodes)}")
    if problems := [problem for each in found.values() for problem in each]:
        raise ContractError(problems)


@files_app.command("import")
def import_(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="Folder of profile files.")],
    output: Output,
    source: Annotated[ScenarioSource, typer.Option("--from", help="Whose scenarios they are.")],
    force: Force = False,
) -> None:
    """Import scenarios: Sotopia's evaluation set from its four profile files."""
    from sim.outputs import check_absent, replacing
    from sim.scenarios.sotopia import import_sotopia
    from sim.scenarios.summary import summary_of
    from sim.schema.jsonl import write_jsonl

    readers = {ScenarioSource.SOTOPIA: import_sotopia}
    check_absent(output, force=force)
    scenarios = readers[source](folder)
    with replacing(output) as stream:
        write_jsonl(stream, scenarios)
    typer.echo(f"{output}: {summary_of(scenarios)}")


@dataclass(frozen=True, kw_only=True)
class ForeignOptions:
    """What is known of a foreign file."""

    source: Annotated[EpisodeFormat, typer.Option("--from", help="The format of FILE.")]
    condition: Annotated[
        str | None,
        typer.Option(
            "--condition", help="Name of the condition; in csv and chat files, where a dialogue names none."
        ),
    ] = None
    profiles: Annotated[
        Path | None,
        typer.Option(
            "--profiles", exists=True, file_okay=False, help="Sotopia: folder of environments and agents."
        ),
    ] = None
    mode: Annotated[
        LogMode | None,
        typer.Option("--mode", help="Sotopia: the mode FILE is labelled with; refused if its logs differ."),
    ] = None
    judge_model: Annotated[
        str | None, typer.Option("--judge-model", help="Sotopia: the judge, where the logs do not name it.")
    ] = None
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Write what can be read; list and count the rest.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class ConvertedFiles:
    """The files a conversion writes."""

    output: Annotated[Path, typer.Option("--output", "-o", dir_okay=False, help="The episodes (JSONL).")]
    ratings: Annotated[
        Path | None,
        typer.Option("--ratings", dir_okay=False, help="Sotopia: write the stored scores here (CSV)."),
    ] = None
    failures: Annotated[
        Path | None,
        typer.Option("--failures", dir_okay=False, help="Sotopia: write failed judgements here (JSONL)."),
    ] = None
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False


@files_app.command()
@spread
def convert(file: ReadableFile, foreign: ForeignOptions, written: ConvertedFiles) -> None:
    """Convert foreign logs to episodes; nothing is written if any of them cannot be read."""
    from datetime import UTC, datetime

    from sim.formats import convert as use_case
    from sim.formats.report import report_of
    from sim.schema.base import Mode

    request = use_case.Request(
        path=file,
        format=use_case.EpisodeFormat(foreign.source),
        profiles=foreign.profiles,
        mode=None if foreign.mode is None else Mode(foreign.mode),
        condition=foreign.condition,
        judge=foreign.judge_model,
        skip_invalid=foreign.skip_invalid,
    )
    destination = use_case.Destination(written.output, written.ratings, written.failures, force=written.force)
    converted = use_case.convert_file(request, destination, now=datetime.now(UTC))
    for problem in converted.conversion.problems:
        typer.secho(f"skipped: {problem}", err=True, fg=typer.colors.YELLOW)
    for line in report_of(converted, destination):
        typer.echo(line)


@files_app.command()
def finetune(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="Episodes.")],
    output: Output,
    preset: Annotated[str, typer.Option(help="Wording of the prompts: default or paper.")] = "default",
    turn_limit: Annotated[
        int, typer.Option(min=1, help="The limit the prompts name; that of the run to come.")
    ] = 20,
    force: Force = False,
) -> None:
    """Write chat-format training rows: each turn of SCRIPT episodes as AGENTS would have asked for it."""
    from sim.errors import ContractError, Problem
    from sim.finetune import training_rows
    from sim.modes.dialogue import Ending
    from sim.outputs import check_absent, replacing
    from sim.prompts.preset import load_preset
    from sim.schema.base import Mode
    from sim.schema.episodes_file import read_episodes_file

    check_absent(output, force=force)
    wording = load_preset(preset)
    read = read_episodes_file(file)
    scripts = [episode for episode in read.episodes if episode.mode is Mode.SCRIPT]
    problems = list(read.problems)
    if not problems and not scripts:
        problems = [Problem(file.name, None, "mode", "no SCRIPT episode", "at least one")]
    if problems:
        raise ContractError(problems)
    rows = list(training_rows(scripts, wording, Ending(turn_limit)))
    with replacing(output) as stream:
        for row in rows:
            stream.write(row.model_dump_json(exclude_none=True) + "\n")
    left_out = len(read.episodes) - len(scripts)
    typer.echo(f"{output}: {len(rows)} rows from {len(scripts)} SCRIPT episodes; {left_out} others left out")
