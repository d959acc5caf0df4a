"""A workspace to try everything with, made once and the same when it is opened again."""

import io
import json
import os
from collections.abc import Callable, Mapping
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
from sim.schema.study import Contrast

__all__ = ["LINKS_NAME", "SAMPLE", "Demo", "DemoDialogues", "DemoStudy", "open_demo", "sample_dialogues"]

LINKS_NAME = "links.json"
SAMPLE = "sample"

_OPERATOR = OperatorPrincipal("demo")
_USER = "admin"
_SEED = 2024


@dataclass(frozen=True, slots=True)
class DemoDialogues:
    """What a demo lets people rate.

    Attributes
    ----------
    content
        Episodes, one JSON object a line.
    contrasts
        The conditions that each study compares, by its name; None where there are two conditions only.
    n_raters
        Of each study; each rates everything.
    """

    name: str
    content: bytes
    contrasts: Mapping[str, Contrast | None]
    n_raters: int


@dataclass(frozen=True, slots=True)
class DemoStudy:
    """A study of the demo and the tokens of its raters' links."""

    study_id: str
    name: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demo's user needs; kept in `links.json` (mode 0600) of the workspace, and nowhere else.

    Attributes
    ----------
    model
        What the dialogues come from: the sample batch, or the model that played them.
    studies
        At least one.
    """

    model: str
    user: str
    password: str
    studies: tuple[DemoStudy, ...]


def open_demo(
    place: Workplace, workspace: Path, *, model: str, dialogues: Callable[[], DemoDialogues]
) -> Demo:
    """Make the demo, or come back to the one that is there.

    Parameters
    ----------
    dialogues
        Called only where there is no demo yet.

    Raises
    ------
    DemoError
        If the workspace holds something other than this demo, or only half of one.
    """
    workspace.mkdir(parents=True, exist_ok=True)
    links = workspace / LINKS_NAME
    studies = {study.study_id for study in list_studies(place, _OPERATOR)}
    if links.exists():
        return _found(links, studies, model)
    if studies:
        raise DemoError(
            f"The workspace {workspace} holds studies and no {LINKS_NAME}: it is not a demo. Choose another "
            "folder by --workspace."
        )
    demo = _make(place, dialogues(), model)
    _write(links, demo)
    return demo


def sample_dialogues() -> DemoDialogues:
    """Give the dialogues that come with the package."""
    content = "".join(f"{one.model_dump_json()}\n" for one in sample_episodes()).encode()
    return DemoDialogues("sample batch", content, {"Demo": None}, n_raters=4)


def _found(links: Path, studies: set[str], model: str) -> Demo:
    demo = _read(links)
    if not {study.study_id for study in demo.studies} <= studies:
        raise DemoError(
            f"{links} belongs to another database. Remove it, or choose another folder by --workspace."
        )
    if demo.model != model:
        raise DemoError(
            f"{links.parent} holds a demo of --model {demo.model}, and --model {model} was asked for. Choose "
            "another folder by --workspace."
        )
    return demo


def _make(place: Workplace, dialogues: DemoDialogues, model: str) -> Demo:
    stream = io.BytesIO(dialogues.content)
    content_hash = preview_upload(place, _OPERATOR, stream, name=dialogues.name).content_hash
    stream.seek(0)
    batch = confirm_upload(place, _OPERATOR, stream, name=dialogues.name, content_hash=content_hash)
    password = new_secret(place, n_bytes=12)
    create_administrator(place, _OPERATOR, user=_USER, password=password)
    studies: list[DemoStudy] = []
    for name, contrast in dialogues.contrasts.items():
        plan = StudyPlan(
            name=name,
            batch_id=batch.batch_id,
            contrast=contrast,
            raters_per_item=dialogues.n_raters,
            n_raters=dialogues.n_raters,
            seed=_SEED,
        )
        study = create_study(place, _OPERATOR, plan)
        studies.append(DemoStudy(study.study_id, name, tuple(link.token for link in study.links)))
    return Demo(model, _USER, password, tuple(studies))


def _read(links: Path) -> Demo:
    try:
        fields = json.loads(links.read_text(encoding="utf-8"))
        studies = tuple(
            DemoStudy(study["study_id"], study["name"], tuple(study["tokens"])) for study in fields["studies"]
        )
        return Demo(fields["model"], fields["user"], fields["password"], studies)
    except (ValueError, KeyError, TypeError) as error:
        raise DemoError(
            f"{links} cannot be read ({error}). Choose another folder by --workspace, or remove this one."
        ) from error


def _write(links: Path, demo: Demo) -> None:
    descriptor = os.open(links, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(asdict(demo), stream, indent=2)
