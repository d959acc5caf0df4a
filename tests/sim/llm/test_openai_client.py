import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from sim.llm.chat import CallError, ChatRequest, Completion, FinishReason, Message, ReplySchema, Sampling
from sim.llm.openai_client import BaseUrlError, NoKeyError, OpenAIClient
from sim.schema.run import FailureKind
from tests.sim.fake_endpoint import Answer, completion_body, port_of, serve

KEY = "sk-do-not-show-1234567890"
REQUEST = ChatRequest(
    "some-model",
    (Message("system", "Be brief."), Message("user", "Grüß Gott {x}")),
    Sampling(temperature=0.5, max_tokens=50),
    seed=3,
    reply_schema=ReplySchema("turn", {"type": "object"}),
)
Handler = Callable[[httpx2.Request], httpx2.Response]


def complete(handler: Handler, *, times: int = 1) -> list[Completion]:
    async def go() -> list[Completion]:
        transport = httpx2.MockTransport(handler)
        http = httpx2.AsyncClient(transport=transport)
        url = "https://example.test/v1"
        async with OpenAIClient(api_key=KEY, base_url=url, timeout=5, http_client=http) as client:
            return [await client.complete(REQUEST) for _ in range(times)]

    return asyncio.run(go())


def always(status: int, body: object, headers: dict[str, str] | None = None) -> Handler:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda request: httpx2.Response(status, content=content, headers=headers)


def failure(handler: Handler) -> CallError:
    with pytest.raises(CallError) as error:
        complete(handler)
    assert KEY not in str(error.value)
    return error.value


def test_request_holds_what_was_asked() -> None:
    bodies: list[dict[str, Any]] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        bodies.append(json.loads(request.content))
        assert request.headers["authorization"] == f"Bearer {KEY}"
        assert request.url.path == "/v1/chat/completions"
        return httpx2.Response(200, content=completion_body("Hi."))

    complete(handler)
    assert bodies == [
        {
            "model": "some-model",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Grüß Gott {x}"},
            ],
            "temperature": 0.5,
            "max_tokens": 50,
            "seed": 3,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "turn", "schema": {"type": "object"}, "strict": True},
            },
        }
    ]


def test_answer_is_read_with_its_tokens() -> None:
    (completion,) = complete(always(200, completion_body("Hi.", prompt=90, cached=64)))
    assert completion == Completion("Hi.", FinishReason.STOP, 90, 1, 64)


def test_tokens_that_are_not_told_are_unknown() -> None:
    (completion,) = complete(always(200, {"choices": [{"message": {"content": "Hi."}}]}))
    assert completion == Completion("Hi.")


def test_what_no_file_can_store_is_replaced() -> None:
    body = b'{"choices": [{"message": {"content": "a\\ud800b\\u0000c"}}]}'
    assert complete(always(200, body))[0].text == "a?bc"


@pytest.mark.parametrize(
    ("choice", "finish"),
    [
        ({"finish_reason": "length", "message": {"content": "Hi"}}, FinishReason.LENGTH),
        ({"finish_reason": "content_filter", "message": {"content": None}}, FinishReason.REFUSAL),
        ({"finish_reason": "stop", "message": {"refusal": "I cannot."}}, FinishReason.REFUSAL),
    ],
)
def test_cut_and_refused_replies_are_told(choice: dict[str, Any], finish: FinishReason) -> None:
    assert complete(always(200, {"choices": [choice]}))[0].finish is finish


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (
            401,
            {"error": {"message": f"Incorrect API key: {KEY}"}},
            FailureKind.AUTHENTICATION,
            "refused the key",
        ),
        (404, {"error": {"message": "The model 'x' does not exist"}}, FailureKind.MODEL_NOT_FOUND, "'x'"),
        (404, b"<h1>Not Found</h1>", FailureKind.CONNECTION, "check --base-url"),
        (402, {"error": {"message": "pay first"}}, FailureKind.RATE_LIMIT, "no credit"),
        (429, {"error": {"code": "insufficient_quota"}}, FailureKind.RATE_LIMIT, "no credit"),
    ],
)
def test_what_fails_everywhere_is_fatal(status: int, body: object, kind: FailureKind, words: str) -> None:
    error = failure(always(status, body))
    assert (error.kind, error.fatal, error.transient) == (kind, True, False)
    assert words in str(error)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (
            400,
            {"error": {"code": "context_length_exceeded", "message": "too long"}},
            FailureKind.CONTEXT_LENGTH,
        ),
        (400, {"error": {"message": "exceeds the available context size"}}, FailureKind.CONTEXT_LENGTH),
        (400, {"error": {"code": "content_filter", "message": "no"}}, FailureKind.REFUSAL),
        (400, {"error": {"message": "temperature must be 1"}}, FailureKind.SERVER),
    ],
)
def test_what_fails_always_is_not_repeated(status: int, body: object, kind: FailureKind) -> None:
    error = failure(always(status, body))
    assert (error.kind, error.fatal, error.transient) == (kind, False, False)


@pytest.mark.parametrize(
    ("status", "body", "kind", "overload"),
    [
        (429, {"error": "slow down"}, FailureKind.RATE_LIMIT, True),
        (503, b"", FailureKind.SERVER, True),
        (500, b"oops", FailureKind.SERVER, False),
        (408, b"", FailureKind.TIMEOUT, False),
        (200, b"<html>hello</html>", FailureKind.SERVER, False),
        (200, {"choices": []}, FailureKind.SERVER, False),
    ],
)
def test_what_may_pass_is_transient(status: int, body: object, kind: FailureKind, overload: bool) -> None:
    error = failure(always(status, body))
    assert (error.kind, error.overload, error.transient) == (kind, overload, True)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Mon, 02 Mar 2020 12:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_the_server_says_how_long_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert failure(always(429, {"error": "slow down"}, headers)).retry_after == seconds


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (httpx2.ConnectError(f"refused {KEY}"), FailureKind.CONNECTION),
        (httpx2.RemoteProtocolError("hung up"), FailureKind.CONNECTION),
        (httpx2.ReadTimeout("late"), FailureKind.TIMEOUT),
    ],
)
def test_no_answer_is_transient(raised: Exception, kind: FailureKind) -> None:
    def handler(request: httpx2.Request) -> httpx2.Response:
        raise raised

    error = failure(handler)
    assert (error.kind, error.transient) == (kind, True)


@pytest.mark.parametrize(
    ("complaint", "absent", "present"),
    [
        ("Unknown parameter: 'response_format'", "response_format", "seed"),
        ("seed: Extra inputs are not permitted", "seed", "response_format"),
        ("Use 'max_completion_tokens' instead of 'max_tokens'", "max_tokens", "max_completion_tokens"),
    ],
)
def test_what_the_server_does_not_take_is_left_out_from_then_on(
    complaint: str, absent: str, present: str
) -> None:
    bodies: list[dict[str, Any]] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        bodies.append(json.loads(request.content))
        if absent in bodies[-1]:
            return httpx2.Response(400, json={"error": {"message": complaint}})
        return httpx2.Response(200, content=completion_body("Hi."))

    completions = complete(handler, times=2)
    assert [absent in body for body in bodies] == [True, False, False]
    assert present in bodies[-1]
    assert all(
        completion.not_sent == ((absent,) if absent != "max_tokens" else ()) for completion in completions
    )


def test_a_key_is_needed_for_the_public_endpoint() -> None:
    with pytest.raises(NoKeyError, match="OPENAI_API_KEY"):
        OpenAIClient(api_key=None, base_url=None, timeout=5)


def test_a_base_url_holds_no_password() -> None:
    with pytest.raises(BaseUrlError, match="OPENAI_API_KEY") as refusal:
        OpenAIClient(api_key=KEY, base_url="https://me:secret@host/v1", timeout=5)
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("url", ["localhost:8000/v1", "ftp://host/v1", "http://", ""])
def test_a_base_url_has_to_be_one(url: str) -> None:
    with pytest.raises(BaseUrlError, match="expected http"):
        OpenAIClient(api_key=KEY, base_url=url, timeout=5)


def test_a_server_on_this_machine_is_reached_past_any_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")

    async def go() -> Completion:
        async with await serve(lambda _: Answer(200, completion_body("Hi."))) as server:
            url = f"http://127.0.0.1:{port_of(server)}/v1"
            async with OpenAIClient(api_key=None, base_url=url, timeout=5) as client:
                return await client.complete(REQUEST)

    assert asyncio.run(go()).text == "Hi."
