"""The `blindpair analyze` commands about conditions, blinding, power and text."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = ["blinding", "conditions", "power", "text"]

PurposeName = Literal["main", "practice", "attention", "repeat", "pilot"]

Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]
Cluster = Annotated[str | None, typer.Option(help="Column that names the clusters; default: environment.")]
Purposes = Annotated[PurposeName, typer.Option(help="Ratings to analyse, by why they were asked for.")]
Folders = Annotated[
    list[Path], typer.Argument(help="Unblinded bundles or run directories.", metavar="BUNDLE|RUN...")
]
Deviation = Annotated[float, typer.Option(help="Standard deviation of one rater's difference for one pair.")]
IccEnvironment = Annotated[float, typer.Option(help="Share of variance that environments have in common.")]
Items = Annotated[int | None, typer.Option(min=1, help="Items of a given plan; default: as needed.")]
Raters = Annotated[int | None, typer.Option(min=1, help="Raters; default: as the batch size needs.")]


def conditions(
    folders: Folders,
    cluster: Cluster = None,
    purpose: Purposes = "main",
    seed: Seed = 0,
    all_: Annotated[
        bool, typer.Option("--all", help="Every statistic, also those kept for comparison.")
    ] = False,
    json_: Json = False,
) -> None:
    """Compare conditions: win rates, score differences, effect sizes and tests, with clustered intervals."""
    from analysis.conditions import condition_rows, load_study
    from analysis.conditions.short import show_conditions
    from analysis.console import show_rows
    from analysis.estimate import Rows, Scope
    from analysis.registry import Settings
    from analysis.tables import LoadOptions
    from sim.schema.rating import Purpose

    study = load_study(folders, LoadOptions(cluster, frozenset({Purpose(purpose)})))
    rows = condition_rows(study, Settings(seed=seed, optional=all_))
    if json_:
        typer.echo(Rows.of(rows).model_dump_json(indent=2))
    elif not all_:
        show_conditions(rows, study.table.left_out, sys.stdout)
    else:
        # rows of all raters repeat the first contrast's
        show_rows([row for row in rows if row.scope is not Scope.OVERALL], study.table.left_out, sys.stdout)


def text(
    episodes: Annotated[
        Path,
        typer.Argument(
            help="Episodes, a bundle (blind or not) or a run directory.", metavar="EPISODES|BUNDLE|RUN"
        ),
    ],
    purpose: Annotated[
        PurposeName, typer.Option(help="Dialogues of a bundle to measure, by why they were shown.")
    ] = "main",
    json_: Json = False,
) -> None:
    """Measure the dialogues: length, style, ends and outcomes per condition, with clustered intervals."""
    from analysis.console import show_rows
    from analysis.estimate import Rows
    from analysis.registry import Settings
    from analysis.text import load_corpus, text_rows
    from sim.schema.rating import Purpose

    rows = text_rows(load_corpus(episodes, {Purpose(purpose)}), Settings())
    if json_:
        typer.echo(Rows.of(rows).model_dump_json(indent=2))
    else:
        show_rows(rows, {}, sys.stdout)


def blinding(
    folder: Annotated[
        Path,
        typer.Argument(
            help="An unblinded bundle; or episodes or a run, for the leak report alone.",
            metavar="BUNDLE|EPISODES|RUN",
        ),
    ],
    guess: Annotated[
        str | None, typer.Option(help="Dimension that asks for the condition; default: found by its options.")
    ] = None,
    means: Annotated[
        str | None,
        typer.Option(help="Condition that choosing a dialogue ascribes to it, if a guess is a choice."),
    ] = None,
    purpose: Purposes = "main",
    seed: Seed = 0,
    json_: Json = False,
) -> None:
    """Check the blinding: how well raters guessed conditions, and whether surface features give them away."""
    from analysis.blinding import guess_rows, guesses_in, leak_rows
    from analysis.conditions import load_study
    from analysis.console import show_rows
    from analysis.estimate import Estimate, Rows
    from analysis.registry import Settings
    from analysis.tables import LoadOptions
    from analysis.text import load_corpus
    from sim.schema.rating import Purpose

    purposes = frozenset({Purpose(purpose)})
    settings, rows, left_out = Settings(seed=seed), list[Estimate](), dict[str, int]()
    if guess is not None or (folder / "study.toml").is_file():
        study = load_study([folder], LoadOptions(purposes=purposes))
        left_out.update(study.table.left_out)
        for guesses in guesses_in(folder, study, guess, means):
            rows.extend(guess_rows(guesses, settings))
    rows.extend(leak_rows(load_corpus(folder, purposes), settings))
    if json_:
        typer.echo(Rows.of(rows).model_dump_json(indent=2))
    else:
        show_rows(rows, left_out, sys.stdout)


def power(
    win_rate: Annotated[float | None, typer.Option(help="Win rate to find, ties half.")] = None,
    ties: Annotated[float, typer.Option(help="Share of ties.")] = 0.0,
    difference: Annotated[float | None, typer.Option(help="Mean score difference to find.")] = None,
    deviation: Deviation = 2.0,
    items: Items = None,
    raters: Raters = None,
    raters_per_item: Annotated[int, typer.Option(help="Ratings of every item.")] = 3,
    items_per_environment: Annotated[int, typer.Option(help="Items that share an environment.")] = 1,
    batch: Annotated[int, typer.Option(help="Items that one rater rates.")] = 20,
    icc_environment: IccEnvironment = 0.1,
    icc_rater: Annotated[float, typer.Option(help="Share of variance that raters have in common.")] = 0.05,
    alpha: Annotated[float, typer.Option(help="Chance of a false alarm, two-sided.")] = 0.05,
    target: Annotated[float, typer.Option("--power", help="Chance of finding the effect.")] = 0.8,
    simulate: Annotated[int, typer.Option(min=0, help="Studies to simulate as a check.")] = 0,
    seed: Seed = 0,
    json_: Json = False,
) -> None:
    """Plan a study: raters and items that find a win rate or score difference, or what a plan finds."""
    from analysis.console import show_rows
    from analysis.errors import OptionError
    from analysis.estimate import Rows
    from analysis.power import (
        ErrorRates,
        PowerQuestion,
        ScoreDifference,
        Sharing,
        WinRate,
        checked,
        power_rows,
    )
    from analysis.registry import Settings

    if (win_rate is None) == (difference is None):
        raise OptionError("Say what to find: either --win-rate or --difference.")
    effect = (
        WinRate(win_rate, ties) if win_rate is not None else ScoreDifference(difference or 0.0, deviation)
    )
    sharing = Sharing(raters_per_item, items_per_environment, batch, icc_environment, icc_rater)
    question = PowerQuestion(effect, sharing, ErrorRates(alpha, target), items, raters, simulate)
    rows = power_rows(checked(question), Settings(seed=seed))
    if json_:
        typer.echo(Rows.of(rows).model_dump_json(indent=2))
    else:
        show_rows(rows, {}, sys.stdout)
