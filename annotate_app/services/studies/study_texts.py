"""Look at a study's texts, and give it a new version of one."""

from dataclasses import dataclass
from datetime import datetime

from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import StudyTextRow
from annotate_app.store.states import StudyState, TextKind
from annotate_app.store.studies import add_text, texts_of

__all__ = ["TextKind", "TextVersion", "change_text", "study_texts"]

_NEEDED = {TextKind.CONSENT, TextKind.INSTRUCTIONS}
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class TextVersion:
    """A text as it is shown now; version 0 where the study has had none of this kind."""

    kind: TextKind
    version: int
    text: str
    created_at: datetime | None


def study_texts(place: Workplace, principal: Staff, study_id: str) -> tuple[TextVersion, ...]:
    """List a study's texts as they are shown now, one of every kind.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        existing_study(session, study_id)
        newest = {row.kind: row for row in texts_of(session, study_id)}
    return tuple(
        TextVersion(kind, row.version, row.text, row.created_at)
        if (row := newest.get(kind)) is not None
        else TextVersion(kind, 0, "", None)
        for kind in TextKind
    )


def change_text(place: Workplace, principal: Staff, study_id: str, kind: TextKind, text: str) -> int:
    """Give an open study a new version of a text, and tell its number; earlier versions stay on record.

    Raters who agreed to an earlier consent text are asked again. The text that is shown already makes no
    version. A blank warning or debriefing is shown no more.

    Raises
    ------
    NotFoundError
        If there is no such study.
    StudyError
        If the study is closed, or the text cannot be shown.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        problems = list(_problems(kind, text))
        if study.state is StudyState.CLOSED:
            problems.append("The study is closed: its texts stay as they are.")
        if problems:
            raise StudyError(problems)
        earlier = [row for row in texts_of(session, study_id) if row.kind is kind]
        if earlier and earlier[-1].text == text:
            return earlier[-1].version
        version = len(earlier) + 1
        row = StudyTextRow(study_id=study_id, kind=kind, version=version, text=text, created_at=now)
        add_text(session, row)
        if kind is TextKind.CONSENT:
            study.consent_version = version
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="changed_text",
            study_id=study_id,
            about=study_id,
            detail={"kind": kind.value, "version": version},
        )
        return version


def _problems(kind: TextKind, text: str) -> list[str]:
    problems: list[str] = []
    if kind in _NEEDED and not text.strip():
        problems.append(f"The {kind.value} text is blank.")
    if len(text) > _LONGEST:
        problems.append(f"The text has {len(text)} characters, expected at most {_LONGEST}.")
    if any(character == "\x00" or "\ud800" <= character <= "\udfff" for character in text):
        problems.append("The text holds a NUL character or half of a character; save it as UTF-8 text.")
    return problems
