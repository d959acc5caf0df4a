"""One value for every unit from a judge's samples, and the panel of several judges."""

from pathlib import Path

import numpy as np
import pytest

from analysis.estimate import Estimate
from analysis.judge import JudgeOptions, judge_rows, load_joined
from analysis.judge.judged import combined
from analysis.registry import Settings
from analysis.tables import LevelChoice, LoadOptions
from sim.schema.base import Level
from tests.analysis.examples import csv_file, ratings_of
from tests.analysis.judge.examples import table_csv

PEOPLE = {"ann": (1, 2, 3, 4, 5, 6), "bob": (2, 2, 4, 4, 6, 6)}


def judged(
    people: Path, *judges: Path, level: Level | None = None, options: JudgeOptions | None = None
) -> tuple[Estimate, ...]:
    joined = load_joined(people, judges, LoadOptions(choice=LevelChoice(level)))
    return judge_rows(joined, Settings(), options)


def value(rows: tuple[Estimate, ...], statistic: str, judge: str | None = None) -> float | None:
    return next(
        row.value
        for row in rows
        if row.statistic == statistic and judge in {None, row.judge} and not row.rater
    )


def test_numbers_are_averaged_and_labels_voted() -> None:
    samples = ratings_of([[1, 2, 5], [3, 2, 5], [3, 5, "."]])
    found = combined(samples, preference=False)
    assert found.value.tolist() == pytest.approx([7 / 3, 3, 5])
    assert [samples.labels[code] for code in found.code] == ["3", "2", "5"]


def test_labels_without_a_majority_have_none() -> None:
    assert combined(ratings_of(["ab", "aa"], "nominal"), preference=False).code.tolist() == [0, -1]


@pytest.mark.parametrize(
    ("votes", "expected"),
    [((-1, -1), -1), ((-1, 0), -1), ((-1, 1), 0), ((0, 0), 0), ((-1, 1, 1), 1), ((2, 2), 2)],
)
def test_contradicting_preferences_are_a_tie(votes: tuple[int, ...], expected: int) -> None:
    samples = ratings_of([[vote, other] for vote, other in zip(votes, (-1, 0, 1, 2), strict=False)])
    every = ratings_of([[-1, 0, 1, 2], *([vote, ".", ".", "."] for vote in votes)])
    kept = every.where(every.rater > 0)
    assert samples.n_raters == len(votes)
    assert kept.scale[combined(kept, preference=True).code].tolist() == [expected]


def test_samples_are_combined_unless_the_first_is_asked_for(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    text = "rater_id,item_id,sample,value\n" + "".join(
        f"gpt,i{i},{s},{i + s}\n" for i in range(6) for s in (0, 1)
    )
    judge = csv_file(tmp_path, text, "judge.csv")
    assert value(judged(people, judge), "bias") == pytest.approx(np.mean(range(6)) + 0.5 - 3.75)
    first = judged(people, judge, options=JudgeOptions(first_sample=True))
    assert value(first, "bias") == pytest.approx(np.mean(range(6)) - 3.75)


def test_panel_is_the_mean_of_judges_on_the_units_that_all_rated(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    one = table_csv(tmp_path, "one.csv", {"one": (1, 1, 1, 1, 1, ".")})
    two = table_csv(tmp_path, "two.csv", {"two": (3, 3, 3, 3, 3, 3)})
    panel = [row for row in judged(people, one, two) if row.scope == "overall" and row.statistic == "bias"]
    assert [(row.judge, row.value, row.n_units) for row in panel] == [("panel", pytest.approx(2 - 3.3), 5)]


def test_panel_is_the_majority_of_labels(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", {"ann": "aabb", "bob": "aabb"})
    judges = [
        table_csv(tmp_path, f"{name}.csv", {name: labels})
        for name, labels in (("one", "aaba"), ("two", "abba"), ("three", "bbbc"))
    ]
    rows = judged(people, *judges)
    assert value(rows, "accuracy", "panel") == pytest.approx(2 / 4)
    assert [row.scope for row in rows if row.statistic == "accuracy"] == ["judge"] * 3 + ["overall"]


def test_several_judges_leave_one_overall_row_per_statistic(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    judges = [table_csv(tmp_path, f"{name}.csv", {name: (1, 2, 3, 4, 5, 7)}) for name in ("one", "two")]
    names = [row.statistic for row in judged(people, *judges) if row.scope == "overall"]
    assert len(names) == len(set(names))
