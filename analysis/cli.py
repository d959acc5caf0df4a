"""The `blindpair analyze` commands."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from analysis.cli_conditions import blinding, conditions, power, text
from analysis.cli_report import report

__all__ = ["analyze_app"]

analyze_app = typer.Typer(
    help="Compute agreement and compare judges and conditions.", no_args_is_help=True, rich_markup_mode=None
)

for command in (blinding, conditions, power, report, text):
    analyze_app.command()(command)


class LevelName(StrEnum):
    """Level of measurement."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


class PurposeName(StrEnum):
    """Why ratings were asked for."""

    MAIN = "main"
    PRACTICE = "practice"
    ATTENTION = "attention"
    REPEAT = "repeat"
    PILOT = "pilot"


class IntervalName(StrEnum):
    """How intervals are made."""

    JACKKNIFE = "jackknife"
    BOOTSTRAP = "bootstrap"
    ANALYTIC = "analytic"


class MetricName(StrEnum):
    """How close a value is to those of others."""

    ACCURACY = "accuracy"
    RMSE = "rmse"


LevelOption = Annotated[
    LevelName | None, typer.Option(help="Level of measurement; default: the rubric's, else by the values.")
]
OrderOption = Annotated[str, typer.Option(help="Labels from lowest to highest, as a,b,c.")]
ClusterOption = Annotated[
    str | None,
    typer.Option(help="Column that names the clusters; default: environment, cluster_id or item."),
]
PurposeOption = Annotated[PurposeName, typer.Option(help="Ratings to analyse, by why they were asked for.")]


@analyze_app.callback()
def analyze() -> None:
    """Compute agreement and compare judges and conditions."""


@analyze_app.command()
def agreement(
    tables: Annotated[
        list[Path],
        typer.Argument(help="Bundles, run directories or tables of ratings.", metavar="BUNDLE|TABLE..."),
    ],
    level: LevelOption = None,
    order: OrderOption = "",
    cluster: ClusterOption = None,
    purpose: PurposeOption = PurposeName.MAIN,
    interval: Annotated[
        IntervalName, typer.Option(help="How intervals are made; all respect clusters but analytic ones.")
    ] = IntervalName.JACKKNIFE,
    replicates: Annotated[int, typer.Option(min=100, help="Bootstrap replicates.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    disputed: Annotated[
        Path | None, typer.Option(help="Also write the most disputed units here, as JSON Lines.")
    ] = None,
    consensus: Annotated[
        Path | None, typer.Option(help="Also write consensus labels with posteriors here, as CSV.")
    ] = None,
    confusion: Annotated[
        Path | None, typer.Option(help="Also write every rater's confusion matrix here, as CSV.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Also statistics kept for comparison.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Say how far raters agree: per dimension Krippendorff's alpha and other coefficients with intervals."""
    from analysis.agreement.command import AgreementRequest, compare_raters
    from analysis.registry import IntervalMethod, Settings
    from analysis.tables import LevelChoice, LoadOptions
    from sim.schema.base import Level
    from sim.schema.rating import Purpose

    labels = tuple(label.strip() for label in order.split(",")) if order else ()
    choice = LevelChoice(Level(level) if level else None, labels)
    options = LoadOptions(cluster, frozenset({Purpose(purpose)}), choice)
    settings = Settings(IntervalMethod(interval), replicates, seed, optional=all_)
    request = AgreementRequest(tables, options, settings, disputed, consensus, confusion)
    compare_raters(request, sys.stdout, as_json=json_)


@analyze_app.command()
def judge(
    ratings: Annotated[Path, typer.Argument(help="Bundle or table of people's ratings.")],
    judges: Annotated[
        list[Path],
        typer.Argument(help="Run directories, bundles or tables of judges' ratings.", metavar="JUDGE..."),
    ],
    level: LevelOption = None,
    order: OrderOption = "",
    cluster: ClusterOption = None,
    purpose: PurposeOption = PurposeName.MAIN,
    alt_test_epsilon: Annotated[
        float, typer.Option(min=0, max=1, help="What a judge may lose: .2 experts, .15 skilled, .1 crowd.")
    ] = 0.1,
    alt_test_metric: Annotated[
        MetricName | None, typer.Option(help="Closeness to others; default: accuracy for labels, else rmse.")
    ] = None,
    min_items: Annotated[int, typer.Option(min=2, help="Fewest items of an annotator in that test.")] = 30,
    first_sample: Annotated[
        bool, typer.Option("--first-sample", help="Take a judge's first sample, not all of them together.")
    ] = False,
    family: Annotated[
        list[str] | None, typer.Option(help="Family of a judge or model, as NAME=FAMILY.")
    ] = None,
    interval: Annotated[
        IntervalName, typer.Option(help="How intervals are made; all respect clusters but analytic ones.")
    ] = IntervalName.JACKKNIFE,
    replicates: Annotated[int, typer.Option(min=100, help="Bootstrap replicates.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    all_: Annotated[bool, typer.Option("--all", help="Also statistics kept for comparison.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Say how far LLM judges can stand in for people: agreement, error and bias, pooled and by condition."""
    from analysis.judge.command import JudgeRequest, compare_judges, families_of
    from analysis.judge.options import AltTestMetric, JudgeOptions
    from analysis.registry import IntervalMethod, Settings
    from analysis.tables import LevelChoice, LoadOptions
    from sim.schema.base import Level
    from sim.schema.rating import Purpose

    labels = tuple(label.strip() for label in order.split(",")) if order else ()
    choice = LevelChoice(Level(level) if level else None, labels)
    options = LoadOptions(cluster, frozenset({Purpose(purpose)}), choice)
    settings = Settings(IntervalMethod(interval), replicates, seed, optional=all_)
    metric = AltTestMetric(alt_test_metric) if alt_test_metric else None
    judging = JudgeOptions(alt_test_epsilon, metric, min_items, first_sample, families_of(family or ()))
    compare_judges(JudgeRequest(ratings, judges, options, settings, judging), sys.stdout, as_json=json_)
