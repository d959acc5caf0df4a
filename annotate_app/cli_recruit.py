"""The commands for raters from crowd platforms: open an address, close it, reconcile submissions."""

import csv
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated

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
from annotate_app.errors import StudyError

__all__ = ["recruit_app"]

recruit_app = typer.Typer(rich_markup_mode=None)


@recruit_app.command(short_help="Make one address for a platform's raters.")
def recruit(
    study: StudyName,
    platform: Annotated[str, typer.Option(help="prolific, or open to everybody with the address.")] = "open",
    most: Annotated[
        int | None, typer.Option(help="How many people may come in; default: any number.")
    ] = None,
    code: Annotated[str | None, typer.Option(help="The platform's code for those who finished.")] = None,
    declined_code: Annotated[str | None, typer.Option(help="Its code for those who declined.")] = None,
    close: Annotated[bool, typer.Option("--close", help="Let nobody new in any more.")] = False,
    url: AppUrl = DEFAULT_URL,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Make one address for everybody whom a platform sends; it is shown only this once."""
    from annotate_app.services.recruitment import (
        Platform,
        RecruitmentPlan,
        close_recruitment,
        open_recruitment,
    )
    from annotate_app.services.studies import find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    if close:
        close_recruitment(place, operator(), found.study_id)
        show_document({"study": found.study_id, "recruitment": "closed"}, as_json=json_)
        return
    if platform not in list(Platform):
        raise StudyError([f"Found the platform {platform!r}, expected one of {', '.join(Platform)}."])
    plan = RecruitmentPlan(Platform(platform), most, code, declined_code)
    path = open_recruitment(place, operator(), found.study_id, plan)
    show_document({"study": found.study_id, "address": f"{url.rstrip('/')}{path}"}, as_json=json_)


@recruit_app.command(short_help="Sort a platform's submissions.")
def reconcile(
    study: StudyName,
    submissions: Annotated[Path, typer.Argument(help="The CSV of submissions downloaded from Prolific.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the lists.")],
    bonus: Annotated[str | None, typer.Option(help="Amount to pay everybody who finished, as 1.50.")] = None,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Write who is to be approved, looked at for rejection, and paid a bonus."""
    from annotate_app.services.recruitment import reconcile_prolific
    from annotate_app.services.studies import find_study

    place, amount = opened_place(workspace), _amount(bonus)
    found = find_study(place, operator(), study)
    try:
        text = submissions.read_text(encoding="utf-8-sig")
        output.mkdir(parents=True, exist_ok=True)
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError([f"{submissions} or {output} cannot be used ({error})."]) from error
    sorted_out = reconcile_prolific(place, operator(), found.study_id, text, bonus=amount)
    _write(output / "approve.csv", ("participant",), [(person,) for person in sorted_out.approve])
    _write(
        output / "reject.csv",
        ("participant", "reason"),
        [(one.person, one.reason) for one in sorted_out.reject],
    )
    _write(output / "bonus.csv", ("participant", "amount"), [(one, str(amount)) for one in sorted_out.bonus])
    show_document(
        {
            "approve": len(sorted_out.approve),
            "reject": len(sorted_out.reject),
            "bonus": len(sorted_out.bonus),
            "settled_before": sorted_out.n_settled,
            "finished_without_submission": list(sorted_out.missing),
        },
        as_json=json_,
    )


def _amount(bonus: str | None) -> Decimal | None:
    if bonus is None:
        return None
    try:
        amount = Decimal(bonus)
    except InvalidOperation:
        amount = Decimal(0)
    if not amount.is_finite() or amount <= 0:
        raise StudyError([f"Found {bonus!r} for the bonus, expected an amount above 0, such as 1.50."])
    return amount.quantize(Decimal("0.01"))


def _write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        writer.writerows(rows)
