"""Items count their taken places; studies limit leases and items per environment."""

import sqlalchemy as sa
from alembic import op

__all__ = ["COUNT_PLACES", "down_revision", "revision", "upgrade"]

revision = "0003_counted_places"
down_revision = "0002_append_only"

_TAKEN = "SELECT count(*) FROM assignment a WHERE a.item_id = item.item_id AND a.state "
COUNT_PLACES = f"""
UPDATE item SET
  n_running = ({_TAKEN} = 'running'),
  n_completed = ({_TAKEN} = 'completed'),
  n_forward = ({_TAKEN} IN ('running', 'completed') AND a.served_first = item.episode_1),
  arm = CASE WHEN
    (SELECT e.condition FROM episode e WHERE e.episode_id = item.episode_1)
    = (SELECT c.first FROM contrast c WHERE c.study_id = item.study_id AND c.position = 0)
    THEN 0 ELSE 1 END
"""  # noqa: S608


def upgrade() -> None:
    """Add the columns and count what is there."""
    for name in ("arm", "n_running", "n_completed", "n_forward"):
        op.add_column("item", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.add_column("study", sa.Column("items_per_environment", sa.Integer(), nullable=True))
    op.add_column("study", sa.Column("lease_minutes", sa.Integer(), nullable=True))
    op.add_column("assignment", sa.Column("lease_minutes", sa.Integer(), nullable=True))
    running = sa.text("state = 'running'")
    op.create_index(
        "ix_assignment_running_lease",
        "assignment",
        ["study_id", "lease_until"],
        sqlite_where=running,
        postgresql_where=running,
    )
    op.execute(COUNT_PLACES)
