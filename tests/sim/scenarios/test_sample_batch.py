"""The sample batch keeps the contract and shows what it claims to show."""

import re
from collections import Counter
from collections.abc import Iterable
from statistics import mean

import pytest

from sim.scenarios.sample_batch import sample_episodes, sample_scenarios
from sim.schema.base import Mode
from sim.schema.episode import (
    BlindEpisode,
    EndReason,
    Episode,
    Role,
    TurnKind,
    blind_episode,
    speaker_names,
)
from sim.schema.outcome import BargainingOutcome, Deal, Found, MutualFriendOutcome
from sim.schema.scenario import BargainingCheck, MutualFriendCheck, Relationship, Scenario, ScenarioKind

SCENARIOS = sample_scenarios()
EPISODES = sample_episodes()
CURRENCY = re.compile(r"[$€£]|\bkr\b")

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.environment_id)
each_episode = pytest.mark.parametrize("episode", EPISODES, ids=lambda e: f"{e.pair_id}-{e.mode}")
each_search = pytest.mark.parametrize(
    ("scenario", "check"),
    [(s, s.outcome_check) for s in SCENARIOS if isinstance(s.outcome_check, MutualFriendCheck)],
)
each_bargain = pytest.mark.parametrize(
    ("scenario", "check"),
    [(s, s.outcome_check) for s in SCENARIOS if isinstance(s.outcome_check, BargainingCheck)],
)


def of_mode(mode: Mode) -> list[Episode]:
    return [episode for episode in EPISODES if episode.mode is mode]


def both_modes(scenario: Scenario) -> list[Episode]:
    return [episode for episode in EPISODES if episode.scenario == scenario]


def spoken(episodes: Iterable[Episode]) -> list[str]:
    return [turn.text for episode in episodes for turn in episode.turns if turn.kind is TurnKind.SPEAK]


def words_per_turn(mode: Mode) -> float:
    return mean(len(text.split()) for text in spoken(of_mode(mode)))


def friends_in(goal_text: str) -> dict[str, str]:
    return dict(re.findall(r"^- (.+?): (.+)$", goal_text, flags=re.MULTILINE))


def bargains(mode: Mode) -> list[tuple[BargainingCheck, BargainingOutcome]]:
    return [
        (episode.scenario.outcome_check, episode.outcome)
        for episode in of_mode(mode)
        if episode.scenario is not None
        and isinstance(episode.scenario.outcome_check, BargainingCheck)
        and isinstance(episode.outcome, BargainingOutcome)
    ]


def searches(mode: Mode) -> list[MutualFriendOutcome]:
    return [episode.outcome for episode in of_mode(mode) if isinstance(episode.outcome, MutualFriendOutcome)]


def first_mentions(mode: Mode) -> list[float]:
    found = [outcome.first_mention_turn for outcome in searches(mode)]
    return [position for position in found if position is not None]


def test_batch_has_twelve_environments_half_of_each_kind() -> None:
    assert len({scenario.environment_id for scenario in SCENARIOS}) == len(SCENARIOS) == 12
    assert Counter(scenario.kind for scenario in SCENARIOS) == {
        ScenarioKind.COOPERATIVE: 6,
        ScenarioKind.COMPETITIVE: 6,
    }


def test_exactly_two_bargains_have_no_zone_of_agreement() -> None:
    zones = [check.has_zone_of_agreement for check, _ in bargains(Mode.SCRIPT)]
    assert Counter(zones) == {True: 4, False: 2}


def test_relationships_cover_every_level() -> None:
    assert {scenario.relationship for scenario in SCENARIOS} == set(Relationship)


def test_characters_are_24_different_people_with_a_full_profile() -> None:
    people = [character for scenario in SCENARIOS for character in scenario.characters]
    assert len({person.name for person in people}) == len(people) == 24
    assert len({person.secret for person in people}) == len({person.occupation for person in people}) == 24
    assert all(all(value for _, value in person) for person in people)


@each_scenario
def test_hidden_facts_occur_nowhere_else(scenario: Scenario) -> None:
    visible = scenario.model_dump_json(exclude={"hidden_facts", "outcome_check"})
    assert not any(fact in visible for fact in scenario.hidden_facts)


@each_search
def test_goals_share_exactly_the_checked_friend(scenario: Scenario, check: MutualFriendCheck) -> None:
    first, second = (friends_in(goal.text) for goal in scenario.goals)
    assert set(first) & set(second) == {check.friend}
    assert first[check.friend] == second[check.friend]
    assert 5 <= len(first) <= 8
    assert 5 <= len(second) <= 8
    assert scenario.hidden_facts == (f"They have 1 common friend: {check.friend}.",)


@each_bargain
def test_setting_and_goals_state_the_checked_prices(scenario: Scenario, check: BargainingCheck) -> None:
    buyer, seller = scenario.goals[check.buyer].text, scenario.goals[1 - check.buyer].text
    assert f"{check.list_price:,.0f}" in scenario.setting
    assert f"at most {check.buyer_target:,.0f}" in CURRENCY.sub("", buyer)
    assert f"at least {check.seller_target:,.0f}" in CURRENCY.sub("", seller)


def test_every_scenario_is_a_pair_of_script_and_agents() -> None:
    by_pair = [(EPISODES[place], EPISODES[place + 1]) for place in range(0, len(EPISODES), 2)]
    assert len(by_pair) == 12
    for scenario, (script, agents) in zip(SCENARIOS, by_pair, strict=True):
        assert script.pair_id == agents.pair_id
        assert script.scenario == agents.scenario == scenario
        assert (script.mode, agents.mode) == (Mode.SCRIPT, Mode.AGENTS)
        assert (script.condition, agents.condition) == ("SCRIPT", "AGENTS")


def test_episodes_are_the_same_at_every_loading() -> None:
    assert sample_episodes() == EPISODES
    assert len({episode.episode_id for episode in EPISODES}) == 24


@each_episode
def test_episode_survives_json_and_blinding(episode: Episode) -> None:
    assert Episode.model_validate_json(episode.model_dump_json()) == episode
    blind = blind_episode(episode)
    assert BlindEpisode.model_validate_json(blind.model_dump_json()) == blind


@each_episode
def test_episode_has_6_to_14_turns_that_alternate(episode: Episode) -> None:
    assert 6 <= len(episode.turns) <= 14
    assert all(turn.speaker == turn.index % 2 for turn in episode.turns)


@each_episode
def test_end_reason_fits_the_last_turn(episode: Episode) -> None:
    leaves = [turn.index for turn in episode.turns if turn.kind is TurnKind.LEAVE]
    assert (episode.end_reason is EndReason.LEFT) == (leaves == [len(episode.turns) - 1])
    assert (episode.end_reason is EndReason.LEFT) == bool(leaves)
    assert episode.end_reason is not EndReason.TURN_LIMIT or len(episode.turns) == 12


@each_episode
def test_provenance_says_authored_sample(episode: Episode) -> None:
    assert episode.provenance.origin == "authored-sample"
    assert not episode.provenance.models


@each_episode
def test_turns_read_as_plain_dialogue(episode: Episode) -> None:
    names = [part for name in speaker_names(episode) for part in (name, name.split()[0])]
    for turn in episode.turns:
        assert turn.text == turn.text.strip()
        assert not re.search(r'["“”\n]', turn.text)
        assert not any(turn.text.startswith(f"{name}:") for name in names)


@each_bargain
def test_bargain_keeps_to_one_currency(scenario: Scenario, check: BargainingCheck) -> None:
    texts = [turn.text for episode in both_modes(scenario) for turn in episode.turns]
    assert len(set(CURRENCY.findall(scenario.model_dump_json() + " ".join(texts)))) == 1


@each_bargain
def test_agreed_price_is_said_by_both_and_judged_by_the_targets(
    scenario: Scenario, check: BargainingCheck
) -> None:
    for episode in both_modes(scenario):
        outcome = episode.outcome
        assert isinstance(outcome, BargainingOutcome)
        if outcome.price is None:
            assert outcome == BargainingOutcome(deal=Deal.NONE)
            continue
        assert {turn.speaker for turn in episode.turns if f"{outcome.price:,.0f}" in turn.text} == {0, 1}
        assert outcome == BargainingOutcome(
            deal=Deal.AGREED,
            price=outcome.price,
            within_buyer_target=outcome.price <= check.buyer_target,
            within_seller_target=outcome.price >= check.seller_target,
        )


@each_search
def test_friend_is_named_by_as_many_as_the_outcome_says(scenario: Scenario, check: MutualFriendCheck) -> None:
    for episode in both_modes(scenario):
        outcome = episode.outcome
        assert isinstance(outcome, MutualFriendOutcome)
        sayers = {turn.speaker for turn in episode.turns if re.search(rf"\b{check.friend}\b", turn.text)}
        assert outcome.found is {0: Found.NOBODY, 1: Found.ONE, 2: Found.BOTH}[len(sayers)]
        assert (outcome.first_mention_turn is None) == (outcome.found is Found.NOBODY)


def test_first_mention_counts_turns_and_words_before_it() -> None:
    outcome = searches(Mode.SCRIPT)[0]
    texts = [turn.text for turn in of_mode(Mode.SCRIPT)[0].turns]
    before = " ".join(texts).split("Tomasz")[0]
    assert outcome.first_mention_turn == 2 / 10
    assert outcome.first_mention_word == len(before.split()) / len(" ".join(texts).split())


def test_script_turns_are_short_and_agents_turns_long() -> None:
    assert 13 <= words_per_turn(Mode.SCRIPT) <= 18
    assert 25 <= words_per_turn(Mode.AGENTS) <= 40


@pytest.mark.parametrize("mode", [Mode.SCRIPT, Mode.AGENTS])
def test_mode_uses_every_turn_kind_and_odd_characters(mode: Mode) -> None:
    assert {turn.kind for episode in of_mode(mode) for turn in episode.turns} == set(TurnKind)
    text = " ".join(spoken(of_mode(mode)))
    assert re.search(r"\*\w+\*", text)
    assert re.search(r"\$[\d,]+ and \D*\$[\d,]+", text)
    assert re.search("[\U0001f300-\U0001faff]", text)


def test_script_names_the_friend_early_and_agents_late_or_never() -> None:
    assert Counter(outcome.found for outcome in searches(Mode.SCRIPT)) == {Found.BOTH: 6}
    assert Counter(outcome.found for outcome in searches(Mode.AGENTS)) == {Found.BOTH: 4, Found.NOBODY: 2}
    assert max(first_mentions(Mode.SCRIPT)) <= 0.25
    assert min(first_mentions(Mode.AGENTS)) >= 0.4


def test_script_deals_nearly_always_and_agents_seldom() -> None:
    script = [outcome.deal for _, outcome in bargains(Mode.SCRIPT)]
    agents = [outcome.deal for _, outcome in bargains(Mode.AGENTS)]
    assert Counter(script) == {Deal.AGREED: 5, Deal.NONE: 1}
    assert Counter(agents) == {Deal.AGREED: 2, Deal.NONE: 4}


def test_only_script_deals_without_a_zone_of_agreement_and_once() -> None:
    deals = {
        mode: [o.price for check, o in bargains(mode) if not check.has_zone_of_agreement]
        for mode in (Mode.SCRIPT, Mode.AGENTS)
    }
    assert deals == {Mode.SCRIPT: [8400, None], Mode.AGENTS: [None, None]}


@each_episode
def test_information_access_follows_mode_and_relationship(episode: Episode) -> None:
    assert episode.scenario is not None
    seen = {access.viewer: set(access.fields) for access in episode.information_access}
    if episode.mode is Mode.SCRIPT:
        assert len(seen.pop(Role.WRITER)) == 13
        assert not seen
        return
    of_partner = {field.removesuffix("_1") for field in seen[Role.CHARACTER_0] if field.endswith("_1")}
    expected = {
        Relationship.STRANGER: set[str](),
        Relationship.KNOW_BY_NAME: {"name"},
        Relationship.ACQUAINTANCE: {"name", "profile"},
    }.get(episode.scenario.relationship, {"name", "profile", "personality"})
    assert of_partner == expected
    assert {"setting", "goal_1", "secret_1"} <= seen[Role.CHARACTER_1]
    assert not {"goal_0", "secret_0", "hints_0"} & seen[Role.CHARACTER_1]
