"""A route that is answered before everything that only pages need."""

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from annotate_app.web.security import SecurityHeaders

__all__ = ["Direct"]


class Direct:
    """Answer one route at once, with the security headers.

    Drafts come with every change of every rater: page shells, sessions and compression would take longer than
    storing them.
    """

    def __init__(self, app: ASGIApp, *, route: Route) -> None:
        self._app = app
        self._route = route
        self._answer = SecurityHeaders(route.handle)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the route, and pass everything else on, its other methods too."""
        await (self._answer if self._is_it(scope) else self._app)(scope, receive, send)

    def _is_it(self, scope: Scope) -> bool:
        methods = self._route.methods or ()
        return scope["type"] == "http" and scope["path"] == self._route.path and scope["method"] in methods
