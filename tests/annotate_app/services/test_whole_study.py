"""A whole study with races, drop-outs, late returns, skips, withdrawals: its bundle shows what was promised.

40 pairs of 10 environments, 5 raters an item, at most 20 items and 3 of an environment for a rater, who has
two attention checks in between and is then shown one of the items again.
"""

import csv
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import mean

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ItemView
from annotate_app.services.rating import session_view, skip_item, withdraw
from annotate_app.services.studies import CreatedStudy, StudyPlan, add_raters, create_study, export_study
from annotate_app.services.workplace import Workplace
from sim.schema.episode import Episode
from tests.annotate_app.studio import (
    OPERATOR,
    TickingClock,
    episodes,
    lengthened,
    shown_item,
    some_answers,
    start,
    submit,
    upload,
)

N_PAIRS, N_ENVIRONMENTS, PER_ITEM, PER_RATER, PER_ENVIRONMENT, LEASE = 40, 10, 5, 20, 3, 600
QUESTIONS = ({"naturalness"}, {"goal", "remark"})
Row = Mapping[str, str]


@dataclass
class Acknowledged:
    """Which steps the service said were stored, by assignment, and what was skipped."""

    steps: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    skipped: set[str] = field(default_factory=set[str])
    withdrawn: set[str] = field(default_factory=set[str])


@dataclass
class Rater:
    """One simulated person, who acts in a thread of its own."""

    place: Workplace
    who: RaterPrincipal
    told: Acknowledged

    def answer(self, view: ItemView) -> None:
        """Answer the step that is shown."""
        submit(self.place, self.who, view, some_answers(view, preference="ab"[len(self.told.steps) % 2]))
        self.told.steps.add((view.assignment, view.step))

    def rate(self, most: int | None = None) -> None:
        """Rate so many items, or all."""
        seen: set[str] = set()
        while isinstance(view := session_view(self.place, self.who), ItemView):
            if view.assignment not in seen and most is not None and len(seen) >= most:
                return
            seen.add(view.assignment)
            self.answer(view)

    def rate_and_leave(self) -> None:
        """Leave with an item in hand."""
        self.rate(4)

    def begin_and_leave(self) -> None:
        """Leave in the middle of an item whose first answer is locked."""
        self.rate(3)
        self.answer(shown_item(self.place, self.who))

    def skip_some(self) -> None:
        """Skip two items, and rate all the others."""
        for reason in ("broken", "cannot_judge"):
            view = shown_item(self.place, self.who)
            skip_item(self.place, self.who, assignment=view.assignment, reason=reason)
            self.told.skipped.add(view.assignment)
        self.rate()

    def rate_and_withdraw(self) -> None:
        """Withdraw with an item in hand."""
        self.rate(5)
        withdraw(self.place, self.who)
        self.told.withdrawn.add(self.who.rater_id)


@dataclass(frozen=True)
class Bundle:
    """The tables of an unblinded bundle; `items` and `assignments` are the main ones, without checks."""

    items: Sequence[Row]
    raters: Sequence[Row]
    assignments: Sequence[Row]
    checks: Sequence[Row]
    ratings: Sequence[Row]
    conditions: Mapping[str, str]


def study_of_forty(place: Workplace) -> CreatedStudy:
    upload(place, spread(lengthened(episodes(N_PAIRS))))
    plan = StudyPlan(
        name="W",
        raters_per_item=PER_ITEM,
        n_raters=13,
        items_per_rater=PER_RATER,
        items_per_environment=PER_ENVIRONMENT,
        repeats=1,
        attention=2,
        lease_minutes=LEASE,
        seed=5,
        final_question=None,
    )
    return create_study(place, OPERATOR, plan)


def spread(rows: Sequence[Episode]) -> list[Episode]:
    """Put pairs into environments, four into each."""
    spread_out: list[Episode] = []
    for number, episode in enumerate(rows):
        assert episode.scenario is not None
        environment = f"environment-{number // 2 % N_ENVIRONMENTS}"
        scenario = episode.scenario.model_copy(
            update={"environment_id": environment, "scenario_id": f"{environment}-{number // 2}"}
        )
        spread_out.append(episode.model_copy(update={"scenario": scenario}))
    return spread_out


def at_once(actions: Sequence[Callable[[], None]]) -> None:
    barrier, failures = threading.Barrier(len(actions)), list[Exception]()

    def act(action: Callable[[], None]) -> None:
        barrier.wait()
        try:
            action()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=act, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def run_study(place: Workplace, told: Acknowledged) -> CreatedStudy:
    study = study_of_forty(place)
    raters = [Rater(place, start(place, link.token), told) for link in study.links]
    leaving, halfway, skipping, withdrawing = raters[0:2], raters[2:4], raters[4:5], raters[5:7]
    at_once(
        [
            *(rater.rate_and_leave for rater in leaving),
            *(rater.begin_and_leave for rater in halfway),
            *(rater.skip_some for rater in skipping),
            *(rater.rate_and_withdraw for rater in withdrawing),
            *(rater.rate for rater in raters[7:]),
        ]
    )
    clock = place.clock
    assert isinstance(clock, TickingClock)
    clock.now += timedelta(minutes=LEASE + 1)
    more = add_raters(place, OPERATOR, study.study_id, n_raters=6)
    new = [Rater(place, start(place, link.token), told) for link in more]
    at_once([rater.rate for rater in new])
    # Those who left come back when everything was given to others.
    at_once([rater.rate for rater in (*leaving, *halfway)])
    return study


def read(folder: Path) -> Bundle:
    def table(name: str) -> list[dict[str, str]]:
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    main = [row for row in table("items") if row["purpose"] == "main"]
    ids = {row["item_id"] for row in main}
    assignments = table("assignments")
    return Bundle(
        items=main,
        raters=table("raters"),
        assignments=[row for row in assignments if row["item_id"] in ids],
        checks=[row for row in assignments if row["item_id"] not in ids],
        ratings=table("ratings"),
        conditions={row["episode_id"]: row["condition"] for row in table("conditions")},
    )


@pytest.fixture
def told() -> Acknowledged:
    return Acknowledged()


@pytest.fixture
def bundle(place: Workplace, told: Acknowledged, tmp_path: Path) -> Bundle:
    study = run_study(place, told)
    export_study(place, OPERATOR, study.study_id, tmp_path / "bundle", unblind_reason="analysis")
    return read(tmp_path / "bundle")


def test_every_promise_is_kept(bundle: Bundle, told: Acknowledged) -> None:
    assert_nothing_lost_and_nothing_made_up(bundle, told)
    assert_exact_overlap(bundle)
    assert_pairs_and_environments(bundle)
    assert_sides(bundle)
    assert_conditions_lead_equally_often(bundle)
    assert_late_and_gone(bundle, told)
    assert_checks(bundle)


def assert_nothing_lost_and_nothing_made_up(bundle: Bundle, told: Acknowledged) -> None:
    everything = [*bundle.assignments, *bundle.checks]
    given = {row["assignment_id"]: (row["rater_id"], row["item_id"]) for row in everything}
    stored = {(row["rater_id"], row["item_id"], row["dimension"]) for row in bundle.ratings}
    expected = {
        (*given[assignment], dimension) for assignment, step in told.steps for dimension in QUESTIONS[step]
    }
    assert stored == expected
    keys = Counter(
        (row["rater_id"], row["item_id"], row["unit_id"], row["dimension"], row["revision"])
        for row in bundle.ratings
    )
    assert set(keys.values()) == {1}


def assert_exact_overlap(bundle: Bundle) -> None:
    counted = Counter(row["item_id"] for row in in_their_places(bundle))
    assert counted == {row["item_id"]: PER_ITEM for row in bundle.items}
    assert not [row for row in bundle.assignments if row["status"] == "running"]


def assert_pairs_and_environments(bundle: Bundle) -> None:
    items = {row["item_id"]: row for row in bundle.items}
    pairs = Counter((row["rater_id"], items[row["item_id"]]["pair_id"]) for row in bundle.assignments)
    environments = Counter(
        (row["rater_id"], items[row["item_id"]]["environment_id"]) for row in bundle.assignments
    )
    submitted = Counter(row["rater_id"] for row in bundle.assignments if row["status"] == "completed")
    assert set(pairs.values()) == {1}
    assert max(environments.values()) <= PER_ENVIRONMENT
    assert max(submitted.values()) <= PER_RATER


def assert_sides(bundle: Bundle) -> None:
    first: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in in_their_places(bundle):
        first[row["item_id"]][row["served_first"]] += 1
    assert {abs(2 * max(counts.values()) - PER_ITEM) for counts in first.values()} == {1}


def assert_conditions_lead_equally_often(bundle: Bundle) -> None:
    names = sorted(set(bundle.conditions.values()))
    leads: defaultdict[str, int] = defaultdict(int)
    for row in in_their_places(bundle):
        leads[row["rater_id"]] += 1 if bundle.conditions[row["served_first"]] == names[0] else -1
    full = Counter(row["rater_id"] for row in in_their_places(bundle))
    whole = [abs(leads[rater]) for rater, n in full.items() if n == PER_RATER]
    # The last rule of all gives way to the others; twenty tosses of a coin would lead by 3.5 on average.
    assert mean(whole) <= 2
    assert max(whole) <= 6
    assert abs(sum(leads.values())) <= PER_RATER


def assert_late_and_gone(bundle: Bundle, told: Acknowledged) -> None:
    status = {row["assignment_id"]: row["status"] for row in bundle.assignments}
    assert {assignment for assignment, one in status.items() if one == "skipped"} == told.skipped
    states = {row["rater_id"]: row["status"] for row in bundle.raters}
    assert {rater for rater, state in states.items() if state == "withdrawn"} == told.withdrawn
    kept = Counter(row["rater_id"] for row in bundle.assignments if row["status"] == "completed")
    assert {kept[rater] for rater in told.withdrawn} == {5}
    surplus = [row for row in bundle.assignments if row["surplus"] == "true"]
    assert {row["status"] for row in surplus} == {"completed"}
    assert 1 <= len(surplus) <= 4


def assert_checks(bundle: Bundle) -> None:
    main = {row["item_id"] for row in bundle.items}
    assert all((row["item_id"] in main) == (row["purpose"] == "main") for row in bundle.ratings)
    finished = {row["rater_id"] for row in bundle.raters if row["status"] == "finished"}
    again = Counter(row["rater_id"] for row in bundle.checks if row["status"] == "completed")
    assert {rater: again[rater] for rater in finished} == dict.fromkeys(finished, 3)


def in_their_places(bundle: Bundle) -> list[Row]:
    """List the submitted assignments that take one of their item's places."""
    return [row for row in bundle.assignments if row["status"] == "completed" and row["surplus"] == "false"]
