"""The `blindpair sim` commands."""

import os

import typer

from sim.cli_files import files_app
from sim.cli_judge import judge_app
from sim.cli_options import Environment
from sim.cli_run import run_app

__all__ = ["sim_app"]

sim_app = typer.Typer(
    help="Simulate paired dialogues and judge them with language models.", no_args_is_help=True
)
sim_app.add_typer(files_app)
sim_app.add_typer(run_app)
sim_app.add_typer(judge_app)


@sim_app.callback()
def sim(context: typer.Context) -> None:
    """Simulate paired dialogues and judge them with language models."""
    context.obj = Environment(api_key=os.environ.get("OPENAI_API_KEY"))
