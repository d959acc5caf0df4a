"""What a bundle says of the study itself, and of what its raters answered about themselves and it."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from annotate_app.services.studies.bundle_rows import Row
from annotate_app.store.models import AssignmentRow, GuessRow, PersonAnswerRow, StudyRow
from annotate_app.store.questionnaires import answers_of_study, guesses_of_study, questionnaires_of_study
from annotate_app.store.states import TextKind
from annotate_app.store.studies import contrasts_of, latest_rubric, latest_text, texts_of
from sim.schema.bundle import DO_NOT_KNOW
from sim.schema.questionnaire import Moment, Questionnaire
from sim.schema.rating import Status
from sim.schema.ratings_csv import cell_safe
from sim.schema.rubric import Rubric
from sim.schema.study import Contrast, Descriptions, StudyDocument, StudyText
from sim.schema.unit import pair_unit

__all__ = ["answer_rows", "guess_rows", "study_document"]

_MOMENTS = tuple(Moment)


def study_document(session: Session, study: StudyRow) -> StudyDocument:
    """Describe a study in its newest version, with every version of its texts."""
    study_id = study.study_id
    asked = {row.moment: row.document for row in questionnaires_of_study(session, study_id)}
    read: Mapping[Moment, Questionnaire] = {
        moment: Questionnaire.model_validate_json(document) for moment, document in asked.items()
    }
    return StudyDocument(
        study_id=study_id,
        name=study.name,
        created_at=study.created_at,
        protocol=study.protocol,
        raters_per_item=study.raters_per_item,
        items_per_rater=study.items_per_rater,
        items_per_environment=study.items_per_environment,
        repeats=study.repeats,
        attention=study.attention,
        lease_minutes=study.lease_minutes,
        break_every=study.break_every,
        withdrawal=study.withdrawal.value,
        language=study.language,
        seed=study.seed,
        contrasts=tuple(
            Contrast(first=row.first, second=row.second) for row in contrasts_of(session, study_id)
        ),
        consent_text=latest_text(session, study_id, TextKind.CONSENT).text,
        instructions=latest_text(session, study_id, TextKind.INSTRUCTIONS).text,
        texts=tuple(
            StudyText(kind=row.kind.value, version=row.version, created_at=row.created_at, text=row.text)
            for row in texts_of(session, study_id)
        ),
        before=read.get(Moment.BEFORE),
        after=read.get(Moment.AFTER),
        final=read.get(Moment.FINAL),
        descriptions=_descriptions(study),
        rubric=Rubric.model_validate_json(latest_rubric(session, study_id).document),
    )


def answer_rows(session: Session, study_id: str) -> list[Row]:
    """Make the rows of `questionnaire_answers.csv`: the newest revisions, by rater and moment."""
    newest: dict[tuple[str, int, str], PersonAnswerRow] = {
        (row.rater_id, _MOMENTS.index(row.moment), row.question): row
        for row in answers_of_study(session, study_id)
    }
    in_order = sorted(newest.values(), key=lambda row: (row.rater_id, _MOMENTS.index(row.moment)))
    return [
        (
            row.rater_id,
            row.moment.value,
            row.question,
            row.status.value,
            cell_safe(row.value) if isinstance(row.value, str) else row.value,
            row.questionnaire_hash,
            row.answered_at.isoformat(),
        )
        for row in in_order
    ]


def guess_rows(session: Session, study_id: str) -> list[Row]:
    """Make the rows of `guesses.csv`, by rater and item."""
    rows = [
        _guess_row(guess, session.get_one(AssignmentRow, guess.assignment_id))
        for guess in guesses_of_study(session, study_id)
    ]
    return sorted(rows, key=lambda row: (str(row[0]), str(row[1])))


def _guess_row(guess: GuessRow, assignment: AssignmentRow) -> Row:
    value = (guess.episode_id or DO_NOT_KNOW) if guess.status is Status.RATED else None
    first, second = assignment.served
    return (
        assignment.rater_id,
        assignment.item_id,
        pair_unit(first, second),
        f"{first} {second}",
        ("first", "second")[guess.asked],
        guess.status.value,
        value,
        guess.confidence,
        guess.answered_at.isoformat(),
    )


def _descriptions(study: StudyRow) -> Descriptions | None:
    if study.described_first is None or study.described_second is None:
        return None
    return Descriptions(first=study.described_first, second=study.described_second)
