import pytest

from sim.scenarios.friend_lists import friends_known
from sim.scenarios.sotopia_checks import derive_check
from sim.schema.scenario import BargainingCheck, Goal, MutualFriendCheck

BUYER = Goal(text="You are the buyer for this item, with a target price of $1,418.50. You get a bonus if ...")
SELLER = Goal(text="As the seller for this item, your target price is set at $312. The buyer pays.")


def test_derive_check_bargain() -> None:
    derived = derive_check("A couch for $2,000.0, a bargain.", (), (BUYER, SELLER))
    assert derived.check == BargainingCheck(buyer=0, list_price=2000, buyer_target=1418.5, seller_target=312)


def test_derive_check_seller_first() -> None:
    derived = derive_check("A couch.", (), (SELLER, BUYER))
    assert derived.check == BargainingCheck(buyer=1, buyer_target=1418.5, seller_target=312)


@pytest.mark.parametrize("goals", [(BUYER, BUYER), (BUYER, Goal(text="Sell it.")), (SELLER, SELLER)])
def test_derive_check_none_where_it_cannot_be(goals: tuple[Goal, Goal]) -> None:
    assert derive_check("A couch for $2.", (), goals).check is None


def test_derive_check_friend_from_the_hidden_fact_alone() -> None:
    derived = derive_check(
        "A party.", ("They have 1 common friends: José.",), (Goal(text="x"), Goal(text="x"))
    )
    assert derived.check == MutualFriendCheck(friend="José")
    assert derived.contradictions == ()


def test_derive_check_two_common_friends_have_no_check() -> None:
    fact = "They have 2 common friends: Ann and Bob."
    assert derive_check("A party.", (fact,), (Goal(text="x"), Goal(text="x"))).check is None


def test_friends_known_reads_names_and_attributes() -> None:
    hint = "You know the following friends\nMary Ann: School: A, B  Company: C\nBo: School: D"
    assert friends_known(Goal(text="x", hints=(hint,))) == {
        "Mary Ann": "School: A, B Company: C",
        "Bo": "School: D",
    }


def test_friends_known_without_list_is_empty() -> None:
    assert friends_known(Goal(text="x", hints=("Be nice.",))) == {}
