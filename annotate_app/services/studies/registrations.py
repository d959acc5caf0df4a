"""Read what was registered of a study, and say what is otherwise by now."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.studies.registered_plan import registered_plan, registered_texts
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import events_of_study
from annotate_app.store.models import StudyRow
from annotate_app.store.preregistrations import preregistrations_of
from annotate_app.store.studies import latest_rubric, texts_of
from sim.schema.preregistration import Deviation, Preregistration, PreregistrationFile, Registration

__all__ = ["preregistration_file", "study_preregistrations"]

_GROWN = frozenset({"extended_study"})


def study_preregistrations(place: Workplace, principal: Staff, study_id: str) -> PreregistrationFile | None:
    """Load every registration of a study with the deviations from the latest; None without any.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        return preregistration_file(session, existing_study(session, study_id))


def preregistration_file(session: Session, study: StudyRow) -> PreregistrationFile | None:
    """Make `preregistration.json` of a bundle, every document checked against its hash; None without any."""
    rows = preregistrations_of(session, study.study_id)
    if not rows:
        return None
    registrations = tuple(
        Registration(sha256=row.sha256, document=Preregistration.model_validate_json(row.document))
        for row in rows
    )
    deviations = tuple(_deviations(session, study, registrations[-1].document))
    return PreregistrationFile(registrations=registrations, deviations=deviations)


def _deviations(session: Session, study: StudyRow, registered: Preregistration) -> Iterator[Deviation]:
    yield from _plan_deviations(session, study, registered)
    rubric = latest_rubric(session, study.study_id)
    if rubric.rubric_hash != registered.rubric_hash:
        yield Deviation(
            what="questions",
            registered=registered.rubric_hash,
            now=f"{rubric.rubric_hash} (version {rubric.version})",
            at=rubric.created_at,
        )
    yield from _text_deviations(session, study.study_id, registered)


def _plan_deviations(session: Session, study: StudyRow, registered: Preregistration) -> Iterator[Deviation]:
    now = _flat(registered_plan(session, study).model_dump(mode="json"))
    before = _flat(registered.plan.model_dump(mode="json"))
    grown = _last(session, study.study_id, registered.registered_at, _GROWN)
    invited = _last(session, study.study_id, registered.registered_at, frozenset({"added_raters"}))
    for name, value in now.items():
        if value != before[name]:
            at = invited if name == "n_raters" else grown
            yield Deviation(
                what=name.replace("_", " "), registered=_said(before[name]), now=_said(value), at=at
            )


def _text_deviations(session: Session, study_id: str, registered: Preregistration) -> Iterator[Deviation]:
    before = {text.kind: text.version for text in registered.texts}
    changed = {row.kind.value: row.created_at for row in texts_of(session, study_id)}
    for text in registered_texts(session, study_id):
        version = before.get(text.kind)
        if version != text.version:
            yield Deviation(
                what=f"{text.kind} text",
                registered="none" if version is None else f"version {version}",
                now=f"version {text.version}",
                at=changed[text.kind],
            )


def _last(session: Session, study_id: str, since: datetime, actions: frozenset[str]) -> datetime | None:
    times = [row.at for row in events_of_study(session, study_id) if row.action in actions and row.at > since]
    return max(times, default=None)


def _flat(plan: Mapping[str, Any]) -> dict[str, Any]:
    items = plan["items"]
    own = {name: value for name, value in plan.items() if name != "items"}
    return {"items": items["n_items"], "hash_of_items": items["sha256"], **own}


def _said(value: object) -> str:
    return "none" if value is None else str(value)
