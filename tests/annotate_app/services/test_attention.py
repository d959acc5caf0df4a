"""Attention checks come between a rater's items, and stay apart from everything else."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from analysis.tables import load_table
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.quality import QualityFlag
from annotate_app.design.views import FinishedView
from annotate_app.errors import StudyError
from annotate_app.services.rating import session_view, skip_item, withdraw
from annotate_app.services.studies import (
    CreatedStudy,
    StudyPlan,
    Withdrawal,
    create_study,
    export_study,
    study_progress,
    study_quality,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_rater
from annotate_app.store.items import items_of
from annotate_app.store.models import AssignmentRow, ItemRow, RatingRow
from sim.schema.rating import Purpose
from tests.annotate_app.studio import (
    OPERATOR,
    episodes,
    lengthened,
    n_rows,
    rate_all,
    rate_item,
    shown_item,
    start,
    upload,
)

N_PAIRS = 6


def made(
    place: Workplace,
    *,
    protocol: str = "naturalness-then-goals",
    withdrawal: Withdrawal = Withdrawal.KEEP,
    is_long: bool = True,
) -> CreatedStudy:
    rows = episodes(N_PAIRS)
    upload(place, lengthened(rows) if is_long else rows)
    plan = StudyPlan(
        name="S",
        protocol=protocol,
        raters_per_item=4,
        n_raters=4,
        attention=2,
        withdrawal=withdrawal,
        seed=3,
        final_question=None,
    )
    return create_study(place, OPERATOR, plan)


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def checks_of(place: Workplace, study: CreatedStudy) -> dict[str, ItemRow]:
    with place.database.reading() as session:
        items = items_of(session, study.study_id)
        return {item.item_id: item for item in items if item.purpose is Purpose.ATTENTION}


def rate_reading(place: Workplace, rater: RaterPrincipal, study: CreatedStudy, *, passes: bool) -> int:
    """Rate everything, and prefer the intact dialogue of every check, or the other."""
    count = 0
    while not isinstance(session_view(place, rater), FinishedView):
        assignment = shown_item(place, rater).assignment
        with place.database.reading() as session:
            rows = assignments_of_rater(session, rater.rater_id)
            row = next(one for one in rows if one.assignment_id == assignment)
            check = session.get_one(ItemRow, row.item_id)
            first = (row.served_first == check.intact) == passes
        rate_item(place, rater, preference="a" if first else "b")
        count += 1
    return count


def test_checks_are_spread_over_the_session(place: Workplace) -> None:
    study = made(place)
    rater = start(place, study.links[0].token)
    view = shown_item(place, rater)
    assert (view.number, view.total) == (1, N_PAIRS + 2)
    assert rate_all(place, rater) == N_PAIRS + 2
    checks = checks_of(place, study)
    with place.database.reading() as session:
        rows = assignments_of_rater(session, rater.rater_id)
    assert [row.position for row in rows if row.item_id in checks] == [2, 5]


def test_kinds_conditions_and_sides_are_balanced(place: Workplace) -> None:
    study = made(place)
    for link in study.links:
        rate_all(place, start(place, link.token))
    checks = checks_of(place, study)
    with place.database.reading() as session:
        served = [
            (checks[row.item_id], row.served_first)
            for rater in study.links
            for row in assignments_of_rater(session, rater.rater_id)
            if row.item_id in checks
        ]
    assert Counter(check.check_kind for check, _ in served) == {"shuffled": 4, "exchanged": 4}
    assert Counter(check.arm for check, _ in served) == {0: 4, 1: 4}
    assert Counter(first == check.intact for check, first in served) == {True: 4, False: 4}


@pytest.mark.parametrize(("passes", "n_passed"), [(True, 2), (False, 0)])
def test_whoever_prefers_the_altered_dialogue_is_flagged(
    place: Workplace, passes: bool, n_passed: int
) -> None:
    study = made(place)
    rater = start(place, study.links[0].token)
    assert rate_reading(place, rater, study, passes=passes) == N_PAIRS + 2
    figures = study_quality(place, OPERATOR, study.study_id)[0].figures
    assert (figures.n_passed, figures.n_checks, figures.n_items) == (n_passed, 2, N_PAIRS)
    assert (QualityFlag.FAILED_ATTENTION in figures.flags) is not passes


@pytest.mark.parametrize("blind", [True, False])
def test_bundle_says_what_was_intact_and_no_condition_of_it(
    place: Workplace, tmp_path: Path, blind: bool
) -> None:
    study = made(place)
    rate_all(place, start(place, study.links[0].token))
    folder = tmp_path / "bundle"
    export_study(place, OPERATOR, study.study_id, folder, unblind_reason=None if blind else "analysis")
    items = {row["item_id"]: row for row in table(folder, "items.csv")}
    checks = table(folder, "checks.csv")
    altered = {items[row["item_id"]][name] for row in checks for name in ("episode_1", "episode_2")}
    altered -= {row["intact"] for row in checks}
    assert len(checks) == len(altered) == 2
    lines = (folder / "altered_episodes.jsonl").read_text(encoding="utf-8")
    assert all(one in lines and "condition" not in lines for one in altered)
    known = [(folder / "episodes.jsonl").read_text(encoding="utf-8")]
    known += [] if blind else [(folder / "conditions.csv").read_text(encoding="utf-8")]
    assert not any(one in text for one in altered for text in known)


def test_checks_change_nothing_of_the_analysis(place: Workplace, tmp_path: Path) -> None:
    study = made(place)
    rate_all(place, start(place, study.links[0].token))
    export_study(place, OPERATOR, study.study_id, tmp_path / "bundle", unblind_reason="analysis")
    loaded = load_table([tmp_path / "bundle"])
    assert {loaded.purpose.names[code] for code in loaded.purpose.codes} == {"main"}
    progress = study_progress(place, OPERATOR, study.study_id)
    assert (progress.summary.n_completed, progress.summary.n_items) == (N_PAIRS, N_PAIRS)
    assert progress.raters[0].n_completed == N_PAIRS


def test_a_skipped_check_counts_neither_way(place: Workplace) -> None:
    study = made(place)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    rate_item(place, rater)
    skip_item(place, rater, assignment=shown_item(place, rater).assignment, reason="broken")
    rate_all(place, rater)
    assert study_quality(place, OPERATOR, study.study_id)[0].figures.n_checks == 1


def test_withdrawal_deletes_checks_too(place: Workplace) -> None:
    study = made(place, withdrawal=Withdrawal.DELETE)
    rater = start(place, study.links[0].token)
    rate_all(place, rater)
    withdraw(place, rater)
    assert (n_rows(place, AssignmentRow), n_rows(place, RatingRow)) == (0, 0)


def test_short_dialogues_make_no_checks(place: Workplace) -> None:
    with pytest.raises(StudyError, match="No dialogue has 6 turns"):
        made(place, is_long=False)


def test_protocols_without_a_preference_have_no_checks(place: Workplace) -> None:
    with pytest.raises(StudyError, match="asks for no preference"):
        made(place, protocol="single")
