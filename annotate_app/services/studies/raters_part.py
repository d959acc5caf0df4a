"""What a plan says to raters and asks them: its texts, and its words for the conditions."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from pydantic import ValidationError

from annotate_app.design.texts import DEFAULT_CONSENT, DEFAULT_INSTRUCTIONS
from annotate_app.errors import StudyError
from annotate_app.language import Translation
from annotate_app.services.studies.study_plan import FinalQuestion, StudyPlan
from annotate_app.store.states import TextKind
from sim.errors import Problem
from sim.schema.rubric import Rubric
from sim.schema.study import Contrast, Descriptions, StudyText
from sim.schema.validation import problems_of

__all__ = ["description_problems", "descriptions_of", "first_texts"]

_MAY_BE_ABSENT = {TextKind.WARNING, TextKind.DEBRIEFING}


def first_texts(plan: StudyPlan, now: datetime, translation: Translation) -> tuple[StudyText, ...]:
    """Make the first version of every text that the study has; those of the package are translated.

    Raises
    ------
    StudyError
        With everything that is wrong in any of them.
    """
    say = translation.say
    written: Mapping[TextKind, str] = {
        TextKind.CONSENT: say(DEFAULT_CONSENT) if plan.consent_text is None else plan.consent_text,
        TextKind.WARNING: plan.warning,
        TextKind.INSTRUCTIONS: say(DEFAULT_INSTRUCTIONS) if plan.instructions is None else plan.instructions,
        TextKind.DEBRIEFING: plan.debriefing,
    }
    texts: list[StudyText] = []
    problems: list[Problem] = []
    for kind, text in written.items():
        if kind in _MAY_BE_ABSENT and not text.strip():
            continue
        try:
            texts.append(StudyText(kind=kind.value, version=1, created_at=now, text=text))
        except ValidationError as error:
            problems.extend(problems_of(error, source=f"the {kind.value} text", line=None))
    if problems:
        raise StudyError(problems)
    return tuple(texts)


def descriptions_of(final: FinalQuestion | None, contrast: Contrast) -> Descriptions | None:
    """Take the words for the two conditions, where there are any."""
    if final is None or not final.descriptions:
        return None
    return Descriptions(first=final.descriptions[contrast.first], second=final.descriptions[contrast.second])


def description_problems(
    final: FinalQuestion | None, rubric: Rubric, contrast: Contrast | None
) -> Iterator[str]:
    """Name what is wrong with the words for the conditions."""
    if final is None or not final.descriptions or contrast is None:
        return
    if rubric.layout == "single":
        yield "Conditions are described, but the protocol shows one dialogue at a time: describe none."
    wanted = (contrast.first, contrast.second)
    for name, words in final.descriptions.items():
        if name not in wanted:
            yield f"Found a description of {name!r}, expected {wanted[0]!r} and {wanted[1]!r}."
        elif not words.strip():
            yield f"The description of {name!r} is blank."
        elif any(_is_label(one) and one in words for one in wanted):
            yield f"The description of {name!r} names a condition; raters must never see one."
    missing = [name for name in wanted if name not in final.descriptions]
    yield from (f"There is no description of {name!r}: describe both conditions or none." for name in missing)
    if not missing and len({final.descriptions[name].strip() for name in wanted}) == 1:
        yield "Both conditions have the same description."


def _is_label(condition: str) -> bool:
    """Tell a label, such as `SCRIPT:model`, from a plain word that a description may well use."""
    return not (condition.isalpha() and condition.islower())
