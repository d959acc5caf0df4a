"""A preview shows every step as raters see it, and writes nothing."""

import pytest
from sqlalchemy import func, select

from annotate_app.design.preview import PreviewItem, check_preview, preview_view
from annotate_app.errors import AppError, InvalidAnswersError, NotFoundError
from annotate_app.services.running import BatchPreview, StudyPreview, preview_item
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import Base
from sim.schema.rubric import builtin_rubric
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    episodes,
    new_study,
    shown_item,
    some_answers,
    start,
    upload,
)


def all_rows(place: Workplace) -> dict[str, int]:
    """Count the rows of every table."""
    with place.database.reading() as session:
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


def go_through(item: PreviewItem) -> list[str]:
    given: list[dict[str, str | float]] = []
    keys: list[str] = []
    while len(given) < len(item.rubric.steps):
        view = preview_view(item, given, name="preview")
        answers = some_answers(view)
        check_preview(item, view.step, answers)
        keys += [question.key for question in view.item.questions]
        given.append(answers)
    return keys


def test_preview_of_a_study_is_what_a_rater_sees_and_writes_nothing(place: Workplace) -> None:
    study = new_study(place)
    before = all_rows(place)
    item = preview_item(place, OPERATOR, StudyPreview(study.study_id))
    keys = go_through(item)
    assert all_rows(place) == before
    seen = shown_item(place, start(place, study.links[0].token))
    first = preview_view(item, [], name="preview")
    assert (first.n_steps, first.instructions, first.locks) == (seen.n_steps, seen.instructions, seen.locks)
    assert [question.text for question in first.item.questions] == [
        question.text for question in seen.item.questions
    ]
    assert len(keys) > len(first.item.questions)


def test_second_step_shows_the_locked_answer_of_the_first(place: Workplace) -> None:
    item = preview_item(place, OPERATOR, StudyPreview(new_study(place).study_id))
    answers = some_answers(preview_view(item, [], name="p"), preference="b")
    (earlier, *_) = preview_view(item, [answers], name="p").earlier
    assert (earlier.answer, earlier.locked) == ("b", True)


def test_missing_and_impossible_answers_are_named_as_to_raters(place: Workplace) -> None:
    item = preview_item(place, OPERATOR, StudyPreview(new_study(place).study_id))
    with pytest.raises(InvalidAnswersError) as caught:
        check_preview(item, 0, {"nonsense": 1})
    assert len(caught.value.problems) >= 2


@pytest.mark.parametrize(("protocol", "n_dialogues"), [("naturalness-then-goals", 2), ("single", 1)])
def test_questions_are_previewed_before_there_is_a_study(
    place: Workplace, protocol: str, n_dialogues: int
) -> None:
    batch = upload(place, episodes(1))
    before = all_rows(place)
    source = BatchPreview(batch.batch_id, builtin_rubric(protocol), "Read both.")
    item = preview_item(place, OPERATOR, source)
    go_through(item)
    assert (len(item.served), item.instructions) == (n_dialogues, "Read both.")
    assert all_rows(place) == before


def test_preview_is_for_researchers_and_of_what_there_is(place: Workplace) -> None:
    study = new_study(place)
    with pytest.raises(AppError, match="administrators"):
        preview_item(place, STRANGER, StudyPreview(study.study_id))
    with pytest.raises(NotFoundError):
        preview_item(place, OPERATOR, StudyPreview("nonsense"))
    with pytest.raises(NotFoundError, match="no pair"):
        preview_item(place, OPERATOR, BatchPreview("nonsense", builtin_rubric("pairwise")))
