"""Check a study's plan against its batch, and fill in what it leaves open."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.orm import Session

from annotate_app.design.final_question import FINAL_QUESTIONS
from annotate_app.design.questions_in_language import in_language, questionnaire_in_language
from annotate_app.errors import StudyError
from annotate_app.language import LANGUAGES, translation_of
from annotate_app.services.studies.add_raters import MOST_RATERS
from annotate_app.services.studies.attention_part import attention_problems
from annotate_app.services.studies.raters_part import (
    description_problems,
    descriptions_of,
    first_texts,
)
from annotate_app.services.studies.study_plan import StudyPlan
from annotate_app.store.episodes import batches, episodes_of_batch
from annotate_app.store.models import EpisodeRow
from annotate_app.store.studies import study_named
from sim.schema.rubric import Rubric, Visible, builtin_rubric, builtin_rubrics
from sim.schema.study import Contrast, StudyDocument
from sim.schema.validation import problems_of

__all__ = [
    "MOST_CHECKS",
    "MOST_ITEMS",
    "MOST_REPEATS",
    "CheckedPlan",
    "ComparedPairs",
    "EpisodePair",
    "check_plan",
    "compared_pairs",
    "complete_pairs",
    "goal_problems",
]

MOST_ITEMS = 1_000_000
MOST_REPEATS = 100
MOST_CHECKS = 20
_LARGEST_SEED = 2**63 - 1
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class EpisodePair:
    """The two episodes of a pair that a study compares."""

    first: EpisodeRow
    second: EpisodeRow


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """A sound plan: the study as its export will say it, and its pairs sorted by id."""

    document: StudyDocument
    pairs: tuple[EpisodePair, ...]


@dataclass(frozen=True, slots=True)
class ComparedPairs:
    """The two conditions that a plan compares, and the pairs that have both, sorted by id."""

    contrast: Contrast
    pairs: tuple[EpisodePair, ...]


def compared_pairs(session: Session, plan: StudyPlan) -> ComparedPairs:
    """Find what a plan compares, whatever else is wrong with it.

    Raises
    ------
    StudyError
        If there is no such batch, condition or pair.
    """
    problems: list[str] = []
    rows = _episodes(session, plan, problems)
    contrast = _contrast(plan, rows, problems)
    pairs = complete_pairs(rows, contrast) if contrast is not None else ()
    if contrast is not None and not pairs:
        problems.append(f"No pair has episodes of both {contrast.first!r} and {contrast.second!r}.")
    if problems or contrast is None:
        raise StudyError(problems)
    return ComparedPairs(contrast, pairs)


def check_plan(session: Session, plan: StudyPlan, *, study_id: str, now: datetime) -> CheckedPlan:
    """Check everything about a plan.

    Raises
    ------
    StudyError
        With everything that is wrong.
    """
    problems = [*_number_problems(plan), *_name_problems(session, plan)]
    rubric = _rubric(plan, problems)
    rows = _episodes(session, plan, problems)
    contrast = _contrast(plan, rows, problems)
    pairs = complete_pairs(rows, contrast) if contrast is not None else ()
    if contrast is not None and not pairs:
        problems.append(f"No pair has episodes of both {contrast.first!r} and {contrast.second!r}.")
    if rubric is not None:
        problems.extend(goal_problems(rubric, pairs))
        problems.extend(attention_problems(session, plan, rubric, pairs))
        problems.extend(description_problems(plan.final_question, rubric, contrast))
    if problems or rubric is None or contrast is None:
        raise StudyError(problems)
    return CheckedPlan(_document(plan, rubric, contrast, study_id=study_id, now=now), pairs)


def _document(
    plan: StudyPlan, rubric: Rubric, contrast: Contrast, *, study_id: str, now: datetime
) -> StudyDocument:
    translation = translation_of(plan.language)
    asks_final = plan.final_question is not None and rubric.layout == "pair"
    texts = first_texts(plan, now, translation)
    try:
        return StudyDocument(
            study_id=study_id,
            name=plan.name,
            created_at=now,
            protocol=rubric.rubric_id,
            raters_per_item=plan.raters_per_item,
            language=plan.language,
            seed=plan.seed,
            contrasts=(contrast,),
            consent_text=next(text.text for text in texts if text.kind == "consent"),
            instructions=next(text.text for text in texts if text.kind == "instructions"),
            texts=texts,
            before=plan.before,
            after=plan.after,
            final=questionnaire_in_language(FINAL_QUESTIONS, translation) if asks_final else None,
            descriptions=descriptions_of(plan.final_question, contrast),
            rubric=rubric,
        )
    except ValidationError as error:
        raise StudyError(problems_of(error, source="the study", line=None)) from None


def _number_problems(plan: StudyPlan) -> list[str]:
    checks = (
        (1 <= plan.raters_per_item <= MOST_RATERS, "raters per item", plan.raters_per_item, 1, MOST_RATERS),
        (0 <= plan.n_raters <= MOST_RATERS, "raters", plan.n_raters, 0, MOST_RATERS),
        (0 <= plan.repeats <= MOST_REPEATS, "items shown again", plan.repeats, 0, MOST_REPEATS),
        (0 <= plan.attention <= MOST_CHECKS, "attention checks", plan.attention, 0, MOST_CHECKS),
        (0 <= plan.seed <= _LARGEST_SEED, "the seed", plan.seed, 0, _LARGEST_SEED),
    )
    problems = [
        f"Found {found} for {what}, expected a whole number from {least} to {most}."
        for fits, what, found, least, most in checks
        if not fits
    ]
    limits = (
        ("items per rater", plan.items_per_rater),
        ("items per environment", plan.items_per_environment),
        ("minutes before an item goes back", plan.lease_minutes),
        ("items between breaks", plan.break_every),
    )
    problems.extend(
        f"Found {found} for {what}, expected from 1 to {MOST_ITEMS}, or none."
        for what, found in limits
        if found is not None and not 1 <= found <= MOST_ITEMS
    )
    codes = [language.code for language in LANGUAGES]
    if plan.language not in codes:
        problems.append(f"There is no language {plan.language!r}, expected one of {', '.join(codes)}.")
    return problems


def _name_problems(session: Session, plan: StudyPlan) -> list[str]:
    if not plan.name.strip():
        return ["The study has no name."]
    if len(plan.name) > _LONGEST_NAME:
        return [f"The study's name has {len(plan.name)} characters, expected at most {_LONGEST_NAME}."]
    if "\x00" in plan.name:
        return ["The study's name holds a NUL character."]
    taken = study_named(session, plan.name)
    return [] if taken is None else [f"There is a study {plan.name!r} already. Give this one another name."]


def _rubric(plan: StudyPlan, problems: list[str]) -> Rubric | None:
    if plan.rubric is not None:
        return plan.rubric
    if plan.protocol in builtin_rubrics():
        return in_language(builtin_rubric(plan.protocol), translation_of(plan.language))
    problems.append(
        f"There is no protocol {plan.protocol!r}, expected one of {', '.join(builtin_rubrics())}."
    )
    return None


def goal_problems(rubric: Rubric, pairs: Sequence[EpisodePair]) -> list[str]:
    """Say where questions show goals and pairs have none."""
    without = [pair.first.pair_id for pair in pairs if not pair.first.scenario_id]
    if not without or not any(Visible.GOALS in step.visible for step in rubric.steps):
        return []
    listed = ", ".join(without[:5]) + (", ..." if len(without) > 5 else "")
    problem = (
        f"Protocol {rubric.rubric_id!r} shows the characters' goals, but {len(without)} pairs have no "
        f"scenario and so no goals ({listed}). Choose a protocol without goals, such as 'naturalness-pair'."
    )
    return [problem]


def _episodes(session: Session, plan: StudyPlan, problems: list[str]) -> Sequence[EpisodeRow]:
    known = [batch.batch_id for batch in batches(session)]
    if not known:
        problems.append("Nothing was uploaded yet. Upload an episodes file first.")
        return ()
    if plan.batch_id is not None and plan.batch_id not in known:
        problems.append(f"There is no batch {plan.batch_id!r}, expected one of {', '.join(known)}.")
        return ()
    return episodes_of_batch(session, plan.batch_id or known[0])


def _contrast(plan: StudyPlan, rows: Sequence[EpisodeRow], problems: list[str]) -> Contrast | None:
    conditions = sorted({row.condition for row in rows})
    if not conditions:
        return None
    listed = ", ".join(repr(condition) for condition in conditions)
    if plan.contrast is None:
        if len(conditions) == 2:
            return Contrast(first=conditions[0], second=conditions[1])
        problems.append(
            f"The batch has one condition only ({listed}): there is nothing to compare. Upload one file that "
            "holds the episodes of both conditions; episodes with the same pair_id make a pair."
            if len(conditions) == 1
            else f"The batch has {len(conditions)} conditions ({listed}); say which two to compare "
            "(--conditions FIRST SECOND)."
        )
        return None
    unknown = [name for name in (plan.contrast.first, plan.contrast.second) if name not in conditions]
    problems.extend(f"The batch has no condition {name!r}; it has {listed}." for name in unknown)
    return None if unknown else plan.contrast


def complete_pairs(rows: Sequence[EpisodeRow], contrast: Contrast) -> tuple[EpisodePair, ...]:
    """Find the pairs that have episodes of both conditions, sorted by id."""
    by_pair: defaultdict[str, dict[str, EpisodeRow]] = defaultdict(dict)
    for row in rows:
        by_pair[row.pair_id][row.condition] = row
    return tuple(
        EpisodePair(found[contrast.first], found[contrast.second])
        for _, found in sorted(by_pair.items())
        if contrast.first in found and contrast.second in found
    )
