"""What a running study's raters disagree on most, by the analysis command's own function; always blind."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.agreement.disputed import disputed_units
from analysis.errors import AnalysisError
from analysis.report.live import live_table
from analysis.tables import RatingTable, load_table
from annotate_app.design.blind_item import Bubble, bubbles_of
from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import require_staff
from annotate_app.services.studies.bundle_rows import ratings_of
from annotate_app.services.studies.bundle_study import study_document
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.exclusions import latest_decisions
from annotate_app.store.items import items_of
from annotate_app.store.models import ItemRow
from annotate_app.store.raters import raters_of_study
from sim.schema.base import Target
from sim.schema.episode import BlindEpisode, speaker_names
from sim.schema.rating import Rating
from sim.schema.scale import BOTH_BAD, TIE
from sim.schema.study import StudyDocument
from sim.schema.unit import parse_unit

__all__ = ["DisputedAnswer", "DisputedItem", "disputed_items"]

_WORDS = {TIE: "no difference", BOTH_BAD: "both bad"}


@dataclass(frozen=True, slots=True)
class DisputedAnswer:
    """What somebody answered or remarked.

    Attributes
    ----------
    who
        The rater's number, or the judge's name.
    shown_first
        The dialogue that was A for them: 1 or 2; None where it is not known.
    """

    who: str
    value: str
    reason: str
    shown_first: int | None


@dataclass(frozen=True, slots=True)
class DisputedItem:
    """One question about one item, with both dialogues in an order from which nothing can be told.

    Attributes
    ----------
    about
        What the answers are about: both dialogues, one of them, or a character in it.
    disagreement
        Share of disagreeing pairs of raters, or the variance of the values.
    second
        Empty where items show one dialogue.
    """

    dimension: str
    question: str
    about: str
    pair_id: str
    disagreement: float
    first: tuple[Bubble, ...]
    second: tuple[Bubble, ...]
    answers: tuple[DisputedAnswer, ...]
    judges: tuple[DisputedAnswer, ...]
    remarks: tuple[DisputedAnswer, ...]


@dataclass(frozen=True, slots=True)
class _Study:
    document: StudyDocument
    items: Mapping[str, ItemRow]
    episodes: Mapping[str, BlindEpisode]
    numbers: Mapping[str, int]
    shown_first: Mapping[tuple[str, str], str]
    judges: RatingTable | None


def disputed_items(
    place: Workplace, principal: Staff, study_id: str, *, judges: bytes | None = None, most: int = 20
) -> tuple[DisputedItem, ...]:
    """List the `most` disputed items of every question, people's disagreement deciding.

    Parameters
    ----------
    judges
        A judge's `ratings.csv`, joined by unit and question.

    Raises
    ------
    StudyError
        If ratings cannot be analysed, or the judge's cannot be read, with every problem.
    NotFoundError
        If there is no such study.
    """
    try:
        judged = None if judges is None else _read(judges)
        with place.database.reading() as session:
            require_staff(session, principal)
            study = existing_study(session, study_id)
            rows, document = items_of(session, study_id), study_document(session, study)
            decisions = latest_decisions(session, study_id)
            excluded = {rater_id for rater_id, decision in decisions.items() if decision.excluded}
            ratings = [one for one in ratings_of(session, study, rows) if one.rater_id not in excluded]
            table = live_table(ratings, document, {one.item_id: one.environment_id for one in rows})
            numbers = {one.rater_id: one.number for one in raters_of_study(session, study_id)}
            units = list(disputed_units(table, {}, most=most)) if table else []
            items = {one.item_id: one for one in rows}
            shown = [items[item] for item in dict.fromkeys(map(_item_finder(ratings), units))]
            ids = {one for item in shown for one in (item.episode_1, item.episode_2) if one}
            episodes = blind_episodes(session, sorted(ids))
    except AnalysisError as error:
        raise StudyError([str(error)]) from error
    first = {(one.rater_id, one.item_id): one.presentation[0] for one in ratings}
    known = _Study(document, items, episodes, numbers, first, judged)
    item_of = _item_finder(ratings)
    return tuple(_disputed(unit, items[item_of(unit)], known) for unit in units)


def _read(content: bytes) -> RatingTable:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ratings.csv"
        file.write_bytes(content)
        return load_table([file])


def _item_finder(ratings: Sequence[Rating]) -> Callable[[Mapping[str, Any]], str]:
    items = {one.unit_id: one.item_id for one in reversed(ratings) if one.purpose == "main"}
    return lambda unit: items[unit["unit_id"]]


def _disputed(unit: Mapping[str, Any], item: ItemRow, study: _Study) -> DisputedItem:
    dialogues = [one for one in (item.episode_1, item.episode_2) if one]
    questions = {question.dimension: question.question for question in study.document.rubric.dimensions}

    def answer(who: str, value: object, reason: str) -> DisputedAnswer:
        served = study.shown_first.get((who, item.item_id))
        name = f"rater {study.numbers[who]}" if who in study.numbers else who
        return DisputedAnswer(name, _said(value, dialogues), reason, _place(served, dialogues))

    def in_order(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return sorted(rows, key=lambda one: study.numbers.get(one["rater"], 0))

    return DisputedItem(
        dimension=unit["dimension"],
        question=questions[unit["dimension"]],
        about=_about(unit["unit_id"], dialogues, study.episodes),
        pair_id=item.pair_id,
        disagreement=unit["disagreement"],
        first=bubbles_of(study.episodes[dialogues[0]]),
        second=bubbles_of(study.episodes[dialogues[1]]) if len(dialogues) > 1 else (),
        answers=tuple(answer(one["rater"], one["value"], one["reason"]) for one in in_order(unit["ratings"])),
        judges=tuple(_judged(unit, dialogues, study.judges)),
        remarks=tuple(answer(one["rater"], one["remark"], "") for one in in_order(unit["remarks"])),
    )


def _judged(
    unit: Mapping[str, Any], dialogues: Sequence[str], judges: RatingTable | None
) -> Iterator[DisputedAnswer]:
    if judges is None:
        return
    same = judges.unit.equals(unit["unit_id"]) & judges.dimension.equals(unit["dimension"])
    part = judges.where(same)
    columns = (part.rater, part.value, part.reason, part.first_shown)
    for who, value, reason, served in zip(*(column.values() for column in columns), strict=True):
        yield DisputedAnswer(who, _said(value, dialogues), reason, _place(served, dialogues))


def _about(unit_id: str, dialogues: Sequence[str], episodes: Mapping[str, BlindEpisode]) -> str:
    unit = parse_unit(unit_id)
    if unit.target is Target.PAIR:
        return "both dialogues"
    episode = unit.episode_ids[0]
    number = dialogues.index(episode) + 1
    if unit.character is None:
        return f"dialogue {number}"
    return f"{speaker_names(episodes[episode])[unit.character]} in dialogue {number}"


def _said(value: object, dialogues: Sequence[str]) -> str:
    text = str(value)
    if text in dialogues:
        return f"dialogue {dialogues.index(text) + 1}"
    return _WORDS.get(text, text)


def _place(served: str | None, dialogues: Sequence[str]) -> int | None:
    return dialogues.index(served) + 1 if served in dialogues else None
