"""The `blindpair` command: composes the three packages and turns their errors into messages."""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from analysis.cli import analyze_app
from analysis.errors import AnalysisError
from annotate_app.cli_links import links_app
from annotate_app.cli_people import people_app
from annotate_app.cli_planning import planning_app
from annotate_app.cli_quality import quality_app
from annotate_app.cli_recruit import recruit_app
from annotate_app.cli_running import running_app
from annotate_app.cli_serve import serve_app
from annotate_app.cli_study import study_app, study_commands
from annotate_app.errors import AppError
from sim.cli import sim_app
from sim.errors import SimError

__all__ = ["app", "main"]

_LONGEST_HELP = 1000


class _Commands(TyperGroup):
    """A list of commands that wraps their descriptions instead of cutting them."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, command.get_short_help_str(_LONGEST_HELP))
            for name, command in commands
            if command is not None and not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


app = typer.Typer(
    name="blindpair",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(serve_app)
app.add_typer(sim_app, name="sim", cls=_Commands)
app.add_typer(analyze_app, name="analyze", cls=_Commands)
study_app.add_typer(recruit_app)
study_app.add_typer(quality_app)
study_app.add_typer(running_app)
study_app.add_typer(links_app)
study_app.add_typer(people_app)
study_app.add_typer(planning_app)
app.add_typer(study_commands)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"blindpair {version('blindpair')}")
        raise typer.Exit


@app.callback()
def blindpair(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Blind human evaluation of simulated dialogue: simulate, rate, analyse."""


def main() -> None:
    """Run the command line; an error raised on purpose ends in one clear message, without a traceback."""
    try:
        app()
    except (AppError, AnalysisError, SimError) as error:
        typer.secho(str(error), err=True, fg=typer.colors.RED)
        sys.exit(error.exit_status)
