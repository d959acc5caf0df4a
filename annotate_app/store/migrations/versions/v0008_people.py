"""Studies warn and debrief, ask for consent anew, and ask raters questions; raters guess which was which."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime
from annotate_app.store.migrations.versions.v0002_append_only import refuse

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0008_people"
down_revision = "0007_running"


def upgrade() -> None:
    """Let texts be of two more kinds, and make the tables of questions, answers and guesses."""
    _widen_texts()
    op.add_column("study", sa.Column("consent_version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("study", sa.Column("described_first", sa.Text(), nullable=True))
    op.add_column("study", sa.Column("described_second", sa.Text(), nullable=True))
    _create_questionnaire()
    _create_person_answer()
    _create_guess()
    refuse("questionnaire", "UPDATE")
    refuse("person_answer", "UPDATE")
    refuse("guess", "UPDATE")


def _widen_texts() -> None:
    # SQLite changes no constraint of a table that exists: the table is made anew, with what it held.
    op.execute("CREATE TABLE study_text_kept AS SELECT * FROM study_text")
    op.drop_table("study_text")
    op.create_table(
        "study_text",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column(
            "kind", _enum("textkind", "consent", "warning", "instructions", "debriefing"), nullable=False
        ),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _reference("study_text", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("study_id", "kind", "version", name=op.f("pk_study_text")),
    )
    columns = "study_id, kind, version, text, created_at"
    op.execute(f"INSERT INTO study_text ({columns}) SELECT {columns} FROM study_text_kept")  # noqa: S608
    op.drop_table("study_text_kept")


def _create_questionnaire() -> None:
    op.create_table(
        "questionnaire",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("moment", _enum("moment", "before", "after", "final"), nullable=False),
        sa.Column("questionnaire_hash", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _reference("questionnaire", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("study_id", "moment", name=op.f("pk_questionnaire")),
    )


def _create_person_answer() -> None:
    op.create_table(
        "person_answer",
        sa.Column(
            "answer_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("rater_id", sa.String(length=64), nullable=False),
        sa.Column("moment", _enum("moment", "before", "after", "final"), nullable=False),
        sa.Column("question", sa.String(length=48), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", _enum("status", "rated", "cannot_judge", "skipped"), nullable=False),
        sa.Column("value_number", sa.Float(), nullable=True),
        sa.Column("value_text", sa.Text(), nullable=True),
        sa.Column("questionnaire_hash", sa.String(length=64), nullable=False),
        sa.Column("answered_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint(
            "(CASE WHEN value_number IS NULL THEN 0 ELSE 1 END)"
            " + (CASE WHEN value_text IS NULL THEN 0 ELSE 1 END)"
            " = (CASE WHEN status = 'rated' THEN 1 ELSE 0 END)",
            name=op.f("ck_person_answer_value_iff_rated"),
        ),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_person_answer_revision_not_negative")),
        _reference("person_answer", "rater_id", "rater.rater_id"),
        sa.PrimaryKeyConstraint("answer_id", name=op.f("pk_person_answer")),
        sa.UniqueConstraint(
            "rater_id",
            "moment",
            "question",
            "revision",
            name=op.f("uq_person_answer_rater_id_moment_question_revision"),
        ),
    )


def _create_guess() -> None:
    op.create_table(
        "guess",
        sa.Column("assignment_id", sa.String(length=64), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("status", _enum("status", "rated", "cannot_judge", "skipped"), nullable=False),
        sa.Column("episode_id", sa.String(length=64), nullable=True),
        sa.Column("confidence", sa.Integer(), nullable=True),
        sa.Column("answered_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("asked IN (0, 1)", name=op.f("ck_guess_asked_is_a_condition")),
        sa.CheckConstraint("confidence BETWEEN 1 AND 5", name=op.f("ck_guess_confidence_in_range")),
        _reference("guess", "assignment_id", "assignment.assignment_id"),
        _reference("guess", "episode_id", "blind_episode.episode_id"),
        sa.PrimaryKeyConstraint("assignment_id", name=op.f("pk_guess")),
    )


def _enum(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=32)


def _reference(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_{table}_{column}"))
