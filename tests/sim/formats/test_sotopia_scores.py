from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sim.errors import ContractError
from sim.formats.sotopia import SotopiaSource, convert_sotopia
from sim.formats.sotopia_scores import StoredScores, read_scores, stored_rubric
from sim.scenarios.sotopia import read_profiles
from sim.schema.episode import Episode
from sim.schema.run import FailureKind
from tests.sim.formats.sotopia_records import (
    SCORES,
    agents_messages,
    episode_log,
    export,
    script_messages,
    write_lines,
    write_profiles,
)

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def scores(tmp_path: Path, record: Any, *, judge: str | None = None) -> StoredScores:
    path = write_lines(tmp_path / "log.jsonl", record)
    profiles = read_profiles(write_profiles(tmp_path))
    episodes: Sequence[Episode] = convert_sotopia(path, SotopiaSource(profiles=profiles)).episodes
    return read_scores(path, episodes, judge=judge, now=NOW)


def test_read_scores_every_dimension_of_a_character(tmp_path: Path) -> None:
    ratings = scores(tmp_path, export(agents_messages())).ratings
    assert {rating.dimension: rating.value for rating in ratings} == {
        **{name: value for name, value in SCORES.items() if not name.startswith("financial")},
        "financial": 0,
    }
    assert {rating.unit_id[-2:] for rating in ratings} == {"#0"}
    assert {rating.rater_id for rating in ratings} == {"judge-m"}
    assert {rating.rubric_hash for rating in ratings} == {stored_rubric().rubric_hash}


def test_read_scores_bare_number_is_a_failed_judgement(tmp_path: Path) -> None:
    (failure,) = scores(tmp_path, export(agents_messages())).failures
    assert failure.kind is FailureKind.STORED
    assert failure.object_id.endswith("#1")
    assert "0.0" in failure.message


@pytest.mark.parametrize("rewards", [0.0, None, [], [0.0, 0.0], [[3.0, {}]]])
def test_read_scores_nothing_stored_fails_for_both(tmp_path: Path, rewards: Any) -> None:
    found = scores(tmp_path, export(agents_messages(), raw_rewards=rewards))
    assert found.ratings == ()
    assert [failure.kind for failure in found.failures] == [FailureKind.STORED] * 2


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        ({"goal": 11}, FailureKind.OUT_OF_RANGE, "goal: stored as 11"),
        ({"secret": 1}, FailureKind.OUT_OF_RANGE, "secret: stored as 1"),
        ({"goal": None}, FailureKind.UNREADABLE, "goal: stored as None"),
        ({"goal": True}, FailureKind.UNREADABLE, "goal: stored as True"),
        ({"charm": 3}, FailureKind.UNREADABLE, "charm"),
    ],
)
def test_read_scores_wrong_score_is_a_failure(
    tmp_path: Path, changed: dict[str, Any], kind: FailureKind, message: str
) -> None:
    rewards = [[0.0, {**SCORES, **changed}], [0.0, SCORES]]
    found = scores(tmp_path, export(agents_messages(), raw_rewards=rewards))
    (failure,) = found.failures
    assert (failure.kind, failure.object_id[-2:]) == (kind, "#0")
    assert message in failure.message
    assert len(found.ratings) >= 13


def test_read_scores_reasons_stand_with_their_dimension(tmp_path: Path) -> None:
    record = export(agents_messages(), raw_rewards=[[0, SCORES], [0, SCORES]])
    reasons = {
        (rating.unit_id[-1], rating.dimension): rating.reason
        for rating in scores(tmp_path, record).ratings
        if rating.reason
    }
    assert reasons == {
        ("0", "goal"): "Ana found out.",
        ("0", "secret"): "Kept,\nall of it.",
        ("1", "goal"): "Nothing.",
    }


def test_read_scores_time_is_that_of_the_ulid(tmp_path: Path) -> None:
    ratings = scores(tmp_path, export(agents_messages())).ratings
    assert ratings[0].rated_at.date().isoformat() == "2023-08-28"
    ratings = scores(tmp_path, export(agents_messages(), episode_id="seven")).ratings
    assert ratings[0].rated_at == NOW


def test_read_scores_script_needs_its_judge_named(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="--judge-model"):
        scores(tmp_path, episode_log(script_messages()))
    ratings = scores(tmp_path, episode_log(script_messages()), judge="some judge").ratings
    assert {rating.rater_id for rating in ratings} == {"some-judge"}


def test_read_scores_episodes_left_out_have_none(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "log.jsonl", export(agents_messages()), {}, "x")
    assert read_scores(path, [], judge=None, now=NOW) == StoredScores((), ())
