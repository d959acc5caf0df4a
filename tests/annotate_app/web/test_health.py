"""The health check."""

from starlette.applications import Starlette
from starlette.testclient import TestClient

from annotate_app.errors import DatabaseError
from annotate_app.services.workplace import Workplace
from annotate_app.web.health import health_route


def test_health_is_well_with_a_database(place: Workplace) -> None:
    answer = TestClient(Starlette(routes=[health_route(lambda: place)])).get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_health_says_that_the_database_is_away() -> None:
    def away() -> Workplace:
        raise DatabaseError("password is hunter2")

    answer = TestClient(Starlette(routes=[health_route(away)])).get("/healthz")
    assert answer.status_code == 503
    assert "hunter2" not in answer.text
