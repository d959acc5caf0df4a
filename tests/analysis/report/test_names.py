"""Raters under the numbers that the researcher knows; surplus and pilots said in plain words."""

from dataclasses import replace
from pathlib import Path

from analysis.rater_names import in_order, rater_name
from analysis.report.exclusions import exclusions_of
from analysis.report.results import Results
from analysis.report.views import rater_tables
from analysis.tables import load_table


def test_raters_are_named_by_number_else_by_id() -> None:
    assert rater_name("r07", {"r07": 3}) == "rater 3"
    assert rater_name("r07", {}) == "r07"
    assert sorted(["rater 10", "rater 9", "rater 2"], key=in_order) == ["rater 2", "rater 9", "rater 10"]


def test_tables_of_raters_have_numbers_with_ids_beside(results: Results) -> None:
    tables = list(rater_tables(results))
    assert {table.headings[:2] for table in tables} == {("rater", "id")}
    assert [row[:2] for row in tables[0].rows][:2] == [("rater 1", "r01"), ("rater 2", "r02")]
    assert all(len(table.headings) <= 8 for table in tables)


def test_tables_without_numbers_have_ids_alone(results: Results) -> None:
    tables = list(rater_tables(replace(results, rater_numbers={})))
    assert tables[0].headings[:2] == ("rater", "ratings")
    assert tables[0].rows[0][0] == "r01"


def test_figures_and_disputed_units_name_raters_by_number(files: dict[str, bytes], page: str) -> None:
    assert b"rater 1" in files["figures/severity.svg"]
    assert b"r01" not in files["figures/severity.svg"]
    assert "<bdi>rater 1</bdi>" in page


def test_surplus_ratings_are_said_to_count(bundle: Path, results: Results) -> None:
    table = replace(load_table([bundle]), n_surplus=4)
    found = next(each for each in exclusions_of(table, results.coverage, None, ()) if each.count == 4)
    assert (found.where, found.reason) == ("nothing: they count", "surplus ratings")


def test_dialogues_of_a_pilot_are_said_to_be_left_out(bundle: Path, results: Results) -> None:
    found = list(exclusions_of(load_table([bundle]), results.coverage, None, (), n_apart=2))
    assert ("dialogues of other purposes", 2) in {(each.reason, each.count) for each in found}
