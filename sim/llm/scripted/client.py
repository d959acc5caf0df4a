"""The scripted client: answers from the prompt and the seed alone, the same way every time."""

import json
import random
from collections.abc import Mapping
from typing import Any

from sim.llm.chat import ChatRequest, Completion
from sim.llm.scripted.bargaining import bargains, next_offer
from sim.llm.scripted.friends import looks_for_friend, next_mention
from sim.llm.scripted.moves import Move
from sim.llm.scripted.reading import Line, Part, read_part, read_parts
from sim.llm.scripted.small_talk import next_remark
from sim.schema.episode import Turn, TurnKind
from sim.transcript import turn_line

__all__ = ["SCRIPTED_MODEL", "ScriptedClient"]

SCRIPTED_MODEL = "scripted"
_MOST_TURNS = 20
_CHARACTERS_PER_TOKEN = 4


class ScriptedClient:
    """Play characters, writers and judges by simple rules; a judge's values are drawn, and mean nothing."""

    async def complete(self, request: ChatRequest) -> Completion:
        """Answer from the messages and the seed alone."""
        text = scripted_reply(request)
        prompt = sum(len(message.content) for message in request.messages)
        return Completion(
            text,
            prompt_tokens=prompt // _CHARACTERS_PER_TOKEN,
            completion_tokens=len(text) // _CHARACTERS_PER_TOKEN,
            cached_tokens=0,
        )


def scripted_reply(request: ChatRequest) -> str:
    """Write the reply to a request."""
    chance = random.Random(request.body_hash())  # noqa: S311
    if request.reply_schema is None:
        return _write_script(request.messages[0].content, chance)
    if request.reply_schema.name == "turn":
        return _next_move(read_part(request.messages), chance).as_json()
    return json.dumps(_drawn(request.reply_schema.schema, chance), ensure_ascii=False)


def _next_move(part: Part, chance: random.Random) -> Move:
    if looks_for_friend(part):
        return next_mention(part, chance)
    return next_offer(part, chance) if bargains(part) else next_remark(part, chance)


def _write_script(prompt: str, chance: random.Random) -> str:
    parts = read_parts(prompt)
    moves: list[Move] = []
    while len(moves) < _MOST_TURNS and not (moves and moves[-1].kind is TurnKind.LEAVE):
        speaker = len(moves) % 2
        part = parts[speaker]
        history = tuple(Line(position % 2 == speaker, move.text) for position, move in enumerate(moves))
        moves.append(
            _next_move(
                Part(part.name, part.partner, part.setting, part.goal, part.partner_goal, history), chance
            )
        )
    return "\n".join(
        turn_line(
            Turn(index=index, speaker=1 if index % 2 else 0, kind=move.kind, text=move.text),
            parts[index % 2].name,
        )
        for index, move in enumerate(moves)
    )


def _drawn(schema: Mapping[str, Any], chance: random.Random) -> Any:
    """Draw a value that keeps a JSON schema, of the kinds that judges are asked for."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return {name: _drawn(value, chance) for name, value in schema["properties"].items()}
        case "array":
            options = schema["items"]["enum"]
            return [option for option in options if chance.random() < 0.5]
        case "integer":
            return chance.randint(schema["minimum"], schema["maximum"])
        case "number":
            return round(chance.uniform(schema.get("minimum", 0), schema.get("maximum", 1)), 2)
        case _:
            return "Drawn at random by the scripted judge."
