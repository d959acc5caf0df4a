"""The `blindpair analyze` commands."""

import typer

__all__ = ["analyze_app"]

analyze_app = typer.Typer(help="Compute agreement and compare judges and conditions.", no_args_is_help=True)


@analyze_app.callback()
def analyze() -> None:
    """Compute agreement and compare judges and conditions."""
