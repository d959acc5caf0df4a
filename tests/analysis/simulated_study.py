"""A study with known truth: episodes, human and judge ratings from a seed.

    study = simulate(Design(n_environments=20), Truth(goal=1.0), seed=1)
    bundle = write_bundle(folder / "bundle", study)    # unblinded; blind=True for the blind form
    run = write_run(folder / "run", study)             # the same episodes with the judge's ratings

The two writers are in `tests.analysis.simulated_files`.

Every effect that an analysis should find is a field of `Truth`; `Truth(preference=0, goal=0, tell_tale=0,
words_per_turn=(15, 15), ...)` is a study in which there is nothing to find.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

import numpy as np

from sim.schema.base import Level, Mode, Target, opaque_id
from sim.schema.episode import EndReason, Episode, Provenance, Role, Turn, TurnKind
from sim.schema.outcome import BargainingOutcome, Deal
from sim.schema.rating import RaterKind, Rating
from sim.schema.rubric import Dimension, Rubric, Step, Visible, builtin_rubric
from sim.schema.scale import TIE, ChoiceAnswer, Option
from sim.schema.scenario import BargainingCheck, Character, Goal, Relationship, Scenario, ScenarioKind
from sim.schema.study import Contrast, StudyDocument
from sim.schema.unit import character_unit, episode_unit, pair_unit

__all__ = [
    "JUDGE",
    "START",
    "STUDY_ID",
    "Design",
    "Pair",
    "RaterTruth",
    "SimulatedStudy",
    "Truth",
    "rubric",
    "simulate",
]

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
STUDY_ID = "simulated-study"
JUDGE = "simulated-judge"
_WORDS = ("well", "price", "friend", "maybe", "table", "seven", "again", "sure", "think", "money", "river")
_STAGE_DIRECTION = "*nods slowly*"


@dataclass(frozen=True)
class Design:
    """How large the study is; every pair has one episode per mode."""

    n_environments: int = 20
    pairs_per_environment: int = 3
    n_raters: int = 12
    raters_per_item: int = 4
    modes: tuple[Mode, Mode] = (Mode.SCRIPT, Mode.AGENTS)
    n_turns: int = 8
    samples: int = 1


@dataclass(frozen=True)
class Truth:
    """What an analysis should find. "First" and "second" are the design's modes.

    Attributes
    ----------
    preference
        Log-odds that the first mode is preferred to the second by a middling rater, whichever is shown first.
    side
        Log-odds that the dialogue shown first is preferred.
    tie
        Davidson's nu: how often ties are chosen.
    preference_sd
        Standard deviation over environments, and over raters, of the log-odds.
    goal, goal_mean
        Difference of mean goal scores, first minus second, and their middle.
    severity_sd, quality_sd, character_sd, noise_sd
        Of raters' leniency, of environments, of a character's own result, and of one rating.
    tell_tale
        Share of the second mode's turns with a stage direction in the text; the first mode has none.
    words_per_turn
        Mean of each mode.
    guess, do_not_know
        Probability that a guess of the mode is right, and that nobody dares to guess.
    judge_bias
        Of the judge's goal scores, for the first and the second mode.
    judge_side
        Log-odds that the judge prefers what it is shown first.
    judge_noise_sd
        Of the judge's goal scores.
    """

    preference: float = 0.8
    side: float = 0.5
    tie: float = 0.4
    preference_sd: float = 0.4
    goal: float = 1.0
    goal_mean: float = 5.0
    severity_sd: float = 0.8
    quality_sd: float = 0.6
    character_sd: float = 0.8
    noise_sd: float = 0.7
    tell_tale: float = 0.3
    words_per_turn: tuple[float, float] = (14.0, 24.0)
    guess: float = 0.7
    do_not_know: float = 0.25
    judge_bias: tuple[float, float] = (0.8, -0.2)
    judge_side: float = 1.0
    judge_noise_sd: float = 0.5

    @property
    def win_rate(self) -> float:
        """Expected share of preferences for the first mode, ties half, over sides and clusters."""
        nodes, weights = np.polynomial.hermite_e.hermegauss(61)
        spread = self.preference + np.sqrt(2) * self.preference_sd * nodes
        rates = [_win_rate(spread + side, self.tie) for side in (self.side, -self.side)]
        return float(np.mean(rates, axis=0) @ weights / weights.sum())


def _win_rate(log_odds: np.ndarray, tie: float) -> np.ndarray:
    win, loss = np.exp(log_odds / 2), np.exp(-log_odds / 2)
    return (win + tie / 2) / (win + loss + tie)


@dataclass(frozen=True)
class Pair:
    """Two episodes of one scenario with what is true of them."""

    first: Episode
    second: Episode
    environment_log_odds: float
    goals: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def episodes(self) -> tuple[Episode, Episode]:
        """The first and the second mode's episode."""
        return self.first, self.second

    @property
    def item_id(self) -> str:
        """Name of the pair's item."""
        return opaque_id(STUDY_ID, self.first.pair_id)


@dataclass(frozen=True)
class RaterTruth:
    """How one rater differs: points of leniency, and log-odds of preferring the first mode."""

    severity: float
    leaning: float


@dataclass(frozen=True)
class SimulatedStudy:
    """Everything about one simulated study."""

    design: Design
    truth: Truth
    document: StudyDocument
    pairs: tuple[Pair, ...]
    raters: Mapping[str, RaterTruth]
    human: tuple[Rating, ...]
    judge: tuple[Rating, ...]

    @property
    def episodes(self) -> tuple[Episode, ...]:
        """All episodes, in the order of their opaque ids."""
        every = (episode for pair in self.pairs for episode in pair.episodes)
        return tuple(sorted(every, key=lambda episode: episode.episode_id))


def simulate(design: Design | None = None, truth: Truth | None = None, *, seed: int = 0) -> SimulatedStudy:
    """Simulate a study; the same arguments give the same study."""
    design, truth = design or Design(), truth or Truth()
    rng = np.random.default_rng(seed)
    pairs = tuple(_pairs(design, truth, rng))
    document = StudyDocument(
        study_id=STUDY_ID,
        name="Simulated study",
        created_at=START,
        protocol="naturalness-then-goals",
        raters_per_item=design.raters_per_item,
        seed=seed,
        contrasts=(Contrast(first=design.modes[0], second=design.modes[1]),),
        rubric=rubric(design.modes),
    )
    severity = rng.normal(0, truth.severity_sd, design.n_raters).tolist()
    leaning = rng.normal(0, truth.preference_sd, design.n_raters).tolist()
    raters = {
        f"r{at + 1:02d}": RaterTruth(*each) for at, each in enumerate(zip(severity, leaning, strict=True))
    }
    human = tuple(_human(design, truth, document, pairs, raters, rng))
    judge = tuple(_judge(design, truth, document, pairs, rng))
    return SimulatedStudy(design, truth, document, pairs, raters, human, judge)


def rubric(modes: tuple[Mode, Mode]) -> Rubric:
    """Extend the default rubric by a guess of the mode."""
    base = builtin_rubric("naturalness-then-goals")
    options = tuple(Option(value=value, label=value) for value in (*modes, "do_not_know"))
    guess = Dimension(
        dimension="guess",
        target=Target.EPISODE,
        question="How was this dialogue made?",
        answer=ChoiceAnswer(options=options),
        level=Level.NOMINAL,
        required=False,
    )
    step = Step(visible=(Visible.SETTING,), dimensions=(guess,))
    return Rubric(rubric_id="simulated", steps=(*base.steps, step))


def _pairs(design: Design, truth: Truth, rng: np.random.Generator) -> Iterator[Pair]:
    for environment in range(design.n_environments):
        log_odds, quality = rng.normal(0, truth.preference_sd), rng.normal(0, truth.quality_sd)
        for number in range(design.pairs_per_environment):
            scenario = _scenario(environment, number)
            first, second = (
                _episode(scenario, mode, place, design, truth, rng) for place, mode in enumerate(design.modes)
            )
            goals = {
                character_unit(episode.episode_id, character): truth.goal_mean
                + quality
                + truth.goal * (0.5 - place)
                + rng.normal(0, truth.character_sd)
                for place, episode in enumerate((first, second))
                for character in (0, 1)
            }
            yield Pair(first, second, log_odds, goals)


def _scenario(environment: int, number: int) -> Scenario:
    return Scenario(
        scenario_id=f"env{environment:03d}-s{number}",
        environment_id=f"env{environment:03d}",
        kind=ScenarioKind.COMPETITIVE if environment % 2 else ScenarioKind.COOPERATIVE,
        setting="A used bike is for sale.",
        relationship=Relationship.STRANGER,
        characters=(Character(name="Ada"), Character(name="Bo")),
        goals=(Goal(text="Buy the bike."), Goal(text="Sell the bike.")),
        outcome_check=BargainingCheck(buyer=0, buyer_target=140, seller_target=120)
        if environment % 2
        else None,
    )


def _episode(
    scenario: Scenario, mode: Mode, place: int, design: Design, truth: Truth, rng: np.random.Generator
) -> Episode:
    turns: list[Turn] = []
    for index in range(design.n_turns):
        words = [str(word) for word in rng.choice(_WORDS, 1 + rng.poisson(truth.words_per_turn[place] - 1))]
        told = place == 1 and rng.random() < truth.tell_tale
        text = " ".join([*([_STAGE_DIRECTION] if told else []), *words]) + "."
        speaker: Literal[0, 1] = 1 if index % 2 else 0
        turns.append(Turn(index=index, speaker=speaker, kind=TurnKind.SPEAK, text=text))
    deal = Deal.AGREED if rng.random() < (0.9, 0.4)[place] else Deal.NONE
    return Episode(
        episode_id=opaque_id(STUDY_ID, scenario.scenario_id, mode, str(rng.integers(2**32))),
        pair_id=f"{scenario.scenario_id}-r0",
        scenario=scenario,
        mode=mode,
        condition=mode.value,
        turns=tuple(turns),
        end_reason=EndReason.LEFT if place == 0 else EndReason.TURN_LIMIT,
        outcome=BargainingOutcome(deal=deal) if scenario.outcome_check else None,
        provenance=Provenance(origin="simulated", models={Role.WRITER: "none"}),
    )


def _human(
    design: Design,
    truth: Truth,
    document: StudyDocument,
    pairs: tuple[Pair, ...],
    raters: Mapping[str, RaterTruth],
    rng: np.random.Generator,
) -> Iterator[Rating]:
    names = tuple(raters)
    load = np.zeros(design.n_raters)
    for number, pair in enumerate(pairs):
        chosen = np.argsort(load + rng.random(design.n_raters))[: design.raters_per_item]
        load[chosen] += 1
        sides = rng.permutation(np.arange(design.raters_per_item) % 2)
        for rater, turned in zip(chosen.tolist(), sides.tolist(), strict=True):
            shown = pair.episodes[::-1] if turned else pair.episodes
            answer = _Answer(document, pair, shown, names[rater], START + timedelta(minutes=number))
            log_odds = truth.preference + pair.environment_log_odds + raters[names[rater]].leaning
            yield answer.pair(_preference(pair, log_odds + truth.side * (1 - 2 * turned), truth.tie, rng))
            for unit, mean in pair.goals.items():
                yield answer.goal(unit, mean + raters[names[rater]].severity + rng.normal(0, truth.noise_sd))
            for episode in pair.episodes:
                other = pair.second if episode is pair.first else pair.first
                right = episode.mode if rng.random() < truth.guess else other.mode
                yield answer.guess(episode, "do_not_know" if rng.random() < truth.do_not_know else right)


def _preference(pair: Pair, log_odds: float, tie: float, rng: np.random.Generator) -> str:
    weights = np.array([np.exp(log_odds / 2), tie, np.exp(-log_odds / 2)])
    choice = int(rng.choice(3, p=weights / weights.sum()))
    return (pair.first.episode_id, TIE, pair.second.episode_id)[choice]


@dataclass(frozen=True)
class _Answer:
    """What all answers of one rater to one item share."""

    document: StudyDocument
    of: Pair
    shown: tuple[Episode, ...]
    rater: str
    at: datetime
    kind: RaterKind = RaterKind.HUMAN
    sample: int = 0

    def pair(self, value: str) -> Rating:
        unit = pair_unit(self.of.first.episode_id, self.of.second.episode_id)
        return self._rating(unit, Target.PAIR, "naturalness", value)

    def goal(self, unit: str, score: float) -> Rating:
        return self._rating(unit, Target.CHARACTER, "goal", float(np.clip(np.rint(score), 0, 10)))

    def guess(self, episode: Episode, value: str) -> Rating:
        return self._rating(episode_unit(episode.episode_id), Target.EPISODE, "guess", value)

    def _rating(self, unit: str, target: Target, dimension: str, value: float | str) -> Rating:
        human = self.kind is RaterKind.HUMAN
        return Rating(
            study_id=STUDY_ID if human else "",
            item_id=self.of.item_id if human else "",
            unit_id=unit,
            target=target,
            dimension=dimension,
            rater_id=self.rater,
            rater_kind=self.kind,
            value=value,
            presentation=tuple(episode.episode_id for episode in self.shown),
            sample=self.sample,
            seconds=30.0 if human else None,
            rubric_hash=self.document.rubric.rubric_hash,
            rated_at=self.at,
        )


def _judge(
    design: Design, truth: Truth, document: StudyDocument, pairs: tuple[Pair, ...], rng: np.random.Generator
) -> Iterator[Rating]:
    """Judge every character, and every pair in both orders (even samples: the first mode is shown first)."""
    for pair in pairs:
        bias = dict(zip((e.episode_id for e in pair.episodes), truth.judge_bias, strict=True))
        for sample in range(design.samples):
            for unit, mean in pair.goals.items():
                episode = next(e for e in pair.episodes if unit.startswith(e.episode_id))
                answer = _Answer(document, pair, (episode,), JUDGE, START, RaterKind.LLM, sample)
                yield answer.goal(unit, mean + bias[episode.episode_id] + rng.normal(0, truth.judge_noise_sd))
        for sample in range(2 * design.samples):
            shown = pair.episodes[::-1] if sample % 2 else pair.episodes
            side = truth.judge_side * (1 - 2 * (sample % 2))
            value = _preference(pair, truth.preference + pair.environment_log_odds + side, truth.tie, rng)
            yield _Answer(document, pair, shown, JUDGE, START, RaterKind.LLM, sample).pair(value)
