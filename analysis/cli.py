"""The `blindpair analyze` commands."""

import typer

__all__ = ["analyze_app"]

analyze_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@analyze_app.callback()
def analyze() -> None:
    """Compute agreement and compare judges and conditions."""
