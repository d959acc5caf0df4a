"""The commands that set up and watch studies: upload, study, admin, export, doctor."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from annotate_app.cli_checks import Attention, Repeats, checks_of
from annotate_app.cli_options import (
    DEFAULT_URL,
    AppUrl,
    Json,
    StudyName,
    Workspace,
    opened_place,
    operator,
    show_document,
)
from annotate_app.cli_texts import (
    AfterFile,
    BeforeFile,
    ConsentFile,
    DebriefingFile,
    Describe,
    InstructionsFile,
    WantsFinalQuestion,
    WarningFile,
    asked_of,
    text_of,
    texts_of,
)
from annotate_app.errors import ExportError, StudyError, UploadError

if TYPE_CHECKING:
    from annotate_app.services.studies import CreatedStudy, RaterLink

__all__ = ["study_app", "study_commands"]

study_commands = typer.Typer(rich_markup_mode=None)
study_app = typer.Typer(help="Make, watch and close studies.", no_args_is_help=True, rich_markup_mode=None)
admin_app = typer.Typer(help="Administrators and raters.", no_args_is_help=True, rich_markup_mode=None)
WithdrawalChoice = Annotated[
    Literal["keep", "delete"], typer.Option(help="What becomes of the ratings of who withdraws.")
]
LanguageChoice = Annotated[
    Literal["en", "zh", "ar"], typer.Option(help="Language of the raters' pages and built-in questions.")
]

ComparedConditions = Annotated[
    tuple[str, str] | None,
    typer.Option(help="The two conditions to compare; default: the batch's two.", metavar="FIRST SECOND"),
]
ProtocolName = Annotated[str, typer.Option(help="Name of the questions, or a TOML file with your own.")]
PerEnvironment = Annotated[
    int | None, typer.Option(help="Most items of one environment for a rater; default: all.")
]
LeaseMinutes = Annotated[
    int, typer.Option(help="Minutes after which an untouched item goes to another rater; 0: never.")
]
BreakEvery = Annotated[int | None, typer.Option(help="Items between breaks; default: no breaks.")]

study_commands.add_typer(study_app, name="study")
study_commands.add_typer(admin_app, name="admin")


@study_commands.command(short_help="Store the episodes of a file: all of them, or none.")
def upload(
    episodes: Annotated[Path, typer.Argument(help="A file of episodes, one JSON object a line.")],
    check: Annotated[bool, typer.Option("--check", help="Only look; store nothing.")] = False,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Store the episodes of a file, all or, with every problem named, none."""
    from annotate_app.services.uploads import confirm_upload, preview_upload

    place = opened_place(workspace, makes_database=True)
    with _opened(episodes) as stream:
        preview = preview_upload(place, operator(), stream, name=episodes.name)
        if not preview.can_be_confirmed:
            raise UploadError(preview.problems)
        document: dict[str, Any] = {
            "episodes": preview.n_episodes,
            "conditions": {count.condition: count.n_episodes for count in preview.conditions},
            "complete_pairs": len(preview.complete_pairs),
            "incomplete_pairs": list(preview.incomplete_pairs),
            **({"note": preview.note} if preview.note else {}),
            "new": preview.n_new,
            "stored_before": preview.n_stored,
        }
        if not check:
            stream.seek(0)
            stored = confirm_upload(
                place, operator(), stream, name=episodes.name, content_hash=preview.content_hash
            )
            document["batch"] = stored.batch_id
    show_document(document, as_json=json_)


@study_app.command("create", short_help="Make a study and print its rater links.")
def create(
    name: Annotated[str, typer.Argument(help="A name for the study, never shown to raters.")],
    batch: Annotated[str | None, typer.Option(help="Batch to take; default: the newest.")] = None,
    conditions: ComparedConditions = None,
    protocol: ProtocolName = "naturalness-then-goals",
    raters_per_item: Annotated[int, typer.Option(help="Ratings that each item gets.")] = 3,
    raters: Annotated[int, typer.Option(help="Rater links to make.")] = 3,
    items_per_rater: Annotated[int | None, typer.Option(help="Most items of a rater; default: all.")] = None,
    items_per_environment: PerEnvironment = None,
    repeats: Repeats = 0,
    attention: Attention = 0,
    lease: LeaseMinutes = 1440,
    break_every: BreakEvery = None,
    withdrawal: WithdrawalChoice = "keep",
    language: LanguageChoice = "en",
    seed: Annotated[int, typer.Option(help="Decides orders and first sides.")] = 0,
    consent: ConsentFile = None,
    warning: WarningFile = None,
    instructions: InstructionsFile = None,
    debriefing: DebriefingFile = None,
    before: BeforeFile = None,
    after: AfterFile = None,
    asks_final: WantsFinalQuestion = True,
    describe: Describe = None,
    url: AppUrl = DEFAULT_URL,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Make a study from uploaded episodes and print its rater links, which are shown only this once."""
    from annotate_app.services.studies import StudyPlan, Withdrawal, create_study

    plan = StudyPlan(
        name=name,
        batch_id=batch,
        contrast=_contrast(conditions),
        protocol=protocol,
        rubric=_rubric(protocol),
        raters_per_item=raters_per_item,
        n_raters=raters,
        items_per_rater=items_per_rater,
        items_per_environment=items_per_environment,
        **checks_of(repeats=repeats, attention=attention, lease=lease),
        break_every=break_every,
        withdrawal=Withdrawal(withdrawal),
        language=language,
        seed=seed,
        **texts_of(consent=consent, instructions=instructions, warning=warning, debriefing=debriefing),
        **asked_of(before=before, after=after, wants_final=asks_final, described=describe),
    )
    show_document(_created(create_study(opened_place(workspace), operator(), plan), url), as_json=json_)


@study_app.command(short_help="List protocols, or print one as TOML.")
def protocol(
    name: Annotated[str | None, typer.Argument(help="Whose questions to print; default: list all.")] = None,
) -> None:
    """Print a protocol as TOML, to be changed and given to `study create --protocol FILE`."""
    from sim.schema.rubric import builtin_rubric, builtin_rubrics
    from sim.schema.rubric_file import write_rubric_toml

    if name is None:
        for known in builtin_rubrics():
            typer.echo(f"{known}: {builtin_rubric(known).description}")
    elif name in builtin_rubrics():
        typer.echo(write_rubric_toml(builtin_rubric(name)), nl=False)
    else:
        raise StudyError([f"There is no protocol {name!r}, expected one of {', '.join(builtin_rubrics())}."])


@study_app.command("list")
def list_all(workspace: Workspace = None, json_: Json = False) -> None:
    """List all studies, newest first."""
    from annotate_app.services.studies import list_studies

    studies = list_studies(opened_place(workspace), operator())
    rows = [
        {
            "study": study.study_id,
            "name": study.name,
            "status": study.status.value,
            "items": study.n_items,
            "raters": study.n_raters,
            "completed": study.n_completed,
            "wanted": study.n_wanted,
        }
        for study in studies
    ]
    show_document({"studies": rows}, as_json=json_)


@study_app.command()
def show(study: StudyName, workspace: Workspace = None, json_: Json = False) -> None:
    """Show how far a study has come, by item and by rater."""
    from annotate_app.services.running import pilot_progress
    from annotate_app.services.studies import find_study, study_progress

    place = opened_place(workspace)
    progress = study_progress(place, operator(), find_study(place, operator(), study).study_id)
    summary = progress.summary
    pilot = pilot_progress(place, operator(), summary.study_id)
    document = {
        "study": summary.study_id,
        "name": summary.name,
        "status": summary.status.value,
        "protocol": summary.protocol,
        "completed": summary.n_completed,
        "wanted": summary.n_wanted,
        "worst_order_imbalance": progress.worst_imbalance,
        "items": [
            {"pair": item.pair_id, "completed": item.n_completed, "running": item.n_running}
            for item in progress.items
        ],
        "raters": [
            {"rater": rater.number, "state": rater.state.value, "completed": rater.n_completed}
            for rater in progress.raters
        ],
        **({} if pilot is None else {"pilot": asdict(pilot)}),
    }
    show_document(document, as_json=json_)


@study_app.command()
def close(study: StudyName, workspace: Workspace = None, json_: Json = False) -> None:
    """Hand out no more items; items begun may still be finished."""
    from annotate_app.services.studies import close_study, find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    close_study(place, operator(), found.study_id)
    show_document({"study": found.study_id, "status": "closed"}, as_json=json_)


@admin_app.command("create", short_help="Make an administrator.")
def create_admin(
    user: Annotated[str, typer.Argument(help="Name to sign in with.")],
    password_file: Annotated[
        Path | None,
        typer.Option(
            help="File whose first line is the password, - for stdin; default: ask.", allow_dash=True
        ),
    ] = None,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Make an administrator; the password is asked for, or read from a file."""
    from annotate_app.services.administration import create_administrator

    password = _password(password_file)
    admin = create_administrator(
        opened_place(workspace, makes_database=True), operator(), user=user, password=password
    )
    show_document({"administrator": admin.user}, as_json=json_)


@admin_app.command("raters", short_help="Add raters to a study and print their links.")
def raters(
    study: StudyName,
    number: Annotated[int, typer.Option("--number", "-n", help="How many raters to add.")] = 1,
    url: AppUrl = DEFAULT_URL,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Add raters to a study and print their links, which are shown only this once."""
    from annotate_app.services.studies import add_raters, find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    links = add_raters(place, operator(), found.study_id, n_raters=number)
    show_document({"study": found.study_id, "rater_links": _links(links, url)}, as_json=json_)


@study_commands.command(short_help="Write a study's bundle for analysis, blind unless asked.")
def export(
    study: StudyName,
    output: Annotated[Path, typer.Option("--output", "-o", help="New folder for the bundle.")],
    unblind: Annotated[bool, typer.Option("--unblind", help="With conditions; needs --reason.")] = False,
    reason: Annotated[str, typer.Option(help="Why it is unblinded; stored with the study.")] = "",
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Write everything an analysis needs to a folder, blind unless asked otherwise."""
    from annotate_app.services.studies import export_study, find_study

    if reason and not unblind:
        raise ExportError("A reason was given without --unblind. Nothing was written.")
    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    bundle = export_study(
        place, operator(), found.study_id, output, unblind_reason=reason if unblind else None
    )
    document = {
        "bundle": str(bundle.folder),
        "blind": bundle.blind,
        "items": bundle.n_items,
        "raters": bundle.n_raters,
        "ratings": bundle.n_ratings,
    }
    show_document(document, as_json=json_)


@study_commands.command(short_help="Check the database and the disk.")
def doctor(workspace: Workspace = None, json_: Json = False) -> None:
    """Check the database and the disk; ends with status 1 if something is wrong."""
    from annotate_app.services.examine import examine
    from annotate_app.settings import load_settings

    findings = examine(opened_place(workspace), load_settings(workspace).workspace)
    show_document(
        {one.name: ("" if one.is_good else "PROBLEM: ") + one.detail for one in findings}, as_json=json_
    )
    if not all(one.is_good for one in findings):
        raise typer.Exit(1)


def _contrast(conditions: tuple[str, str] | None) -> Any:
    from sim.schema.study import Contrast

    if conditions is None:
        return None
    first, second = conditions
    if first == second or not first.strip() or not second.strip():
        raise StudyError([f"Found the conditions {first!r} and {second!r}, expected two different ones."])
    return Contrast(first=first, second=second)


def _rubric(protocol: str) -> Any:
    from sim.schema.rubric_file import read_rubric_toml

    path = Path(protocol)
    if path.suffix != ".toml":
        return None
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StudyError([f"The protocol {path} cannot be read ({error.strerror})."]) from error
    return read_rubric_toml(content, source=path.name)


def _opened(path: Path) -> Any:
    try:
        return path.open("rb")
    except OSError as error:
        raise UploadError([f"The file {path} cannot be read ({error.strerror})."]) from error


def _password(file: Path | None) -> str:
    if file is None:
        if not sys.stdin.isatty():
            hint = (
                "There is no terminal to ask for the password. Give --password-file FILE (its first line is "
                "the password), or --password-file - to read it from standard input."
            )
            raise StudyError([hint])
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    if str(file) == "-":
        return sys.stdin.readline().rstrip("\r\n")
    first_line, _, _ = (text_of(file) or "").partition("\n")
    return first_line.rstrip("\r")


def _created(study: "CreatedStudy", url: str) -> Mapping[str, Any]:
    note = {"note": study.reach.note} if study.reach.note else {}
    links = _links(study.links, url)
    return {"study": study.study_id, "items": study.n_items, **note, "rater_links": links}


def _links(links: Iterable["RaterLink"], url: str) -> list[str]:
    return [f"{url.rstrip('/')}{link.path}" for link in links]
