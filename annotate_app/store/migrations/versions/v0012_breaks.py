"""Studies may offer breaks."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0012_breaks"
down_revision = "0011_preregistration"


def upgrade() -> None:
    """Add after how many items a break is offered, and after how many a rater last went on from one."""
    op.add_column("study", sa.Column("break_every", sa.Integer(), nullable=True))
    op.add_column("rater", sa.Column("rested_at", sa.Integer(), nullable=False, server_default="0"))
