"""A local OpenAI-compatible endpoint: fast, scripted, and on request as unreliable as real ones (seeded).

`python -m tests.sim.fake_endpoint --seed 1 --faults` has it in a process of its own; it prints its port.
"""

import argparse
import asyncio
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.llm.chat import ChatRequest, Message, ReplySchema, Sampling
from sim.llm.scripted.client import scripted_reply

BABBLE = "I am not sure what you mean {"


@dataclass(frozen=True)
class Answer:
    """An HTTP answer; status 0 hangs up instead. `delay` is in seconds."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay: float = 0.0


NO_MODEL = Answer(404, json.dumps({"error": {"message": "model not found"}}).encode())


def completion_body(text: str, *, finish: str = "stop", prompt: int = 100, cached: int | None = 0) -> bytes:
    usage: dict[str, Any] = {"prompt_tokens": prompt, "completion_tokens": len(text) // 4 + 1}
    if cached is not None:
        usage["prompt_tokens_details"] = {"cached_tokens": cached}
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    return json.dumps({"id": "x", "object": "chat.completion", "choices": [choice], "usage": usage}).encode()


def scripted_answer(body: Mapping[str, Any]) -> str:
    """Answer as the scripted client does."""
    schema = body.get("response_format", {}).get("json_schema")
    request = ChatRequest(
        model=body["model"],
        messages=tuple(Message(message["role"], message["content"]) for message in body["messages"]),
        sampling=Sampling(temperature=body.get("temperature"), max_tokens=body["max_tokens"]),
        seed=body.get("seed"),
        reply_schema=None if schema is None else ReplySchema(schema["name"], schema["schema"]),
    )
    return scripted_reply(request)


class Unreliable:
    """Fails at first, depending on how often it was asked; what it answers depends on the body alone."""

    def __init__(self, seed: int, *, faults: bool) -> None:
        self._seed = seed
        self._faults = faults
        self._seen: Counter[str] = Counter()

    def __call__(self, raw: bytes) -> Answer:
        digest = hashlib.sha256(self._seed.to_bytes(8, "big") + raw).hexdigest()
        chance = random.Random(digest)
        self._seen[digest] += 1
        body = json.loads(raw)
        prompt = sum(len(message["content"]) for message in body["messages"]) // 4
        if self._faults and self._seen[digest] == 1 and (failure := _failure(chance.random())):
            return failure
        kind = chance.random() if self._faults else 1.0
        delay = chance.random() * 0.02 if self._faults else 0.0
        text = scripted_answer(body)
        if kind < 0.02:
            return Answer(
                200, completion_body(text[: len(text) // 2], finish="length", prompt=prompt), delay=delay
            )
        if kind < 0.06:
            text = BABBLE
        return Answer(200, completion_body(text, prompt=prompt), delay=delay)


class Babbling:
    """Answers a part of the requests, decided by their bodies, with what is no turn and no script."""

    def __init__(self, seed: int, *, part: float) -> None:
        self._seed = seed
        self._part = part

    def __call__(self, raw: bytes) -> Answer:
        digest = hashlib.sha256(self._seed.to_bytes(8, "big") + raw).hexdigest()
        babbles = random.Random(digest).random() < self._part
        return Answer(200, completion_body(BABBLE if babbles else scripted_answer(json.loads(raw))))


def _failure(chance: float) -> Answer | None:
    error = json.dumps({"error": {"message": "try later"}}).encode()
    for limit, answer in (
        (0.06, Answer(429, error, {"retry-after-ms": "5"})),
        (0.10, Answer(503, error, {"retry-after": "0"})),
        (0.13, Answer(500, error, {"retry-after-ms": "1"})),
        (0.15, Answer(200, b"<html>proxy</html>")),
        (0.16, Answer(0, b"")),
    ):
        if chance < limit:
            return answer
    return None


class Connection(asyncio.Protocol):
    """One keep-alive connection; requests come one after the other."""

    def __init__(self, answer: Callable[[bytes], Answer]) -> None:
        self._answer = answer
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._buffer[:end].lower()
        start = head.find(b"content-length:")
        length = int(head[start + 15 :].split(b"\r\n", 1)[0]) if start >= 0 else 0
        if len(self._buffer) < end + 4 + length:
            return
        body = self._buffer[end + 4 : end + 4 + length]
        self._buffer = self._buffer[end + 4 + length :]
        answer = self._answer(body)
        if answer.delay:
            asyncio.get_running_loop().call_later(answer.delay, self._send, answer)
        else:
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        if self._transport.is_closing():
            return
        if answer.status == 0:
            self._transport.close()
            return
        headers = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
        head = f"HTTP/1.1 {answer.status} X\r\ncontent-type: application/json\r\n{headers}"
        self._transport.write(f"{head}content-length: {len(answer.body)}\r\n\r\n".encode() + answer.body)


async def serve(answer: Callable[[bytes], Answer], port: int = 0) -> asyncio.Server:
    return await asyncio.get_running_loop().create_server(lambda: Connection(answer), "127.0.0.1", port)


def port_of(server: asyncio.Server) -> int:
    return server.sockets[0].getsockname()[1]


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--fixed", action="store_true", help="always the same answer, for benchmarks")
    parser.add_argument("--babble", type=float, default=0.0, help="part of the answers that are unreadable")
    parser.add_argument("--no-models", action="store_true", help="refuse every request")
    options = parser.parse_args()
    fixed = Answer(200, completion_body(json.dumps({"action_type": "speak", "argument": "word " * 25})))
    answer: Callable[[bytes], Answer] = Unreliable(options.seed, faults=options.faults)
    if options.babble:
        answer = Babbling(options.seed, part=options.babble)
    same = fixed if options.fixed else NO_MODEL if options.no_models else None
    server = await serve(answer if same is None else lambda raw: same)
    print(port_of(server), flush=True)  # noqa: T201
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
