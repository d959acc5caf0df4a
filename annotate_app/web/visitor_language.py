"""Which language a visitor is spoken to in."""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import Request

from annotate_app.language import ENGLISH, Language, Translation, preferred_language, translation_of
from annotate_app.services.rating import rater_of_cookie
from annotate_app.services.workplace import Workplace
from annotate_app.ui.cookies import RATER_COOKIE

__all__ = ["PageLanguage", "browser_translation"]


def browser_translation(headers: Headers) -> Translation:
    """Choose by what the browser accepts: for pages that know nobody's study."""
    return translation_of(preferred_language(headers.get("accept-language", "")).code)


class PageLanguage:
    """Tell the language of a page: the study's for its raters, English for staff, else the browser's.

    Parameters
    ----------
    workplace
        Opens the workplace.
    staff_pages
        Paths of the pages that raters do not have.
    """

    def __init__(self, workplace: Callable[[], Workplace], *, staff_pages: frozenset[str]) -> None:
        self._workplace = workplace
        self._staff_pages = staff_pages

    def __call__(self, request: Request) -> Language:
        """Look at the path, the rater's cookie, and what the browser accepts."""
        if request.url.path.rstrip("/") in self._staff_pages:
            return ENGLISH
        secret = request.cookies.get(RATER_COOKIE)
        rater = rater_of_cookie(self._workplace(), secret) if secret else None
        if rater is None:
            return browser_translation(request.headers).language
        return translation_of(rater.language).language
