"""How a database is doing."""

from dataclasses import dataclass

from sqlalchemy import text

from annotate_app.store.database import Database

__all__ = ["Durability", "durability", "integrity_problems"]


@dataclass(frozen=True, slots=True)
class Durability:
    """Whether an acknowledged write survives a crash, and the settings that say so."""

    is_durable: bool
    settings: str


def durability(database: Database) -> Durability:
    """Ask the database how it writes."""
    with database.reading() as session:
        if database.is_sqlite:
            journal = session.scalar(text("PRAGMA journal_mode"))
            synchronous = session.scalar(text("PRAGMA synchronous"))
            return Durability(
                journal == "wal" and synchronous in {2, 3},
                f"journal_mode={journal}, synchronous={synchronous} (2 is FULL)",
            )
        fsync, commit = (session.scalar(text(f"SHOW {name}")) for name in ("fsync", "synchronous_commit"))
        return Durability(fsync == "on" and commit != "off", f"fsync={fsync}, synchronous_commit={commit}")


def integrity_problems(database: Database) -> tuple[str, ...]:
    """Let SQLite check its file; PostgreSQL needs no such check and has no problems here."""
    if not database.is_sqlite:
        return ()
    with database.reading() as session:
        found = [str(row[0]) for row in session.execute(text("PRAGMA quick_check"))]
        broken = [f"{row[0]} row {row[1]}" for row in session.execute(text("PRAGMA foreign_key_check"))]
    return tuple([line for line in found if line != "ok"] + broken)
