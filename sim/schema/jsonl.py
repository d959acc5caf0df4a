"""Read and write JSON Lines; every problem of a file is found in one reading."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from sim.errors import Problem, shown
from sim.schema.base import SCHEMA_VERSION
from sim.schema.validation import problems_of

__all__ = ["JsonlFile", "Located", "iter_jsonl", "read_jsonl", "read_jsonl_file", "write_jsonl"]

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Located(Generic[T]):
    """A record and the 1-based line it stands on."""

    line: int
    record: T


@dataclass(frozen=True, slots=True)
class JsonlFile(Generic[T]):
    """Everything that was read from one file: the good records and every problem, both in file order."""

    records: tuple[Located[T], ...]
    problems: tuple[Problem, ...]


def iter_jsonl(stream: Iterable[bytes], model: type[M], *, source: str) -> Iterator[Located[M] | Problem]:
    """Read one record a line, lazily, so that a file may be larger than memory.

    UTF-8 with or without a byte order mark, LF or CRLF, blank lines anywhere. A last line that was cut off,
    bytes that are not UTF-8, NUL characters, lone surrogates and repeated keys are problems of their line.

    Parameters
    ----------
    stream
        Lines with their line ends, such as a file opened in binary mode.
    source
        The file's name for messages.
    """
    for number, raw in enumerate(stream, start=1):
        line = raw.removeprefix(_BOM) if number == 1 else raw
        if line.strip():
            yield from _read_line(line, model, source=source, number=number)


def read_jsonl(stream: Iterable[bytes], model: type[M], *, source: str) -> JsonlFile[M]:
    """Read all records of a stream and collect every problem."""
    records: list[Located[M]] = []
    problems: list[Problem] = []
    for outcome in iter_jsonl(stream, model, source=source):
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            records.append(outcome)
    return JsonlFile(tuple(records), tuple(problems))


def read_jsonl_file(path: Path, model: type[M]) -> JsonlFile[M]:
    """Read all records of a file and collect every problem.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with path.open("rb") as stream:
        return read_jsonl(stream, model, source=path.name)


def write_jsonl(stream: IO[str], records: Iterable[BaseModel]) -> None:
    """Write one record a line, in declared field order, as plain UTF-8 with nothing escaped needlessly."""
    for record in records:
        stream.write(record.model_dump_json() + "\n")


def _read_line(line: bytes, model: type[M], *, source: str, number: int) -> Iterator[Located[M] | Problem]:
    def problem(found: str, expected: str) -> Problem:
        if line.startswith(b"{") and not line.endswith(b"\n"):
            found, expected = "a last line that was cut off", "a complete JSON object and a line end"
        return Problem(source, number, "", found, expected)

    try:
        fields = json.loads(line.decode("utf-8"), object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        yield problem(f"byte 0x{line[error.start]:02x} at position {error.start + 1}", "UTF-8 text")
    except _RepeatedKeyError as error:
        yield problem(f"the key {shown(error.key)} twice", "every key once")
    except RecursionError:
        yield problem("deeper nesting than any record has", "one JSON object")
    except ValueError as error:
        yield problem(f"{shown(line.decode('utf-8').strip())} ({error})", "one JSON object")
    else:
        yield from _validate(fields, model, source=source, number=number)


def _validate(fields: object, model: type[M], *, source: str, number: int) -> Iterator[Located[M] | Problem]:
    version = fields.get("schema_version") if isinstance(fields, dict) else None
    if isinstance(version, int) and version > SCHEMA_VERSION:
        yield Problem(
            source,
            number,
            "schema_version",
            str(version),
            f"{SCHEMA_VERSION}, the newest that this Blindpair reads; a newer Blindpair wrote this line",
        )
        return
    try:
        yield Located(number, model.model_validate(fields))
    except ValidationError as error:
        yield from problems_of(error, source=source, line=number)


class _RepeatedKeyError(ValueError):
    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise _RepeatedKeyError(key)
        fields[key] = value
    return fields
