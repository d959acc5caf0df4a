"""Raters are shown some of their own items again, and nothing else of the study changes."""

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from analysis.tables import load_table
from analysis.tables.rating_table import RatingTable
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.quality import QualityFlag
from annotate_app.design.views import FinishedView, InstructionsView
from annotate_app.errors import StudyError
from annotate_app.services.rating import give_consent, session_view, skip_item, withdraw
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
from annotate_app.store.models import AssignmentRow, RatingRow
from tests.annotate_app.studio import (
    OPERATOR,
    episodes,
    join,
    n_rows,
    rate_all,
    rate_item,
    shown_item,
    start,
    upload,
)

N_PAIRS = 5


@dataclass(frozen=True)
class Begun:
    """A study and its first rater, who has begun."""

    study: CreatedStudy
    rater: RaterPrincipal


def made(place: Workplace, *, repeats: int = 2, withdrawal: Withdrawal = Withdrawal.KEEP) -> CreatedStudy:
    upload(place, episodes(N_PAIRS))
    plan = StudyPlan(
        name="S",
        raters_per_item=2,
        n_raters=2,
        repeats=repeats,
        withdrawal=withdrawal,
        seed=3,
        final_question=None,
    )
    return create_study(place, OPERATOR, plan)


def begun(place: Workplace, *, repeats: int = 2, withdrawal: Withdrawal = Withdrawal.KEEP) -> Begun:
    study = made(place, repeats=repeats, withdrawal=withdrawal)
    return Begun(study, start(place, study.links[0].token))


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def exported(place: Workplace, study: CreatedStudy, folder: Path) -> Path:
    export_study(place, OPERATOR, study.study_id, folder)
    return folder


def analysed(table: RatingTable) -> list[list[str]]:
    columns = (table.unit, table.item, table.rater, table.dimension, table.value, table.purpose)
    return [[column.names[code] for code in column.codes] for column in columns]


def test_items_are_shown_again_with_sides_exchanged(place: Workplace, tmp_path: Path) -> None:
    one = begun(place)
    assert rate_all(place, one.rater) == N_PAIRS + 2
    assert isinstance(session_view(place, one.rater), FinishedView)
    given = table(exported(place, one.study, tmp_path / "bundle"), "assignments.csv")
    rows = sorted(given, key=lambda row: int(row["position"]))
    first = {(row["served_first"], row["served_second"]): int(row["position"]) for row in rows[:N_PAIRS]}
    for row in rows[N_PAIRS:]:
        assert int(row["position"]) - first[row["served_second"], row["served_first"]] > 3
    assert len({row["item_id"] for row in rows}) == N_PAIRS + 2


def test_repeats_have_a_purpose_of_their_own_and_take_no_place(place: Workplace, tmp_path: Path) -> None:
    one = begun(place)
    rate_all(place, one.rater)
    rate_all(place, start(place, one.study.links[1].token))
    progress = study_progress(place, OPERATOR, one.study.study_id)
    assert (progress.summary.n_completed, progress.summary.n_wanted) == (2 * N_PAIRS, 2 * N_PAIRS)
    assert [rater.n_completed for rater in progress.raters] == [N_PAIRS, N_PAIRS]
    folder = exported(place, one.study, tmp_path / "bundle")
    ratings = table(folder, "ratings.csv")
    assert {row["purpose"] for row in ratings} == {"main", "repeat"}
    items = {row["item_id"]: row["purpose"] for row in table(folder, "items.csv")}
    assert all(items[row["item_id"]] == row["purpose"] for row in ratings)


def test_repeats_change_nothing_of_the_analysis(place: Workplace, tmp_path: Path) -> None:
    one = begun(place)
    for _ in range(N_PAIRS):
        rate_item(place, one.rater)
    before = load_table([exported(place, one.study, tmp_path / "before")])
    rate_item(place, one.rater, score=1, preference="b")
    after = load_table([exported(place, one.study, tmp_path / "after")])
    assert analysed(before) == analysed(after)
    assert set(analysed(after)[-1]) == {"main"}


def test_progress_counts_what_will_be_shown(place: Workplace) -> None:
    study = made(place)
    rater = join(place, study.links[0].token)
    give_consent(place, rater, version="1")
    view = session_view(place, rater)
    assert isinstance(view, InstructionsView)
    assert view.total == N_PAIRS + 2


def test_total_stays_the_same_to_the_end(place: Workplace) -> None:
    one = begun(place)
    totals = list[tuple[int, int]]()
    for _ in range(N_PAIRS + 2):
        view = shown_item(place, one.rater)
        totals.append((view.number, view.total))
        rate_item(place, one.rater)
    assert totals == [(number, N_PAIRS + 2) for number in range(1, N_PAIRS + 3)]


def test_skipped_items_are_not_shown_again_and_repeats_can_be_skipped(place: Workplace) -> None:
    one = begun(place, repeats=1)
    skip_item(place, one.rater, assignment=shown_item(place, one.rater).assignment, reason="broken")
    for _ in range(N_PAIRS - 1):
        rate_item(place, one.rater)
    skip_item(place, one.rater, assignment=shown_item(place, one.rater).assignment, reason="broken")
    assert isinstance(session_view(place, one.rater), FinishedView)


def test_more_repeats_than_items_end(place: Workplace) -> None:
    assert rate_all(place, begun(place, repeats=50).rater) == 2 * N_PAIRS


def test_withdrawal_deletes_repeats_too(place: Workplace) -> None:
    one = begun(place, withdrawal=Withdrawal.DELETE)
    rate_all(place, one.rater)
    withdraw(place, one.rater)
    assert (n_rows(place, AssignmentRow), n_rows(place, RatingRow)) == (0, 0)


def test_whoever_prefers_a_side_is_inconsistent(place: Workplace) -> None:
    one = begun(place, repeats=4)
    rate_all(place, one.rater)
    figures = study_quality(place, OPERATOR, one.study.study_id)[0].figures
    assert (figures.n_items, figures.n_alike, figures.n_twice) == (N_PAIRS, 0, 4)
    assert figures.scale_difference == 0
    assert QualityFlag.INCONSISTENT in figures.flags


@pytest.mark.parametrize("repeats", [-1, 101])
def test_impossible_numbers_are_refused(place: Workplace, repeats: int) -> None:
    with pytest.raises(StudyError, match="items shown again"):
        made(place, repeats=repeats)


def test_study_of_the_bundle_says_how_many(place: Workplace, tmp_path: Path) -> None:
    folder = exported(place, made(place), tmp_path / "bundle")
    assert "repeats = 2" in (folder / "study.toml").read_text(encoding="utf-8")
