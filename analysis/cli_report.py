"""The `blindpair analyze report` command."""

from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = ["report"]

Source = Annotated[
    Path, typer.Argument(help="Bundle, run directory or table of ratings.", metavar="BUNDLE|TABLE")
]
Output = Annotated[Path, typer.Option("--output", "-o", help="Folder to write; new or empty.")]
Judge = Annotated[
    list[Path] | None,
    typer.Option(help="Run directory, bundle or table of a judge's ratings; again for each."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier report.")]
LevelName = Annotated[
    Literal["nominal", "ordinal", "interval", "ratio"] | None,
    typer.Option(help="Level of measurement; default: the rubric's, else by the values."),
]
Order = Annotated[str, typer.Option(help="Labels from lowest to highest, as a,b,c.")]
Cluster = Annotated[
    str | None,
    typer.Option(help="Column that names the clusters; default: environment, cluster_id or item."),
]
PurposeName = Annotated[
    Literal["main", "practice", "attention", "repeat", "pilot"],
    typer.Option(help="Ratings to analyse, by why they were asked for."),
]
Guess = Annotated[
    str | None, typer.Option(help="Dimension that asks for the condition; default: found by its options.")
]
Means = Annotated[
    str | None,
    typer.Option(help="Condition that choosing a dialogue ascribes to it, if a guess is a choice."),
]
Epsilon = Annotated[
    float, typer.Option(min=0, max=1, help="What a judge may lose: .2 experts, .15 skilled, .1 crowd.")
]
MinItems = Annotated[int, typer.Option(min=2, help="Fewest items of an annotator in that test.")]
Family = Annotated[list[str] | None, typer.Option(help="Family of a judge or model, as NAME=FAMILY.")]
IntervalName = Annotated[
    Literal["jackknife", "bootstrap", "analytic"],
    typer.Option(help="How intervals are made; all respect clusters but analytic ones."),
]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]
All = Annotated[bool, typer.Option("--all", help="Also statistics kept for comparison.")]


def report(
    source: Source,
    output: Output,
    judge: Judge = None,
    force: Force = False,
    level: LevelName = None,
    order: Order = "",
    cluster: Cluster = None,
    purpose: PurposeName = "main",
    guess: Guess = None,
    means: Means = None,
    alt_test_epsilon: Epsilon = 0.1,
    min_items: MinItems = 30,
    family: Family = None,
    interval: IntervalName = "jackknife",
    seed: Seed = 0,
    all_: All = False,
) -> None:
    """Write a report: results, tables, figures and a page that answers who agrees, who won, whom to trust."""
    from analysis.judge.command import families_of
    from analysis.judge.options import JudgeOptions
    from analysis.registry import IntervalMethod, Settings
    from analysis.report.collect import Request
    from analysis.report.command import write_report
    from analysis.tables import LevelChoice, LoadOptions
    from sim.schema.base import Level
    from sim.schema.rating import Purpose

    labels = tuple(label.strip() for label in order.split(",")) if order else ()
    choice = LevelChoice(Level(level) if level else None, labels)
    settings = Settings(IntervalMethod(interval), seed=seed, optional=all_)
    judging = JudgeOptions(epsilon=alt_test_epsilon, min_items=min_items, families=families_of(family or ()))
    options = LoadOptions(cluster, frozenset({Purpose(purpose)}), choice)
    request = Request(source, tuple(judge or ()), options, settings, judging, guess, means)
    write_report(request, output, force=force)
    typer.echo(f"Report written; open {output / 'report.html'}")
