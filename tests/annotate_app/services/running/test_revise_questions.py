"""New questions are a new version: what was given out keeps its own, and a bundle holds them all."""

import csv
import json
from pathlib import Path

import pytest

from annotate_app.errors import AppError, StudyError
from annotate_app.services.running import revise_questions
from annotate_app.services.studies import close_study, export_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import RubricRow
from sim.schema.rubric import Dimension, Rubric, builtin_rubric
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    n_rows,
    new_study,
    rate_all,
    rate_item,
    shown_item,
    start,
)

PAIRWISE = builtin_rubric("pairwise")


def changed(rubric: Rubric, **update: object) -> Rubric:
    """Change the rubric's first question."""
    step = rubric.steps[0]
    first = Dimension.model_validate({**step.dimensions[0].model_dump(), **update})
    steps = (step.model_copy(update={"dimensions": (first, *step.dimensions[1:])}), *rubric.steps[1:])
    return Rubric.model_validate({**rubric.model_dump(), "version": 2, "steps": steps})


def test_given_items_keep_their_questions_and_new_ones_ask_the_new(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=1, protocol="pairwise")
    rater = start(place, study.links[0].token)
    before = shown_item(place, rater).item.questions[0].text
    revised = revise_questions(
        place, OPERATOR, study.study_id, changed(PAIRWISE, question="Which one, really?")
    )
    assert (revised.version, revised.n_unfinished, revised.added, revised.removed) == (2, 1, (), ())
    assert revised.reworded == (PAIRWISE.dimensions[0].dimension,)
    assert "other words" in revised.warnings[0]
    assert shown_item(place, rater).item.questions[0].text == before
    rate_item(place, rater)
    assert shown_item(place, rater).item.questions[0].text == "Which one, really?"


def test_bundle_holds_every_version_and_ratings_say_theirs(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = new_study(sqlite_place, n_pairs=1, n_raters=2, protocol="pairwise")
    rate_all(sqlite_place, start(sqlite_place, study.links[0].token))
    new = changed(PAIRWISE, dimension="another")
    revised = revise_questions(sqlite_place, OPERATOR, study.study_id, new)
    assert [*revised.added, *revised.removed] == [
        "another",
        PAIRWISE.dimensions[0].dimension,
    ]
    assert len(revised.warnings) == 2
    rate_all(sqlite_place, start(sqlite_place, study.links[1].token))
    export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "bundle")
    lines = (tmp_path / "bundle" / "rubrics.jsonl").read_text("utf-8").splitlines()
    stored = [json.loads(line) for line in lines]
    assert [one["version"] for one in stored] == [1, 2]
    assert [Rubric.model_validate(one["rubric"]).rubric_hash for one in stored] == [
        one["rubric_hash"] for one in stored
    ]
    with (tmp_path / "bundle" / "ratings.csv").open(encoding="utf-8") as stream:
        assert {row["rubric_hash"] for row in csv.DictReader(stream)} == {
            one["rubric_hash"] for one in stored
        }


def test_impossible_revisions_are_refused_with_every_problem(place: Workplace) -> None:
    study = new_study(place, protocol="pairwise")
    for rubric, words in (
        (PAIRWISE, "nothing would change"),
        (builtin_rubric("single"), "Make a new study"),
        (changed(PAIRWISE, answer={"kind": "yes_no"}, level="nominal"), "a name of its own"),
    ):
        with pytest.raises(StudyError, match=words):
            revise_questions(place, OPERATOR, study.study_id, rubric)
    assert n_rows(place, RubricRow) == 1
    revise_questions(place, OPERATOR, study.study_id, changed(PAIRWISE, question="New?"))
    close_study(place, OPERATOR, study.study_id)
    with pytest.raises(StudyError) as caught:
        revise_questions(place, OPERATOR, study.study_id, PAIRWISE)
    assert len(caught.value.problems) == 2
    assert "higher `version`" in str(caught.value)
    with pytest.raises(AppError, match="administrators"):
        revise_questions(place, STRANGER, study.study_id, PAIRWISE)
