"""The commands that plan a study: what it can find, what its text gives away, and what was decided before."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from annotate_app.cli_options import Json, StudyName, Workspace, opened_place, operator, show_document
from annotate_app.cli_texts import text_of
from annotate_app.errors import ExportError, NotFoundError, StudyError

if TYPE_CHECKING:
    from annotate_app.services.planning.planned_power import Assumptions
    from annotate_app.services.studies import StudyPlan
    from sim.schema.preregistration import PreregistrationFile

__all__ = ["planning_app"]

planning_app = typer.Typer(rich_markup_mode=None)

_PROTOCOL = "naturalness-then-goals"

Assume = Annotated[
    list[str] | None,
    typer.Option(
        help="Assumed for the power: ties, deviation, environment, rater (shares of variance), alpha, power.",
        metavar="NAME=NUMBER",
    ),
]


Batch = Annotated[str | None, typer.Option(help="Batch of episodes; default: the newest.")]
Conditions = Annotated[
    tuple[str, str] | None,
    typer.Option(help="The two conditions to compare; default: the batch's two.", metavar="FIRST SECOND"),
]


@planning_app.command(short_help="Say what a study of some size can find, before it is made.")
def plan(
    batch: Batch = None,
    conditions: Conditions = None,
    protocol: Annotated[str, typer.Option(help="Protocol that comes with the package.")] = _PROTOCOL,
    raters_per_item: Annotated[int, typer.Option(help="Ratings of every item.")] = 3,
    raters: Annotated[int | None, typer.Option(help="Raters; default: as many as are needed.")] = None,
    items_per_rater: Annotated[
        int | None, typer.Option(help="Items per rater at most; default: all.")
    ] = None,
    win_rate: Annotated[float | None, typer.Option(help="Win rate that is to be found, as 0.6.")] = None,
    expected_difference: Annotated[
        float | None, typer.Option(help="Mean score difference that is to be found.")
    ] = None,
    assume: Assume = None,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Say the smallest effects found and the raters needed for a wanted one, by `analyze power`."""
    from annotate_app.services.planning.batch_power import batch_power
    from annotate_app.services.planning.planned_power import Wanted
    from annotate_app.services.planning.power_words import assumptions_in_words, power_in_words

    wanted = _study_plan(
        batch,
        conditions,
        protocol=protocol,
        raters_per_item=raters_per_item,
        n_raters=raters or 0,
        items_per_rater=items_per_rater,
    )
    place, assumed = opened_place(workspace), _assumptions(assume)
    found = batch_power(place, operator(), wanted, assumed, Wanted(win_rate, expected_difference))
    if json_:
        show_document(asdict(found), as_json=True)
        return
    for sentence in (*power_in_words(found), assumptions_in_words(found)):
        typer.echo(sentence)


@planning_app.command(short_help="Say whether the text alone tells a batch's conditions apart, and by what.")
def leaks(
    batch: Batch = None,
    conditions: Conditions = None,
    seed: Annotated[int, typer.Option(help="Seed of the folds.")] = 0,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Learn to tell the conditions apart on some environments, test on others, as `analyze blinding`."""
    from annotate_app.services.planning.batch_leaks import batch_leaks, leaks_in_words

    report = batch_leaks(opened_place(workspace), operator(), _study_plan(batch, conditions), seed=seed)
    if json_:
        show_document(asdict(report), as_json=True)
        return
    for sentence in leaks_in_words(report):
        typer.echo(sentence)


def _study_plan(batch: str | None, conditions: tuple[str, str] | None, **numbers: Any) -> "StudyPlan":
    from annotate_app.services.studies import StudyPlan
    from sim.schema.rubric import builtin_rubrics
    from sim.schema.study import Contrast

    protocol = numbers.get("protocol", _PROTOCOL)
    problems = []
    if protocol not in builtin_rubrics():
        problems.append(f"There is no protocol {protocol!r}, expected one of {', '.join(builtin_rubrics())}.")
    if conditions is not None and conditions[0] == conditions[1]:
        problems.append(f"Found the condition {conditions[0]!r} twice, expected two different ones.")
    if problems:
        raise StudyError(problems)
    contrast = None if conditions is None else Contrast(first=conditions[0], second=conditions[1])
    return StudyPlan(name="", batch_id=batch, contrast=contrast, **numbers)


@planning_app.command(short_help="Freeze what the study is to do, before its conditions are looked at.")
def preregister(
    study: StudyName,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="New file (.md, .toml or .json) to write it to.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Register nothing; say what is otherwise than registered.")
    ] = False,
    primary: Annotated[
        list[str] | None, typer.Option(help="Question that decides; default: the first preference.")
    ] = None,
    hypotheses: Annotated[Path | None, typer.Option(help="Text file with the hypotheses.")] = None,
    stopping: Annotated[
        str | None, typer.Option(help="When collection ends; default: all ratings in.")
    ] = None,
    exclusion: Annotated[
        str | None, typer.Option(help="How flags lead to exclusion; default: by hand.")
    ] = None,
    late: Annotated[
        bool, typer.Option("--late", help="Although conditions were exported; recorded.")
    ] = False,
    assume: Assume = None,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Store protocol, plan, analyses, rules and power with their time and hash; each time a new version."""
    from annotate_app.services.planning.preregister_study import Intentions, preregister_study
    from annotate_app.services.studies import find_study
    from annotate_app.services.studies.registrations import study_preregistrations

    writer = None if output is None else _writer(output)
    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    if not check:
        words, assumed = text_of(hypotheses) or "", _assumptions(assume)
        wanted = Intentions(tuple(primary or ()), words, stopping, exclusion, assumed, late)
        preregister_study(place, operator(), found.study_id, wanted)
    file = study_preregistrations(place, operator(), found.study_id)
    if file is None:
        raise NotFoundError(
            f"Nothing was registered of study {found.name!r} yet. Leave out --check to do it."
        )
    if output is not None and writer is not None:
        _write(output, writer(file))
    document = {"study": found.study_id, **_registered(file)}
    written = {} if output is None else {"written": str(output)}
    show_document({**document, **written}, as_json=json_)


def _registered(file: "PreregistrationFile") -> Mapping[str, Any]:
    latest = file.registrations[-1]
    return {
        "version": latest.document.version,
        "registered_at": latest.document.registered_at.isoformat(),
        "sha256": latest.sha256,
        "late": latest.document.late,
        "deviations": [each.model_dump(mode="json") for each in file.deviations],
    }


def _assumptions(given: list[str] | None) -> "Assumptions":
    from annotate_app.services.planning.planned_power import Assumptions

    known = [each.name for each in fields(Assumptions)]
    found: dict[str, float] = {}
    problems: list[str] = []
    for word in given or ():
        name, _, number = word.partition("=")
        try:
            found[name] = float(number)
        except ValueError:
            problems.append(f"Found --assume {word!r}, expected NAME=NUMBER.")
        if name not in known:
            problems.append(f"Found the assumption {name!r}, expected one of {', '.join(known)}.")
    if problems:
        raise StudyError(problems)
    return Assumptions(**found)


def _writer(output: Path) -> "Callable[[PreregistrationFile], str]":
    from annotate_app.services.planning.preregistration_text import (
        registration_json,
        registration_markdown,
        registration_toml,
    )

    if output.exists():
        raise ExportError(f"There is a file {output} already. Nothing was changed; name another.")
    match output.suffix.lower():
        case ".md":
            return registration_markdown
        case ".toml":
            return lambda file: registration_toml(file.registrations[-1])
        case ".json":
            return lambda file: registration_json(file.registrations[-1])
        case _:
            raise ExportError(f"Found {output.name!r}, expected a name that ends in .md, .toml or .json.")


def _write(output: Path, text: str) -> None:
    try:
        with output.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        raise ExportError(
            f"The file {output} cannot be written ({error.strerror}). What was registered is stored: "
            "`study preregister STUDY --check -o FILE` writes it elsewhere."
        ) from error
