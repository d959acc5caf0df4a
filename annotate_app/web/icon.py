"""The app's own icon, in place of Streamlit's."""

from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

__all__ = ["icon_routes"]

_A_DAY = {"Cache-Control": "public, max-age=86400"}


def icon_routes() -> list[Route]:
    """Make `GET /favicon.png`, which Streamlit's page names, and `GET /favicon.ico`, which browsers guess."""
    picture = (resources.files("annotate_app.web") / "favicon.png").read_bytes()

    def serve(_request: Request) -> Response:
        return Response(picture, media_type="image/png", headers=_A_DAY)

    return [Route("/favicon.png", serve), Route("/favicon.ico", serve)]
