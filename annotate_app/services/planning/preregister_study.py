"""Freeze what a study is to do, before anybody looks at its conditions."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.design.quality import QualityFlag
from annotate_app.design.quality_words import quality_rules_in_words
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.planning.planned_power import Assumptions, PlannedSize, planned_power
from annotate_app.services.planning.registered_analyses import (
    comparable_dimensions,
    default_primary,
    registered_analyses,
    registered_settings,
)
from annotate_app.services.studies.bundle_study import study_document
from annotate_app.services.studies.find import existing_study
from annotate_app.services.studies.list_studies import main_raters
from annotate_app.services.studies.registered_plan import registered_plan, registered_texts
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import add_event
from annotate_app.store.exclusions import is_unblinded
from annotate_app.store.models import PreregistrationRow, StudyRow
from annotate_app.store.preregistrations import add_preregistration, preregistrations_of
from annotate_app.store.states import AssignmentState
from sim.schema.preregistration import (
    ExclusionRule,
    Preregistration,
    RegisteredPlan,
    RegisteredPower,
    Registration,
)
from sim.schema.rubric import Rubric
from sim.schema.study import StudyDocument

__all__ = ["Intentions", "preregister_study", "primary_choices"]

_LONGEST = 100_000
_POLICY = (
    "Flags exclude nobody by themselves. Flagged raters are looked at before the conditions are exported; "
    "whoever is left out is recorded with a reason and a time, and every analysis leaves out all ratings "
    "of that rater and says how many."
)
_UNBLINDED = (
    "The study was exported with its conditions already, so what is registered now was not registered "
    "before. To register it all the same, say that it is late (--late); the document says so."
)


@dataclass(frozen=True, slots=True)
class Intentions:
    """What only the researcher knows.

    Attributes
    ----------
    primary
        The questions that decide; empty takes the first preference, else the first that compares conditions.
    hypotheses
        In the researcher's words; may be empty.
    stopping_rule, exclusion_policy
        None for those that come with the package.
    assumptions
        Of the power.
    late
        Register although the conditions were exported.
    """

    primary: tuple[str, ...] = ()
    hypotheses: str = ""
    stopping_rule: str | None = None
    exclusion_policy: str | None = None
    assumptions: Assumptions = field(default_factory=Assumptions)
    late: bool = False


def preregister_study(
    place: Workplace, principal: Staff, study_id: str, intentions: Intentions | None = None
) -> Registration:
    """Store a new version of the study's preregistration; earlier ones stay as they are.

    Raises
    ------
    NotFoundError
        If there is no such study.
    StudyError
        If the study was exported with its conditions and the registration does not say that it is late, a
        primary question compares no conditions, or a text cannot be stored; nothing was stored.
    """
    intentions = intentions or Intentions()
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        # A change of the study, or its unblinding, is either before this registration or after it.
        study = existing_study(session, study_id, lock=True)
        unblinded = is_unblinded(session, study_id)
        document = study_document(session, study)
        problems = list(_problems(intentions, document.rubric, unblinded=unblinded))
        if problems:
            raise StudyError(problems)
        planned = _preregistration(session, study, document, intentions, now=now)
        # Read back, every field counts as given, and is part of the hash.
        registered = Preregistration.model_validate_json(planned.model_dump_json())
        row = PreregistrationRow(
            study_id=study_id,
            version=registered.version,
            sha256=registered.sha256,
            document=registered.canonical,
            late=registered.late,
            registered_at=now,
            registered_by=actor_of(principal)[1],
        )
        add_preregistration(session, row)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="preregistered",
            study_id=study_id,
            about=study_id,
            detail={"version": row.version, "sha256": row.sha256, "late": row.late},
        )
        return Registration(sha256=row.sha256, document=registered)


def primary_choices(place: Workplace, principal: Staff, study_id: str) -> tuple[str, ...]:
    """List the study's questions that can decide, in the order they are asked.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        document = study_document(session, existing_study(session, study_id))
    return comparable_dimensions(document.rubric)


def _problems(intentions: Intentions, rubric: Rubric, *, unblinded: bool) -> Iterator[str]:
    if unblinded and not intentions.late:
        yield _UNBLINDED
    known = comparable_dimensions(rubric)
    for name in intentions.primary:
        if name not in known:
            yield f"Found {name!r} as a primary question, expected one of {', '.join(known) or 'none'}."
    texts = {
        "hypotheses": intentions.hypotheses,
        "stopping rule": intentions.stopping_rule,
        "exclusion policy": intentions.exclusion_policy,
    }
    for what, text in texts.items():
        if text is None:
            continue
        if not text.strip() and what != "hypotheses":
            yield f"The {what} is blank."
        if len(text) > _LONGEST:
            yield f"The {what} has {len(text)} characters, expected at most {_LONGEST}."
        if any(character == "\x00" or "\ud800" <= character <= "\udfff" for character in text):
            yield f"The {what} holds a NUL character or half of a character; save it as UTF-8 text."


def _preregistration(
    session: Session, study: StudyRow, document: StudyDocument, intentions: Intentions, *, now: datetime
) -> Preregistration:
    plan = registered_plan(session, study)
    power, note = _power(plan, intentions.assumptions)
    chosen = registered_analyses(
        document.rubric,
        intentions.primary or default_primary(document.rubric),
        asks_final=document.descriptions is not None,
    )
    return Preregistration(
        study_id=study.study_id,
        name=study.name,
        version=len(preregistrations_of(session, study.study_id)) + 1,
        registered_at=now,
        late=is_unblinded(session, study.study_id),
        code_version=version("blindpair"),
        n_submitted=_n_submitted(session, study.study_id),
        n_begun=sum(rater.consented_at is not None for rater in main_raters(session, study.study_id)),
        hypotheses=intentions.hypotheses,
        contrasts=document.contrasts,
        rubric_hash=document.rubric.rubric_hash,
        rubric=document.rubric,
        texts=registered_texts(session, study.study_id),
        before=document.before,
        after=document.after,
        final=document.final,
        descriptions=document.descriptions,
        plan=plan,
        analyses=chosen.analyses,
        definitions=chosen.definitions,
        settings=registered_settings(),
        exclusion_rules=_rules(),
        exclusion_policy=intentions.exclusion_policy or _POLICY,
        stopping_rule=intentions.stopping_rule or _stopping(plan),
        power=power,
        power_note=note,
    )


def _n_submitted(session: Session, study_id: str) -> int:
    rows = assignments_of_study(session, study_id)
    return sum(row.state is AssignmentState.COMPLETED for row in rows)


def _rules() -> tuple[ExclusionRule, ...]:
    words = quality_rules_in_words()
    return tuple(ExclusionRule(flag=flag.value, rule=words[flag]) for flag in QualityFlag if flag in words)


def _stopping(plan: RegisteredPlan) -> str:
    wanted = plan.items.n_items * plan.raters_per_item
    return (
        f"Collection ends when each of the {plan.items.n_items} items has {plan.raters_per_item} ratings "
        f"({wanted} in all), or when the study is closed before, which is recorded. No result by condition "
        "is looked at before: until then exports are blind."
    )


def _power(plan: RegisteredPlan, assumptions: Assumptions) -> tuple[RegisteredPower | None, str]:
    size = PlannedSize(
        n_items=plan.items.n_items,
        n_environments=plan.items.n_environments,
        raters_per_item=plan.raters_per_item,
        n_raters=plan.n_raters or None,
        items_per_rater=plan.items_per_rater,
    )
    try:
        found = planned_power(size, assumptions)
    except StudyError as error:
        return None, str(error)
    note = (
        f"The raters invited so far can give {found.n_possible} of {found.n_ratings} ratings at most."
        if found.n_possible < found.n_ratings
        else ""
    )
    power = RegisteredPower(
        win_rate=found.win_rate,
        difference=found.difference,
        power=assumptions.power,
        alpha=assumptions.alpha,
        ties=assumptions.ties,
        deviation=assumptions.deviation,
        environment=assumptions.environment,
        rater=assumptions.rater,
        design_effect=found.design_effect,
        n_raters=found.n_raters,
        n_ratings=found.n_ratings,
    )
    return power, note
