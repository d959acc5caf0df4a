"""Raters are given attention checks."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0014_attention"
down_revision = "0013_repeats"


def upgrade() -> None:
    """Add how many checks a study has, and which episode of a check is intact."""
    op.add_column("study", sa.Column("attention", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("item", sa.Column("intact", sa.String(length=64), nullable=True))
    op.add_column("item", sa.Column("check_kind", sa.String(length=32), nullable=True))
