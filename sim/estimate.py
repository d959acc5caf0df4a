"""What a run will take, before anything is sent, if every dialogue uses all its turns."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sim.launch import RunOptions
from sim.llm.chat import Completion, Message, ReplySchema
from sim.llm.prices import PriceTable
from sim.plan import Condition, conditions_of
from sim.prompts.preset import load_preset
from sim.scenario_file import ScenarioFile
from sim.schema.base import Mode
from sim.schema.episode import Turn, TurnKind
from sim.schema.scenario import Scenario
from sim.simulate import simulate_dialogue
from sim.transcript import turn_lines

__all__ = ["CHARACTERS_PER_TOKEN", "ConditionEstimate", "cost_words", "estimate_lines", "estimate_run"]

CHARACTERS_PER_TOKEN = 4
_SCENARIOS_MEASURED = 50
_WORD = "word "


@dataclass(frozen=True, slots=True)
class ConditionEstimate:
    """What one condition takes if every dialogue runs to the turn limit.

    Attributes
    ----------
    cached_tokens
        The part of the prompts that a server with a prefix cache has already seen.
    cost_usd, cost_without_cache_usd
        None where a price is unknown.
    """

    condition: str
    episodes: int
    calls: int
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    cost_usd: float | None
    cost_without_cache_usd: float | None


def estimate_run(
    options: RunOptions, prices: PriceTable, *, words_per_turn: int
) -> tuple[ConditionEstimate, ...]:
    """Write the prompts of up to 50 scenarios with turns of so many words, count, and scale up.

    Raises
    ------
    ContractError
        If the scenarios have problems.
    """
    scenarios = ScenarioFile(options.scenarios)
    step = max(1, len(scenarios) // _SCENARIOS_MEASURED)
    measured = [scenarios[position] for position in range(0, len(scenarios), step)]
    scale = len(scenarios) * options.repeats / len(measured)
    conditions = conditions_of(options.modes, options.models, preset=options.preset)
    return tuple(
        _estimate(condition, measured, options, prices, words_per_turn=words_per_turn, scale=scale)
        for condition in conditions
    )


def estimate_lines(estimates: Sequence[ConditionEstimate]) -> Iterator[str]:
    """Say what each condition and the whole run take."""
    yield "If every dialogue runs to its turn limit, without repetitions (4 characters a token):"
    for each in estimates:
        yield (
            f"  {each.condition}: {each.episodes} episodes, {each.calls} calls, {each.prompt_tokens} prompt "
            f"tokens ({each.cached_tokens} of them sent before), {each.completion_tokens} completion tokens, "
            f"{cost_words(each.cost_usd, each.cost_without_cache_usd)}"
        )
    known = [each for each in estimates if each.cost_usd is not None]
    cost = cost_words(
        sum(each.cost_usd or 0.0 for each in known), sum(each.cost_without_cache_usd or 0.0 for each in known)
    )
    unknown = "" if len(known) == len(estimates) else " and what is unknown"
    calls = sum(each.calls for each in estimates)
    tokens = sum(each.prompt_tokens + each.completion_tokens for each in estimates)
    yield f"In all {calls} calls, {tokens} tokens, {cost}{unknown}. Nothing was sent."


def cost_words(cached: float | None, uncached: float | None) -> str:
    """Say a cost with and without a prefix cache; None is an unknown price, and said to be."""
    if cached is None or uncached is None:
        return "cost unknown (no price; give --prices FILE)"
    return (
        f"${cached:.2f}"
        if cached == uncached
        else f"${cached:.2f} with a prefix cache, ${uncached:.2f} without"
    )


@dataclass
class _Counter:
    """An `Ask` that answers with turns of a fixed length, and counts."""

    scenario: Scenario
    words: int
    turns: int
    calls: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    _sent: dict[str, int] = field(default_factory=dict[str, int])

    async def __call__(
        self, role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        size = sum(len(message.content) for message in messages)
        reply = self._script() if reply_schema is None else self._turn()
        self.calls += 1
        self.prompt += size
        self.cached += self._sent.get(role, 0)
        self.completion += len(reply)
        self._sent[role] = size
        return Completion(reply)

    def _turn(self) -> str:
        return json.dumps({"action_type": "speak", "argument": _WORD * self.words})

    def _script(self) -> str:
        first, second = self.scenario.characters
        turns = [
            Turn(index=n, speaker=1 if n % 2 else 0, kind=TurnKind.SPEAK, text=_WORD * self.words)
            for n in range(self.turns)
        ]
        return turn_lines(turns, (first.name, second.name))


def _estimate(
    condition: Condition,
    measured: Sequence[Scenario],
    options: RunOptions,
    prices: PriceTable,
    *,
    words_per_turn: int,
    scale: float,
) -> ConditionEstimate:
    counters = [_counted(condition.mode, scenario, options, words_per_turn) for scenario in measured]

    def total(name: str) -> int:
        return round(scale * sum(getattr(counter, name) for counter in counters))

    prompt, cached, completion = (
        total(name) // CHARACTERS_PER_TOKEN for name in ("prompt", "cached", "completion")
    )
    return ConditionEstimate(
        condition=condition.name,
        episodes=round(scale * len(measured)),
        calls=total("calls"),
        prompt_tokens=prompt,
        cached_tokens=cached,
        completion_tokens=completion,
        cost_usd=_price(condition, prices, prompt, completion, cached),
        cost_without_cache_usd=_price(condition, prices, prompt, completion, 0),
    )


def _counted(mode: Mode, scenario: Scenario, options: RunOptions, words: int) -> _Counter:
    counter = _Counter(scenario, words, options.ending.turn_limit)
    asyncio.run(simulate_dialogue(mode, scenario, counter, load_preset(options.preset), options.ending))
    return counter


def _price(
    condition: Condition, prices: PriceTable, prompt: int, completion: int, cached: int
) -> float | None:
    """Price the tokens; the models of two characters share them equally."""
    known = [prices.prices.get(model) for model in condition.models.values()]
    costs = [
        price.cost(prompt=prompt, completion=completion, cached=cached) / len(known)
        for price in known
        if price is not None
    ]
    return sum(costs) if len(costs) == len(known) else None
