"""Small pages outside Streamlit, in the app's look: a message, or the form to sign in."""

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources

from starlette.responses import HTMLResponse

from annotate_app.language import ENGLISH, Language, Translation

__all__ = ["begin_page", "message_page", "sign_in_page"]


def message_page(
    heading: str,
    paragraphs: tuple[str, ...],
    *,
    status: int,
    translation: Translation,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Say something in plain words."""
    body = "".join(f"<p>{escape(translation.say(paragraph))}</p>" for paragraph in paragraphs)
    return _page(
        translation.say(heading), body, status=status, headers=headers, language=translation.language
    )


def sign_in_page(*, user: str = "", problem: str = "", status: int = 200) -> HTMLResponse:
    """Show the form to sign in, with what went wrong."""
    alarm = f'<p class="problem" role="alert">{escape(problem)}</p>' if problem else ""
    body = (
        f"{alarm}"
        '<form method="post" action="/admin/sign-in">'
        '<label>User<input name="user" autocomplete="username" required'
        f' value="{escape(user)}"'
        f"{'' if user else ' autofocus'}></label>"
        '<label>Password<input name="password" type="password" autocomplete="current-password" required'
        f"{' autofocus' if user else ''}></label>"
        '<button type="submit">Sign in</button>'
        "</form>"
        '<p class="soft">For researchers. Raters open the link that they were given.</p>'
    )
    return _page("Sign in", body, status=status)


def begin_page(translation: Translation) -> HTMLResponse:
    """Ask for a press of a button, so that no program that only looks at the address becomes a rater."""
    say = translation.say
    about = say(
        "You are about to take part in a study. The next page says what it is about and asks whether you "
        "agree."
    )
    body = (
        f"<p>{escape(about)}</p>"
        f'<form method="post"><button type="submit">{escape(say("Continue"))}</button></form>'
    )
    return _page(say("Welcome"), body, status=200, language=translation.language)


@cache
def _style() -> str:
    return (resources.files("annotate_app.web") / "plain_page.css").read_text(encoding="utf-8")


def _page(
    heading: str,
    body: str,
    *,
    status: int,
    headers: Mapping[str, str] | None = None,
    language: Language = ENGLISH,
) -> HTMLResponse:
    return HTMLResponse(
        "<!doctype html>"
        f'<html lang="{language.code}" dir="{language.direction}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="/favicon.png">'
        f"<title>{escape(heading)} · Blindpair</title><style>{_style()}</style></head>"
        f'<body><main><p class="brand">Blindpair</p><h1>{escape(heading)}</h1>{body}</main></body></html>',
        status_code=status,
        headers=headers,
    )
