"""Studies say what becomes of the ratings of somebody who withdraws."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0005_withdrawal"
down_revision = "0004_recruitment"


def upgrade() -> None:
    """Add the column; what studies did until now is to keep them."""
    op.add_column(
        "study", sa.Column("withdrawal", sa.String(length=32), nullable=False, server_default="keep")
    )
