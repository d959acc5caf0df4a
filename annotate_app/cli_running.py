"""The commands about a study that runs: make it larger, change its questions."""

from pathlib import Path
from typing import Annotated

import typer

from annotate_app.cli_options import Json, StudyName, Workspace, opened_place, operator, show_document
from annotate_app.errors import StudyError

__all__ = ["running_app"]

running_app = typer.Typer(rich_markup_mode=None)


@running_app.command(short_help="Raise the raters per item, or add the pairs of another batch.")
def extend(
    study: StudyName,
    raters_per_item: Annotated[
        int | None, typer.Option(help="The new number; it can only be raised.")
    ] = None,
    batch: Annotated[str | None, typer.Option(help="Batch whose pairs are added.")] = None,
    ask_again: Annotated[
        bool, typer.Option("--ask-again", help="Give further items to raters who had finished.")
    ] = False,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Make an open study larger; whoever had finished keeps the code, and may go on."""
    from annotate_app.services.running import Extension, extend_study
    from annotate_app.services.studies import find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    done = extend_study(place, operator(), found.study_id, Extension(raters_per_item, batch, ask_again))
    document = {
        "study": found.study_id,
        "raters_per_item": done.raters_per_item,
        "items": done.n_items,
        "items_added": done.n_added,
        "pairs_there_before": done.n_known,
        "raters_asked_again": done.n_asked_again,
        **({"note": done.reach.note} if done.reach.note else {}),
    }
    show_document(document, as_json=json_)


@running_app.command(short_help="Ask new questions from now on: a new version of the protocol.")
def revise(
    study: StudyName,
    protocol: Annotated[Path, typer.Option(help="TOML file with the questions.")],
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Ask these questions in items that are given out from now on; items begun keep theirs."""
    from annotate_app.services.running import revise_questions
    from annotate_app.services.studies import find_study
    from sim.schema.rubric_file import read_rubric_toml

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    try:
        content = protocol.read_bytes()
    except OSError as error:
        raise StudyError([f"The protocol {protocol} cannot be read ({error.strerror})."]) from error
    rubric = read_rubric_toml(content, source=protocol.name)
    done = revise_questions(place, operator(), found.study_id, rubric)
    document = {
        "study": found.study_id,
        "version": done.version,
        "rubric_hash": done.rubric_hash,
        "unfinished_items_with_earlier_questions": done.n_unfinished,
        **({"warnings": list(done.warnings)} if done.warnings else {}),
    }
    show_document(document, as_json=json_)
