"""The commands about what a study says to its raters."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from annotate_app.cli_options import Json, StudyName, Workspace, opened_place, operator, show_document
from annotate_app.cli_texts import text_of

__all__ = ["people_app"]

people_app = typer.Typer(rich_markup_mode=None)


@people_app.command(short_help="Show a study's texts, or give it a new version of one.")
def text(
    study: StudyName,
    kind: Annotated[
        Literal["consent", "warning", "instructions", "debriefing"] | None,
        typer.Argument(help="Which text; default: show all."),
    ] = None,
    file: Annotated[Path | None, typer.Argument(help="Text file with the new version.")] = None,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Give an open study a new version of a text; who agreed to an earlier consent text is asked again."""
    from annotate_app.services.studies import TextKind, change_text, find_study, study_texts

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    content = text_of(file)
    if kind is not None and content is not None:
        version = change_text(place, operator(), found.study_id, TextKind(kind), content)
        show_document({"study": found.study_id, "kind": kind, "version": version}, as_json=json_)
        return
    texts = [one for one in study_texts(place, operator(), found.study_id) if kind in {None, one.kind.value}]
    rows = [{"kind": one.kind.value, "version": one.version, "text": one.text} for one in texts]
    if json_:
        show_document({"study": found.study_id, "texts": rows}, as_json=True)
        return
    for row in rows:
        typer.echo(f"{row['kind']}, version {row['version']}:\n{row['text']}\n")
