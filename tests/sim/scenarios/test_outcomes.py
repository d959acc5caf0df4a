import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.scenarios.bargaining_outcome import bargaining_outcome
from sim.scenarios.outcomes import check_outcome
from sim.scenarios.sample_batch import sample_episodes
from sim.schema.episode import Episode, Turn, TurnKind
from sim.schema.outcome import BargainingOutcome, Deal, MutualFriendOutcome
from sim.schema.scenario import BargainingCheck
from tests.golden.records import BARGAIN, EPISODES, FRIENDS

CHECK = BargainingCheck(buyer=1, list_price=100, buyer_target=70, seller_target=90)


def turns(*texts: str) -> list[Turn]:
    return [
        Turn(index=index, speaker=0 if index % 2 == 0 else 1, kind=TurnKind.SPEAK, text=text)
        for index, text in enumerate(texts)
    ]


def test_check_outcome_without_check_is_none() -> None:
    assert check_outcome(turns("Hi."), BARGAIN.model_copy(update={"outcome_check": None})) is None


def test_check_outcome_of_a_bargain() -> None:
    assert check_outcome(EPISODES[0].turns, BARGAIN) == BargainingOutcome(
        deal=Deal.AGREED, price=130, within_buyer_target=True, within_seller_target=True
    )


def test_check_outcome_of_a_common_friend() -> None:
    assert isinstance(check_outcome(EPISODES[2].turns, FRIENDS), MutualFriendOutcome)


@pytest.mark.parametrize("episode", sample_episodes(), ids=lambda episode: episode.episode_id)
def test_check_outcome_agrees_with_the_authors_of_the_sample(episode: Episode) -> None:
    assert episode.scenario is not None
    assert check_outcome(episode.turns, episode.scenario) == episode.outcome


def test_bargaining_outcome_says_inside_whose_target() -> None:
    result = bargaining_outcome(turns("I could let you have it for $85.", "Deal!"), CHECK)
    assert (result.price, result.within_buyer_target, result.within_seller_target) == (85, False, False)
    result = bargaining_outcome(turns("$95?", "Deal!"), CHECK)
    assert (result.within_buyer_target, result.within_seller_target) == (False, True)


@given(st.lists(st.text(max_size=80), min_size=1, max_size=6))
def test_bargaining_outcome_has_a_price_only_with_a_deal(texts: list[str]) -> None:
    spoken = [text.replace("\x00", "") or "." for text in texts]
    result = bargaining_outcome(turns(*(text if text.strip() else "." for text in spoken)), CHECK)
    assert (result.price is not None) == (result.deal is Deal.AGREED)
