"""A workspace to try everything with, made in a second and the same when it is opened again."""

import io
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from annotate_app.design.principal import OperatorPrincipal
from annotate_app.errors import DemoError
from annotate_app.services.administration import create_administrator
from annotate_app.services.secret import new_secret
from annotate_app.services.studies import StudyPlan, create_study, list_studies
from annotate_app.services.uploads import confirm_upload, preview_upload
from annotate_app.services.workplace import Workplace
from sim.scenarios.sample_batch import sample_episodes

__all__ = ["LINKS_NAME", "Demo", "open_demo"]

LINKS_NAME = "links.json"

_OPERATOR = OperatorPrincipal("demo")
_STUDY = "Demo"
_BATCH = "sample batch"
_USER = "admin"
_N_RATERS = 4
_SEED = 2024


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demo's user needs; kept in `links.json` (mode 0600) of the workspace, and nowhere else."""

    study_id: str
    user: str
    password: str
    tokens: tuple[str, ...]


def open_demo(place: Workplace, workspace: Path) -> Demo:
    """Make the demo, or come back to the one that is there.

    Raises
    ------
    DemoError
        If the workspace holds something other than a demo, or only half of one.
    """
    workspace.mkdir(parents=True, exist_ok=True)
    links = workspace / LINKS_NAME
    studies = {study.study_id for study in list_studies(place, _OPERATOR)}
    if links.exists():
        demo = _read(links)
        if demo.study_id not in studies:
            raise DemoError(
                f"{links} belongs to another database. Remove it, or choose another folder by --workspace."
            )
        return demo
    if studies:
        raise DemoError(
            f"The workspace {workspace} holds studies and no {LINKS_NAME}: it is not a demo. Choose another "
            "folder by --workspace."
        )
    demo = _make(place)
    _write(links, demo)
    return demo


def _make(place: Workplace) -> Demo:
    stream = io.BytesIO("".join(f"{one.model_dump_json()}\n" for one in sample_episodes()).encode())
    content_hash = preview_upload(place, _OPERATOR, stream, name=_BATCH).content_hash
    stream.seek(0)
    batch = confirm_upload(place, _OPERATOR, stream, name=_BATCH, content_hash=content_hash)
    password = new_secret(place, n_bytes=12)
    create_administrator(place, _OPERATOR, user=_USER, password=password)
    plan = StudyPlan(
        name=_STUDY,
        batch_id=batch.batch_id,
        raters_per_item=_N_RATERS,
        n_raters=_N_RATERS,
        seed=_SEED,
    )
    study = create_study(place, _OPERATOR, plan)
    return Demo(study.study_id, _USER, password, tuple(link.token for link in study.links))


def _read(links: Path) -> Demo:
    try:
        fields = json.loads(links.read_text(encoding="utf-8"))
        return Demo(fields["study_id"], fields["user"], fields["password"], tuple(fields["tokens"]))
    except (ValueError, KeyError, TypeError) as error:
        raise DemoError(
            f"{links} cannot be read ({error}). Choose another folder by --workspace, or remove this one."
        ) from error


def _write(links: Path, demo: Demo) -> None:
    descriptor = os.open(links, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(asdict(demo), stream, indent=2)
