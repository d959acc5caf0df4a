"""The journal of paid calls: every reply is on disk before it is used, so that none is ever paid for twice.

Replies that arrive together are committed together; whoever waits for one goes on when it is on disk.
"""

import asyncio
import json
import sqlite3
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sim.errors import SimError
from sim.llm.chat import Completion, FinishReason

__all__ = [
    "CallKey",
    "Journal",
    "JournalTotals",
    "JournaledCall",
    "NewerRunError",
    "RunBusyError",
    "StorageError",
]

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    object_id TEXT NOT NULL,
    call_index INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    body_hash TEXT NOT NULL,
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    reply TEXT NOT NULL,
    finish TEXT NOT NULL,
    not_sent TEXT NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    cached_tokens INTEGER,
    prompt_characters INTEGER NOT NULL,
    prefix_characters INTEGER,
    answered_at TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS call_key ON calls (object_id, call_index, attempt, body_hash);
"""
_TOTALS = """
SELECT model, count(*), sum(uncounted), coalesce(sum(uncounted * most), 0),
    coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0), sum(cached_tokens)
FROM (
    SELECT *, prompt_tokens IS NULL OR completion_tokens IS NULL AS uncounted,
        4 * prompt_characters + length(CAST(reply AS BLOB)) AS most
    FROM calls WHERE (role = 'judge') = ?
)
GROUP BY model ORDER BY model
"""
_OPENING = f"BEGIN EXCLUSIVE; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;"
_INSERT = "INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class StorageError(SimError):
    """The disk refused to take a record."""

    exit_status = 1


class RunBusyError(SimError):
    """Another process works in the same run directory."""


class NewerRunError(SimError):
    """A newer Blindpair made the run directory."""


@dataclass(frozen=True, slots=True)
class CallKey:
    """Which call of which object this is.

    Attributes
    ----------
    call_index
        0-based number of the call within the object.
    attempt
        How often this call's reply was already found unusable.
    """

    object_id: str
    call_index: int
    attempt: int
    body_hash: str


@dataclass(frozen=True, slots=True)
class JournaledCall:
    """One paid call.

    Attributes
    ----------
    prompt_characters, prefix_characters
        Length of the prompt, and of the part that the same role's previous prompt started with; None for the
        role's first call.
    answered_at
        ISO 8601, UTC.
    """

    key: CallKey
    role: str
    model: str
    completion: Completion
    prompt_characters: int
    prefix_characters: int | None
    answered_at: str


@dataclass(frozen=True, slots=True)
class JournalTotals:
    """What one model's calls of a run add up to.

    Attributes
    ----------
    uncounted_calls, uncounted_tokens
        Calls whose tokens the server did not report, and the most that they can have been.
    cached_tokens
        None where the server never reported them.
    """

    model: str
    calls: int
    uncounted_calls: int
    uncounted_tokens: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int | None


class Journal:
    """The calls of one run, in `calls.sqlite`; open for one process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pending: list[tuple[JournaledCall, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._connection = self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()
        self._connection.close()

    async def record(self, call: JournaledCall) -> None:
        """Write a call down; returns when it is on disk.

        Raises
        ------
        StorageError
            If the disk is full or fails.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append((call, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_pending())
        await asyncio.shield(done)

    def calls_of(self, object_id: str) -> Mapping[CallKey, JournaledCall]:
        """Read every call of one object."""
        rows = self._connection.execute("SELECT * FROM calls WHERE object_id = ?", (object_id,)).fetchall()
        calls = [_from_row(row) for row in rows]
        return {call.key: call for call in calls}

    def totals(self, *, judging: bool = False) -> tuple[JournalTotals, ...]:
        """Add the calls up per model: those of the simulation, or those of its judges."""
        rows = self._connection.execute(_TOTALS, (judging,)).fetchall()
        return tuple(JournalTotals(*row) for row in rows)

    def prefix_share(self) -> float | None:
        """Say which part of a simulation's prompts, each role's first aside, its previous prompt held."""
        share: float | None
        (share,) = self._connection.execute(
            "SELECT 1.0 * sum(prefix_characters) / sum(prompt_characters) FROM calls"
            " WHERE prefix_characters IS NOT NULL AND role <> 'judge'"
        ).fetchone()
        return share

    async def _write_pending(self) -> None:
        loop = asyncio.get_running_loop()
        while self._pending:
            group, self._pending = self._pending, []
            error = await loop.run_in_executor(self._thread, self._write, [call for call, _ in group])
            for _, done in group:
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)
        self._writing = None

    def _write(self, calls: list[JournaledCall]) -> StorageError | None:
        try:
            with self._connection:
                self._connection.executemany(_INSERT, [_row(call) for call in calls])
        except sqlite3.Error as error:
            return StorageError(
                f"{self._path}: a paid reply could not be stored ({error}). The run stopped; everything "
                "stored before is kept. Make room on the disk and give the same command again."
            )
        return None

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, check_same_thread=False, timeout=0.2)
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > _VERSION:
                raise NewerRunError(
                    f"{self._path}: found journal version {version}, expected {_VERSION} at most. "
                    "A newer Blindpair wrote it; use that one, or another output folder."
                )
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.executescript(_OPENING)
        except sqlite3.OperationalError as error:
            connection.close()
            if "locked" in str(error):
                raise RunBusyError(
                    f"{self._path}: another process is working in this run directory."
                ) from None
            raise StorageError(f"{self._path}: the journal cannot be opened ({error}).") from None
        except (sqlite3.DatabaseError, SimError) as error:
            connection.close()
            if isinstance(error, SimError):
                raise
            raise StorageError(f"{self._path}: found a file that is no journal of calls ({error}).") from None
        return connection


def _row(call: JournaledCall) -> tuple[object, ...]:
    key, completion = call.key, call.completion
    return (
        key.object_id,
        key.call_index,
        key.attempt,
        key.body_hash,
        call.role,
        call.model,
        completion.text,
        completion.finish.value,
        json.dumps(completion.not_sent),
        completion.prompt_tokens,
        completion.completion_tokens,
        completion.cached_tokens,
        call.prompt_characters,
        call.prefix_characters,
        call.answered_at,
    )


def _from_row(row: tuple[object, ...]) -> JournaledCall:
    object_id, index, attempt, body_hash, role, model, reply, finish, not_sent, *rest = row
    prompt, completion, cached, characters, prefix, answered_at = rest
    return JournaledCall(
        CallKey(str(object_id), _int(index), _int(attempt), str(body_hash)),
        str(role),
        str(model),
        Completion(
            str(reply),
            FinishReason(str(finish)),
            _optional(prompt),
            _optional(completion),
            _optional(cached),
            tuple(json.loads(str(not_sent))),
        ),
        _int(characters),
        _optional(prefix),
        str(answered_at),
    )


def _int(cell: object) -> int:
    return int(str(cell))


def _optional(cell: object) -> int | None:
    return None if cell is None else _int(cell)
