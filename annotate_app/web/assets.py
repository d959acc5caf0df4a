"""The rating component's files, which browsers may keep for ever: their path changes with their content."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from annotate_app.ui.components.rating_item import ASSET_NAMES, ASSET_PREFIX, asset_bytes, asset_version

__all__ = ["asset_route"]

_FOR_EVER = "public, max-age=31536000, immutable"


def asset_route() -> Route:
    """Make `GET /rating-assets/VERSION/NAME`; another version than the present one is not to be kept."""

    def serve(request: Request) -> Response:
        name, version = request.path_params["name"], request.path_params["version"]
        if name not in ASSET_NAMES:
            return PlainTextResponse("Not found", status_code=404)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        caching = _FOR_EVER if version == asset_version() else "no-store"
        return Response(asset_bytes(name), media_type=kind, headers={"Cache-Control": caching})

    return Route(f"{ASSET_PREFIX}/{{version}}/{{name}}", serve)
