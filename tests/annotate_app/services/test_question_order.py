"""Questions in an order that is drawn for each item, and remarks that a later step shows."""

import csv
from collections import Counter
from pathlib import Path

from annotate_app.language import translation_of
from annotate_app.services.studies import StudyPlan, create_study, export_study
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.rating_item import item_data
from sim.schema.rubric import Rubric, builtin_rubric
from sim.schema.rubric_file import read_rubric_toml, write_rubric_toml
from tests.annotate_app.studio import (
    OPERATOR,
    episodes,
    rate_item,
    shown_item,
    some_answers,
    start,
    submit,
    upload,
)

REMARK_FIRST = b"""
rubric_id = "remark-first"

[[steps]]
visible = ["setting"]

[[steps.dimensions]]
dimension = "impression"
target = "pair"
question = "What struck you?"
answer = { kind = "text" }

[[steps]]
visible = ["setting", "remarks"]

[[steps.dimensions]]
dimension = "naturalness"
target = "pair"
question = "Which one sounds more natural?"
level = "nominal"
answer = { kind = "preference" }
"""


def drawn(rubric: Rubric) -> Rubric:
    text = write_rubric_toml(rubric).replace('order = "given"', 'order = "random"')
    return read_rubric_toml(text.encode(), source="drawn.toml")


def test_order_given_is_no_part_of_the_hash_and_a_drawn_one_is() -> None:
    rubric = builtin_rubric("pairwise")
    assert read_rubric_toml(write_rubric_toml(rubric).encode(), source="r").rubric_hash == rubric.rubric_hash
    assert drawn(rubric).rubric_hash != rubric.rubric_hash


def test_order_is_drawn_for_each_item_kept_and_exported(place: Workplace, tmp_path: Path) -> None:
    upload(place, episodes(12))
    plan = StudyPlan(name="O", n_raters=1, raters_per_item=1, rubric=drawn(builtin_rubric("pairwise")))
    study = create_study(place, OPERATOR, plan)
    rater = start(place, study.links[0].token)
    seen: dict[str, str] = {}
    for _ in range(12):
        view = shown_item(place, rater)
        assert shown_item(place, rater).item.questions == view.item.questions
        seen[view.assignment] = " ".join(dict.fromkeys(one.dimension for one in view.item.questions))
        rate_item(place, rater)
    assert len(Counter(seen.values())) > 1
    export_study(place, OPERATOR, study.study_id, tmp_path / "bundle")
    with (tmp_path / "bundle" / "assignments.csv").open(encoding="utf-8", newline="") as stream:
        exported = {row["assignment_id"]: row["question_order"] for row in csv.DictReader(stream)}
    assert {one: order.split(" | ")[0] for one, order in exported.items()} == seen


def test_remark_is_shown_again_where_the_step_says_so(place: Workplace) -> None:
    upload(place, episodes(1))
    rubric = read_rubric_toml(REMARK_FIRST, source="r.toml")
    study = create_study(place, OPERATOR, StudyPlan(name="R", n_raters=1, rubric=rubric))
    rater = start(place, study.links[0].token)
    view = shown_item(place, rater)
    submit(place, rater, view, {"impression": "A is flat"})
    data = item_data(shown_item(place, rater), (), None, translation_of("en"))
    assert data["locked"] == [{"question": "What struck you?", "answer": "A is flat", "is_locked": False}]


def test_remark_is_not_shown_where_no_step_says_so(place: Workplace) -> None:
    upload(place, episodes(1))
    rubric = read_rubric_toml(REMARK_FIRST.replace(b', "remarks"', b""), source="r.toml")
    study = create_study(place, OPERATOR, StudyPlan(name="R", n_raters=1, rubric=rubric))
    rater = start(place, study.links[0].token)
    submit(place, rater, shown_item(place, rater), {"impression": "A is flat"})
    view = shown_item(place, rater)
    assert item_data(view, (), None, translation_of("en"))["locked"] == []
    assert some_answers(view) == {"naturalness": "a"}
