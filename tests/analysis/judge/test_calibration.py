import numpy as np
import pytest

from analysis.judge import JUDGE
from analysis.registry import Settings
from tests.analysis.judge.examples import compared, rows_of


def calibration_of(people: list[object], judge: list[object], level: str) -> dict[str, float | None]:
    statistic = next(statistic for statistic in JUDGE if statistic.name == "calibration")
    rows = statistic.function(compared([people], judge, level), Settings())
    return {row.note.split(";")[0]: row.value for row in rows}


def test_mean_of_people_for_every_value_of_the_judge() -> None:
    found = calibration_of([1, 2, 3, 5], [1, 1, 4, 4], "interval")
    assert found == {"mean of people where the judge says 1": 1.5, "mean of people where the judge says 4": 4}


def test_share_of_people_with_the_judges_label() -> None:
    found = calibration_of(["a", "b", "b", "b"], ["a", "a", "b", "b"], "nominal")
    assert found["share of people with this label where the judge says a"] == 0.5
    assert found["share of people with this label where the judge says b"] == 1


def test_slope_and_error() -> None:
    rows = rows_of(compared([[1, 2, 3, 5]], [1, 1, 4, 4]))
    assert rows["calibration_slope"].value == pytest.approx(2.5 / 3)
    assert rows["calibration_error"].value == pytest.approx((0.5 + 0) / 2)


def test_error_of_many_values_uses_ten_bins_of_equal_mass() -> None:
    judge = np.arange(100.0)
    row = rows_of(compared([(judge + 2).tolist()], judge.tolist()))["calibration_error"]
    assert row.value == pytest.approx(2)
    assert row.note.startswith("10 bins")
