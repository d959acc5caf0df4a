"""The `blindpair sim` commands that read and write files of scenarios and episodes."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

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
    """Check files of episodes; every problem is listed with its line."""
    from sim.errors import ContractError
    from sim.formats.summary import summary_of
    from sim.schema.episodes_file import read_episodes_file

    read = {path: read_episodes_file(path) for path in files}
    problems = [problem for file in read.values() for problem in file.problems]
    for path, file in read.items():
        if not file.problems:
            typer.echo(f"{path}: {summary_of(file.episodes)}")
    if problems:
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


@files_app.command()
def convert(
    file: ReadableFile,
    output: Output,
    source: Annotated[EpisodeFormat, typer.Option("--from", help="The format of FILE.")],
    profiles: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="Sotopia: folder of environment and agent profiles."),
    ] = None,
    mode: Annotated[
        LogMode | None,
        typer.Option(help="Sotopia: the mode FILE is labelled with; refused if its logs differ."),
    ] = None,
    condition: Annotated[
        str | None,
        typer.Option(help="Name of the condition; in csv and chat files, where a dialogue names none."),
    ] = None,
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Write what can be read; list and count the rest.")
    ] = False,
    force: Force = False,
) -> None:
    """Convert foreign logs to episodes; nothing is written if any of them cannot be read."""
    from sim.formats.csv_turns import convert_csv
    from sim.formats.openai_messages import convert_openai
    from sim.formats.sharegpt import convert_sharegpt
    from sim.formats.sotopia import SotopiaSource, convert_sotopia
    from sim.formats.summary import sound_episodes, summary_of
    from sim.outputs import check_absent, replacing
    from sim.scenarios.sotopia import read_profiles
    from sim.schema.base import Mode
    from sim.schema.jsonl import write_jsonl

    if source is not EpisodeFormat.SOTOPIA and (profiles is not None or mode is not None):
        raise typer.BadParameter("--profiles and --mode: only with --from sotopia.")
    check_absent(output, force=force)
    if source is EpisodeFormat.SOTOPIA:
        known = SotopiaSource(
            mode=None if mode is None else Mode(mode),
            profiles=None if profiles is None else read_profiles(profiles),
            condition=condition,
        )
        conversion = convert_sotopia(file, known)
    else:
        readers = {
            EpisodeFormat.SHAREGPT: convert_sharegpt,
            EpisodeFormat.OPENAI: convert_openai,
            EpisodeFormat.CSV: convert_csv,
        }
        conversion = readers[source](file, condition=condition)
    episodes = sound_episodes(conversion, skip_invalid=skip_invalid)
    with replacing(output) as stream:
        write_jsonl(stream, episodes)
    for problem in conversion.problems:
        typer.secho(f"skipped: {problem}", err=True, fg=typer.colors.YELLOW)
    typer.echo(f"{output}: {summary_of(episodes)}")
    if conversion.n_skipped:
        typer.echo(f"skipped: {conversion.n_skipped} of {conversion.n_skipped + len(episodes)}")
