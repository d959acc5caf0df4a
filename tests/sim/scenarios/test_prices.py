import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.scenarios.prices import PriceRange, find_amounts

WIDE = PriceRange(1, 1_000_000)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("$1,200", [1200]),
        ("$ 1,200.50!", [1200.5]),
        ("1200 dollars", [1200]),
        ("1,200 bucks", [1200]),
        ("USD 1200", [1200]),
        ("1 200 €", [1200]),
        ("1.200,50 €", [1200.5]),
        ("$4.6k", [4600]),
        ("5 grand", [5000]),
        ("I'd do 130", [130]),
        ("130?", [130]),
        ("How about 130, or 140?", [130, 140]),
        ("twelve hundred dollars", [1200]),
        ("a hundred and thirty bucks", [130]),
        ("two thousand five hundred dollars", [2500]),
        ("one hundred thirty-five dollars", [135]),
        ("$15.0", [15]),
        ("make it 42", [42]),
        ("a 47 inch TV", []),
        ("64GB and 128 GB", []),
        ("12 years old", []),
        ("come at 6 pm", []),
        ("at 5:30", []),
        ("50% of it", []),
        ("LM476700", []),
        ("21 1/2 inches", []),
        ("pick it up at 5", []),
        ("the house number is 42", []),
    ],
)
def test_find_amounts(text: str, values: list[float]) -> None:
    assert [amount.value for amount in find_amounts(text, WIDE)] == values


def test_find_amounts_outside_the_range_are_no_prices() -> None:
    assert list(find_amounts("$20 for delivery, $9000", PriceRange(35, 600))) == []


def test_find_amounts_takes_the_reading_that_fits() -> None:
    (amount,) = find_amounts("$1.200", PriceRange(500, 3000))
    assert amount.value == 1200


@given(st.integers(1, 999_999))
def test_find_amounts_place_holds_the_number(value: int) -> None:
    text = f"I can pay ${value:,} today."
    (amount,) = find_amounts(text, WIDE)
    assert amount.value == value
    assert text[amount.start : amount.end].strip() == f"${value:,}"
