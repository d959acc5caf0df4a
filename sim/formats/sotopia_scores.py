"""Scores that Sotopia stores with its episodes, as a judge's ratings; a bare number is a failed judgement."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from sim.errors import ContractError, Problem, shown
from sim.formats.reading import ForeignRecord, read_records
from sim.formats.sotopia_record import SotopiaRecord, read_sotopia_record
from sim.schema.base import Mode, Target, opaque_id
from sim.schema.episode import Episode
from sim.schema.rating import RaterKind, Rating
from sim.schema.rubric import Rubric
from sim.schema.run import FailureKind, FailureRecord
from sim.schema.unit import character_unit

__all__ = ["StoredScores", "read_scores", "stored_rubric"]

_PUBLISHED_NAMES = {"financial": "financial_and_material_benefits"}
_OVERALL = {"overall_score", "overall"}
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ULID = re.compile(rf"[0-7][{_CROCKFORD}]{{25}}")
_COMMENTS = re.compile(
    r"Agent (?P<agent>[12]) comments:\n(?P<text>.*?)(?=Agent [12] comments:\n|\Z)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class StoredScores:
    """Ratings, and the judgements that had failed."""

    ratings: tuple[Rating, ...]
    failures: tuple[FailureRecord, ...]


@dataclass(frozen=True, slots=True)
class _Judgement:
    """Where scores belong: an episode, its judge, and when they were stored."""

    episode: Episode
    judge: str
    at: datetime


@cache
def stored_rubric() -> Rubric:
    """Return the questions behind the stored scores."""
    file = resources.files("sim.formats") / "sotopia_rubric.toml"
    return Rubric.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))


def read_scores(path: Path, episodes: Sequence[Episode], *, judge: str | None, now: datetime) -> StoredScores:
    """Read the scores of those episodes of a file that were converted.

    Parameters
    ----------
    judge
        The judging model; None takes the one the log names, which the log of a script does not.
    now
        Time of the ratings of an episode whose id does not tell when it was stored.

    Raises
    ------
    ContractError
        If the judge of any episode is not known.
    OSError
        If the file cannot be read.
    """
    known = {episode.episode_id: episode for episode in episodes}
    ratings: list[Rating] = []
    failures: list[FailureRecord] = []
    problems: list[Problem] = []
    for record, fields in _records(path):
        episode = known.get(opaque_id("sotopia", fields.episode_id))
        if episode is None:
            continue
        name = judge or (fields.models[0] if fields.models and episode.mode is not Mode.SCRIPT else "")
        if not name.strip():
            found = f"a log of {episode.mode} that does not name its judge"
            problems.append(record.problem("models", found, "the judge's name (--judge-model)"))
            continue
        judgement = _Judgement(episode, _rater_id(name), _stored_at(fields.episode_id) or now)
        for outcome in _scores(fields, judgement):
            if isinstance(outcome, Rating):
                ratings.append(outcome)
            else:
                failures.append(outcome)
    if problems:
        raise ContractError(problems)
    return StoredScores(tuple(ratings), tuple(failures))


def _records(path: Path) -> Iterator[tuple[ForeignRecord, SotopiaRecord]]:
    """Read what can be read; conversion has listed the rest."""
    for record in read_records(path):
        if isinstance(record, ForeignRecord):
            try:
                yield record, read_sotopia_record(record)
            except ContractError:
                continue


def _scores(fields: SotopiaRecord, judgement: _Judgement) -> Iterator[Rating | FailureRecord]:
    rewards = fields.rewards if isinstance(fields.rewards, list) else []
    comments = {match["agent"]: match["text"] for match in _COMMENTS.finditer(fields.reasoning or "")}
    characters: tuple[Literal[0, 1], ...] = (0, 1)
    for character in characters:
        reward = rewards[character] if len(rewards) == 2 else fields.rewards
        scores = reward[1] if isinstance(reward, list) and len(reward) == 2 else None
        if isinstance(scores, dict):
            reasons = _reasons(comments.get(str(character + 1), ""))
            yield from _ratings(scores, reasons, character, judgement)
        else:
            message = f"stored as {shown(reward)}, without a score of any dimension"
            yield _failure(judgement, character, FailureKind.STORED, message)


def _ratings(
    scores: Mapping[str, Any], reasons: Mapping[str, str], character: Literal[0, 1], judgement: _Judgement
) -> Iterator[Rating | FailureRecord]:
    expected = {
        _PUBLISHED_NAMES.get(dimension.dimension, dimension.dimension): dimension
        for dimension in stored_rubric().dimensions
    }
    unknown = sorted(set(scores) - set(expected) - _OVERALL)
    if unknown:
        message = f"scores of {', '.join(unknown)}, which SOTOPIA-EVAL does not ask for"
        yield _failure(judgement, character, FailureKind.UNREADABLE, message)
    for name, dimension in expected.items():
        value = scores.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool):
            message = f"{dimension.dimension}: stored as {shown(value)}, not a number"
            yield _failure(judgement, character, FailureKind.UNREADABLE, message)
        elif wanted := dimension.answer.expected(float(value)):
            message = f"{dimension.dimension}: stored as {value}, not {wanted}"
            yield _failure(judgement, character, FailureKind.OUT_OF_RANGE, message)
        else:
            yield Rating(
                unit_id=character_unit(judgement.episode.episode_id, character),
                target=Target.CHARACTER,
                dimension=dimension.dimension,
                rater_id=judgement.judge,
                rater_kind=RaterKind.LLM,
                value=float(value),
                reason=reasons.get(name, ""),
                presentation=(judgement.episode.episode_id,),
                rubric_hash=stored_rubric().rubric_hash,
                rated_at=judgement.at,
            )


def _reasons(comments: str) -> dict[str, str]:
    """Split an agent's comments at the lines that begin with a dimension's name."""
    names = [
        _PUBLISHED_NAMES.get(dimension.dimension, dimension.dimension)
        for dimension in stored_rubric().dimensions
    ]
    pieces = re.split(rf"^({'|'.join(names)}): ", comments, flags=re.MULTILINE)
    return {name: text.strip() for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}


def _failure(
    judgement: _Judgement, character: Literal[0, 1], kind: FailureKind, message: str
) -> FailureRecord:
    return FailureRecord(
        object_id=character_unit(judgement.episode.episode_id, character),
        pair_id=judgement.episode.pair_id,
        mode=judgement.episode.mode,
        condition=judgement.episode.condition,
        model=judgement.judge,
        kind=kind,
        call_index=0,
        attempt=0,
        message=message,
        failed_at=judgement.at,
    )


def _rater_id(model: str) -> str:
    return re.sub(r"[^A-Za-z0-9._:@/-]", "-", model.strip()).lstrip("._:@/-")[:128] or "unnamed-judge"


def _stored_at(episode_id: str) -> datetime | None:
    """Read the time that an episode's ULID holds: its first ten digits count milliseconds since 1970."""
    if not _ULID.fullmatch(episode_id):
        return None
    milliseconds = 0
    for digit in episode_id[:10]:
        milliseconds = milliseconds * 32 + _CROCKFORD.index(digit)
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)
