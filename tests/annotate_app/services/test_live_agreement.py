"""Agreement while a study runs equals that of its export."""

from pathlib import Path

import pytest

from analysis.agreement.run import agreement_rows
from analysis.registry import Settings
from analysis.report.live import LIVE_STATISTICS
from analysis.tables import LoadOptions, load_table
from annotate_app.design.views import ItemView
from annotate_app.errors import AppError
from annotate_app.services.live_agreement import study_agreement
from annotate_app.services.rating import session_view
from annotate_app.services.studies import export_study
from annotate_app.services.studies.exclude_rater import exclude_rater
from annotate_app.services.workplace import Workplace
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    new_study,
    rate_all,
    some_answers,
    start,
    submit,
)


def test_no_rows_before_the_first_rating_and_only_for_staff(place: Workplace) -> None:
    study = new_study(place)
    assert study_agreement(place, OPERATOR, study.study_id) == ()
    with pytest.raises(AppError, match="administrators"):
        study_agreement(place, STRANGER, study.study_id)
    rate_all(place, start(place, study.links[0].token))
    rows = study_agreement(place, OPERATOR, study.study_id)
    assert rows
    assert {row.value for row in rows} == {None}
    assert all(row.note for row in rows)


def test_live_rows_are_those_of_the_export(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place, n_pairs=4, n_raters=3)
    for score, link in enumerate(study.links):
        rater = start(place, link.token)
        while isinstance(view := session_view(place, rater), ItemView):
            answers = some_answers(view, score=(score * view.number) % 11, preference="ab"[view.number % 2])
            submit(place, rater, view, answers)
    export_study(place, OPERATOR, study.study_id, tmp_path / "bundle")
    exported = agreement_rows(load_table([tmp_path / "bundle"], LoadOptions()), Settings())
    wanted = {
        (row.dimension, row.statistic): (row.value, row.low, row.high)
        for row in exported
        if row.statistic in LIVE_STATISTICS and row.scope == "overall"
    }
    live = study_agreement(place, OPERATOR, study.study_id)
    assert {(row.dimension, row.statistic): (row.value, row.low, row.high) for row in live} == wanted
    assert wanted


def test_excluded_raters_are_left_out(place: Workplace) -> None:
    study = new_study(place, n_pairs=3, n_raters=3)
    for link in study.links:
        rate_all(place, start(place, link.token))
    exclude_rater(place, OPERATOR, study.study_id, 2, reason="asleep")
    assert {row.n_raters for row in study_agreement(place, OPERATOR, study.study_id)} == {2}
