"""Count what asking would take, without asking."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sim.llm.chat import Completion, Message, ReplySchema

__all__ = ["CHARACTERS_PER_TOKEN", "CharacterCount", "Reply", "TokenCount", "cost_words", "counted_tokens"]

CHARACTERS_PER_TOKEN = 4

Reply = Callable[[Sequence[Message], ReplySchema | None], str]


@dataclass(frozen=True, slots=True)
class TokenCount:
    """Calls and tokens, and what they cost.

    Attributes
    ----------
    cached_tokens
        The part of the prompts that a server with a prefix cache has already seen.
    cost_usd, cost_without_cache_usd
        None where a price is unknown.
    """

    calls: int
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    cost_usd: float | None
    cost_without_cache_usd: float | None

    def words(self) -> str:
        """Say all of it."""
        return (
            f"{self.calls} calls, {self.prompt_tokens} prompt tokens ({self.cached_tokens} of them sent "
            f"before), {self.completion_tokens} completion tokens, "
            f"{cost_words(self.cost_usd, self.cost_without_cache_usd)}"
        )


@dataclass
class CharacterCount:
    """An `Ask` for one object that gets its replies from a function, and counts characters."""

    reply: Reply
    calls: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    _sent: dict[str, int] = field(default_factory=dict[str, int])

    async def __call__(
        self, role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        """Count a call."""
        size = sum(len(message.content) for message in messages)
        reply = self.reply(messages, reply_schema)
        self.calls += 1
        self.prompt += size
        self.cached += self._sent.get(role, 0)
        self.completion += len(reply)
        self._sent[role] = size
        return Completion(reply)


def counted_tokens(
    counts: Sequence[CharacterCount], scale: float, price: Callable[[int, int, int], float | None]
) -> TokenCount:
    """Add up the counts of several objects, scale them up and price them.

    Parameters
    ----------
    price
        Takes prompt, completion and cached tokens to dollars, or None where a price is unknown.
    """
    prompt, cached, completion = (
        round(scale * characters / CHARACTERS_PER_TOKEN)
        for characters in (
            sum(count.prompt for count in counts),
            sum(count.cached for count in counts),
            sum(count.completion for count in counts),
        )
    )
    return TokenCount(
        calls=round(scale * sum(count.calls for count in counts)),
        prompt_tokens=prompt,
        cached_tokens=cached,
        completion_tokens=completion,
        cost_usd=price(prompt, completion, cached),
        cost_without_cache_usd=price(prompt, completion, 0),
    )


def cost_words(cached: float | None, uncached: float | None) -> str:
    """Say a cost with and without a prefix cache; None is an unknown price, and said to be."""
    if cached is None or uncached is None:
        return "cost unknown (no price; give --prices FILE)"
    return (
        f"${cached:.2f}"
        if cached == uncached
        else f"${cached:.2f} with a prefix cache, ${uncached:.2f} without"
    )
