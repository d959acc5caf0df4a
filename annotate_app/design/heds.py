"""Fill in the Human Evaluation Datasheet as far as a study knows it; the rest is the researcher's."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from annotate_app.design.heds_criterion import criterion_answers
from annotate_app.design.quality_words import quality_rules_in_words
from sim.schema.heds import (
    CRITERION_QUESTIONS,
    STUDY_QUESTIONS,
    TO_BE_FILLED_IN,
    HedsAnswer,
    HedsCriterion,
    HedsDocument,
    HedsQuestion,
)
from sim.schema.preregistration import Preregistration, Registration
from sim.schema.questionnaire import Questionnaire
from sim.schema.rubric import Rubric
from sim.schema.study import StudyDocument

__all__ = ["HedsFacts", "heds_document"]


@dataclass(frozen=True, slots=True)
class HedsFacts:
    """What a datasheet needs beyond the study's document.

    Attributes
    ----------
    n_pairs
        Pairs of the main study; every condition has one dialogue in each.
    n_raters
        Raters who submitted main items and are not excluded.
    n_practice, n_attention, n_repeated
        Items of these purposes.
    platforms
        Where raters come from besides invitation links.
    registration
        The latest; None without any.
    """

    n_pairs: int
    n_environments: int
    n_raters: int
    code_version: str
    n_practice: int = 0
    n_attention: int = 0
    n_repeated: int = 0
    n_excluded: int = 0
    platforms: tuple[str, ...] = ()
    registration: Registration | None = None


def heds_document(study: StudyDocument, facts: HedsFacts) -> HedsDocument:
    """Answer every question of the form that the study can answer; it names no condition."""
    known = dict(_known(study, facts))
    return HedsDocument(
        study_id=study.study_id,
        answers=tuple(_answers(STUDY_QUESTIONS, known, _NOTES)),
        criteria=tuple(
            HedsCriterion(
                criterion=question.dimension,
                answers=tuple(
                    _answers(
                        CRITERION_QUESTIONS,
                        criterion_answers(question, study.rubric, repeats=facts.n_repeated > 0),
                        _CRITERION_NOTES,
                    )
                ),
            )
            for question in study.rubric.dimensions
        ),
    )


_NOTES: Mapping[str, str] = {
    "3.1.2": "how the uploaded dialogues came about is to be added by the researcher",
    "3.1.3.1": "from the study's preregistration; none was made",
    "3.1.3.2": "from the study's preregistration; none was made",
    "3.1.3.3": "from the study's preregistration; none was made",
    "3.2.1": "raters who submitted items by the time of the export, without excluded ones",
    "3.2.3": "who was invited and how is to be added by the researcher",
    "3.3.1": "the registry's link is to be added by the researcher",
    "3.3.6": "whether raters were told that they can ask is to be added by the researcher",
}
_CRITERION_NOTES: Mapping[str, str] = {
    "4.3.9": "as `blindpair analyze` computes it with its default settings",
    "4.3.10": "as `blindpair analyze` computes it with its default settings",
    "4.3.11.1": "as `blindpair analyze` computes it with its default settings",
    "4.3.11.2": f"{TO_BE_FILLED_IN}, from `blindpair analyze agreement`",
}


def _answers(
    questions: Iterable[HedsQuestion], known: Mapping[str, str], notes: Mapping[str, str]
) -> Iterator[HedsAnswer]:
    for question in questions:
        value = known.get(question.number)
        note = notes.get(question.number, "")
        if value is None and TO_BE_FILLED_IN not in note:
            note = TO_BE_FILLED_IN
        yield HedsAnswer(
            number=question.number, element=question.element, label=question.label, value=value, note=note
        )


def _known(study: StudyDocument, facts: HedsFacts) -> Iterator[tuple[str, str]]:
    yield "1.1.2", f"Blindpair study {study.name} ({study.study_id})"
    yield "2.2", "text: dialogues of two speakers"
    yield "3.1.1", str(facts.n_pairs)
    yield (
        "3.1.2",
        (
            f"All {facts.n_pairs} pairs of the uploaded dialogues that have one of both conditions, in "
            f"{facts.n_environments} environments."
        ),
    )
    yield "3.2.1", str(facts.n_raters)
    yield "3.2.3", _recruitment(facts.platforms)
    yield "3.2.4", _training(study, facts)
    asked = [*_asked(study.before), *_asked(study.after)]
    if asked:
        yield "3.2.5", f"Asked, with the answers in questionnaire_answers.csv: {' '.join(asked)}"
    if facts.registration is not None:
        yield from _registered(facts.registration.document, facts.registration.sha256)
    yield "3.3.2", f"Blindpair {facts.code_version}, a web page"
    yield from _quality(facts)
    yield "3.3.4.2", _seen(study.rubric)
    yield "3.3.5", _freedom(study)
    if study.final is not None or study.after is not None:
        yield "3.3.6", "Evaluators are asked for comments after the evaluation."


def _recruitment(platforms: Iterable[str]) -> str:
    names = {"prolific": "the platform Prolific", "open": "one open address"}
    ways = ["personal invitation links", *(names.get(one, one) for one in platforms)]
    return f"By {' and '.join(ways)}."


def _training(study: StudyDocument, facts: HedsFacts) -> str:
    practice = f"{facts.n_practice} practice items." if facts.n_practice else "No practice items."
    texts = f"Instructions before the first item:\n{study.instructions}\nConsent:\n{study.consent_text}"
    return f"{practice} {texts}"


def _asked(questionnaire: Questionnaire | None) -> Iterator[str]:
    if questionnaire is not None:
        yield from (question.text for question in questionnaire.questions)


def _registered(document: Preregistration, sha256: str) -> Iterator[tuple[str, str]]:
    late = ", after the conditions had been exported" if document.late else ""
    yield (
        "3.3.1",
        (
            f"Yes: in the study's database, version {document.version}, "
            f"{document.registered_at.isoformat()}, SHA-256 {sha256}{late}; see preregistration.json."
        ),
    )
    power = document.power
    if power is None:
        return
    yield (
        "3.1.3.1",
        (
            "Two-sided test with standard errors widened by the design effect of environments and raters "
            f"(Kish 1965), alpha {power.alpha:g}, power {power.power:g}."
        ),
    )
    smallest = [
        *([] if power.win_rate is None else [f"win rate {power.win_rate:.3f}"]),
        *([] if power.difference is None else [f"mean difference {power.difference:.3f}"]),
    ]
    yield (
        "3.1.3.2",
        (
            f"Smallest effects found with power {power.power:g}: {', '.join(smallest) or 'none'}; assumed: "
            f"ties {power.ties:g}, standard deviation {power.deviation:g}, shared between environments "
            f"{power.environment:g} and raters {power.rater:g}."
        ),
    )
    yield "3.1.3.3", "`blindpair analyze power` of the package named in 3.3.2"


def _quality(facts: HedsFacts) -> Iterator[tuple[str, str]]:
    kinds = [
        "automatic quality checking methods are used during or after the evaluation",
        "manual quality checking methods are used during or after the evaluation",
        *(["evaluators are excluded if they fail quality checks"] if facts.n_excluded else []),
    ]
    yield "3.3.3.1", "; ".join(kinds)
    rules = "; ".join(f"{flag.value}: {rule}" for flag, rule in quality_rules_in_words().items())
    checks = [
        *([f"{facts.n_attention} attention checks"] if facts.n_attention else []),
        *([f"{facts.n_repeated} repeated items"] if facts.n_repeated else []),
    ]
    more = f" Also: {', '.join(checks)}." if checks else ""
    yield (
        "3.3.3.2",
        (
            f"Flags ({rules}). Flags exclude nobody; leaving a rater out is a recorded decision with a "
            f"reason, taken before unblinding. Excluded: {facts.n_excluded}.{more}"
        ),
    )


def _seen(rubric: Rubric) -> str:
    shown = (
        "Two dialogues of a pair side by side, named A and B; which is A is balanced per item and rater."
        if rubric.layout == "pair"
        else "One dialogue at a time."
    )
    steps = "; ".join(
        f"step {number}: {', '.join(part.value for part in step.visible) or 'the dialogues alone'}"
        f"{' (locks)' if step.locks else ''}"
        for number, step in enumerate(rubric.steps, start=1)
    )
    return f"{shown} Beside them what each step shows: {steps}. The questions with their scales and anchors."


def _freedom(study: StudyDocument) -> str:
    lease = (
        "an item in hand is kept for them"
        if study.lease_minutes is None
        else f"an item that nobody touched for {study.lease_minutes} minutes goes to another rater"
    )
    return f"Neither time nor place is set; they may stop and come back to the same item, and {lease}."
