"""Researchers decide which raters an analysis leaves out; what they decided stays on record."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime
from annotate_app.store.migrations.versions.v0002_append_only import refuse

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0006_exclusion"
down_revision = "0005_withdrawal"


def upgrade() -> None:
    """Make the table, whose rows are only ever added."""
    op.create_table(
        "exclusion",
        sa.Column(
            "exclusion_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("rater_id", sa.String(length=64), nullable=False),
        sa.Column("excluded", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("after_unblinding", sa.Boolean(), nullable=False),
        sa.Column("decided_at", UtcDateTime(), nullable=False),
        sa.Column("decided_by", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.rater_id"], name=op.f("fk_exclusion_rater_id")),
        sa.PrimaryKeyConstraint("exclusion_id", name=op.f("pk_exclusion")),
    )
    op.create_index(op.f("ix_exclusion_rater_id"), "exclusion", ["rater_id"], unique=False)
    refuse("exclusion", "UPDATE")
    refuse("exclusion", "DELETE")
