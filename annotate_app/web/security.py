"""Response headers, closed doors, and whether a request comes from the app's own pages."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["CloseDoors", "SecurityHeaders", "content_security_policy", "is_same_origin"]

_HOST: Final = re.compile(r"^[A-Za-z0-9.\-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$")
_CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent", "/metrics")
_PRIVATE: Final = ("/join/", "/enter/", "/draft", "/admin/")

_FIXED: Final = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def content_security_policy(host: str) -> str:
    """Write the policy: everything from the app itself, nothing from anybody else.

    Parameters
    ----------
    host
        The request's `Host`, for the websocket; one that is not a plain host name is left out.
    """
    sockets = f" ws://{host} wss://{host}" if _HOST.match(host) else ""
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self'{sockets}",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def is_same_origin(request: Request) -> bool:
    """Tell whether a browser sent this from a page of the app; without any sign of it the answer is no."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    try:
        sender = urlsplit(request.headers.get("origin", "")).netloc
    except ValueError:
        return False
    return bool(sender) and sender == request.headers.get("host")


class SecurityHeaders:
    """Put the security headers on every answer, and keep private ones out of caches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; websockets have no headers to protect."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy = content_security_policy(Headers(scope=scope).get("host", ""))
        private = scope["path"].startswith(_PRIVATE)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy
                for name, value in _FIXED.items():
                    headers[name] = value
                if private:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_with_headers)


class CloseDoors:
    """Refuse what no rater needs: server metrics and the interface for bots; guard the pages of staff.

    Parameters
    ----------
    staff_pages
        Paths that are only for those who signed in.
    is_staff
        Whether this admin cookie is somebody's.
    sign_in
        Where everybody else is sent.
    """

    def __init__(
        self, app: ASGIApp, *, staff_pages: frozenset[str], is_staff: Callable[[Request], bool], sign_in: str
    ) -> None:
        self._app = app
        self._staff_pages = staff_pages
        self._is_staff = is_staff
        self._sign_in = sign_in

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is closed, and pass everything else on."""
        path = scope.get("path", "")
        if scope["type"] == "http" and path.startswith(_CLOSED):
            await PlainTextResponse("Not found", status_code=404)(scope, receive, send)
            return
        if scope["type"] == "http" and path.rstrip("/") in self._staff_pages:
            request = Request(scope)
            if not await run_in_threadpool(self._is_staff, request):
                await RedirectResponse(self._sign_in, status_code=303)(scope, receive, send)
                return
        await self._app(scope, receive, send)
