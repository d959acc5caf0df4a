"""`blindpair demo` and `blindpair serve`: the app in this process, on this machine."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from annotate_app.services.demo import Demo
    from annotate_app.settings import Settings

__all__ = ["serve_app"]

_DEMO_FOLDER = "blindpair-demo"
_DEFAULT_PORT = 8501

serve_app = typer.Typer()

_Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes any free one.")]


@serve_app.command()
def demo(
    workspace: Annotated[
        Path | None, typer.Option(help=f"Folder of the demo; ./{_DEMO_FOLDER} unless given.")
    ] = None,
    port: _Port = _DEFAULT_PORT,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the first rater link.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the links as one line of JSON.")] = False,
) -> None:
    """Try everything: a workspace with sample dialogues, a study, rater links and an administrator."""
    from annotate_app.services.demo import open_demo
    from annotate_app.services.workplace import workplace_at
    from annotate_app.settings import settle
    from annotate_app.web.server import address_of, take_port

    listener = take_port("127.0.0.1", port)
    with listener:
        settings = settle(workspace or Path(_DEMO_FOLDER))
        opened = open_demo(workplace_at(settings.database_url), settings.workspace)
        address = address_of(listener)
        links = [f"{address}/join/{token}" for token in opened.tokens]

        def announce() -> None:
            say = _demo_json if as_json else _demo_text
            typer.echo(say(settings, opened, address, links))
            if open_browser:
                typer.launch(links[0])

        _run(settings, listener, announce)


@serve_app.command()
def serve(
    workspace: Annotated[
        Path | None, typer.Option(help="Folder of the study's database; the current one unless given.")
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: _Port = _DEFAULT_PORT,
) -> None:
    """Serve a workspace to raters and researchers."""
    from annotate_app.services.workplace import workplace_at
    from annotate_app.settings import settle
    from annotate_app.web.server import address_of, take_port

    with take_port(host, port) as listener:
        settings = settle(workspace)
        workplace_at(settings.database_url)
        address = address_of(listener)
        _run(settings, listener, lambda: typer.echo(f"Blindpair serves {settings.workspace} at {address}"))


def _demo_json(settings: "Settings", opened: "Demo", address: str, links: list[str]) -> str:
    return json.dumps(
        {
            "app_url": address,
            "admin": {"user": opened.user, "password": opened.password},
            "rater_links": links,
            "workspace": str(settings.workspace),
            "study": opened.study_id,
        }
    )


def _demo_text(settings: "Settings", opened: "Demo", address: str, links: list[str]) -> str:
    return "\n".join(
        (
            "",
            "Rate: open a link, each for one rater",
            *(f"  {link}" for link in links),
            "",
            "Watch: upload, studies, progress, export",
            f"  {address}/admin/sign-in",
            f"  user {opened.user}, password {opened.password}",
            "",
            f"Everything is kept in {settings.workspace}; the same command goes on with it.",
            "Afterwards: the agreement between the raters",
            f"  blindpair export {opened.study_id} --workspace {settings.workspace} -o bundle",
            "  blindpair analyze agreement bundle",
            "",
            "Ctrl-C stops the server.",
        )
    )


def _run(settings: "Settings", listener: "socket.socket", announce: "Callable[[], None]") -> None:
    from annotate_app.asgi import create_app
    from annotate_app.web.server import run_server

    run_server(create_app(settings), listener, trusted_proxies=settings.trusted_proxies, on_ready=announce)
