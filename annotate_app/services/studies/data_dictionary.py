"""Describe every column of a bundle in words, so that it can be read without this code."""

from collections.abc import Iterable, Iterator, Mapping

from sim.schema.bundle import BUNDLE_COLUMNS
from sim.schema.questionnaire import Questionnaire
from sim.schema.rubric import Dimension, Rubric
from sim.schema.scale import (
    Answer,
    ChoiceAnswer,
    MultipleChoiceAnswer,
    NumberAnswer,
    PreferenceAnswer,
    ScaleAnswer,
    TextAnswer,
    YesNoAnswer,
)

__all__ = ["DictionaryRow", "allowed_values", "dictionary_rows"]

DictionaryRow = tuple[str, str, str, str, str, str, str]

_ID = "opaque id"
_TIME = "time (UTC, ISO 8601)"
_WORD = "word"
_COUNT = "whole number"
_SECONDS = "seconds"
_TEXT = "text"

_COLUMNS: Mapping[str, tuple[str, str]] = {
    "study_id": (_ID, "The study."),
    "item_id": (_ID, "What a rater was shown: the two episodes of a pair, or one episode."),
    "unit_id": (_ID, "What the value is about: EPISODE, EPISODE#0, EPISODE#1 or EPISODE+EPISODE."),
    "target": (_WORD, "pair, episode or character."),
    "dimension": (_WORD, "The question; see study.toml."),
    "rater_id": (_ID, "The rater."),
    "rater_kind": (_WORD, "human or llm."),
    "purpose": (_WORD, "main, practice, attention, repeat or pilot; only main enters an analysis."),
    "status": (_WORD, "Ratings: rated, cannot_judge or skipped. Raters and assignments: how far they came."),
    "value": ("see dimension", "The answer; empty unless status is rated."),
    "reason": (_TEXT, "Why, in the rater's own words."),
    "presentation": (_ID, "The episodes in served order, separated by a space; the first was dialogue A."),
    "sample": (_COUNT, "0 for people; counts repeated answers of LLM judges."),
    "seconds": (
        _SECONDS,
        "Time on the step (ratings) or the whole item (assignments); empty if not measured.",
    ),
    "revision": (_COUNT, "0 for the first answer; the highest counts."),
    "rubric_hash": ("SHA-256", "The exact questions, scales and anchors that were shown."),
    "rated_at": (_TIME, "When the answer was stored."),
    "pair_id": (_ID, "The pair: episodes of the same scenario and repeat."),
    "environment_id": (_ID, "The situation; the default cluster of every interval."),
    "scenario_id": (_ID, "The situation with its two characters."),
    "episode_1": (_ID, "One episode of the item; ids in sorted order, which says nothing of conditions."),
    "episode_2": (_ID, "The other episode of the item; empty where there is one only."),
    "number": (_COUNT, "What the researcher knows the rater by: 1, 2, ... in the order of invitations."),
    "consent_version": (_COUNT, "Version of the consent text that the rater agreed to."),
    "consented_at": (_TIME, "When the rater agreed."),
    "finished_at": (_TIME, "When the rater's last item was submitted."),
    "n_submitted": (_COUNT, "Items that the rater submitted."),
    "excluded": ("true or false", "Whether a researcher decided that analyses leave the rater out."),
    "exclusion_reason": (_TEXT, "Why; empty in blind bundles, since it may name conditions."),
    "assignment_id": (_ID, "One rater and one item."),
    "position": (_COUNT, "0-based place of the item in the rater's session."),
    "served_first": (_ID, "The episode shown as dialogue A."),
    "served_second": (_ID, "The episode shown as dialogue B; empty for items of one episode."),
    "assigned_at": (_TIME, "When the item was given to the rater."),
    "submitted_at": (_TIME, "When the item's last step was stored first."),
    "surplus": (
        "true or false",
        "Whether it was submitted after its place had gone to somebody else; its ratings count all the same.",
    ),
    "skip_reason": (_WORD, "Why its rater skipped the item: broken, upsetting, cannot_judge or other."),
    "skip_remark": (_TEXT, "What the rater typed when skipping."),
    "question_order": (
        _TEXT,
        "Dimensions as they were asked, where a step draws the order: steps by |, dimensions by spaces.",
    ),
    "kind": (_WORD, "What was done to the other dialogue of an attention check: shuffled or exchanged."),
    "intact": (_ID, "The episode of an attention check that was not altered: preferring it passes."),
    "moment": (_WORD, "before (the first item), after (the last one) or final (last of all)."),
    "question": (_WORD, "The question to the rater; see study.toml."),
    "questionnaire_hash": ("SHA-256", "The exact questions that were shown."),
    "answered_at": (_TIME, "When the answer was stored."),
    "asked": (
        _WORD,
        "first or second: the condition of the first contrast that was described first, and asked for.",
    ),
    "confidence": (_COUNT, "1 (a guess) to 5 (certain); empty if not said."),
    "at": (_TIME, "When it happened."),
    "actor_kind": (_WORD, "rater, administrator or operator (the command line)."),
    "actor_id": (_ID, "Who did it."),
    "action": (_WORD, "What was done."),
    "object": (_ID, "What it was done to."),
    "detail": ("JSON", "More about it."),
    "episode_id": (_ID, "The episode."),
    "mode": (_WORD, "SCRIPT, AGENTS, MINDREADERS, REPLAY or HUMAN."),
    "condition": (_TEXT, "Mode, model and whatever else the researcher compares."),
    "end_reason": (_WORD, "Why the dialogue stopped."),
    "n_turns": (_COUNT, "Turns of the dialogue."),
    "n_words": (_COUNT, "Words in all turns, separated by white space."),
    "outcome": ("JSON", "What the outcome check found; empty without one."),
}


_UNBLINDED_ONLY = {"conditions.csv", "guesses.csv"}
_OF_A_FILE: Mapping[tuple[str, str], tuple[str, str]] = {
    ("guesses.csv", "value"): (_ID, "The episode taken for the condition asked for, or do_not_know."),
    ("questionnaire_answers.csv", "value"): ("see dimension", "The answer; empty unless status is rated."),
}


def dictionary_rows(
    rubric: Rubric, *, blind: bool, asked: Iterable[Questionnaire] = ()
) -> Iterator[DictionaryRow]:
    """Describe the columns of every CSV file but this one, and the values of every question."""
    for file, columns in sorted(BUNDLE_COLUMNS.items()):
        if file == "data_dictionary.csv" or (blind and file in _UNBLINDED_ONLY):
            continue
        for column in columns:
            kind, words = _OF_A_FILE.get((file, column), _COLUMNS[column])
            yield file, column, "", kind, "", "", words
            if (file, column) == ("ratings.csv", "value"):
                yield from (_value_row(dimension) for dimension in rubric.dimensions)
            if (file, column) == ("questionnaire_answers.csv", "value"):
                yield from _person_rows(asked)


def _person_rows(asked: Iterable[Questionnaire]) -> Iterator[DictionaryRow]:
    for questionnaire in asked:
        for one in questionnaire.questions:
            yield (
                "questionnaire_answers.csv",
                "value",
                one.question,
                one.answer.kind,
                "",
                allowed_values(one.answer),
                one.text,
            )


def _value_row(dimension: Dimension) -> DictionaryRow:
    level = "" if dimension.level is None else dimension.level.value
    return (
        "ratings.csv",
        "value",
        dimension.dimension,
        dimension.answer.kind,
        level,
        allowed_values(dimension.answer),
        dimension.question,
    )


def allowed_values(answer: Answer) -> str:
    """Say in words which values an answer can have."""
    match answer:
        case PreferenceAnswer():
            extra = (["tie"] if answer.tie else []) + (["both_bad"] if answer.both_bad else [])
            return "; ".join(["an episode id of the unit", *extra])
        case ScaleAnswer():
            anchors = "; ".join(f"{point} {words}" for point, words in sorted(answer.anchors.items()))
            return f"{answer.minimum} to {answer.maximum}" + (f" ({anchors})" if anchors else "")
        case NumberAnswer():
            bounds = (("at least", answer.minimum), ("at most", answer.maximum))
            return ", ".join(f"{words} {bound:g}" for words, bound in bounds if bound is not None)
        case YesNoAnswer():
            return "yes; no"
        case ChoiceAnswer():
            return "; ".join(answer.values)
        case MultipleChoiceAnswer():
            return f"a JSON list of: {'; '.join(answer.values)}"
        case TextAnswer():
            return f"up to {answer.max_characters} characters"
