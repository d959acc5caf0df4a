"""Studies that show one dialogue at a time."""

from collections import Counter
from pathlib import Path

from annotate_app.design.views import FinishedView
from annotate_app.services.rating import session_view
from annotate_app.services.studies import export_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from tests.annotate_app.studio import OPERATOR, new_study, rate_all, shown_item, start


def test_every_episode_is_an_item_and_no_rater_sees_both_of_a_pair(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, n_raters=4, raters_per_item=2, protocol="single")
    assert study.n_items == 8
    for link in study.links:
        rater = start(place, link.token)
        view = shown_item(place, rater)
        assert view.item.b == ()
        assert {question.side for question in view.item.questions} == {"a"}
        rate_all(place, rater)
        assert isinstance(session_view(place, rater), FinishedView)
    with place.database.reading() as session:
        rows = assignments_of_study(session, study.study_id)
    assert set(Counter(row.item_id for row in rows).values()) == {2}
    assert set(Counter(row.rater_id for row in rows).values()) == {4}
    assert {row.served_second for row in rows} == {None}


def test_ratings_of_single_dialogues_can_be_exported(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place, n_pairs=2, n_raters=2, raters_per_item=1, protocol="single")
    for link in study.links:
        rate_all(place, start(place, link.token))
    bundle = export_study(place, OPERATOR, study.study_id, tmp_path / "bundle")
    assert bundle.n_ratings > 0
