"""The `blindpair analyze` commands about conditions, blinding, power and text."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = ["conditions", "text"]

PurposeName = Literal["main", "practice", "attention", "repeat", "pilot"]

Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]
Cluster = Annotated[str | None, typer.Option(help="Column that names the clusters; default: environment.")]
Folders = Annotated[
    list[Path], typer.Argument(help="Unblinded bundles or run directories.", metavar="BUNDLE|RUN...")
]


def conditions(
    folders: Folders,
    cluster: Cluster = None,
    purpose: Annotated[
        PurposeName, typer.Option(help="Ratings to analyse, by why they were asked for.")
    ] = "main",
    seed: Seed = 0,
    all_: Annotated[bool, typer.Option("--all", help="Also statistics kept for comparison.")] = False,
    json_: Json = False,
) -> None:
    """Compare conditions: win rates, score differences, effect sizes and tests, with clustered intervals."""
    from analysis.conditions import condition_rows, load_study
    from analysis.console import show_rows
    from analysis.estimate import Rows, Scope
    from analysis.registry import Settings
    from analysis.tables import LoadOptions
    from sim.schema.rating import Purpose

    study = load_study(folders, LoadOptions(cluster, frozenset({Purpose(purpose)})))
    rows = condition_rows(study, Settings(seed=seed, optional=all_))
    if json_:
        typer.echo(Rows.of(rows).model_dump_json(indent=2))
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
    json_: Json = False,
) -> None:
    """Measure the dialogues: length, style, ends and outcomes per condition, with clustered intervals."""
    from analysis.console import show_rows
    from analysis.estimate import Rows
    from analysis.registry import Settings
    from analysis.text import load_corpus, text_rows

    rows = text_rows(load_corpus(episodes), Settings())
    if json_:
        typer.echo(Rows.of(rows).model_dump_json(indent=2))
    else:
        show_rows(rows, {}, sys.stdout)
