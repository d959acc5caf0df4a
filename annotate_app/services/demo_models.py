"""The models that can play the demo's dialogues while its user looks on."""

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from sim.endpoint import Endpoint
from sim.llm.local.parts import FindModule, find_local_model
from sim.llm.local.server import local_server
from sim.llm.scripted.client import SCRIPTED_MODEL
from sim.scenarios.builtin import builtin_scenarios
from sim.scenarios.generators import Zone, bargaining_scenarios
from sim.schema.scenario import Scenario

__all__ = ["LOCAL", "MOST_SCENARIOS", "SCRIPTED", "DemoModel", "local_model", "scripted_model"]

LOCAL = "local"
SCRIPTED = "scripted"
MOST_SCENARIOS = 10

_SECONDS_A_CALL = 600.0
_SERVER_LOG = "model-server.log"
_SEED = 1


@dataclass(frozen=True, slots=True)
class DemoModel:
    """A model, where it is, and what it is good for.

    Attributes
    ----------
    name
        As its endpoint knows it and the episodes name it.
    remark
        What the demo's user should know of its dialogues.
    scenarios
        Gives so many of those that suit it.
    endpoint
        Opens the way to it, and closes it, for a workspace.
    """

    name: str
    preset: str
    turn_limit: int
    remark: str
    scenarios: Callable[[int], Sequence[Scenario]]
    endpoint: Callable[[Path], AbstractContextManager[Endpoint]]


def scripted_model() -> DemoModel:
    """Give the model that follows fixed rules."""
    return DemoModel(
        name=SCRIPTED_MODEL,
        preset="default",
        turn_limit=12,
        remark="The characters follow fixed rules; no language model is asked.",
        scenarios=lambda n: bargaining_scenarios(n, seed=_SEED, zone=Zone.MIXED),
        endpoint=lambda _: nullcontext(Endpoint(None, None, _SECONDS_A_CALL)),
    )


def local_model(find: FindModule = find_spec) -> DemoModel:
    """Give the small model that is packaged for this machine; it is started only when it is asked.

    Raises
    ------
    LocalModelMissingError
        If it is not installed; the text says what to type.
    """
    found = find_local_model(find)

    @contextmanager
    def endpoint(workspace: Path) -> Generator[Endpoint]:
        with local_server(found.weights, workspace / _SERVER_LOG) as url:
            yield Endpoint(url, None, _SECONDS_A_CALL)

    return DemoModel(
        name=found.name,
        preset="small",
        turn_limit=6,
        remark=(
            "It is a very small model and its prose is weak: this shows the whole way from a model to a "
            "rating, not what models can do."
        ),
        scenarios=lambda n: builtin_scenarios()[:n],
        endpoint=endpoint,
    )
