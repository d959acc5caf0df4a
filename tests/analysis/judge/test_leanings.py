"""Length bias and self-preference, on dialogues of known length and author."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.judge import Comparison, JudgeOptions
from analysis.judge.comparison import Context
from analysis.judge.episodes import EpisodeFact, family_of
from analysis.judge.leanings import length_bias, self_preference
from analysis.judge.rows import Measured
from analysis.tables import Ratings
from tests.analysis.judge.examples import compared


def episode(number: int) -> str:
    return f"{number:020x}"


def named(
    comparison: Comparison, units: list[str], facts: dict[str, EpisodeFact], *, preference: bool
) -> Comparison:
    people: Ratings = replace(comparison.people, unit_names=tuple(units))
    context = Context(JudgeOptions(), facts, preference=preference)
    return replace(comparison, judge="gpt-4o", people=people, context=context)


def value(measured: Measured) -> float:
    assert measured.statistic is not None, measured.note
    return measured.statistic.value()


def preferences(judge: list[int], people: list[int], facts: dict[str, EpisodeFact]) -> Comparison:
    units = [f"{episode(2 * at)}+{episode(2 * at + 1)}" for at in range(len(judge))]
    return named(compared([people], judge), units, facts, preference=True)


def scores(judge: list[float], people: list[float], facts: dict[str, EpisodeFact]) -> Comparison:
    return named(
        compared([people], judge), [episode(at) for at in range(len(judge))], facts, preference=False
    )


def test_length_bias_of_scores_is_points_per_standard_deviation() -> None:
    words = np.array([100, 200, 300, 400])
    facts = {episode(at): EpisodeFact("p", int(n)) for at, n in enumerate(words)}
    people = [5.0, 3.0, 6.0, 4.0]
    judge = [score + 0.01 * n for score, n in zip(people, words, strict=True)]
    assert value(length_bias(scores(judge, people, facts))) == pytest.approx(0.01 * words.std())


def test_length_bias_of_preferences_finds_the_coefficient() -> None:
    rng = np.random.default_rng(4)
    n = 4000
    apart, people = rng.normal(0, 50, n).round(), rng.integers(-1, 2, n)
    facts = {episode(2 * at): EpisodeFact("p", 1000 + int(words)) for at, words in enumerate(apart)}
    facts |= {episode(2 * at + 1): EpisodeFact("p", 1000) for at in range(n)}
    log_odds = -people + 1.5 * np.tanh(apart / apart.std())
    judge = np.where(rng.random(n) < 1 / (1 + np.exp(-log_odds)), -1, 1)
    assert value(length_bias(preferences(judge.tolist(), people.tolist(), facts))) == pytest.approx(
        1.5, abs=0.25
    )


def test_length_bias_needs_dialogues() -> None:
    assert length_bias(scores([1, 2], [1, 2], {})).note.startswith("no_dialogues")


def test_length_bias_of_a_separated_judge_is_undefined() -> None:
    facts = {episode(at): EpisodeFact("p", 100 if at % 2 else 50 + at) for at in range(8)}
    assert np.isnan(value(length_bias(preferences([-1, 1, -1, 1], [-1, 1, -1, 1], facts))))


def written_by(*models: str) -> dict[str, EpisodeFact]:
    return {episode(at): EpisodeFact("p", 10, "c", frozenset({model})) for at, model in enumerate(models)}


def test_self_preference_is_equal_opportunity() -> None:
    facts = written_by(*["gpt-4o-mini", "llama"] * 3, *["llama", "gpt-3.5"] * 3)
    # own is first in the first three units, second in the others
    judge = [-1, -1, 1, 1, -1, -1]
    people = [-1, -1, 1, 1, -1, 1]
    # people own: units 0, 1, 3, 5, of which the judge says own in 0, 1, 3; people other: 2, 4, both found
    assert value(self_preference(preferences(judge, people, facts))) == pytest.approx(3 / 4 - 1)


def test_self_preference_of_scores_is_a_difference_of_bias() -> None:
    facts = written_by("gpt-4", "gpt-4", "llama", "llama")
    assert value(self_preference(scores([6, 7, 3, 4], [5, 5, 3, 5], facts))) == pytest.approx(1.5 + 0.5)


def test_self_preference_says_why_it_is_undefined() -> None:
    assert self_preference(scores([1, 2], [1, 2], {})).note.startswith("no_authors")
    assert self_preference(scores([1, 2], [1, 2], written_by("llama", "llama"))).note.startswith(
        "no_own_dialogues"
    )


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("gpt-4o", "gpt"),
        ("meta-llama/Llama-3.1-8B", "llama"),
        ("Qwen2.5", "qwen"),
        ("7b", "7b"),
        ("mine", "gpt"),
    ],
)
def test_family(name: str, family: str) -> None:
    assert family_of(name, {"mine": "GPT"}) == family
