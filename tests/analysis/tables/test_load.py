from pathlib import Path

import pytest

from analysis.errors import OptionError, TableError
from analysis.tables import (
    LevelChoice,
    LoadOptions,
    RatingTable,
    code_dimension,
    is_preference,
    load_table,
    rateable_dimensions,
)
from sim.schema.base import Level
from sim.schema.rating import Purpose
from tests.analysis.examples import csv_file

FIXTURES = Path(__file__).parents[2] / "fixtures"


def load(folder: Path, text: str, options: LoadOptions | None = None) -> RatingTable:
    return load_table([csv_file(folder, text)], options)


def problems(folder: Path, text: str, options: LoadOptions | None = None) -> list[str]:
    with pytest.raises(TableError) as caught:
        load(folder, text, options)
    return [str(problem) for problem in caught.value.problems]


def test_load_minimal_table(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value\na,x,1\nb,x,2\n")
    ratings = code_dimension(table, "value")
    assert ratings.level is Level.INTERVAL
    assert ratings.values.tolist() == [1.0, 2.0]
    assert (ratings.n_units, ratings.n_raters, ratings.n_clusters) == (1, 2, 1)


def test_load_labels_are_nominal(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value\na,x,yes\nb,x,no\n")
    assert code_dimension(table, "value").level is Level.NOMINAL


def test_load_labels_with_order_are_ordinal(tmp_path: Path) -> None:
    options = LoadOptions(choice=LevelChoice(order=("low", "mid", "high")))
    table = load(tmp_path, "rater_id,item_id,value\na,x,high\nb,x,low\n", options)
    ratings = code_dimension(table, "value")
    assert ratings.level is Level.ORDINAL
    assert ratings.code.tolist() == [2, 0]
    assert ratings.labels == ("low", "mid", "high")


def test_load_numbers_with_order_keep_the_order_given(tmp_path: Path) -> None:
    options = LoadOptions(choice=LevelChoice(order=("3", "1", "2")))
    table = load(tmp_path, "rater_id,item_id,value\na,x,1.0\nb,x,3\n", options)
    assert code_dimension(table, "value").code.tolist() == [1, 0]


def test_load_with_byte_order_mark_crlf_and_blank_lines(tmp_path: Path) -> None:
    table = load(tmp_path, "\ufeffrater_id,item_id,value\r\na,x,1\r\n\r\nb,x,2\r\n\r\n")
    assert len(table) == 2
    assert table.line.tolist() == [2, 4]


def test_load_keeps_any_unicode_in_names(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value\n松本 👪️,ب,é\n")
    assert code_dimension(table, "value").rater_names == ("松本 👪️",)


def test_load_clusters_by_cluster_id_else_item(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value,cluster_id\na,x,1,c\na,y,1,c\na,z,1,\n")
    assert code_dimension(table, "value").cluster_names == ("c", "z")


def test_load_clusters_by_the_column_asked_for(tmp_path: Path) -> None:
    text = "rater_id,item_id,value,topic\na,x,1,art\na,y,1,art\n"
    ratings = code_dimension(load(tmp_path, text, LoadOptions(cluster="topic")), "value")
    assert ratings.cluster_names == ("art",)


def test_load_refuses_an_unknown_cluster_column(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no column 'topic'.*item_id"):
        load(tmp_path, "rater_id,item_id,value\na,x,1\n", LoadOptions(cluster="topic"))


def test_load_refuses_a_unit_in_two_clusters(tmp_path: Path) -> None:
    text = "rater_id,item_id,value,cluster_id\na,x,1,c\nb,x,1,d\n"
    assert problems(tmp_path, text) == [
        (
            "ratings.csv line 3, cluster: found 'd' for unit 'x', elsewhere 'c', "
            "expected one cluster for all ratings of a unit."
        )
    ]


def test_load_counts_the_highest_revision_only(tmp_path: Path) -> None:
    text = "rater_id,item_id,value,revision\na,x,1,0\na,x,5,2\na,x,3,1\n"
    table = load(tmp_path, text)
    assert code_dimension(table, "value").values.tolist() == [5.0]
    assert table.left_out == {"superseded by a revision": 2}


def test_load_takes_a_rating_back_when_the_highest_revision_is_skipped(tmp_path: Path) -> None:
    text = "rater_id,item_id,value,revision,status\na,x,1,0,rated\na,x,,1,skipped\nb,x,2,0,rated\n"
    table = load(tmp_path, text)
    assert code_dimension(table, "value").rater_names == ("b",)
    assert table.left_out == {"superseded by a revision": 1, "skipped": 1}


def test_load_refuses_equal_revisions_naming_both_lines(tmp_path: Path) -> None:
    assert problems(tmp_path, "rater_id,item_id,value\na,x,1\nb,x,1\na,x,2\n") == [
        (
            "ratings.csv line 4, revision: found revision 0 of rater a and unit x, "
            "as on line 2 of ratings.csv, expected different revisions."
        )
    ]


def test_load_names_every_problem_of_every_file(tmp_path: Path) -> None:
    one = csv_file(tmp_path, "rater_id,item_id,value,revision\n,x,1,0\na,,1,-1\n", "one.csv")
    two = csv_file(
        tmp_path, "rater_id,item_id,value,status\na,x,1,maybe\na,y,,rated\na,z,1,skipped\n", "two.csv"
    )
    with pytest.raises(TableError) as caught:
        load_table([one, two])
    assert [(problem.source, problem.line, problem.field) for problem in caught.value.problems] == [
        ("one.csv", 2, "rater_id"),
        ("one.csv", 3, "item_id"),
        ("one.csv", 3, "revision"),
        ("two.csv", 2, "status"),
        ("two.csv", 2, "value"),
        ("two.csv", 3, "value"),
        ("two.csv", 4, "value"),
    ]


def test_load_refuses_missing_columns(tmp_path: Path) -> None:
    found = problems(tmp_path, "rater,value\na,1\n")
    assert found == [
        "ratings.csv line 1: found the columns 'value, rater', expected also rater_id, item_id.",
    ]


def test_load_refuses_rows_of_another_length(tmp_path: Path) -> None:
    found = problems(tmp_path, "rater_id,item_id,value\na,x\nb,x,1\nc,x,1,2\n")
    assert found == [
        "ratings.csv line 2: found 2 cells, expected 3, as in the header.",
        "ratings.csv line 4: found 4 cells, expected 3, as in the header.",
    ]


@pytest.mark.parametrize("text", ["", "\n", "a,a\n1,2\n"])
def test_load_refuses_a_file_without_a_header(tmp_path: Path, text: str) -> None:
    assert "expected a header of different column names" in problems(tmp_path, text)[0]


def test_load_refuses_text_that_is_not_csv(tmp_path: Path) -> None:
    assert "cannot be read" in problems(tmp_path, 'rater_id,item_id,value\na,x,"1\n')[0]


@pytest.mark.parametrize("text", ["rater_id,item_id,value\n", "rater_id,item_id,value\na,x,\n"])
def test_load_refuses_an_empty_table(tmp_path: Path, text: str) -> None:
    assert "expected at least one with purpose main and status rated" in problems(tmp_path, text)[0]


def test_load_refuses_a_path_that_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no such file or folder"):
        load_table([tmp_path / "nothing"])
    with pytest.raises(TableError, match=r"a folder without ratings\.csv"):
        load_table([tmp_path])


def test_load_keeps_the_purpose_asked_for_only(tmp_path: Path) -> None:
    text = "rater_id,item_id,value,purpose\na,x,1,main\na,x,2,pilot\n"
    assert load(tmp_path, text).left_out == {"purpose pilot": 1}
    pilot = load(tmp_path, text, LoadOptions(purposes=frozenset({Purpose.PILOT})))
    assert code_dimension(pilot, "value").values.tolist() == [2.0]


def test_load_names_units_by_item_and_part(tmp_path: Path) -> None:
    text = "rater_id,item_id,target,value\na,x,episode,1\na,y,left,2\na,y,right,3\n"
    assert code_dimension(load(tmp_path, text), "value").unit_names == ("x", "y#left", "y#right")


def test_code_refuses_mixed_types(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value\na,x,1\nb,x,good\n")
    with pytest.raises(TableError, match="line 3, value: found 'good', expected a number, as in other rows"):
        code_dimension(table, "value")
    assert code_dimension(table, "value", level=Level.NOMINAL).labels == ("1", "good")


def test_code_refuses_labels_outside_the_order(tmp_path: Path) -> None:
    options = LoadOptions(choice=LevelChoice(order=("low", "high")))
    table = load(tmp_path, "rater_id,item_id,value\na,x,low\nb,x,mid\n", options)
    with pytest.raises(TableError, match="line 3, value: found 'mid', expected one of low, high"):
        code_dimension(table, "value")


def test_code_refuses_negative_numbers_at_level_ratio(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value\na,x,-1\nb,x,2\n")
    with pytest.raises(TableError, match="line 2, value: found '-1', expected a number of at least 0"):
        code_dimension(table, "value", level=Level.RATIO)


def test_code_refuses_unordered_labels_at_level_ordinal(tmp_path: Path) -> None:
    table = load(tmp_path, "rater_id,item_id,value\na,x,bad\nb,x,good\n")
    with pytest.raises(TableError, match="order of the labels"):
        code_dimension(table, "value", level=Level.ORDINAL)


def test_load_blind_bundle() -> None:
    table = load_table([FIXTURES / "bundle_blind"])
    assert table.condition is None
    assert rateable_dimensions(table) == ("naturalness", "goal")
    goal = code_dimension(table, "goal")
    assert goal.level is Level.INTERVAL
    assert goal.labels == tuple(str(point) for point in range(11))
    assert goal.cluster_names == ("bike", "friends")
    assert table.left_out == {"superseded by a revision": 1, "skipped": 4}


def test_load_bundle_preference_as_sides_of_the_unit() -> None:
    table = load_table([FIXTURES / "bundle_blind"])
    ratings = code_dimension(table, "naturalness")
    assert is_preference(table, "naturalness")
    assert ratings.labels == ("first", "tie", "second")
    assert ratings.scale.tolist() == [-1, 0, 1]
    assert ratings.swap is not None
    assert ratings.swap.tolist() == [2, 1, 0]


def test_load_unblinded_bundle_preference_by_condition() -> None:
    table = load_table([FIXTURES / "bundle_unblinded"])
    ratings = code_dimension(table, "naturalness", contrast=table.contrasts[0])
    assert ratings.labels == ("SCRIPT:golden-model", "tie", "AGENTS:golden-model")
    assert ratings.swap is None


def test_load_run_directory_clusters_by_environment() -> None:
    table = load_table([FIXTURES / "run"])
    assert table.is_llm.all()
    assert code_dimension(table, "goal").cluster_names == ("bike", "friends")


def test_load_bundle_and_run_together_join_on_units() -> None:
    table = load_table([FIXTURES / "bundle_blind", FIXTURES / "run"])
    goal = code_dimension(table, "goal")
    assert goal.n_units == 8
    assert goal.rater_names == ("golden-judge", "r1", "r2", "r3")


def test_load_refuses_a_changed_bundle(tmp_path: Path) -> None:
    for file in (FIXTURES / "bundle_blind").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes() + (b" " if file.name == "items.csv" else b""))
    with pytest.raises(TableError, match=r"items\.csv: found other content"):
        load_table([tmp_path])


def test_load_table_keeps_the_places_of_rows_it_keeps() -> None:
    table = load_table([FIXTURES / "run"])
    kept = table.where(table.unit.equals(table.unit.names[3]))
    assert kept.place(0) == ("run/ratings.csv", 5)


@pytest.mark.parametrize("value", ["1e308", "-1e308"])
def test_code_refuses_numbers_whose_squares_are_no_floats(tmp_path: Path, value: str) -> None:
    table = load_table([csv_file(tmp_path, f"rater_id,item_id,value\na,x,{value}\nb,x,2\n")])
    with pytest.raises(TableError, match=r"line 2, value: found .*expected a number within ±1e\+100"):
        code_dimension(table, "value")


@pytest.mark.parametrize("column", ["rater_id", "item_id", "cluster_id", "place"])
def test_load_refuses_nul_characters(tmp_path: Path, column: str) -> None:
    cells = {"rater_id": "a", "item_id": "x", "cluster_id": "c", "place": "p", "value": "1"}
    row = ",".join(f"{cell}\0" if name == column else cell for name, cell in cells.items())
    with pytest.raises(TableError, match=f"{column}: found .*expected text without NUL characters"):
        load_table([csv_file(tmp_path, f"{','.join(cells)}\n{row}\n")])


def test_packed_bundle_is_to_be_unpacked(tmp_path: Path) -> None:
    packed = tmp_path / "bundle.zip"
    packed.write_bytes(b"PK")
    with pytest.raises(TableError, match="unpack it first"):
        load_table([packed])


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0,5", "decimal point"),
        ("nan", "finite number"),
        ("-Inf", "finite number"),
        ("9007199254740993", "double precision"),
    ],
)
def test_cells_that_look_like_numbers_are_never_taken_for_labels(
    tmp_path: Path, cell: str, expected: str
) -> None:
    rows = "".join(f'i{number},{rater},"{cell}"\n' for number in range(3) for rater in "ab")
    path = csv_file(tmp_path, f"item_id,rater_id,value\n{rows}")
    with pytest.raises(TableError, match=expected):
        load_table([path])
    options = LoadOptions(choice=LevelChoice(level=Level.NOMINAL))
    assert len(load_table([path], options)) == 6


@pytest.mark.parametrize("cell", ["10000000000000000000", "1e300", "2147483648"])
@pytest.mark.parametrize("column", ["revision", "sample"])
def test_counts_beyond_what_is_kept_are_refused(tmp_path: Path, column: str, cell: str) -> None:
    path = csv_file(tmp_path, f"item_id,rater_id,value,{column}\ni,a,1,{cell}\ni,b,1,0\n")
    with pytest.raises(TableError, match=f"{column}: found .*expected a whole number from 0 to 2147483647"):
        load_table([path])


def test_json_nested_too_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(TableError, match="expected"):
        load_table([path])
