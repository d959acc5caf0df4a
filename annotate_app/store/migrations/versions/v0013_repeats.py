"""Raters are shown some of their own items again."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0013_repeats"
down_revision = "0012_breaks"


def upgrade() -> None:
    """Add the column; nothing was shown again until now."""
    op.add_column("study", sa.Column("repeats", sa.Integer(), nullable=False, server_default="0"))
