"""Whether the app can work."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotate_app.errors import DatabaseError
from annotate_app.services.workplace import Workplace

__all__ = ["health_route"]


def health_route(workplace: Callable[[], Workplace]) -> Route:
    """Make `GET /healthz`: 200 where the database answers, else 503."""

    async def health(_request: Request) -> Response:
        try:
            place = await run_in_threadpool(workplace)
            await run_in_threadpool(place.database.ping)
        except DatabaseError:
            return JSONResponse({"status": "the database does not answer"}, status_code=503)
        return JSONResponse({"status": "ok"})

    return Route("/healthz", health)
