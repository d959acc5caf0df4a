"""Two pairs of episodes, three raters, one judge: small, but with every field of the contract in use."""

from datetime import UTC, datetime, timedelta
from typing import Literal

from analysis.estimate import Estimate, Rows, Scope
from annotate_app.design.heds import HedsFacts, heds_document
from sim.schema.base import Level, Mode, Target, opaque_id
from sim.schema.episode import (
    EndReason,
    Episode,
    InformationAccess,
    Provenance,
    Role,
    TokenUsage,
    Turn,
    TurnKind,
)
from sim.schema.outcome import BargainingOutcome, Deal, Found, MutualFriendOutcome
from sim.schema.rating import RaterKind, Rating, Status
from sim.schema.rubric import builtin_rubric
from sim.schema.run import FailureKind, FailureRecord, RunManifest
from sim.schema.scenario import (
    BargainingCheck,
    Character,
    Goal,
    MutualFriendCheck,
    Relationship,
    Scenario,
    ScenarioKind,
)
from sim.schema.study import Contrast, StudyDocument
from sim.schema.unit import character_unit, pair_unit

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
RUBRIC = builtin_rubric("naturalness-then-goals")
STUDY_ID = "golden-study"

BARGAIN = Scenario(
    scenario_id="bike-1",
    environment_id="bike",
    kind=ScenarioKind.COMPETITIVE,
    setting="A used touring bike is for sale. The list price is $200.",
    relationship=Relationship.STRANGER,
    characters=(
        Character(
            name="Dr. Inés Núñez-Öz",
            age=41,
            gender="woman",
            pronouns="she/her",
            occupation="vet",
            public_info="Cycles to work.",
            personality="Patient, exact.",
            secret="Has already sold the old bike.",
        ),
        Character(
            name="松本 蓮",
            age=29,
            gender="man",
            pronouns="he/him",
            occupation="nurse",
            secret="Moves on Friday.",
        ),
    ),
    goals=(
        Goal(text="Buy the bike for at most $140.", hints=("Start low.",)),
        Goal(text="Sell the bike for at least $120."),
    ),
    outcome_check=BargainingCheck(buyer=0, list_price=200, buyer_target=140, seller_target=120),
    source="written for the golden files",
    licence="MIT",
)

FRIENDS = Scenario(
    scenario_id="friends-1",
    environment_id="friends",
    kind=ScenarioKind.COOPERATIVE,
    setting="Two guests stand at the buffet of a wedding.",
    hidden_facts=("They have one common friend: Noor.",),
    relationship=Relationship.STRANGER,
    characters=(Character(name="مريم"), Character(name="Bo")),
    goals=(Goal(text="Find out whom you both know."), Goal(text="Find out whom you both know.")),
    outcome_check=MutualFriendCheck(friend="Noor"),
)

Line = tuple[Literal[0, 1], TurnKind, str]

BARGAIN_LINES: tuple[Line, ...] = (
    (0, TurnKind.SPEAK, "Hi! Is it *really* worth $200, or is it <b>negotiable</b>?"),
    (1, TurnKind.NONVERBAL, "shrugs"),
    (0, TurnKind.SPEAK, "Cafe\u0301 money left me $130 \N{FAMILY}\N{VARIATION SELECTOR-16}."),
    (1, TurnKind.SPEAK, "Fine. $130 it is."),
    (0, TurnKind.LEAVE, ""),
)
FRIENDS_LINES: tuple[Line, ...] = (
    (0, TurnKind.SPEAK, "أهلا! هل تعرفين Noor؟"),
    (1, TurnKind.SPEAK, "Noor? Of course, from the choir."),
    (0, TurnKind.ACTION, "laughs and raises a glass"),
    (1, TurnKind.NONE, ""),
)


def _episode(scenario: Scenario, mode: Mode) -> Episode:
    script = mode is Mode.SCRIPT
    bargain = scenario is BARGAIN
    lines = (BARGAIN_LINES if bargain else FRIENDS_LINES)[: None if script else 4]
    both = ("name", "profile", "personality", "secret", "goal", "hints")
    return Episode(
        episode_id=opaque_id("golden", scenario.scenario_id, mode),
        pair_id=f"{scenario.scenario_id}-r0",
        scenario=scenario,
        mode=mode,
        condition=f"{mode}:golden-model",
        turns=tuple(
            Turn(index=index, speaker=speaker, kind=kind, text=text)
            for index, (speaker, kind, text) in enumerate(lines)
        ),
        end_reason=EndReason.LEFT if script and bargain else EndReason.TURN_LIMIT,
        outcome=(
            BargainingOutcome(
                deal=Deal.AGREED, price=130, within_buyer_target=True, within_seller_target=True
            )
            if bargain
            else MutualFriendOutcome(found=Found.BOTH, first_mention_turn=0, first_mention_word=0.2)
        ),
        information_access=(
            (
                InformationAccess(
                    viewer=Role.WRITER, fields=("setting", *(f"{f}_{i}" for i in (0, 1) for f in both))
                ),
            )
            if script
            else tuple(
                InformationAccess(
                    viewer=role, fields=("setting", *(f"{f}_{index}" for f in both), f"name_{1 - index}")
                )
                for index, role in enumerate((Role.CHARACTER_0, Role.CHARACTER_1))
            )
        ),
        labels={"language": "en"},
        provenance=Provenance(
            origin="simulated",
            models={Role.WRITER: "golden-model"}
            if script
            else {Role.CHARACTER_0: "golden-model", Role.CHARACTER_1: "golden-model"},
            sampling={"temperature": 0.7},
            prompt_hashes={"context": "0" * 64},
            seed=7,
            code_version="0.1.0",
            started_at=NOON,
            finished_at=NOON + timedelta(seconds=4),
            usage=TokenUsage(
                calls=1 if script else 4, prompt_tokens=900, completion_tokens=120, cached_tokens=0
            ),
            cost_usd=0.0012,
        ),
    )


EPISODES = tuple(
    _episode(scenario, mode) for scenario in (BARGAIN, FRIENDS) for mode in (Mode.SCRIPT, Mode.AGENTS)
)
PAIRS = ((EPISODES[0], EPISODES[1]), (EPISODES[2], EPISODES[3]))
PREFERRED = (("script", "script"), ("tie", "script"), ("agents", "script"))


def item_id(pair: tuple[Episode, Episode]) -> str:
    """Name the item of a pair."""
    return opaque_id(STUDY_ID, pair[0].pair_id)


def human_ratings() -> tuple[Rating, ...]:
    """Three raters, both items; the second rater revises one goal judgement and leaves a remark."""
    ratings: list[Rating] = []
    for rater, preferences in enumerate(PREFERRED):
        for number, (pair, preference) in enumerate(zip(PAIRS, preferences, strict=True)):
            shown = tuple(
                episode.episode_id for episode in (pair if (rater + number) % 2 == 0 else pair[::-1])
            )
            value = {"script": pair[0].episode_id, "agents": pair[1].episode_id}.get(preference, "tie")
            when = NOON + timedelta(minutes=10 * rater + number)

            def rating(
                unit: str,
                target: Target,
                dimension: str,
                value: float | str | None,
                *,
                who: str = f"r{rater + 1}",
                item: str = item_id(pair),
                presentation: tuple[str, ...] = shown,
                at: datetime = when,
                revision: int = 0,
            ) -> Rating:
                return Rating(
                    study_id=STUDY_ID,
                    item_id=item,
                    unit_id=unit,
                    target=target,
                    dimension=dimension,
                    rater_id=who,
                    rater_kind=RaterKind.HUMAN,
                    status=Status.SKIPPED if value is None else Status.RATED,
                    value=value,
                    presentation=presentation,
                    seconds=42.5,
                    revision=revision,
                    rubric_hash=RUBRIC.rubric_hash,
                    rated_at=at,
                )

            unit = pair_unit(pair[0].episode_id, pair[1].episode_id)
            ratings.append(rating(unit, Target.PAIR, "naturalness", value))
            for place, episode in enumerate(pair):
                for character in (0, 1):
                    score = float(3 + 2 * place + character + rater)
                    ratings.append(
                        rating(character_unit(episode.episode_id, character), Target.CHARACTER, "goal", score)
                    )
            remark = '=SUM(A1) was "odd",\nhonestly' if rater == 1 else None
            ratings.append(rating(unit, Target.PAIR, "remark", remark))
            if rater == 1 and number == 0:
                first = character_unit(pair[0].episode_id, 0)
                ratings.append(rating(first, Target.CHARACTER, "goal", 9.0, revision=1))
    return tuple(ratings)


def judge_ratings() -> tuple[Rating, ...]:
    """One judge: goal scores of every character, each with a reason."""
    return tuple(
        Rating(
            unit_id=character_unit(episode.episode_id, character),
            target=Target.CHARACTER,
            dimension="goal",
            rater_id="golden-judge",
            rater_kind=RaterKind.LLM,
            value=float(5 + character),
            reason="Reached a price within the target.",
            presentation=(episode.episode_id,),
            rubric_hash=RUBRIC.rubric_hash,
            rated_at=NOON + timedelta(hours=1),
        )
        for episode in EPISODES
        for character in (0, 1)
    )


STUDY = StudyDocument(
    study_id=STUDY_ID,
    name="Golden study",
    created_at=NOON,
    protocol="naturalness-then-goals",
    raters_per_item=3,
    seed=7,
    contrasts=(Contrast(first="SCRIPT:golden-model", second="AGENTS:golden-model"),),
    consent_text="You read dialogues and say what you think of them.",
    instructions="Read both dialogues before you answer.",
    rubric=RUBRIC,
)

RUN = RunManifest(
    run_id="golden-run",
    created_at=NOON,
    code_version="0.1.0",
    salt="0123456789abcdef" * 2,
    settings={"modes": ["SCRIPT", "AGENTS"], "model": "golden-model", "repeats": 1, "seed": 7},
    plan_hash="1" * 64,
    n_planned=5,
)

FAILURES = (
    FailureRecord(
        object_id=opaque_id("golden", "friends-1", "MINDREADERS"),
        pair_id="friends-1-r0",
        mode=Mode.MINDREADERS,
        condition="MINDREADERS:golden-model",
        model="golden-model",
        kind=FailureKind.CUT_OFF,
        call_index=3,
        attempt=0,
        message="The reply was cut off at 64 tokens.",
        failed_at=NOON,
    ),
)

ROWS = Rows.of(
    (
        Estimate(
            scope=Scope.OVERALL,
            dimension="goal",
            level=Level.INTERVAL,
            statistic="krippendorff_alpha",
            value=0.5,
            low=0.1,
            high=0.8,
            n_units=8,
            n_raters=3,
            n_ratings=24,
            n_clusters=2,
        ),
        Estimate(
            scope=Scope.OVERALL,
            dimension="naturalness",
            level=Level.NOMINAL,
            statistic="krippendorff_alpha",
            value=None,
            n_units=0,
            n_raters=1,
            n_ratings=2,
            n_clusters=2,
            note="no_pairable_units",
        ),
    )
)

HEDS = heds_document(STUDY, HedsFacts(n_pairs=2, n_environments=2, n_raters=3, code_version="0.1.0"))
