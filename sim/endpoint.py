"""Where the models are: the address, the key and the patience that the user gave."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from sim.errors import SimError
from sim.llm.chat import ChatClient
from sim.llm.openai_client import OpenAIClient
from sim.llm.routing import RoutingClient

__all__ = ["Endpoint", "KeyFileError", "open_client", "read_key"]


class KeyFileError(SimError):
    """The key file holds no key."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible endpoint; the key is never shown, not even by `repr`."""

    base_url: str | None
    api_key: str | None = field(repr=False)
    timeout: float


def read_key(from_environment: str | None, file: Path | None) -> str | None:
    """Take the key from the file where one is given, else from the environment.

    Raises
    ------
    KeyFileError
        If the file cannot be read or holds anything but one word.
    """
    if file is None:
        return from_environment or None
    try:
        words = file.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError):
        words = []
    if len(words) != 1 or not words[0].isascii():
        raise KeyFileError(f"{file}: expected one line with the key and nothing else.")
    return words[0]


async def open_client(models: set[str], endpoint: Endpoint, closing: AsyncExitStack) -> ChatClient:
    """Make the client for these models; it is closed with `closing`.

    Raises
    ------
    NoKeyError, BaseUrlError
        If a model needs an endpoint and there is no way to it.
    """
    opened: list[OpenAIClient] = []

    def connect() -> OpenAIClient:
        opened.append(
            OpenAIClient(api_key=endpoint.api_key, base_url=endpoint.base_url, timeout=endpoint.timeout)
        )
        return opened[0]

    client = RoutingClient(models, connect)
    for each in opened:
        await closing.enter_async_context(each)
    return client
