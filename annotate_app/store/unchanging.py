"""What never changes once it is stored, kept in memory: episodes, questions and texts."""

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from sqlalchemy.orm import Session

from annotate_app.store.states import TextKind
from sim.schema.episode import BlindEpisode
from sim.schema.rubric import Rubric

__all__ = ["Kept", "Unchanging", "session_info", "unchanging"]

_NAME = "unchanging"
_MOST = 4096

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by key; beyond `most` of them the one that was kept first is forgotten."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._values: dict[Key, Value] = {}
        self._changing = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Get what is kept; None where nothing is."""
        return self._values.get(key)

    def get_or(self, key: Key, load: Callable[[], Value]) -> Value:
        """Get what is kept, or load and keep it."""
        value = self._values.get(key)
        return self.keep(key, load()) if value is None else value

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value."""
        with self._changing:
            if len(self._values) >= self._most:
                del self._values[next(iter(self._values))]
            self._values[key] = value
        return value

    def forget(self) -> None:
        """Forget everything."""
        with self._changing:
            self._values.clear()


@dataclass(frozen=True, slots=True)
class Unchanging:
    """What was read of one database: episodes by id, questions by study and hash, texts by study and version.

    `hints` are the beginnings of episodes as lists show them, by questions and episode.

    Only rows that are never updated or deleted belong here.
    """

    episodes: Kept[str, BlindEpisode] = field(default_factory=Kept[str, BlindEpisode])
    rubrics: Kept[tuple[str, str], Rubric] = field(default_factory=Kept[tuple[str, str], Rubric])
    texts: Kept[tuple[str, TextKind, int], str] = field(default_factory=Kept[tuple[str, TextKind, int], str])

    hints: Kept[tuple[str, str], str] = field(default_factory=Kept[tuple[str, str], str])

    def forget(self) -> None:
        """Forget everything, because the tables were emptied."""
        self.episodes.forget()
        self.rubrics.forget()
        self.texts.forget()
        self.hints.forget()


def session_info(kept: Unchanging) -> dict[str, Unchanging]:
    """Let a database's sessions know what was read before."""
    return {_NAME: kept}


def unchanging(session: Session) -> Unchanging:
    """Find what was read before of a session's database."""
    found = session.info.get(_NAME)
    return found if isinstance(found, Unchanging) else Unchanging()
