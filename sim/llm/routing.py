"""One client for several kinds of model: the scripted one offline, every other at the endpoint."""

from collections.abc import Callable

from sim.llm.chat import ChatClient, ChatRequest, Completion
from sim.llm.scripted.client import SCRIPTED_MODEL, ScriptedClient

__all__ = ["RoutingClient"]


class RoutingClient:
    """Answers for the model `scripted` itself, and asks the endpoint for all others.

    Parameters
    ----------
    endpoint
        Makes the endpoint's client; called only if a model needs it.
    """

    def __init__(self, models: set[str], endpoint: Callable[[], ChatClient]) -> None:
        self._scripted = ScriptedClient()
        self._endpoint = endpoint() if models - {SCRIPTED_MODEL} else self._scripted

    async def complete(self, request: ChatRequest) -> Completion:
        """Answer one request."""
        client = self._scripted if request.model == SCRIPTED_MODEL else self._endpoint
        return await client.complete(request)
