"""Ask for a reply of a given form: an unreadable one is asked for once more, and then is a failure."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from sim.errors import shown
from sim.llm.chat import CallError, Completion, Message, ReplySchema
from sim.schema.run import FailureKind

__all__ = ["UnreadableError", "UnreadableReplyError", "ask_readable"]

T = TypeVar("T")
R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)

_MOST_QUOTED = 200


class UnreadableError(ValueError):
    """A reply that does not have the form it was asked to have; the text says what is wrong with it."""

    kind = FailureKind.UNREADABLE


class UnreadableReplyError(CallError):
    """A reply that stayed unreadable; `calls` replies were paid for it."""

    def __init__(self, kind: FailureKind, message: str, *, calls: int) -> None:
        self.calls = calls
        super().__init__(kind, message)


class _Ask(Protocol[R_contra]):
    def __call__(
        self, role: R_contra, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Awaitable[Completion]: ...


async def ask_readable(
    ask: _Ask[R],
    role: R,
    messages: list[Message],
    *,
    read: Callable[[str], T],
    again: Callable[[str], str],
    reply_schema: ReplySchema | None = None,
) -> T:
    """Ask until the reply can be read, at most twice.

    Parameters
    ----------
    messages
        Extended in place by an unreadable reply and the repeated question, so that whatever is sent next
        still extends what was sent before.
    read
        Turns the reply into a value, or raises `UnreadableError`.
    again
        Writes the repeated question, given what was wrong.

    Raises
    ------
    UnreadableReplyError
        If the second reply cannot be read either.
    CallError
        If a call fails.
    """
    first = await ask(role, messages, reply_schema)
    try:
        return read(first.text)
    except UnreadableError as error:
        messages.append(Message("assistant", first.text))
        messages.append(Message("user", again(str(error))))
    second = await ask(role, messages, reply_schema)
    try:
        return read(second.text)
    except UnreadableError as error:
        quoted = shown(second.text[:_MOST_QUOTED])
        raise UnreadableReplyError(
            error.kind, f"The reply could not be read, asked twice: {error}; the last was {quoted}.", calls=2
        ) from None
