"""What every service works with: the database, the clock and the source of randomness."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache

from annotate_app.services.together import Together
from annotate_app.store.database import Database, database_at
from annotate_app.store.migrate import migrate

__all__ = ["Workplace", "utc_now", "workplace_at"]


def utc_now() -> datetime:
    """Tell the time in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Workplace:
    """Everything outside that services need, given by whoever calls them.

    Attributes
    ----------
    clock
        Tells the time, with its offset from UTC.
    entropy
        Gives n unpredictable bytes.
    waiting
        Raters who wait for their next item, by study.
    """

    database: Database
    clock: Callable[[], datetime] = utc_now
    entropy: Callable[[int], bytes] = secrets.token_bytes
    waiting: Together = field(default_factory=Together, repr=False, compare=False)


@cache
def workplace_at(database_url: str) -> Workplace:
    """Open the workplace of a database URL once per process and bring its tables up to date.

    Raises
    ------
    DatabaseError
        If the database cannot be reached, or a newer Blindpair made it.
    """
    database = database_at(database_url)
    migrate(database)
    return Workplace(database)
