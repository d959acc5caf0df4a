from pathlib import Path

import pytest

from analysis.agreement.run import agreement_rows
from analysis.estimate import Scope
from analysis.registry import Settings
from analysis.report.live import LIVE_STATISTICS, live_agreement, live_table
from analysis.tables import load_table
from tests.analysis.examples import csv_file
from tests.analysis.simulated_study import SimulatedStudy


def test_live_numbers_are_the_commands(bundle: Path, study: SimulatedStudy) -> None:
    environments = {
        pair.item_id: pair.first.scenario.environment_id for pair in study.pairs if pair.first.scenario
    }
    live = live_agreement(live_table(study.human, study.document, environments))
    full = agreement_rows(load_table([bundle]), Settings())
    found = {
        (row.dimension, row.statistic): (row.value, row.low, row.high, row.n_clusters)
        for row in full
        if row.scope is Scope.OVERALL and row.statistic in LIVE_STATISTICS
    }
    assert {(r.dimension, r.statistic): (r.value, r.low, r.high, r.n_clusters) for r in live} == found


def test_live_agreement_before_anybody_rated(study: SimulatedStudy) -> None:
    assert live_agreement(live_table((), study.document)) == ()


@pytest.mark.parametrize("raters", ["a", "ab"])
def test_live_agreement_of_one_or_two_raters(tmp_path: Path, raters: str) -> None:
    text = "rater_id,item_id,value\n" + "".join(f"{rater},x,1\n" for rater in raters)
    rows = live_agreement(load_table([csv_file(tmp_path, text)]))
    assert {row.statistic for row in rows} == LIVE_STATISTICS
    assert all(row.value is not None or row.note for row in rows)


def test_live_table_of_one_rater_has_undefined_rows(study: SimulatedStudy) -> None:
    first = study.human[0].rater_id
    own = [rating for rating in study.human if rating.rater_id == first]
    rows = live_agreement(live_table(own, study.document))
    assert {(row.value, row.note.partition(";")[0]) for row in rows} == {(None, "no_pairable_units")}
