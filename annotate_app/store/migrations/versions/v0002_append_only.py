"""Triggers that keep ratings and events as they were written."""

from alembic import op

__all__ = ["down_revision", "refuse", "revision", "upgrade"]

revision = "0002_append_only"
down_revision = "0001_first_tables"


def upgrade() -> None:
    """Refuse to change ratings and events, and to delete events."""
    refuse("rating", "UPDATE")
    refuse("event", "UPDATE")
    refuse("event", "DELETE")


def refuse(table: str, change: str) -> None:
    """Make a trigger that refuses to change (UPDATE, DELETE) a table's rows."""
    name, message = f"{table}_refuses_{change.lower()}", f"rows of {table} are only ever added"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {change} ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )
        return
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} BEFORE {change} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
