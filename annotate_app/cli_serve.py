"""`blindpair demo` and `blindpair serve`: the app in this process, on this machine."""

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from annotate_app.services.demo import Demo, DemoDialogues, DemoStudy
    from annotate_app.settings import Settings

__all__ = ["serve_app"]

_DEMO_FOLDER = "blindpair-demo"
_DEFAULT_PORT = 8501

serve_app = typer.Typer()

_Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes any free one.")]


class DemoSource(StrEnum):
    """What the demo's dialogues come from."""

    SAMPLE = "sample"
    SCRIPTED = "scripted"
    LOCAL = "local"


@serve_app.command()
def demo(
    workspace: Annotated[
        Path | None, typer.Option(help=f"Folder of the demo; ./{_DEMO_FOLDER} (or ...-MODEL) unless given.")
    ] = None,
    model: Annotated[
        DemoSource,
        typer.Option(
            help="Have new dialogues played first: by fixed rules, or by a small model on this machine."
        ),
    ] = DemoSource.SAMPLE,
    scenarios: Annotated[
        int | None,
        typer.Option(
            min=1, max=10, help="With scripted or local: how many scenarios are played [default: 3]."
        ),
    ] = None,
    port: _Port = _DEFAULT_PORT,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the first rater link.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the links as one line of JSON.")] = False,
) -> None:
    """Try everything: a workspace with dialogues to rate, a study, rater links and an administrator."""
    from annotate_app.settings import settle
    from annotate_app.web.server import address_of, take_port

    if scenarios is not None and model is DemoSource.SAMPLE:
        raise typer.BadParameter("--scenarios: only with --model scripted or local; the sample is fixed.")
    folder = workspace or Path(_DEMO_FOLDER if model is DemoSource.SAMPLE else f"{_DEMO_FOLDER}-{model}")
    with take_port("127.0.0.1", port) as listener:
        # Said before the slow imports; standard output stays for the links.
        typer.echo(f"Preparing the demo in {folder} ...", err=True)
        from annotate_app.services.demo import open_demo
        from annotate_app.services.workplace import workplace_at

        dialogues = _dialogues(folder, model, scenarios)
        settings = settle(folder)
        opened = open_demo(
            workplace_at(settings.database_url), settings.workspace, model=model, dialogues=dialogues
        )
        address = address_of(listener)

        typer.echo("Starting the server ...", err=True)

        def announce() -> None:
            say = _demo_json if as_json else _demo_text
            typer.echo(say(settings, opened, address))
            if open_browser:
                typer.launch(_links(opened.studies[0], address)[0])

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
        is_new = settings.is_without_database
        workplace_at(settings.database_url)
        address = address_of(listener)
        note = " (a new, empty workspace: `blindpair upload EPISODES` fills it)" if is_new else ""
        _run(
            settings,
            listener,
            lambda: typer.echo(f"Blindpair serves {settings.workspace}{note} at {address}"),
        )


def _dialogues(folder: Path, model: DemoSource, n_scenarios: int | None) -> "Callable[[], DemoDialogues]":
    """Say how the dialogues are made; a model that is missing is missed here, before anything is made."""
    from annotate_app.services.demo import LINKS_NAME, sample_dialogues
    from annotate_app.services.demo_models import local_model, scripted_model
    from annotate_app.services.demo_simulation import simulated_dialogues

    if model is DemoSource.SAMPLE or (folder / LINKS_NAME).exists():
        return sample_dialogues
    player = local_model() if model is DemoSource.LOCAL else scripted_model()
    return lambda: simulated_dialogues(
        folder, player, n_scenarios=n_scenarios, say=lambda line: typer.echo(line, err=True)
    )


def _links(study: "DemoStudy", address: str) -> list[str]:
    return [f"{address}/join/{token}" for token in study.tokens]


def _demo_json(settings: "Settings", opened: "Demo", address: str) -> str:
    return json.dumps(
        {
            "app_url": address,
            "admin": {"user": opened.user, "password": opened.password},
            "rater_links": [link for study in opened.studies for link in _links(study, address)],
            "workspace": str(settings.workspace),
            "study": opened.studies[0].study_id,
            "studies": [
                {"study": study.study_id, "name": study.name, "rater_links": _links(study, address)}
                for study in opened.studies
            ],
        }
    )


def _demo_text(settings: "Settings", opened: "Demo", address: str) -> str:
    first, links = opened.studies[0], list[str]()
    for study in opened.studies:
        links += [f"  {study.name}"] if len(opened.studies) > 1 else []
        links += [f"  {link}" for link in _links(study, address)]
    return "\n".join(
        (
            "",
            "Rate: open a link, each for one rater",
            *links,
            "",
            "Watch: upload, studies, progress, export",
            f"  {address}/admin/sign-in",
            f"  user {opened.user}, password {opened.password}",
            "",
            f"Everything is kept in {settings.workspace}; the same command goes on with it.",
            "Afterwards: the agreement between the raters",
            f"  blindpair export {first.study_id} --workspace {settings.workspace} -o bundle",
            "  blindpair analyze agreement bundle",
            "",
            "Ctrl-C stops the server.",
        )
    )


def _run(settings: "Settings", listener: "socket.socket", announce: "Callable[[], None]") -> None:
    from annotate_app.asgi import create_app
    from annotate_app.web.server import run_server

    run_server(create_app(settings), listener, trusted_proxies=settings.trusted_proxies, on_ready=announce)
    typer.echo("Stopped; everything is kept.", err=True)
