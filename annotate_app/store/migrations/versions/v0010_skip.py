"""Raters can skip an item and say why."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0010_skip"
down_revision = "0009_language"


def upgrade() -> None:
    """Add when, why, and what was typed beside."""
    op.add_column("assignment", sa.Column("skipped_at", UtcDateTime(), nullable=True))
    op.add_column("assignment", sa.Column("skip_reason", sa.String(length=32), nullable=True))
    op.add_column("assignment", sa.Column("skip_remark", sa.Text(), nullable=True))
