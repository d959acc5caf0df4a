"""Ways in and out: an invitation link becomes a cookie; administrators sign in and out."""

from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotate_app.errors import SignInError, SignInThrottledError, UnknownInvitationError
from annotate_app.language import phrase
from annotate_app.services.administration import admin_of_cookie, sign_in, sign_out
from annotate_app.services.rating import open_invitation
from annotate_app.services.recruitment import enter_study
from annotate_app.services.workplace import Workplace
from annotate_app.ui.cookies import ADMIN_COOKIE, RATER_COOKIE
from annotate_app.web.body import read_body
from annotate_app.web.plain_page import begin_page, message_page, sign_in_page
from annotate_app.web.security import is_same_origin
from annotate_app.web.throttle import AddressThrottle
from annotate_app.web.visitor_language import browser_translation

__all__ = ["OWN_PAGES", "SIGN_IN_PATH", "Entrance"]

SIGN_IN_PATH = "/admin/sign-in"
_DOOR = "/enter/"
OWN_PAGES = ("/join/", _DOOR, "/admin")
"""Beginnings of the paths whose pages are made here, not by Streamlit."""
_RATER_DAYS = 180
_ADMIN_HOURS = 12
_MAX_FORM_BYTES = 20_000


class Entrance:
    """The routes, for one workplace.

    Parameters
    ----------
    workplace
        Opens the workplace; called once per request, so that the app starts before its database answers.
    secure
        Whether cookies travel over HTTPS only.
    home
        Where administrators go once they signed in.
    throttle
        Slows down addresses that try to sign in very often.
    """

    def __init__(
        self,
        workplace: Callable[[], Workplace],
        *,
        secure: bool,
        home: str,
        throttle: AddressThrottle | None = None,
    ) -> None:
        self._workplace = workplace
        self._secure = secure
        self._home = home
        self._throttle = AddressThrottle() if throttle is None else throttle

    def routes(self) -> list[Route]:
        """List the routes."""
        return [
            Route("/join/{token}", self._join),
            Route(f"{_DOOR}{{token}}", self._enter, methods=["GET", "POST"]),
            Route("/admin", self._admin),
            Route(SIGN_IN_PATH, self._show_sign_in, methods=["GET"]),
            Route(SIGN_IN_PATH, self._sign_in, methods=["POST"]),
            Route("/admin/sign-out", self._sign_out, methods=["POST"]),
            *(Route(f"{start.rstrip('/')}/{{rest:path}}", _nothing_here) for start in OWN_PAGES),
        ]

    def is_staff(self, request: Request) -> bool:
        """Tell whether the request's cookie is an administrator's."""
        secret = request.cookies.get(ADMIN_COOKIE)
        return secret is not None and admin_of_cookie(self._workplace(), secret) is not None

    def _join(self, request: Request) -> Response:
        try:
            secret = open_invitation(
                self._workplace(), request.path_params["token"], held=request.cookies.get(RATER_COOKIE)
            )
        except UnknownInvitationError as error:
            return _refused(request, phrase("This link does not open a session"), error)
        answer = RedirectResponse("/", status_code=303)
        self._set_cookie(answer, RATER_COOKIE, secret, seconds=_RATER_DAYS * 86_400)
        return answer

    def _enter(self, request: Request) -> Response:
        sent = dict(request.query_params)
        if request.method != "POST" and (request.method != "GET" or "PROLIFIC_PID" not in sent):
            return begin_page(browser_translation(request.headers))
        if request.method == "POST" and not is_same_origin(request):
            return _from_elsewhere(request)
        try:
            secret = enter_study(
                self._workplace(), request.path_params["token"], sent, held=request.cookies.get(RATER_COOKIE)
            )
        except UnknownInvitationError as error:
            return _refused(request, phrase("This address does not open a session"), error)
        answer = RedirectResponse("/", status_code=303)
        self._set_cookie(answer, RATER_COOKIE, secret, seconds=_RATER_DAYS * 86_400)
        return answer

    def _admin(self, request: Request) -> Response:
        return RedirectResponse(self._home if self.is_staff(request) else SIGN_IN_PATH, status_code=303)

    def _show_sign_in(self, request: Request) -> Response:
        if self.is_staff(request):
            return RedirectResponse(self._home, status_code=303)
        return sign_in_page()

    async def _sign_in(self, request: Request) -> Response:
        if not is_same_origin(request):
            return _from_elsewhere(request)
        wait = self._throttle.attempt(request.client.host if request.client else "")
        if wait is not None:
            return _throttled(SignInThrottledError(wait))
        body = await read_body(request, most=_MAX_FORM_BYTES)
        if body is None:
            return sign_in_page(problem="User or password is too long.", status=413)
        form = parse_qs(body.decode("utf-8", errors="replace"), keep_blank_values=True)
        user, password = form.get("user", [""])[0], form.get("password", [""])[0]
        return await run_in_threadpool(self._check_password, user, password)

    def _check_password(self, user: str, password: str) -> Response:
        try:
            secret = sign_in(self._workplace(), user=user, password=password)
        except SignInThrottledError as error:
            return _throttled(error, user=user)
        except SignInError as error:
            return sign_in_page(user=user, problem=str(error), status=401)
        answer = RedirectResponse(self._home, status_code=303)
        self._set_cookie(answer, ADMIN_COOKIE, secret, seconds=_ADMIN_HOURS * 3600)
        return answer

    def _sign_out(self, request: Request) -> Response:
        if not is_same_origin(request):
            return _from_elsewhere(request)
        secret = request.cookies.get(ADMIN_COOKIE)
        if secret is not None:
            sign_out(self._workplace(), secret)
        answer = RedirectResponse(SIGN_IN_PATH, status_code=303)
        answer.delete_cookie(ADMIN_COOKIE, path="/")
        return answer

    def _set_cookie(self, answer: Response, name: str, secret: str, *, seconds: int) -> None:
        answer.set_cookie(
            name, secret, max_age=seconds, path="/", secure=self._secure, httponly=True, samesite="lax"
        )


def _throttled(error: SignInThrottledError, *, user: str = "") -> Response:
    answer = sign_in_page(user=user, problem=str(error), status=429)
    answer.headers["Retry-After"] = str(max(1, round(error.retry_after.total_seconds())))
    return answer


def _refused(request: Request, heading: str, error: UnknownInvitationError) -> Response:
    return message_page(
        heading, (error.message,), status=404, translation=browser_translation(request.headers)
    )


def _from_elsewhere(request: Request) -> Response:
    return message_page(
        phrase("Not from here"),
        (phrase("This form was not sent by this page."),),
        status=403,
        translation=browser_translation(request.headers),
    )


def _nothing_here(request: Request) -> Response:
    return message_page(
        phrase("There is no such page"),
        (phrase("Check the address, or open your link again."),),
        status=404,
        translation=browser_translation(request.headers),
    )
