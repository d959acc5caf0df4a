"""Ratings and their CSV form: consistent, exact, and safe for spreadsheet programs."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from sim.errors import ContractError
from sim.schema.rating import Rating
from sim.schema.ratings_csv import cell_safe, read_ratings_csv, write_ratings_csv
from tests.golden import records

TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1)
VALUES = (
    TEXTS
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["tie", "a" * 16, "12345678901234567890"])
)


def write(path: Path, *ratings: Rating) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_ratings_csv(stream, ratings)
    return path


def changed(**changes: Any) -> Rating:
    return Rating.model_validate(records.human_ratings()[0].model_dump() | changes)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=VALUES, reason=TEXTS)
def test_any_value_and_reason_survive_the_round_trip(tmp_path: Path, value: float | str, reason: str) -> None:
    rating = changed(value=value, reason=reason)
    (read,) = read_ratings_csv(write(tmp_path / "ratings.csv", rating))
    assert read == rating


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "'quoted"])
def test_typed_text_that_looks_like_a_formula_is_defused(text: str) -> None:
    assert cell_safe(text) == f"'{text}"


def test_numbers_and_ids_are_never_touched(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.csv", changed(value=-5.0))
    cells = path.read_text(encoding="utf-8").splitlines()[1].split(",")
    assert cells[9] == "-5"
    assert not any(cell.startswith("'") for cell in cells)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": None}, "a value if and only if"),
        ({"status": "skipped"}, "a value if and only if"),
        ({"target": "episode"}, "target 'pair' for unit"),
        ({"presentation": ["f" * 16]}, "a presentation that shows every episode"),
        ({"unit_id": "pair-1"}, "a unit id is EPISODE"),
        ({"unit_id": "b" * 16 + "+" + "a" * 16}, "in sorted order"),
        ({"rated_at": "2026-03-02T12:00:00"}, "a time with its offset from UTC"),
        ({"rubric_hash": "1"}, "should match pattern"),
        ({"value": float("nan")}, "finite number"),
    ],
)
def test_contradicting_rating_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        changed(**change)


def test_two_rows_of_the_same_revision_are_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.csv", changed(), changed(value="tie"))
    with pytest.raises(ContractError, match=r"ratings.csv line 3, revision: found revision 0 .* on line 2"):
        read_ratings_csv(path)


def test_every_broken_row_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.csv", changed())
    header, row = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([header, "too,short", row.replace("human", "robot")]) + "\n", encoding="utf-8")
    with pytest.raises(ContractError) as refusal:
        read_ratings_csv(path)
    assert [(problem.line, problem.field) for problem in refusal.value.problems] == [
        (2, ""),
        (3, "rater_kind"),
    ]


@pytest.mark.parametrize("content", [b"", b"rater_id,value\nr1,2\n"])
def test_missing_columns_are_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ratings.csv").write_bytes(content)
    with pytest.raises(ContractError, match="expected study_id, item_id, unit_id"):
        read_ratings_csv(tmp_path / "ratings.csv")


@pytest.mark.parametrize("content", [b"study_id\xff", b'"unclosed'])
def test_file_that_is_not_csv_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ratings.csv").write_bytes(content)
    with pytest.raises(ContractError):
        read_ratings_csv(tmp_path / "ratings.csv")
