import json
from pathlib import Path

import pandas as pd
import pytest

from analysis.errors import TableError
from analysis.tables import RatingTable, code_dimension, load_table
from tests.analysis.examples import csv_file

LONG = [
    {"rater_id": "a", "item_id": "x", "value": 1},
    {"rater_id": "b", "item_id": "x", "value": 2.5},
    {"rater_id": "a", "item_id": "y", "value": None},
]


def json_file(folder: Path, document: object, name: str = "export.json") -> Path:
    return csv_file(folder, json.dumps(document), name)


def as_rows(table: RatingTable) -> set[tuple[str, str, str, str]]:
    return set(
        zip(
            table.rater.values(),
            table.item.values(),
            table.dimension.values(),
            table.value.values(),
            strict=True,
        )
    )


def test_load_wide_csv(tmp_path: Path) -> None:
    table = load_table([csv_file(tmp_path, "item_id,cluster_id,ann,bob\nx,c,1,2\ny,d,,3\n")])
    assert as_rows(table) == {
        ("ann", "x", "value", "1"),
        ("bob", "x", "value", "2"),
        ("bob", "y", "value", "3"),
    }
    assert code_dimension(table, "value").cluster_names == ("c", "d")
    assert table.left_out == {"empty": 1}


def test_load_tab_separated(tmp_path: Path) -> None:
    assert len(load_table([csv_file(tmp_path, "rater_id\titem_id\tvalue\na\tx\t1\n", "r.tsv")])) == 1


def test_load_parquet(tmp_path: Path) -> None:
    pd.DataFrame(LONG).to_parquet(tmp_path / "ratings.parquet")
    table = load_table([tmp_path / "ratings.parquet"])
    assert as_rows(table) == {("a", "x", "value", "1"), ("b", "x", "value", "2.5")}
    assert table.place(1) == ("ratings.parquet", 2)


def test_load_refuses_a_file_that_is_not_parquet(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="expected Parquet"):
        load_table([csv_file(tmp_path, "rater_id\n", "r.parquet")])


def test_load_json_lines(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(record) for record in LONG) + "\n\n"
    table = load_table([csv_file(tmp_path, text, "r.jsonl")])
    assert as_rows(table) == {("a", "x", "value", "1"), ("b", "x", "value", "2.5")}


def test_load_refuses_every_broken_line_of_json_lines(tmp_path: Path) -> None:
    with pytest.raises(TableError) as caught:
        load_table([csv_file(tmp_path, '{"a"\n{}\n[1]\n', "r.jsonl")])
    assert [problem.line for problem in caught.value.problems] == [1, 3]


def test_load_json_by_rater(tmp_path: Path) -> None:
    table = load_table([json_file(tmp_path, {"ann": {"x": 1, "y": 2}, "bob": {"x": 3}})])
    assert as_rows(table) == {
        ("ann", "x", "value", "1"),
        ("ann", "y", "value", "2"),
        ("bob", "x", "value", "3"),
    }


@pytest.mark.parametrize("document", [1, {"a": 1}, [1]])
def test_load_refuses_json_of_another_shape(tmp_path: Path, document: object) -> None:
    with pytest.raises(TableError, match=r"rater: \{item: value\}"):
        load_table([json_file(tmp_path, document)])


def test_load_label_studio(tmp_path: Path) -> None:
    def result(name: str, kind: str, value: object) -> dict[str, object]:
        return {"from_name": name, "to_name": "text", "type": kind, "value": value}

    span = result("span", "labels", {"start": 0, "end": 3, "labels": ["X"]})
    answers = [
        result("tone", "choices", {"choices": ["warm"]}),
        result("flaws", "choices", {"choices": ["long", "vague"]}),
        result("score", "rating", {"rating": 4}),
        result("better", "pairwise", {"selected": "left"}),
        span,
    ]
    task = {
        "id": 7,
        "annotations": [
            {"completed_by": 1, "lead_time": 4.2, "was_cancelled": False, "result": answers},
            {"completed_by": {"id": 2, "email": "b@x"}, "result": answers[:1]},
            {"completed_by": 3, "was_cancelled": True, "result": answers},
        ],
    }
    table = load_table([json_file(tmp_path, [task])])
    assert as_rows(table) == {
        ("1", "7", "tone", "warm"),
        ("1", "7", "flaws", '["long", "vague"]'),
        ("1", "7", "score", "4"),
        ("1", "7", "better", "left"),
        ("b@x", "7", "tone", "warm"),
    }
    assert table.seconds[0] == 4.2


def test_load_argilla_flat(tmp_path: Path) -> None:
    record = {
        "id": "r1",
        "prompt": "...",
        "label.responses": ["good", "bad", "bad"],
        "label.responses.users": ["u1", "u2", "u3"],
        "label.responses.status": ["submitted", "submitted", "draft"],
    }
    table = load_table([json_file(tmp_path, [record])])
    assert as_rows(table) == {("u1", "r1", "label", "good"), ("u2", "r1", "label", "bad")}
    assert table.left_out == {"skipped": 1}


def test_load_argilla_nested(tmp_path: Path) -> None:
    responses = {"rating": [{"value": 3, "user_id": "u1"}, {"value": 5, "user_id": "u2"}], "note": None}
    table = load_table([json_file(tmp_path, [{"id": "r1", "responses": responses}])])
    assert as_rows(table) == {("u1", "r1", "rating", "3"), ("u2", "r1", "rating", "5")}


def test_load_potato_takes_the_rater_from_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "ann"
    folder.mkdir()
    record = {
        "id": "x1",
        "displayed_text": "...",
        "label_annotations": {
            "tone": {"warm": "true", "cold": "false"},
            "flaws": {"long": True, "vague": True},
            "score": {"scale_4": "4"},
            "slider": {"slider": "0"},
        },
        "span_annotations": {},
    }
    table = load_table([csv_file(folder, json.dumps(record) + "\n", "annotated_instances.jsonl")])
    assert as_rows(table) == {
        ("ann", "x1", "tone", "warm"),
        ("ann", "x1", "flaws", '["long", "vague"]'),
        ("ann", "x1", "score", "4"),
        ("ann", "x1", "slider", "0"),
    }
