"""Bodies are read up to a limit."""

from collections.abc import Iterable

import anyio
import pytest
from starlette.requests import Request
from starlette.types import Message

from annotate_app.web.body import read_body


def read(chunks: Iterable[bytes], *, length: str | None = None) -> tuple[bytes | None, int]:
    """Send chunks; what was read, and how many chunks were asked for."""
    asked = 0
    waiting = iter([*chunks, b""])

    async def receive() -> Message:
        nonlocal asked
        asked += 1
        chunk = next(waiting)
        return {"type": "http.request", "body": chunk, "more_body": chunk != b""}

    headers = [] if length is None else [(b"content-length", length.encode())]
    request = Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)

    async def run() -> bytes | None:
        return await read_body(request, most=10)

    return anyio.run(run), asked


def test_body_is_read_whole() -> None:
    assert read([b"12345", b"67890"])[0] == b"1234567890"


def test_announced_length_is_enough_to_refuse() -> None:
    assert read([b"x"], length="11") == (None, 0)


@pytest.mark.parametrize("length", [None, "3", "-1", "many"])
def test_reading_stops_at_the_first_byte_too_many(length: str | None) -> None:
    assert read([b"12345"] * 100, length=length) == (None, 3)
