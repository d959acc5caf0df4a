"""Addresses for people whom a platform sends."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0004_recruitment"
down_revision = "0003_counted_places"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "recruitment",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column(
            "platform",
            sa.Enum(
                "prolific", "open", name="platform", native_enum=False, create_constraint=True, length=32
            ),
            nullable=False,
        ),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("most_raters", sa.Integer(), nullable=True),
        sa.Column("completed_code", sa.String(length=64), nullable=True),
        sa.Column("declined_code", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("most_raters >= 1", name=op.f("ck_recruitment_most_raters_positive")),
        sa.ForeignKeyConstraint(["study_id"], ["study.study_id"], name=op.f("fk_recruitment_study_id")),
        sa.PrimaryKeyConstraint("study_id", name=op.f("pk_recruitment")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_recruitment_token_hash")),
    )
