"""What models cost. An unknown price is said to be unknown; it is never taken for zero."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sim.errors import ContractError, Problem
from sim.llm.chat import Completion
from sim.schema.validation import problems_of

__all__ = ["Price", "PriceTable", "read_prices"]

_MILLION = 1_000_000
_Dollars = Annotated[float, Field(ge=0)]


class Price(BaseModel):
    """US dollars for a million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    input: _Dollars
    cached_input: _Dollars | None = None
    output: _Dollars

    def cost(self, *, prompt: int, completion: int, cached: int = 0) -> float:
        """Price one call in US dollars; `cached` is the part of `prompt` that was cached."""
        cheap = self.input if self.cached_input is None else self.cached_input
        dollars = (prompt - cached) * self.input + cached * cheap + completion * self.output
        return dollars / _MILLION


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    models: Mapping[str, Price]


@dataclass(frozen=True)
class PriceTable:
    """Prices by model name."""

    prices: Mapping[str, Price]

    def cost(self, model: str, completion: Completion) -> float | None:
        """Price a reply in US dollars; None where the price or a token count is unknown."""
        price = self.prices.get(model)
        if price is None or completion.prompt_tokens is None or completion.completion_tokens is None:
            return None
        return price.cost(
            prompt=completion.prompt_tokens,
            completion=completion.completion_tokens,
            cached=min(completion.cached_tokens or 0, completion.prompt_tokens),
        )


def read_prices(path: Path | None = None) -> PriceTable:
    """Read the table that comes with the package, and before it the user's own.

    Raises
    ------
    ContractError
        If the user's table is not such a table, with every problem.
    OSError
        If it cannot be read.
    """
    packaged = (resources.files("sim.llm") / "prices.toml").read_text(encoding="utf-8")
    prices = dict(_read(packaged, "prices.toml"))
    if path is not None:
        prices.update(_read(path.read_text(encoding="utf-8"), path.name))
    return PriceTable(prices)


def _read(text: str, source: str) -> Mapping[str, Price]:
    try:
        return _Document.model_validate(tomllib.loads(text)).models
    except tomllib.TOMLDecodeError as error:
        raise ContractError([Problem(source, None, "", f"text that is not TOML ({error})", "TOML")]) from None
    except ValidationError as error:
        raise ContractError(problems_of(error, source=source, line=None)) from None
