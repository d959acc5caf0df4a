"""`blindpair sim judge`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli_options import EndpointOptions, JudgeChoices, LimitOptions
from sim.cli_run import endpoint_of
from sim.cli_signature import spread

if TYPE_CHECKING:
    from sim.judging.launch import JudgeOptions

__all__ = ["judge_app"]

judge_app = typer.Typer(rich_markup_mode=None)


@judge_app.command()
@spread
def judge(
    context: typer.Context,
    source: Annotated[
        Path,
        typer.Argument(exists=True, metavar="RUN|EPISODES", help="A run's folder, or a file of episodes."),
    ],
    choices: JudgeChoices,
    limits: LimitOptions,
    endpoint: EndpointOptions,
    estimate: Annotated[
        bool,
        typer.Option("--estimate", help="Only say how many calls and tokens it takes, and its cost."),
    ] = False,
) -> None:
    """Let a model rate episodes; it is shown exactly what raters are shown."""
    from sim.judging.estimate import estimate_judge, judge_estimate_lines
    from sim.judging.report import report_lines
    from sim.llm.prices import read_prices
    from sim.run_command import judge_to_end

    options = _options(source, choices, limits)
    if estimate:
        # Nothing is written, so that a file of episodes needs no folder.
        folder = options.output or source.parent
        for line in judge_estimate_lines(
            estimate_judge(replace(options, output=folder), read_prices(limits.prices))
        ):
            typer.echo(line)
        return
    judged = judge_to_end(options, endpoint_of(context, endpoint), limits.prices)
    for line in report_lines(judged):
        typer.echo(line)
    if judged.summary.done < judged.summary.planned:
        raise typer.Exit(1)


def _options(source: Path, choices: JudgeChoices, limits: LimitOptions) -> "JudgeOptions":
    from sim.judging.items import Layout
    from sim.judging.launch import JudgeOptions
    from sim.llm.chat import Sampling
    from sim.runner import Limits

    temperature = None if choices.temperature < 0 else choices.temperature
    return JudgeOptions(
        source=source,
        model=choices.judge_model,
        rubric=choices.rubric,
        output=choices.output,
        judge_id=choices.judge_id,
        layout=Layout(choices.layout.value),
        samples=choices.samples,
        contrast=_contrast(choices.contrast),
        sampling=Sampling(temperature, None, choices.max_tokens),
        seed=choices.seed if choices.send_seed else None,
        limits=Limits(limits.concurrency, limits.max_attempts),
        budget_usd=limits.budget_usd,
        max_tokens_total=limits.max_tokens_total,
    )


def _contrast(text: str | None) -> tuple[str, str] | None:
    from sim.errors import SimError

    if text is None:
        return None
    conditions = [part.strip() for part in text.split(",") if part.strip()]
    if len(set(conditions)) != 2:
        raise SimError(f"--contrast: found {text!r}, expected two different conditions with a comma between.")
    return conditions[0], conditions[1]
