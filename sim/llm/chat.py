"""What is asked of a chat model and what it answers: the protocol that every client keeps."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Protocol

from sim.errors import SimError
from sim.schema.run import FailureKind

__all__ = [
    "CallError",
    "ChatClient",
    "ChatRequest",
    "Completion",
    "FinishReason",
    "Message",
    "ReplySchema",
    "Sampling",
]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a reply is drawn. None leaves the choice to the server, and is then not sent.

    Attributes
    ----------
    max_tokens
        At most so many tokens of reply; a reply cut by it is a failure, never a short turn.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 1024

    def as_sent(self) -> dict[str, float | int]:
        """Name what is sent, without what is left to the server."""
        values = {"temperature": self.temperature, "top_p": self.top_p, "max_tokens": self.max_tokens}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ReplySchema:
    """A JSON schema for the reply; a hint to servers that support it, so replies are checked anyway."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request, independent of any endpoint.

    Attributes
    ----------
    seed
        Sent where the server takes one; keeps repeats of the same prompt apart.
    """

    model: str
    messages: tuple[Message, ...]
    sampling: Sampling
    seed: int | None = None
    reply_schema: ReplySchema | None = None

    def body_hash(self) -> str:
        """Hash what decides the reply: SHA-256, 64 hexadecimal digits."""
        schema = None if self.reply_schema is None else self.reply_schema.name
        head = json.dumps([self.model, self.sampling.as_sent(), self.seed, schema])
        digest = hashlib.sha256(head.encode())
        for message in self.messages:
            content = message.content.encode("utf-8", "surrogatepass")
            digest.update(f"\0{message.role}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()


class FinishReason(StrEnum):
    """Why the model stopped."""

    STOP = "stop"
    LENGTH = "length"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Completion:
    """One paid reply. Token counts are None where the server does not report them.

    Attributes
    ----------
    not_sent
        Names of parameters that the server refused and that were therefore left out.
    """

    text: str
    finish: FinishReason = FinishReason.STOP
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    not_sent: tuple[str, ...] = ()


class CallError(SimError):
    """A call that got no usable reply.

    Attributes
    ----------
    kind
        What went wrong, as it enters a failure record.
    transient
        Whether the same call may succeed a moment later.
    overload
        Whether the server asked for fewer calls.
    fatal
        Whether every other call of the run would fail for the same reason.
    retry_after
        Seconds that the server asked to wait; None where it did not say.
    """

    exit_status = 1

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        *,
        transient: bool = False,
        overload: bool = False,
        fatal: bool = False,
        retry_after: float | None = None,
    ) -> None:
        self.kind = kind
        self.transient = transient
        self.overload = overload
        self.fatal = fatal
        self.retry_after = retry_after
        super().__init__(message)


class ChatClient(Protocol):
    """Anything that answers chat requests."""

    async def complete(self, request: ChatRequest) -> Completion:
        """Answer one request, sending it once.

        Raises
        ------
        CallError
            If there is no reply.
        """
        ...
