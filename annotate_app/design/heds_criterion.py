"""Fill in what a question of a protocol says of a quality criterion."""

from collections.abc import Mapping
from dataclasses import dataclass

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

__all__ = ["criterion_answers"]

_NONE = "N/A"
_CHOICE, _BOXES = "Multiple-choice options", "Check-boxes"
_RELATIVE = "relative quality estimation"
_DIRECT = "direct quality estimation"
_LABELS = "output classification or labelling"
_WIN = (
    "win rate, ties half, of the first condition over all ratings, standard errors clustered by "
    "environment and rater"
)
_MEAN = "mean of paired differences within rater, standard errors clustered by environment and rater"
_TEST = "two-way clustered t test (Cameron, Gelbach & Miller 2011), p values adjusted by Holm's method"


@dataclass(frozen=True, slots=True)
class _Instrument:
    size: str
    values: str
    presented: str
    form: str


def criterion_answers(question: Dimension, rubric: Rubric, *, repeats: bool) -> Mapping[str, str]:
    """Answer what the protocol knows, by the form's numbers."""
    instrument = _instrument(question.answer)
    is_text = isinstance(question.answer, TextAnswer)
    known = {
        "4.2.1": "Subjective",
        "4.2.2": "Relative" if rubric.layout == "pair" else "Absolute",
        "4.2.3": "Intrinsic",
        "4.3.1.1": "no name given",
        "4.3.2": question.help.strip() or "no definition given",
        "4.3.3": instrument.size,
        "4.3.4": instrument.values,
        "4.3.5": instrument.presented,
        "4.3.6": "Evaluators type a text, which is recorded as it is." if is_text else _NONE,
        "4.3.7": question.question,
        "4.3.8": instrument.form,
        "4.3.12.1": "Repeated items" if repeats else "IntraAA not assessed",
        **({} if repeats else {"4.3.12.2": "IntraAA not assessed"}),
    }
    return {**known, **_analysis(question)}


def _instrument(answer: Answer) -> _Instrument:
    match answer:
        case PreferenceAnswer():
            extra = [*(["No difference"] if answer.tie else []), *(["Both bad"] if answer.both_bad else [])]
            values = ["Dialogue A", *extra, "Dialogue B"]
            return _Instrument(str(len(values)), "; ".join(values), _CHOICE, _RELATIVE)
        case ScaleAnswer():
            anchors = "; ".join(f"{point} = {words}" for point, words in sorted(answer.anchors.items()))
            values = f"{answer.minimum} to {answer.maximum}" + (f" ({anchors})" if anchors else "")
            return _Instrument(str(answer.maximum - answer.minimum + 1), values, _CHOICE, _DIRECT)
        case NumberAnswer():
            low = "" if answer.minimum is None else f" from {answer.minimum:g}"
            high = "" if answer.maximum is None else f" to {answer.maximum:g}"
            return _Instrument("continuous", f"any number{low}{high}", "Other: a field for a number", _DIRECT)
        case YesNoAnswer():
            return _Instrument("2", "yes; no", _CHOICE, _LABELS)
        case ChoiceAnswer():
            labels = "; ".join(option.label for option in answer.options)
            return _Instrument(str(len(answer.options)), labels, _CHOICE, _LABELS)
        case MultipleChoiceAnswer():
            labels = "; ".join(option.label for option in answer.options)
            return _Instrument(str(2 ** len(answer.options)), f"any of: {labels}", _BOXES, _LABELS)
        case TextAnswer():
            return _Instrument(_NONE, _NONE, "N/A (there is no rating instrument)", "qualitative feedback")


def _analysis(question: Dimension) -> Mapping[str, str]:
    if question.level is None:
        unassessed = "InterAA not assessed"
        none = "results were not processed or aggregated before being reported"
        return {"4.3.9": none, "4.3.10": "None", "4.3.11.1": unassessed, "4.3.11.2": unassessed}
    agreement = {"4.3.11.1": f"Krippendorff's alpha, level {question.level.value}; percent agreement"}
    if isinstance(question.answer, PreferenceAnswer):
        return {**agreement, "4.3.9": _WIN, "4.3.10": f"{_TEST}; win odds, Cohen's h"}
    if isinstance(question.answer, ScaleAnswer | NumberAnswer | YesNoAnswer):
        return {**agreement, "4.3.9": _MEAN, "4.3.10": f"{_TEST}; Cohen's d, Hedges' g, Cliff's delta"}
    return agreement
