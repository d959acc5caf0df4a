"""Studies say in which language the raters' pages are."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0009_language"
down_revision = "0008_people"


def upgrade() -> None:
    """Add the column; until now all pages were in English."""
    op.add_column("study", sa.Column("language", sa.String(length=16), nullable=False, server_default="en"))
