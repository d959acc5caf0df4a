"""Raters can be shut out, and take part in a pilot."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0007_running"
down_revision = "0006_exclusion"


def upgrade() -> None:
    """Add the columns; nobody was shut out until now, and everybody rates main items."""
    op.add_column("rater", sa.Column("revoked_at", UtcDateTime(), nullable=True))
    op.add_column("rater", sa.Column("purpose", sa.String(length=32), nullable=False, server_default="main"))
