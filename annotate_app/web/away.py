"""What visitors are told while the database does not answer."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from annotate_app.errors import DatabaseError
from annotate_app.language import phrase
from annotate_app.ui.components.failure import log_away
from annotate_app.web.plain_page import message_page
from annotate_app.web.visitor_language import browser_translation

__all__ = ["RETRY_AFTER", "DatabaseAway"]

RETRY_AFTER = {"Retry-After": "10"}
"""Seconds after which asking again makes sense."""

_SAYS = (
    phrase("The server cannot reach its data at the moment. Everything that was saved is still there."),
    phrase("Please try again in a moment. If this lasts, tell the researcher who invited you."),
)


class DatabaseAway:
    """Answer 503 in plain words, without details, wherever a `DatabaseError` would end a request.

    It stands outside the other middleware, because they ask the database too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        begun = False

        async def send_noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except DatabaseError as error:
            if begun or scope["type"] != "http":
                raise
            log_away(error)
            page = message_page(
                phrase("Back in a moment"),
                _SAYS,
                status=503,
                headers=RETRY_AFTER,
                translation=browser_translation(Headers(scope=scope)),
            )
            await page(scope, receive, send)
