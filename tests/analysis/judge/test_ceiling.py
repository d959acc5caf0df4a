"""One person against the others, on the judge's units."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.judge.ceiling import majority_of_others
from tests.analysis.examples import ratings_of
from tests.analysis.judge.examples import compared, rows_of

CELLS = st.lists(st.tuples(*[st.sampled_from("abc.")] * 4), min_size=1, max_size=12)


@given(CELLS)
def test_majority_of_others_is_that_of_counting(units: list[tuple[str, ...]]) -> None:
    ratings = ratings_of([["a"] * len(units), *zip(*units, strict=True)], "nominal")
    found = majority_of_others(ratings)
    for at in range(ratings.n_ratings):
        same = (ratings.unit == ratings.unit[at]) & (np.arange(ratings.n_ratings) != at)
        counts = np.bincount(ratings.code[same], minlength=3)
        unique = counts.max() > 0 and (counts == counts.max()).sum() == 1
        assert found[at] == (counts.argmax() if unique else -1)


def test_ceiling_of_pearson_never_counts_a_person_among_the_others() -> None:
    people = np.array([[1, 2, 3, 4, 6], [2, 2, 3, 5, 5], [1, 3, 2, 4, 5]], float)
    judge = np.array([1, 1, 4, 4, 6], float)
    others = [np.delete(people, at, axis=0).mean(axis=0) for at in range(3)]
    rows = rows_of(compared(people.tolist(), judge.tolist()))
    expected = np.mean([np.corrcoef(people[at], others[at])[0, 1] for at in range(3)])
    assert rows["ceiling_pearson"].value == pytest.approx(expected)
    expected = np.mean([np.corrcoef(judge, others[at])[0, 1] for at in range(3)])
    assert rows["pearson_leave_one_out"].value == pytest.approx(expected)


def test_ceiling_uses_the_judges_units_only() -> None:
    people = [[1, 2, 3, 9, 4], [1, 2, 3, 0, 5]]
    with_all = rows_of(compared(people, [1, 2, 3, 4, 5]))["ceiling_pearson"]
    without = rows_of(compared(people, [1, 2, 3, ".", 5]))["ceiling_pearson"]
    assert (with_all.n_units, without.n_units) == (5, 4)
    assert without.value == pytest.approx(np.corrcoef([1, 2, 3, 4], [1, 2, 3, 5])[0, 1])


def test_ceiling_of_accuracy_and_the_judge_against_the_same_majorities() -> None:
    people = [list("aab"), list("aab"), list("abb")]
    rows = rows_of(compared(people, list("abb"), "nominal"))
    # unit 2: the third person faces (a, a) and misses, the others face (a, b) and have no majority
    assert rows["ceiling_accuracy"].value == pytest.approx(6 / 7)
    assert rows["accuracy_leave_one_out"].value == pytest.approx(6 / 7)
    assert rows["ceiling_accuracy"].note.startswith(
        "2 of 9 ratings without a majority of the others left out"
    )


def test_no_ceiling_with_one_person() -> None:
    rows = rows_of(compared([[1, 2, 3]], [1, 2, 3]))
    assert rows["ceiling_pearson"].value is None
    assert rows["ceiling_accuracy"].note == "no_others: no unit was rated by two people"
