import asyncio
import resource
import sqlite3
from pathlib import Path

import pytest

from sim.llm.budget import Budget, BudgetReachedError, UnknownPriceError
from sim.llm.caller import StoppedError
from sim.llm.chat import CallError, ChatRequest, Completion, FinishReason, Message, Sampling
from sim.llm.journal import Journal, NewerRunError, RunBusyError, StorageError
from sim.llm.prices import Price, PriceTable
from sim.schema.run import FailureKind
from tests.sim.fakes import RecordingClient, caller_of, open_desk, replies

HELLO = (Message("user", "Hello"),)


def ask_all(folder: Path, client: RecordingClient, n: int, object_id: str = "e1") -> list[str]:
    async def go() -> list[str]:
        async with open_desk(folder, client) as desk:
            caller = caller_of(desk, object_id)
            return [(await caller("writer", HELLO)).text for _ in range(n)]

    return asyncio.run(go())


def test_an_answered_call_is_never_sent_again(tmp_path: Path) -> None:
    assert ask_all(tmp_path, RecordingClient(replies("a", "b")), 2) == ["a", "b"]
    again = RecordingClient(replies("c"))
    assert ask_all(tmp_path, again, 3) == ["a", "b", "c"]
    assert len(again.requests) == 1


def test_the_same_prompt_of_another_object_is_another_call(tmp_path: Path) -> None:
    ask_all(tmp_path, RecordingClient(replies("a")), 1)
    assert ask_all(tmp_path, RecordingClient(replies("b")), 1, object_id="e2") == ["b"]


def test_seeds_differ_between_calls_and_objects(tmp_path: Path) -> None:
    client = RecordingClient(replies("a", "b", "c"))
    ask_all(tmp_path, client, 2)
    ask_all(tmp_path, client, 1, object_id="e2")
    assert len({request.seed for request in client.requests}) == 3


@pytest.mark.parametrize(
    ("finish", "kind"),
    [(FinishReason.LENGTH, FailureKind.CUT_OFF), (FinishReason.REFUSAL, FailureKind.REFUSAL)],
)
def test_a_cut_or_refused_reply_is_a_failure_and_paid(
    tmp_path: Path, finish: FinishReason, kind: FailureKind
) -> None:
    async def go() -> int:
        async with open_desk(tmp_path, RecordingClient(replies(Completion("a", finish)))) as desk:
            caller = caller_of(desk)
            with pytest.raises(CallError) as failure:
                await caller("writer", HELLO)
            assert failure.value.kind is kind
            return sum(total.calls for total in desk.journal.totals())

    assert asyncio.run(go()) == 1


def test_only_the_unusable_reply_is_asked_for_again(tmp_path: Path) -> None:
    client = RecordingClient(replies("a", Completion("b", FinishReason.LENGTH), "c"))

    async def go() -> list[str]:
        async with open_desk(tmp_path, client) as desk:
            caller = caller_of(desk)
            await caller("writer", HELLO)
            with pytest.raises(CallError) as error:
                await caller("writer", HELLO)
            failure = caller.failure_of(error.value)
            second = caller_of(desk, failures=[failure])
            return [(await second("writer", HELLO)).text for _ in range(2)]

    assert asyncio.run(go()) == ["a", "c"]
    assert client.requests[1].seed != client.requests[2].seed


def test_transient_failures_are_repeated(tmp_path: Path) -> None:
    busy = CallError(FailureKind.SERVER, "busy", transient=True)
    assert ask_all(tmp_path, RecordingClient(replies(busy, busy, "a")), 1) == ["a"]


def test_other_failures_are_not_repeated(tmp_path: Path) -> None:
    client = RecordingClient(replies(CallError(FailureKind.CONTEXT_LENGTH, "too long"), "a"))
    with pytest.raises(CallError, match="too long"):
        ask_all(tmp_path, client, 1)
    assert len(client.requests) == 1


def test_nothing_is_sent_while_stopping(tmp_path: Path) -> None:
    client = RecordingClient(replies("a"))

    async def go() -> None:
        async with open_desk(tmp_path, client) as desk:
            desk.stopping = True
            await caller_of(desk)("writer", HELLO)

    with pytest.raises(StoppedError):
        asyncio.run(go())
    assert not client.requests


def test_prefix_share_counts_all_but_first_prompts(tmp_path: Path) -> None:
    async def go() -> float | None:
        async with open_desk(tmp_path, RecordingClient(replies("a", "b", "c"))) as desk:
            caller = caller_of(desk)
            await caller("writer", HELLO)
            await caller("writer", (*HELLO, Message("user", "Again")))
            await caller("writer", (Message("user", "Other"), Message("user", "Again")))
            return desk.journal.prefix_share()

    assert asyncio.run(go()) == pytest.approx((5 + 5) / (10 + 10))


def test_a_budget_of_tokens_is_not_exceeded(tmp_path: Path) -> None:
    client = RecordingClient(lambda request: Completion("a", prompt_tokens=5, completion_tokens=50))

    async def go() -> Budget:
        budget = Budget(PriceTable({}), tokens=150)
        async with open_desk(tmp_path, client, budget) as desk:
            caller = caller_of(desk)
            await caller("writer", HELLO)
            await caller("writer", HELLO)
            with pytest.raises(BudgetReachedError, match="150 tokens"):
                await caller("writer", HELLO)
        return budget

    budget = asyncio.run(go())
    assert budget.spent_tokens == 110
    assert len(client.requests) == 2


def test_a_budget_waits_for_calls_under_way(tmp_path: Path) -> None:
    client = RecordingClient(lambda request: Completion("a", prompt_tokens=1, completion_tokens=1))

    async def go() -> int:
        async with open_desk(tmp_path, client, Budget(PriceTable({}), tokens=80)) as desk:
            await asyncio.gather(*(caller_of(desk, f"e{n}")("writer", HELLO) for n in range(5)))
            return desk.budget.spent_tokens

    assert asyncio.run(go()) == 10


def test_a_budget_of_dollars_counts_earlier_starts(tmp_path: Path) -> None:
    prices = PriceTable({"model": Price(input=0, output=1_000_000)})
    client = RecordingClient(lambda request: Completion("a", prompt_tokens=5, completion_tokens=50))

    async def start() -> None:
        async with open_desk(tmp_path, client, Budget(prices, dollars=120)) as desk:
            await caller_of(desk, f"e{len(client.requests)}")("writer", HELLO)

    asyncio.run(start())
    asyncio.run(start())
    with pytest.raises(BudgetReachedError, match=r"\$100\.0000"):
        asyncio.run(start())


def test_calls_without_counts_are_taken_at_their_most(tmp_path: Path) -> None:
    async def start(client: RecordingClient) -> Budget:
        budget = Budget(PriceTable({}), tokens=200)
        async with open_desk(tmp_path, client, budget) as desk:
            await caller_of(desk)("writer", HELLO)
        return budget

    first = asyncio.run(start(RecordingClient(replies("a"))))
    assert first.spent_tokens == 63
    later = asyncio.run(start(RecordingClient(replies())))
    assert (later.spent_tokens, later.unpriced_calls) == (21, 1)


def test_a_budget_in_dollars_needs_prices() -> None:
    with pytest.raises(UnknownPriceError, match="one, two"):
        Budget(PriceTable({}), dollars=1).check_models(["two", "one"])


def test_one_process_works_in_a_run_at_a_time(tmp_path: Path) -> None:
    with Journal(tmp_path / "calls.sqlite"), pytest.raises(RunBusyError, match="another process"):
        Journal(tmp_path / "calls.sqlite")


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "calls.sqlite") as connection:
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(NewerRunError, match="found journal version 2, expected 1"):
        Journal(tmp_path / "calls.sqlite")


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "calls.sqlite").write_text("Dear diary, " * 100)
    with pytest.raises(StorageError, match="no journal"):
        Journal(tmp_path / "calls.sqlite")


def test_a_full_disk_is_told_and_earlier_calls_stay(tmp_path: Path) -> None:
    ask_all(tmp_path, RecordingClient(replies("a")), 1)

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(StorageError, match=r"could not be stored.*same command again"):
            ask_all(tmp_path, RecordingClient(lambda request: "long " * 10_000), 30, object_id="e2")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert ask_all(tmp_path, RecordingClient(replies()), 1) == ["a"]


def test_request_hash_tells_requests_apart() -> None:
    requests = [ChatRequest(model, HELLO, Sampling(), seed) for model, seed in (("m", 1), ("m", 2), ("n", 1))]
    assert len({request.body_hash() for request in requests}) == 3
