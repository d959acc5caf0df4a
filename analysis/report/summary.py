"""The answers a reader looks for first, in sentences made from rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.blinding import FINAL_GUESS
from analysis.estimate import Estimate, Scope
from analysis.report.plain import interval, number, p_value, percent, visible
from analysis.report.results import Coverage, Results, Topic
from analysis.report.summary_judge import judge_answer

__all__ = ["Answer", "answers_of", "conditions_answer"]

_RELIABLE, _TENTATIVE = 0.8, 0.667
_HALF = 0.5
_FEW_ENVIRONMENTS = 10


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its answer.

    Attributes
    ----------
    short
        The answer in a few words.
    sentences
        What it rests on, one a dimension, comparison or judge.
    """

    question: str
    short: str
    sentences: tuple[str, ...]


def answers_of(results: Results) -> tuple[Answer, ...]:
    """Answer what every report should: agreement, conditions, judge, blinding."""
    judge = judge_answer(results)
    return (
        _agreement(results),
        conditions_answer(results.rows(Topic.CONDITIONS), results.findings[Topic.CONDITIONS].absent),
        Answer("Can the judge stand in for people?", judge.short, judge.sentences),
        _blinding(results),
    )


def _agreement(results: Results) -> Answer:
    question = "Do the raters agree?"
    found = {
        (row.dimension, row.statistic): row
        for row in results.rows(Topic.AGREEMENT)
        if row.scope is Scope.OVERALL
    }
    alphas = [found.get((each.dimension, "krippendorff_alpha")) for each in results.coverage]
    verdicts = [_verdict(row) for row in alphas if row is not None and row.value is not None]
    sentences = tuple(
        _agreement_sentence(each, row, found.get((each.dimension, "percent_agreement")))
        for each, row in zip(results.coverage, alphas, strict=True)
        if row is not None
    )
    if not verdicts:
        return Answer(question, "It cannot be said.", sentences)
    short = verdicts[0] if len(set(verdicts)) == 1 else "It depends on the question."
    return Answer(question, f"{short[:1].upper()}{short[1:]}".rstrip(".") + ".", sentences)


def _verdict(alpha: Estimate) -> str:
    value = alpha.value or 0.0
    if alpha.low is not None and alpha.low <= 0:
        return "not beyond chance, as far as can be told"
    if value >= _RELIABLE:
        return "yes" if alpha.low is not None and alpha.low >= _RELIABLE else "most likely yes"
    return "well enough for tentative conclusions" if value >= _TENTATIVE else "only in part"


def _agreement_sentence(coverage: Coverage, alpha: Estimate, percent_row: Estimate | None) -> str:
    name = visible(coverage.dimension)
    if alpha.value is None:
        return f"On {name} it cannot be said: {visible(alpha.note)}."
    same = ""
    if percent_row is not None and percent_row.value is not None:
        same = f" Two raters of the same unit give the same answer in {percent(percent_row.value)} of cases."
    return (
        f"On {name}: {_verdict(alpha)}. Krippendorff's alpha is {number(alpha.value)}{_between(alpha)}, "
        f"{_place(alpha.value)} (0 is chance, 1 full agreement; {coverage.n_raters} raters, "
        f"{coverage.n_units} units).{same}"
    )


def _place(value: float) -> str:
    if value >= _RELIABLE:
        return "above the 0.8 that counts as reliable"
    if value >= _TENTATIVE:
        return "between 0.667 and 0.8, which allows tentative conclusions"
    return "below 0.667, from which on conclusions are called tentative"


def _between(row: Estimate) -> str:
    text = interval(row)
    return f" (95 % interval {text})" if text else " (no interval)"


def conditions_answer(rows: Sequence[Estimate], absent: str) -> Answer:
    """Say which condition won, from rows of `analyze conditions`; `absent` is why there are none."""
    question = "Which condition won?"
    if not rows:
        return Answer(question, "It cannot be said yet.", (absent,))
    found: dict[tuple[str, str, str | None, str | None], Estimate] = {}
    for row in rows:
        if row.scope is Scope.CONDITION and row.reference is not None:
            found.setdefault((row.statistic, row.dimension, row.condition, row.reference), row)
    main = [row for row in found.values() if row.statistic in {"win_rate", "mean_difference"}]
    main = [row for row in main if row.value is not None]
    tests = {key[1:]: row for key, row in found.items() if key[0] == "p_value_holm"}
    sentences = tuple(
        _comparison(row, tests.get((row.dimension, row.condition, row.reference))) for row in main
    )
    winners = [winner for row in main if (winner := _winner(row)) is not None]
    if not main:
        return Answer(question, "It cannot be said.", ("No comparison has a defined result.",))
    if not winners:
        return Answer(question, "None, as far as can be told.", sentences)
    names = list(dict.fromkeys(winners))
    if len(names) == 1 and len(winners) == len(main):
        return Answer(question, f"{visible(names[0])}.", sentences)
    return Answer(question, "It depends on the question.", sentences)


def _middle(row: Estimate) -> float:
    return _HALF if row.statistic == "win_rate" else 0.0


def _winner(row: Estimate) -> str | None:
    """Name the condition that the whole interval favours."""
    if row.low is not None and row.low > _middle(row):
        return row.condition
    if row.high is not None and row.high < _middle(row):
        return row.reference
    return None


def _comparison(row: Estimate, test: Estimate | None) -> str:
    first, second = visible(row.condition or ""), visible(row.reference or "")
    name, value = visible(row.dimension), row.value or 0.0
    chance = ""
    if test is not None and test.value is not None:
        chance = (
            f" The chance of a difference this large if there were none is {p_value(test.value)} "
            f"({visible(test.note)}, Holm)."
        )
    if row.statistic == "win_rate":
        between = (
            ""
            if row.low is None or row.high is None
            else (f" (95 % interval {percent(row.low)} to {percent(row.high)})")
        )
        said = (
            f"{first} was preferred to {second} in {percent(value)} of choices{between}, a tie counted half"
        )
    else:
        way = "higher" if value >= 0 else "lower"
        said = f"{first} scores {number(abs(value))} points {way} than {second}{_between(row)}"
    winner = _winner(row)
    open_ = "; the interval leaves open who is ahead" if winner is None else ""
    return f"On {name}: {said}{open_}.{chance}"


def _blinding(results: Results) -> Answer:
    question = "Could raters tell the conditions apart?"
    finding = results.findings[Topic.BLINDING]
    guesses = [r for r in finding.rows if r.statistic == "guess_accuracy" and r.condition is None]
    leaks = [r for r in finding.rows if r.statistic == "leak_auroc" and r.scope is Scope.CONDITION]
    if not guesses and not leaks:
        return Answer(question, "It cannot be said yet.", (finding.absent or "Nobody was asked to guess.",))
    sentences = [*map(_guess, guesses), *map(_leak, leaks)]
    if not guesses:
        sentences.insert(0, "Raters were not asked to guess, so that only the text can be looked at.")
    told = [row for row in guesses if row.low is not None and row.low > _chance(row)]
    given = [row for row in leaks if _leaks(row)]
    short = (
        "Yes, better than by chance." if told else "Not that it shows in their guesses." if guesses else ""
    )
    if not guesses:
        short = (
            "They were not asked; the text would let them."
            if given
            else "It cannot be said from so few dialogues."
            if any(_is_open(row) for row in leaks)
            else "They were not asked; what the text alone tells is below."
        )
    return Answer(question, short, tuple(sentences))


def _chance(row: Estimate) -> float:
    """Read the chance level that the row states."""
    for part in row.note.split("; "):
        if part.startswith("chance is "):
            return float(part.removeprefix("chance is "))
    return _HALF


def _guess(row: Estimate) -> str:
    if row.value is None:
        if row.dimension == FINAL_GUESS:
            return "Asked last of all which dialogue was which, nobody dared to guess."
        return f"On {visible(row.dimension)} nobody dared to guess."
    bounds: Sequence[float | None] = (row.low, row.high)
    between = (
        "" if None in bounds else f" (95 % interval {percent(row.low or 0)} to {percent(row.high or 0)})"
    )
    of = (
        "Asked last of all which dialogue was which, of the raters' guesses"
        if row.dimension == FINAL_GUESS
        else "Of the raters' guesses,"
    )
    return (
        f"{of} {percent(row.value)} were right{between}; chance is "
        f"{percent(_chance(row))}. 'Do not know' is left out."
    )


def _leaks(row: Estimate) -> bool:
    if row.value is None:
        return False
    if row.low is None:
        return row.value > _HALF and (row.n_clusters or 0) >= _FEW_ENVIRONMENTS
    return row.low > _HALF


def _is_open(row: Estimate) -> bool:
    """Tell whether there are too few environments for an interval, and the text was told apart in them."""
    return row.low is None and (row.value or 0.0) > _HALF and not _leaks(row)


def _leak(row: Estimate) -> str:
    pair = f"{visible(row.condition or '')} and {visible(row.reference or '')}"
    if row.value is None:
        return f"Whether the text alone tells {pair} apart cannot be said: {visible(row.note)}."
    verdict = (
        "can be told apart"
        if _leaks(row)
        else "may be told apart"
        if _is_open(row)
        else "cannot be told apart as far as can be seen"
    )
    between = _between(row) if interval(row) else ""
    few = ", too few to say much" if (row.n_clusters or 0) < _FEW_ENVIRONMENTS else ""
    return (
        f"By length and style alone {pair} {verdict}: a model that never saw the environment puts two "
        f"dialogues in the right order in {percent(row.value)} of cases{between}; 50 % is chance. It saw "
        f"{row.n_units} dialogues in {row.n_clusters} environments{few}."
    )
