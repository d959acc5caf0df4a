"""Whether a study's raters can give all ratings that it wants."""

import pytest

from annotate_app.services.studies import StudyPlan, create_study
from annotate_app.services.studies.reach import Reach
from annotate_app.services.workplace import Workplace
from tests.annotate_app.studio import OPERATOR, episodes, upload


@pytest.mark.parametrize(
    ("plan", "reach"),
    [
        (StudyPlan(name="S", raters_per_item=3, n_raters=3), Reach(12, 12)),
        (StudyPlan(name="S", raters_per_item=3, n_raters=2), Reach(12, 8)),
        (StudyPlan(name="S", raters_per_item=1, n_raters=5), Reach(4, 4)),
        (StudyPlan(name="S", raters_per_item=3, n_raters=3, items_per_rater=1), Reach(12, 3)),
        (StudyPlan(name="S", raters_per_item=2, n_raters=2, items_per_environment=1), Reach(8, 4)),
        (StudyPlan(name="S", raters_per_item=2, n_raters=0), Reach(8, 0)),
        (StudyPlan(name="S", raters_per_item=2, n_raters=2, protocol="single"), Reach(16, 8)),
    ],
)
def test_reach_is_what_the_limits_leave(sqlite_place: Workplace, plan: StudyPlan, reach: Reach) -> None:
    upload(sqlite_place, episodes(4))
    study = create_study(sqlite_place, OPERATOR, plan)
    assert study.reach == reach
    assert (study.reach.note is None) == (reach.n_possible == reach.n_wanted)
