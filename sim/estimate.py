"""What a run will take, before anything is sent, if every dialogue uses all its turns."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sim.launch import RunOptions
from sim.llm.chat import Message, ReplySchema
from sim.llm.prices import PriceTable
from sim.plan import Condition, conditions_of
from sim.prompts.preset import load_preset
from sim.scenario_file import ScenarioFile
from sim.schema.episode import Turn, TurnKind
from sim.schema.scenario import Scenario
from sim.simulate import simulate_dialogue
from sim.token_count import CHARACTERS_PER_TOKEN, CharacterCount, TokenCount, cost_words, counted_tokens
from sim.transcript import turn_lines

__all__ = ["ConditionEstimate", "estimate_lines", "estimate_run"]

_SCENARIOS_MEASURED = 50
_WORD = "word "


@dataclass(frozen=True, slots=True)
class ConditionEstimate:
    """What one condition takes if every dialogue runs to the turn limit."""

    condition: str
    episodes: int
    tokens: TokenCount


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
    yield (
        "If every dialogue runs to its turn limit, without repetitions "
        f"({CHARACTERS_PER_TOKEN} characters a token):"
    )
    for each in estimates:
        yield f"  {each.condition}: {each.episodes} episodes, {each.tokens.words()}"
    counts = [each.tokens for each in estimates]
    known = [count for count in counts if count.cost_usd is not None]
    cost = cost_words(
        sum(count.cost_usd or 0.0 for count in known),
        sum(count.cost_without_cache_usd or 0.0 for count in known),
    )
    unknown = "" if len(known) == len(counts) else " and what is unknown"
    calls = sum(count.calls for count in counts)
    tokens = sum(count.prompt_tokens + count.completion_tokens for count in counts)
    yield f"In all {calls} calls, {tokens} tokens, {cost}{unknown}. Nothing was sent."


def _estimate(
    condition: Condition,
    measured: Sequence[Scenario],
    options: RunOptions,
    prices: PriceTable,
    *,
    words_per_turn: int,
    scale: float,
) -> ConditionEstimate:
    preset, turns = load_preset(options.preset), options.ending.turn_limit
    counts = [CharacterCount(partial(_reply, scenario, words_per_turn, turns)) for scenario in measured]
    for scenario, count in zip(measured, counts, strict=True):
        asyncio.run(simulate_dialogue(condition.mode, scenario, count, preset, options.ending))
    tokens = counted_tokens(counts, scale, partial(_price, condition, prices))
    return ConditionEstimate(condition.name, round(scale * len(measured)), tokens)


def _reply(
    scenario: Scenario, words: int, n_turns: int, _messages: Sequence[Message], schema: ReplySchema | None
) -> str:
    """Answer with one turn of so many words, or with a whole script of them."""
    if schema is not None:
        return json.dumps({"action_type": "speak", "argument": _WORD * words})
    first, second = scenario.characters
    turns = [
        Turn(index=n, speaker=1 if n % 2 else 0, kind=TurnKind.SPEAK, text=_WORD * words)
        for n in range(n_turns)
    ]
    return turn_lines(turns, (first.name, second.name))


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
