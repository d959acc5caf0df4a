"""Studies can be preregistered; what was registered stays as it is."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime
from annotate_app.store.migrations.versions.v0002_append_only import refuse

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0011_preregistration"
down_revision = "0010_skip"


def upgrade() -> None:
    """Make the table, whose rows are only ever added."""
    op.create_table(
        "preregistration",
        sa.Column("study_id", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("registered_at", UtcDateTime(), nullable=False),
        sa.Column("registered_by", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.study_id"], name=op.f("fk_preregistration_study_id")),
        sa.PrimaryKeyConstraint("study_id", "version", name=op.f("pk_preregistration")),
    )
    refuse("preregistration", "UPDATE")
    refuse("preregistration", "DELETE")
