"""A client for any OpenAI-compatible endpoint, directly on the transport of the openai package.

Requests are built as bytes and answers read as JSON: the package's own typed parameters and request options
cost several times what its transport does (`tests/benchmarks/test_simulation_speed.py`).
"""

import json
from datetime import UTC, datetime
from typing import Any, Self
from urllib.parse import urlsplit

import httpx2

from sim.errors import SimError
from sim.llm.chat import CallError, ChatRequest, Completion
from sim.llm.replies import error_of_status, read_completion, seconds_to_wait
from sim.llm.transport import http_client as pooled_client
from sim.schema.run import FailureKind

__all__ = ["BaseUrlError", "NoKeyError", "OpenAIClient"]

_OPENAI = "https://api.openai.com/v1"
_NO_KEY = "no-key"
_HIDDEN = "[key]"
_OPTIONAL = ("response_format", "seed", "max_tokens")


class NoKeyError(SimError):
    """The public endpoint needs a key and none was given."""


class BaseUrlError(SimError):
    """The base URL is none."""


class OpenAIClient:
    """Sends each request once; repetition is the caller's decision.

    A server that refuses `response_format` or `seed` gets no more of them, and `max_tokens` under its newer
    name, from the first refusal on.

    Parameters
    ----------
    api_key
        None for servers that need none; appears in no message.
    base_url
        Up to and with `/v1`; None for OpenAI's own.
    timeout
        Seconds that one request may take.

    Raises
    ------
    NoKeyError, BaseUrlError
        If there is no key for OpenAI's own endpoint, or the URL is no URL.
    """

    def __init__(
        self,
        *,
        api_key: str | None,
        base_url: str | None,
        timeout: float,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        if base_url is None and not api_key:
            raise NoKeyError(
                "No key: set OPENAI_API_KEY or give --api-key-file FILE. For a server that needs none, give "
                "its address with --base-url (or OPENAI_BASE_URL); without any model, use --model scripted."
            )
        self._where = "OpenAI's endpoint" if base_url is None else _checked(base_url)
        self._key = api_key
        self._url = httpx2.URL(f"{(base_url or _OPENAI).rstrip('/')}/chat/completions")
        self._headers = httpx2.Headers(
            {"Authorization": f"Bearer {api_key or _NO_KEY}", "Content-Type": "application/json"}
        )
        self._http = http_client or pooled_client(timeout, host=self._url.host)
        self._refused: set[str] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def complete(self, request: ChatRequest) -> Completion:
        """Send one request."""
        while True:
            body = self._body(request)
            response = await self._post(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))
            if response.is_success:
                return read_completion(response.content, not_sent=self._not_sent(request))
            text = self._without_key(response.text)
            if not self._gives_in(response.status_code, text, body):
                wait = seconds_to_wait(response.headers, now=datetime.now(UTC))
                raise error_of_status(response.status_code, text, retry_after=wait)

    async def _post(self, content: bytes) -> httpx2.Response:
        try:
            return await self._http.post(self._url, content=content, headers=self._headers)
        except httpx2.TimeoutException:
            raise CallError(
                FailureKind.TIMEOUT,
                f"No answer from {self._where} in time; allow more with --timeout.",
                transient=True,
            ) from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            reason = self._without_key(str(error) or type(error).__name__)
            raise CallError(
                FailureKind.CONNECTION,
                f"{self._where} cannot be reached ({reason}). Is the server up, and --base-url right?",
                transient=True,
            ) from None

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            **request.sampling.as_sent(),
        }
        if "max_tokens" in self._refused:
            body["max_completion_tokens"] = body.pop("max_tokens")
        if request.seed is not None and "seed" not in self._refused:
            body["seed"] = request.seed
        if request.reply_schema is not None and "response_format" not in self._refused:
            schema = {
                "name": request.reply_schema.name,
                "schema": request.reply_schema.schema,
                "strict": True,
            }
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def _gives_in(self, status: int, text: str, body: dict[str, Any]) -> bool:
        """Leave out from now on what the server says it does not take; False where it says nothing."""
        if status not in {400, 422, 501}:
            return False
        low = text.lower()
        named = [
            name for name in _OPTIONAL if name in low or (name == "response_format" and "json_schema" in low)
        ]
        refused = [name for name in named if name in body and "context" not in low]
        self._refused.update(refused)
        return bool(refused)

    def _not_sent(self, request: ChatRequest) -> tuple[str, ...]:
        wanted = {"seed": request.seed is not None, "response_format": request.reply_schema is not None}
        return tuple(sorted(name for name, asked in wanted.items() if asked and name in self._refused))

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, _HIDDEN) if self._key else text


def _checked(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise BaseUrlError("The base URL is none: expected http://HOST[:PORT]/v1 or https://HOST/v1.")
    if parts.username or parts.password or parts.query:
        raise BaseUrlError(
            "The base URL holds a name, password or query; a key comes from OPENAI_API_KEY or --api-key-file."
        )
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"
