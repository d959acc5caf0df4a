"""Drafts, saved on every change without running a page."""

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotate_app.errors import AppError, DatabaseError, NotAllowedError
from annotate_app.language import translation_of
from annotate_app.services.rating import is_current, rater_of_cookie, save_draft
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.failure import log_away
from annotate_app.ui.components.submission import StepAnswers
from annotate_app.ui.cookies import RATER_COOKIE
from annotate_app.web.away import RETRY_AFTER
from annotate_app.web.body import read_body
from annotate_app.web.security import is_same_origin

__all__ = ["draft_route"]

_MAX_BYTES = 1_000_000


def draft_route(workplace: Callable[[], Workplace]) -> Route:
    """Make `/draft`.

    `GET` with `ref`, `step` and `revision` tells whether that form is still current: 204, or 409 where not.
    `POST` keeps a draft. It answers 204 where the draft was kept, 200 with `problems` (question key `id` and
    `text`) where single answers could not be kept or are too long to be submitted, 409 where its form is not
    current any more, 401 without a rater's cookie, 403 from another origin or for somebody else's item, 400,
    413 and 415 for what is no draft, and 503 where the database does not answer.
    """

    async def save(request: Request) -> Response:
        if request.method != "POST":
            return await run_in_threadpool(_look, workplace, request)
        if not is_same_origin(request):
            return _refusal(403, "not sent by a page of this app")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _refusal(415, "a draft is application/json")
        body = await read_body(request, most=_MAX_BYTES)
        if body is None:
            return _refusal(413, f"a draft has at most {_MAX_BYTES} bytes")
        try:
            draft = StepAnswers.from_json(body)
        except ValueError:
            return _refusal(400, "not a draft")
        return await run_in_threadpool(_save, workplace, request.cookies.get(RATER_COOKIE), draft)

    return Route("/draft", save, methods=["GET", "POST"])


def _look(workplace: Callable[[], Workplace], request: Request) -> Response:
    secret, asked = request.cookies.get(RATER_COOKIE), request.query_params
    try:
        place = workplace()
        rater = None if secret is None else rater_of_cookie(place, secret)
        if rater is None:
            return _refusal(401, "no rater's session")
        step, revision = int(asked.get("step", "")), int(asked.get("revision", ""))
        if is_current(place, rater, assignment=asked.get("ref", ""), step=step, revision=revision):
            return Response(status_code=204)
    except NotAllowedError:
        return _refusal(403, "not this rater's item")
    except ValueError:
        return _refusal(400, "not a form")
    return _refusal(409, "this form is not current any more")


def _save(workplace: Callable[[], Workplace], secret: str | None, draft: StepAnswers) -> Response:
    try:
        place = workplace()
        rater = None if secret is None else rater_of_cookie(place, secret)
        if rater is None:
            return _refusal(401, "no rater's session")
        saved = save_draft(
            place,
            rater,
            assignment=draft.ref,
            step=draft.step,
            revision=draft.revision,
            answers=draft.answers,
            seconds=draft.seconds,
        )
    except NotAllowedError:
        return _refusal(403, "not this rater's item")
    except DatabaseError as error:
        log_away(error)
        return _refusal(503, "the database does not answer; nothing is lost, try again", RETRY_AFTER)
    except AppError:
        return _refusal(400, "not a draft of this step")
    if saved is None:
        return _refusal(409, "this form is not current any more")
    if not saved.problems:
        return Response(status_code=204)
    say = translation_of(rater.language).say
    problems = [{"id": problem.key, "text": say(problem.message)} for problem in saved.problems]
    return JSONResponse({"problems": problems})


def _refusal(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": reason}, status_code=status, headers=headers)
