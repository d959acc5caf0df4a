"""The `blindpair sim` commands."""

import typer

__all__ = ["sim_app"]

sim_app = typer.Typer(
    help="Simulate paired dialogues and judge them with language models.", no_args_is_help=True
)


@sim_app.callback()
def sim() -> None:
    """Simulate paired dialogues and judge them with language models."""
