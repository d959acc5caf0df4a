"""`blindpair sim judge`."""

from pathlib import Path
from typing import Annotated

import typer

from sim.cli_options import EndpointOptions, JudgeChoices, LimitOptions
from sim.cli_run import endpoint_of
from sim.cli_signature import spread

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
) -> None:
    """Let a model rate episodes; it is shown exactly what raters are shown."""
    from sim.judging.items import Layout
    from sim.judging.launch import JudgeOptions
    from sim.judging.report import report_lines
    from sim.llm.chat import Sampling
    from sim.run_command import judge_to_end
    from sim.runner import Limits

    temperature = None if choices.temperature < 0 else choices.temperature
    options = JudgeOptions(
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
    judged = judge_to_end(options, endpoint_of(context, endpoint), limits.prices)
    for line in report_lines(judged):
        typer.echo(line)
    if judged.summary.done < judged.summary.planned:
        raise typer.Exit(1)


def _contrast(text: str | None) -> tuple[str, str] | None:
    from sim.errors import SimError

    if text is None:
        return None
    conditions = [part.strip() for part in text.split(",") if part.strip()]
    if len(set(conditions)) != 2:
        raise SimError(f"--contrast: found {text!r}, expected two different conditions with a comma between.")
    return conditions[0], conditions[1]
