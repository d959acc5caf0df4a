"""The `blindpair sim` commands."""

import typer

from sim.cli_files import files_app

__all__ = ["sim_app"]

sim_app = typer.Typer(
    help="Simulate paired dialogues and judge them with language models.", no_args_is_help=True
)
sim_app.add_typer(files_app)


@sim_app.callback()
def sim() -> None:
    """Simulate paired dialogues and judge them with language models."""
