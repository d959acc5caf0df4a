"""Read what a browser sent, and never more of it than is wanted."""

from starlette.requests import Request

__all__ = ["read_body"]


async def read_body(request: Request, *, most: int) -> bytes | None:
    """Read a request's body; None as soon as it is known to be longer than `most` bytes.

    A body in chunks announces no length: reading it stops at the first byte too many.
    """
    announced = request.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and len(announced) < 20 and int(announced) > most:
        return None
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return bytes(body)
