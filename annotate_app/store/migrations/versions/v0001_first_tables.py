"""The first tables."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0001_first_tables"
down_revision = None

_NUMBERED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make every table."""
    _create_administrator()
    _create_batch()
    _create_episode()
    _create_sign_in_failure()
    _create_study()
    _create_admin_session()
    _create_batch_episode()
    _create_blind_episode()
    _create_contrast()
    _create_event()
    _create_rater()
    _create_rubric()
    _create_study_text()
    _create_invitation()
    _create_item()
    _create_rater_session()
    _create_assignment()
    _create_draft()
    _create_rating()


def _enum(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=32)


def _reference(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_{table}_{column}"))


def _create_administrator() -> None:
    op.create_table(
        "administrator",
        sa.Column("admin_id", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=128), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("disabled_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("admin_id", name=op.f("pk_administrator")),
        sa.UniqueConstraint("user", name=op.f("uq_administrator_user")),
    )


def _create_batch() -> None:
    op.create_table(
        "batch",
        sa.Column("batch_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("uploaded_at", UtcDateTime(), nullable=False),
        sa.Column("uploaded_by", sa.String(length=128), nullable=False),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_batch")),
        sa.UniqueConstraint("content_hash", name=op.f("uq_batch_content_hash")),
    )


def _create_episode() -> None:
    op.create_table(
        "episode",
        sa.Column("episode_id", sa.String(length=64), nullable=False),
        sa.Column("pair_id", sa.String(length=128), nullable=False),
        sa.Column("environment_id", sa.String(length=128), nullable=False),
        sa.Column("scenario_id", sa.String(length=128), nullable=False),
        sa.Column(
            "mode", _enum("mode", "SCRIPT", "AGENTS", "MINDREADERS", "REPLAY", "HUMAN"), nullable=False
        ),
        sa.Column("condition", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("episode_id", name=op.f("pk_episode")),
    )
    op.create_index(op.f("ix_episode_pair_id"), "episode", ["pair_id"], unique=False)


def _create_sign_in_failure() -> None:
    op.create_table(
        "sign_in_failure",
        sa.Column("user_hash", sa.String(length=64), nullable=False),
        sa.Column("n_failures", sa.Integer(), nullable=False),
        sa.Column("last_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_hash", name=op.f("pk_sign_in_failure")),
    )


def _create_study() -> None:
    op.create_table(
        "study",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", _enum("studystate", "open", "closed"), nullable=False),
        sa.Column("protocol", sa.String(length=128), nullable=False),
        sa.Column("raters_per_item", sa.Integer(), nullable=False),
        sa.Column("items_per_rater", sa.Integer(), nullable=True),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=128), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("items_per_rater >= 1", name=op.f("ck_study_items_per_rater_positive")),
        sa.CheckConstraint("raters_per_item >= 1", name=op.f("ck_study_raters_per_item_positive")),
        sa.PrimaryKeyConstraint("study_id", name=op.f("pk_study")),
        sa.UniqueConstraint("name", name=op.f("uq_study_name")),
    )


def _create_admin_session() -> None:
    op.create_table(
        "admin_session",
        sa.Column("cookie_hash", sa.String(length=64), nullable=False),
        sa.Column("admin_id", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        _reference("admin_session", "admin_id", "administrator.admin_id"),
        sa.PrimaryKeyConstraint("cookie_hash", name=op.f("pk_admin_session")),
    )
    op.create_index(op.f("ix_admin_session_admin_id"), "admin_session", ["admin_id"], unique=False)


def _create_batch_episode() -> None:
    op.create_table(
        "batch_episode",
        sa.Column("batch_id", sa.String(length=64), nullable=False),
        sa.Column("episode_id", sa.String(length=64), nullable=False),
        _reference("batch_episode", "batch_id", "batch.batch_id"),
        _reference("batch_episode", "episode_id", "episode.episode_id"),
        sa.PrimaryKeyConstraint("batch_id", "episode_id", name=op.f("pk_batch_episode")),
    )
    op.create_index(op.f("ix_batch_episode_episode_id"), "batch_episode", ["episode_id"], unique=False)


def _create_blind_episode() -> None:
    op.create_table(
        "blind_episode",
        sa.Column("episode_id", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        _reference("blind_episode", "episode_id", "episode.episode_id"),
        sa.PrimaryKeyConstraint("episode_id", name=op.f("pk_blind_episode")),
    )


def _create_contrast() -> None:
    op.create_table(
        "contrast",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        _reference("contrast", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("study_id", "position", name=op.f("pk_contrast")),
    )


def _create_event() -> None:
    op.create_table(
        "event",
        sa.Column("event_id", _NUMBERED, autoincrement=True, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("actor_kind", _enum("actorkind", "rater", "administrator", "operator"), nullable=False),
        sa.Column("actor_id", sa.String(length=128), nullable=False),
        sa.Column("study_id", sa.String(length=64), nullable=True),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("object", sa.String(length=128), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        _reference("event", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_study_id"), "event", ["study_id"], unique=False)


def _create_rater() -> None:
    op.create_table(
        "rater",
        sa.Column("rater_id", sa.String(length=64), nullable=False),
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            _enum("raterstate", "invited", "declined", "consented", "active", "finished", "withdrawn"),
            nullable=False,
        ),
        sa.Column("platform", sa.String(length=64), nullable=True),
        sa.Column("external_id", sa.String(length=256), nullable=True),
        sa.Column("consent_version", sa.Integer(), nullable=True),
        sa.Column("consented_at", UtcDateTime(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("completion_code", sa.String(length=32), nullable=True),
        sa.Column("n_expected", sa.Integer(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _reference("rater", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("rater_id", name=op.f("pk_rater")),
        sa.UniqueConstraint("study_id", "number", name=op.f("uq_rater_study_id_number")),
        sa.UniqueConstraint(
            "study_id", "platform", "external_id", name=op.f("uq_rater_study_id_platform_external_id")
        ),
    )


def _create_rubric() -> None:
    op.create_table(
        "rubric",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rubric_hash", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _reference("rubric", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("study_id", "version", name=op.f("pk_rubric")),
        sa.UniqueConstraint("study_id", "rubric_hash", name=op.f("uq_rubric_study_id_rubric_hash")),
    )


def _create_study_text() -> None:
    op.create_table(
        "study_text",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("kind", _enum("textkind", "consent", "instructions"), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _reference("study_text", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("study_id", "kind", "version", name=op.f("pk_study_text")),
    )


def _create_invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("rater_id", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=True),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        _reference("invitation", "rater_id", "rater.rater_id"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_rater_id"), "invitation", ["rater_id"], unique=False)


def _create_item() -> None:
    op.create_table(
        "item",
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("pair_id", sa.String(length=128), nullable=False),
        sa.Column("environment_id", sa.String(length=128), nullable=False),
        sa.Column("scenario_id", sa.String(length=128), nullable=False),
        sa.Column("episode_1", sa.String(length=64), nullable=False),
        sa.Column("episode_2", sa.String(length=64), nullable=True),
        sa.Column(
            "purpose", _enum("purpose", "main", "practice", "attention", "repeat", "pilot"), nullable=False
        ),
        sa.CheckConstraint("episode_1 < episode_2", name=op.f("ck_item_episodes_sorted")),
        _reference("item", "episode_1", "blind_episode.episode_id"),
        _reference("item", "episode_2", "blind_episode.episode_id"),
        _reference("item", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item")),
        sa.UniqueConstraint(
            "study_id",
            "purpose",
            "episode_1",
            "episode_2",
            name=op.f("uq_item_study_id_purpose_episode_1_episode_2"),
        ),
    )


def _create_rater_session() -> None:
    op.create_table(
        "rater_session",
        sa.Column("cookie_hash", sa.String(length=64), nullable=False),
        sa.Column("rater_id", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        _reference("rater_session", "rater_id", "rater.rater_id"),
        sa.PrimaryKeyConstraint("cookie_hash", name=op.f("pk_rater_session")),
    )
    op.create_index(op.f("ix_rater_session_rater_id"), "rater_session", ["rater_id"], unique=False)


def _create_assignment() -> None:
    op.create_table(
        "assignment",
        sa.Column("assignment_id", sa.String(length=64), nullable=False),
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("item_id", sa.String(length=64), nullable=False),
        sa.Column("rater_id", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", _enum("assignmentstate", "running", "completed", "returned"), nullable=False),
        sa.Column("served_first", sa.String(length=64), nullable=False),
        sa.Column("served_second", sa.String(length=64), nullable=True),
        sa.Column("rubric_hash", sa.String(length=64), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("reopened_step", sa.Integer(), nullable=True),
        sa.Column("assigned_at", UtcDateTime(), nullable=False),
        sa.Column("lease_until", UtcDateTime(), nullable=True),
        sa.Column("submitted_at", UtcDateTime(), nullable=True),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("surplus", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "state <> 'completed' OR submitted_at IS NOT NULL",
            name=op.f("ck_assignment_completed_is_submitted"),
        ),
        sa.CheckConstraint("served_first <> served_second", name=op.f("ck_assignment_served_twice")),
        _reference("assignment", "item_id", "item.item_id"),
        _reference("assignment", "rater_id", "rater.rater_id"),
        _reference("assignment", "served_first", "blind_episode.episode_id"),
        _reference("assignment", "served_second", "blind_episode.episode_id"),
        _reference("assignment", "study_id", "study.study_id"),
        sa.PrimaryKeyConstraint("assignment_id", name=op.f("pk_assignment")),
        sa.UniqueConstraint("rater_id", "item_id", name=op.f("uq_assignment_rater_id_item_id")),
        sa.UniqueConstraint("rater_id", "position", name=op.f("uq_assignment_rater_id_position")),
    )
    op.create_index("ix_assignment_study_id_item_id", "assignment", ["study_id", "item_id"], unique=False)
    op.create_index(
        "uq_assignment_one_running",
        "assignment",
        ["rater_id"],
        unique=True,
        sqlite_where=sa.text("state = 'running'"),
        postgresql_where=sa.text("state = 'running'"),
    )


def _create_draft() -> None:
    op.create_table(
        "draft",
        sa.Column("assignment_id", sa.String(length=64), nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("saved_at", UtcDateTime(), nullable=False),
        _reference("draft", "assignment_id", "assignment.assignment_id"),
        sa.PrimaryKeyConstraint("assignment_id", "step", name=op.f("pk_draft")),
    )


def _create_rating() -> None:
    op.create_table(
        "rating",
        sa.Column("rating_id", _NUMBERED, autoincrement=True, nullable=False),
        sa.Column("assignment_id", sa.String(length=64), nullable=False),
        sa.Column("unit_id", sa.String(length=160), nullable=False),
        sa.Column("target", _enum("target", "pair", "episode", "character"), nullable=False),
        sa.Column("dimension", sa.String(length=48), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", _enum("status", "rated", "cannot_judge", "skipped"), nullable=False),
        sa.Column("value_number", sa.Float(), nullable=True),
        sa.Column("value_text", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("rubric_hash", sa.String(length=64), nullable=False),
        sa.Column("rated_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint(
            "(CASE WHEN value_number IS NULL THEN 0 ELSE 1 END)"
            " + (CASE WHEN value_text IS NULL THEN 0 ELSE 1 END)"
            " = (CASE WHEN status = 'rated' THEN 1 ELSE 0 END)",
            name=op.f("ck_rating_value_iff_rated"),
        ),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_rating_revision_not_negative")),
        sa.CheckConstraint("seconds >= 0", name=op.f("ck_rating_seconds_not_negative")),
        _reference("rating", "assignment_id", "assignment.assignment_id"),
        sa.PrimaryKeyConstraint("rating_id", name=op.f("pk_rating")),
        sa.UniqueConstraint(
            "assignment_id",
            "unit_id",
            "dimension",
            "revision",
            name=op.f("uq_rating_assignment_id_unit_id_dimension_revision"),
        ),
    )
