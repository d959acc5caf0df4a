"""${message}."""

import sqlalchemy as sa
from alembic import op

from annotate_app.store.base import UtcDateTime

__all__ = ["down_revision", "revision", "upgrade"]

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """${message}."""
    ${upgrades if upgrades else "pass"}
