"""The commands about raters' links and their time: invite, pilot, revoke, link, times."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

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
from annotate_app.errors import ExportError, StudyError

if TYPE_CHECKING:
    from annotate_app.services.studies import RaterLink

__all__ = ["links_app"]

links_app = typer.Typer(rich_markup_mode=None)

RaterNumber = Annotated[int, typer.Argument(help="The rater's number.", metavar="RATER_NUMBER")]
Expires = Annotated[
    str | None, typer.Option(help="When links stop opening sessions, as 2026-12-31T18:00Z; default: never.")
]


@links_app.command(short_help="Add raters and write their links to a CSV file.")
def invite(
    study: StudyName,
    output: Annotated[Path, typer.Option("--output", "-o", help="New CSV file for the links.")],
    number: Annotated[int, typer.Option("--n", "-n", help="How many raters to add.")] = 1,
    expires: Expires = None,
    url: AppUrl = DEFAULT_URL,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Add raters and write `rater, link, expires`; the links exist nowhere else."""
    from annotate_app.services.studies import add_raters, find_study

    place, until = opened_place(workspace), _moment(expires)
    found = find_study(place, operator(), study)
    _write_links(
        output,
        url,
        lambda: add_raters(place, operator(), found.study_id, n_raters=number, expires_at=until),
    )
    document = {"study": found.study_id, "links": str(output), "raters_added": number}
    show_document(document, as_json=json_)


@links_app.command(short_help="Add a pilot: some pairs for people of their own, left out of the analysis.")
def pilot(
    study: StudyName,
    output: Annotated[Path, typer.Option("--output", "-o", help="New CSV file for the pilot's links.")],
    raters: Annotated[int, typer.Option(help="How many people; each rates every pilot item.")] = 3,
    items: Annotated[
        int | None, typer.Option(help="How many pairs; leave out to add people to the pilot there is.")
    ] = None,
    expires: Expires = None,
    url: AppUrl = DEFAULT_URL,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Choose pairs by seed, spread over environments, and write the links of their own raters."""
    from annotate_app.services.running import PilotPlan, add_pilot, pilot_progress
    from annotate_app.services.studies import find_study

    place, until = opened_place(workspace), _moment(expires)
    found = find_study(place, operator(), study)
    plan = PilotPlan(raters, items, until)
    _write_links(output, url, lambda: add_pilot(place, operator(), found.study_id, plan).links)
    progress = pilot_progress(place, operator(), found.study_id)
    document = {
        "study": found.study_id,
        "links": str(output),
        "pilot_items": progress.n_items if progress else 0,
        "pilot_raters": progress.n_raters if progress else 0,
    }
    show_document(document, as_json=json_)


@links_app.command(short_help="Make a rater's link and sessions open nothing any more.")
def revoke(study: StudyName, rater: RaterNumber, workspace: Workspace = None, json_: Json = False) -> None:
    """Shut a rater out: the item in hand goes to somebody else, ratings stay, and the rater is told."""
    from annotate_app.services.running import revoke_rater
    from annotate_app.services.studies import find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    revoke_rater(place, operator(), found.study_id, rater)
    show_document({"study": found.study_id, "rater": rater, "access": "revoked"}, as_json=json_)


@links_app.command(short_help="Make a rater's new link; the old ones open nothing any more.")
def link(
    study: StudyName,
    rater: RaterNumber,
    expires: Expires = None,
    url: AppUrl = DEFAULT_URL,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Print a rater's new link, only this once; the place in the session is kept."""
    from annotate_app.services.running import new_link
    from annotate_app.services.studies import find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    made = new_link(place, operator(), found.study_id, rater, expires_at=_moment(expires))
    document = {"study": found.study_id, "rater": rater, "link": f"{url.rstrip('/')}{made.path}"}
    show_document(document, as_json=json_)


@links_app.command(short_help="Write how long raters worked, for paying them.")
def times(
    study: StudyName,
    output: Annotated[Path, typer.Option("--output", "-o", help="New CSV file.")],
    with_ids: Annotated[bool, typer.Option("--with-ids", help="With the platform's ids of people.")] = False,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Write every rater's items, active minutes, start, end and completion code."""
    from annotate_app.services.running import rater_times, times_csv
    from annotate_app.services.studies import find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    rows = rater_times(place, operator(), found.study_id)
    with _new_file(output) as stream:
        stream.write(times_csv(rows, with_ids=with_ids))
    show_document({"study": found.study_id, "times": str(output), "raters": len(rows)}, as_json=json_)


def _write_links(output: Path, url: str, make: "Callable[[], tuple[RaterLink, ...]]") -> None:
    """Make links once their file is there: a link that cannot be written would be lost."""
    from annotate_app.services.running import links_csv

    with _new_file(output) as stream:
        stream.write(links_csv(make(), url))


@contextmanager
def _new_file(path: Path) -> Generator[TextIO]:
    try:
        stream = path.open("x", encoding="utf-8", newline="")
    except OSError as error:
        raise ExportError(
            f"The file {path} cannot be made ({error.strerror}). Nothing was changed; name another."
        ) from error
    done = False
    try:
        with stream:
            path.chmod(0o600)
            yield stream
        done = True
    finally:
        if not done:
            path.unlink(missing_ok=True)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise StudyError(
            [f"Found {text!r} for when links expire, expected a time with its zone, as 2026-12-31T18:00Z."]
        )
    return moment.astimezone(UTC)
