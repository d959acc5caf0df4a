"""Open and close a study's address for people whom a platform sends."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.secret import new_secret, secret_hash
from annotate_app.services.studies.add_raters import MOST_RATERS
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import RecruitmentRow
from annotate_app.store.recruitment import recruitment_of_study
from annotate_app.store.states import Platform, StudyState

__all__ = ["RecruitmentPlan", "close_recruitment", "open_recruitment"]

_TOKEN_BYTES = 16
_CODE = re.compile(r"^[A-Za-z0-9-]{1,64}$")
_PROLIFIC = "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"


@dataclass(frozen=True, slots=True)
class RecruitmentPlan:
    """Whom to let in.

    Attributes
    ----------
    most_raters
        How many people; None for any number.
    completed_code, declined_code
        What the platform wants to see from those who finished and from those who declined.
    """

    platform: Platform
    most_raters: int | None = None
    completed_code: str | None = None
    declined_code: str | None = None


def open_recruitment(place: Workplace, principal: Staff, study_id: str, plan: RecruitmentPlan) -> str:
    """Make the study's address, in place of any that it had; people who came before stay who they are.

    Returns
    -------
    str
        The path of the address with the platform's placeholders. Its token exists nowhere else and cannot be
        shown again.

    Raises
    ------
    StudyError
        With everything that is wrong with the plan.
    NotFoundError
        If there is no such study.
    """
    token, now = new_secret(place, n_bytes=_TOKEN_BYTES), place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        known = recruitment_of_study(session, study_id)
        problems = list(_problems(plan, known))
        if study.state is StudyState.CLOSED:
            problems.append(f"Study {study.name!r} is closed.")
        if problems:
            raise StudyError(problems)
        row = known or RecruitmentRow(study_id=study_id, platform=plan.platform, created_at=now)
        row.token_hash = secret_hash(token)
        row.most_raters = plan.most_raters
        row.completed_code = plan.completed_code
        row.declined_code = plan.declined_code
        row.closed_at = None
        session.add(row)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="opened_recruitment",
            study_id=study_id,
            about=study_id,
            detail={"platform": plan.platform.value, "most_raters": plan.most_raters},
        )
    return f"/enter/{token}{_PROLIFIC if plan.platform is Platform.PROLIFIC else ''}"


def close_recruitment(place: Workplace, principal: Staff, study_id: str) -> None:
    """Let nobody new in; those who came before go on. A second time changes nothing.

    Raises
    ------
    StudyError
        If the study has no address.
    NotFoundError
        If there is no such study.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        existing_study(session, study_id, lock=True)
        row = recruitment_of_study(session, study_id)
        if row is None:
            raise StudyError(["The study has no address for people from a platform."])
        if row.closed_at is None:
            row.closed_at = now
            add_event(
                session,
                at=now,
                actor=actor_of(principal),
                action="closed_recruitment",
                study_id=study_id,
                about=study_id,
            )


def _problems(plan: RecruitmentPlan, known: RecruitmentRow | None) -> Iterator[str]:
    if plan.most_raters is not None and not 1 <= plan.most_raters <= MOST_RATERS:
        yield f"Found {plan.most_raters} for the most raters, expected from 1 to {MOST_RATERS}, or none."
    if known is not None and known.platform is not plan.platform:
        yield f"The study's raters come from {known.platform.value}; a study has one platform."
    for what, code in (("completed", plan.completed_code), ("declined", plan.declined_code)):
        if code is not None and not _CODE.match(code):
            yield f"Found {code!r} for the {what} code, expected 1 to 64 letters, digits, hyphens."
    if plan.platform is Platform.PROLIFIC and plan.completed_code is None:
        yield "Prolific needs the completion code that it shows for this study."
