"""Read what an OpenAI-compatible endpoint answered: a completion, or an error named by what went wrong."""

import json
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from sim.llm.chat import CallError, Completion, FinishReason
from sim.schema.run import FailureKind

__all__ = ["error_of_status", "read_completion", "seconds_to_wait"]

_CONTEXT = (
    "context_length",
    "context length",
    "context size",
    "context window",
    "maximum context",
    "too many tokens",
    "prompt is too long",
)
_REFUSED = ("content_filter", "content_policy", "content management policy", "responsibleai")
_MOST_QUOTED = 300


def read_completion(content: bytes, *, not_sent: tuple[str, ...] = ()) -> Completion:
    """Read a chat completion.

    Raises
    ------
    CallError
        If the answer is something else, such as a proxy's page.
    """
    try:
        answer = json.loads(content)
        choice = answer["choices"][0]
        message = choice["message"]
        refusal = message.get("refusal")
        text = refusal or message.get("content") or ""
        usage: Mapping[str, Any] = answer.get("usage") or {}
        details: Mapping[str, Any] = usage.get("prompt_tokens_details") or {}
        return Completion(
            _storable(text),
            _finish(choice.get("finish_reason"), refused=bool(refusal)),
            _count(usage.get("prompt_tokens")),
            _count(usage.get("completion_tokens")),
            _count(details.get("cached_tokens")),
            not_sent,
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise _no_completion(content) from None


def error_of_status(status: int, text: str, *, retry_after: float | None) -> CallError:
    """Name the error that an endpoint answered with.

    Parameters
    ----------
    text
        The body of the answer, without any key.
    """
    low = text.lower()
    said = f"HTTP {status}: {_message(text)}"
    if status in {401, 403}:
        return CallError(
            FailureKind.AUTHENTICATION,
            f"The server refused the key (HTTP {status}). Put the right one into OPENAI_API_KEY or a file "
            "for --api-key-file.",
            fatal=True,
        )
    if status == 404:
        return _not_found(low, said)
    if status == 402 or "insufficient_quota" in low:
        return CallError(FailureKind.RATE_LIMIT, f"The account has no credit left ({said}).", fatal=True)
    if status == 429:
        return CallError(
            FailureKind.RATE_LIMIT,
            f"The server takes no more calls now ({said}).",
            transient=True,
            overload=True,
            retry_after=retry_after,
        )
    if any(words in low for words in _CONTEXT) or status == 413:
        return CallError(FailureKind.CONTEXT_LENGTH, f"The dialogue outgrew the model's context ({said}).")
    if any(words in low for words in _REFUSED):
        return CallError(FailureKind.REFUSAL, f"The server refused the content ({said}).")
    return _other(status, said, retry_after)


def seconds_to_wait(headers: Mapping[str, str], *, now: datetime) -> float | None:
    """Read Retry-After, in seconds or as a date, or None where the server did not say."""
    milliseconds = headers.get("retry-after-ms")
    after = headers.get("retry-after")
    try:
        if milliseconds is not None:
            return max(0.0, float(milliseconds) / 1000)
        return None if after is None else max(0.0, float(after))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(after or "") - now).total_seconds())
    except (ValueError, TypeError):
        return None


def _not_found(low: str, said: str) -> CallError:
    if "model" in low:
        return CallError(
            FailureKind.MODEL_NOT_FOUND, f"The server does not know the model ({said}).", fatal=True
        )
    return CallError(
        FailureKind.CONNECTION,
        f"There is no chat endpoint at this base URL ({said}). Most end in /v1: check --base-url.",
        fatal=True,
    )


def _other(status: int, said: str, retry_after: float | None) -> CallError:
    if status == 408:
        return CallError(FailureKind.TIMEOUT, f"The server gave up waiting ({said}).", transient=True)
    failing = status >= 500 or status in {409, 425}
    return CallError(
        FailureKind.SERVER,
        f"The server failed ({said})." if failing else f"The server did not take the request ({said}).",
        transient=failing,
        overload=status in {503, 529},
        retry_after=retry_after,
    )


def _no_completion(content: bytes) -> CallError:
    text = content.decode("utf-8", "replace")
    return CallError(
        FailureKind.SERVER,
        f"The server answered something that is no chat completion: {_message(text)}",
        transient=True,
    )


def _message(text: str) -> str:
    try:
        error = json.loads(text)["error"]
        said = error["message"] if isinstance(error, dict) else str(error)
    except (ValueError, KeyError, TypeError):
        said = " ".join(text.split()) or "no explanation"
    return said if len(said) <= _MOST_QUOTED else f"{said[: _MOST_QUOTED - 1]}…"


def _finish(reason: str | None, *, refused: bool) -> FinishReason:
    if refused or reason == "content_filter":
        return FinishReason.REFUSAL
    return FinishReason.LENGTH if reason == "length" else FinishReason.STOP


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


def _storable(text: str) -> str:
    """Replace lone surrogates, which no file can store, and drop NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
