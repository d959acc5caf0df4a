"""What the commands about studies share: their options, the workspace, and how a result is printed."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from annotate_app.errors import NotFoundError

if TYPE_CHECKING:
    from annotate_app.services.workplace import Workplace

__all__ = [
    "DEFAULT_URL",
    "AppUrl",
    "Json",
    "StudyName",
    "Workspace",
    "opened_place",
    "operator",
    "show_document",
]

Workspace = Annotated[
    Path | None,
    typer.Option("--workspace", help="Folder of the database; default: BLINDPAIR_WORKSPACE, else here."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
StudyName = Annotated[str, typer.Argument(help="The study's id or name.", metavar="STUDY")]
AppUrl = Annotated[str, typer.Option("--url", help="Where raters reach the app.")]

DEFAULT_URL = "http://127.0.0.1:8501"


def opened_place(workspace: Path | None, *, makes_database: bool = False) -> "Workplace":
    """Open the workspace's database.

    Raises
    ------
    NotFoundError
        If there is none and the command does not make one.
    """
    from annotate_app.services.workplace import workplace_at
    from annotate_app.settings import DATABASE_NAME, load_settings

    settings = load_settings(workspace)
    if settings.is_without_database and not makes_database:
        file = settings.workspace / DATABASE_NAME
        raise NotFoundError(
            f"There is no database {file}. Name its folder by --workspace, or make one: "
            "`blindpair upload EPISODES` does."
        )
    return workplace_at(settings.database_url)


def operator() -> Any:
    """Name who acts on the command line."""
    from annotate_app.design.principal import OperatorPrincipal

    return OperatorPrincipal()


def show_document(document: Mapping[str, Any], *, as_json: bool) -> None:
    """Print a result, for people or as one JSON document."""
    if as_json:
        typer.echo(json.dumps(document, ensure_ascii=False))
        return
    for name, value in document.items():
        words = name.replace("_", " ")
        if isinstance(value, list | dict):
            typer.echo(f"{words}:")
            for line in _lines(value):
                typer.echo(f"  {line}")
        else:
            typer.echo(f"{words}: {value}")


def _lines(value: Iterable[Any] | Mapping[str, Any]) -> list[str]:
    if isinstance(value, Mapping):
        return [f"{key}: {one}" for key, one in value.items()]
    return [
        ", ".join(f"{key} {field}" for key, field in one.items()) if isinstance(one, Mapping) else str(one)
        for one in value
    ] or ["none"]
