"""Name what will be computed, as the analysis package does with its default settings."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from analysis.agreement.statistics import AGREEMENT
from analysis.blinding import GUESSES, LEAK
from analysis.conditions import FAMILY, PREFERENCES, SCORES
from analysis.registry import Registry, Settings
from sim.schema.base import Level
from sim.schema.preregistration import RegisteredAnalysis, RegisteredStatistic
from sim.schema.rubric import Dimension, Rubric
from sim.schema.scale import ChoiceAnswer, MultipleChoiceAnswer, PreferenceAnswer, TextAnswer

__all__ = [
    "RegisteredAnalyses",
    "comparable_dimensions",
    "default_primary",
    "registered_analyses",
    "registered_settings",
]

_CONDITIONS = "blindpair analyze conditions"
_AGREEMENT = "blindpair analyze agreement"
_BLINDING = "blindpair analyze blinding"
_TESTS = ("p_value", "p_value_holm")
_LIVE = ("krippendorff_alpha", "percent_agreement")


@dataclass(frozen=True, slots=True)
class RegisteredAnalyses:
    """What is computed, and every statistic's definition once."""

    analyses: tuple[RegisteredAnalysis, ...]
    definitions: tuple[RegisteredStatistic, ...]


def comparable_dimensions(rubric: Rubric) -> tuple[str, ...]:
    """List the questions whose answers compare conditions, in the order they are asked."""
    return tuple(each.dimension for each in rubric.dimensions if _registry(each) is not None)


def default_primary(rubric: Rubric) -> tuple[str, ...]:
    """Take the first preference, else the first question that compares conditions, if there is any."""
    preferences = (d.dimension for d in rubric.dimensions if isinstance(d.answer, PreferenceAnswer))
    return tuple([*preferences, *comparable_dimensions(rubric)][:1])


def registered_analyses(rubric: Rubric, primary: Collection[str], *, asks_final: bool) -> RegisteredAnalyses:
    """Name the primary comparisons, then everything else that is computed unasked."""
    named = [
        *(each for d in rubric.dimensions if d.dimension in primary for each in _compared(d, "primary")),
        *(
            each
            for d in rubric.dimensions
            if d.dimension not in primary
            for each in _compared(d, "secondary")
        ),
        *(each for d in rubric.dimensions for each in _beside(d)),
        _analysis("secondary", "", _BLINDING, LEAK, [each.name for each in LEAK]),
        *([_analysis("secondary", "", _BLINDING, GUESSES, [g.name for g in GUESSES])] if asks_final else []),
    ]
    families: dict[str, Registry[Any]] = {
        registry.title: registry for registry in (PREFERENCES, SCORES, FAMILY, AGREEMENT, GUESSES, LEAK)
    }
    used = dict.fromkeys((each.family, name) for each in named for name in each.statistics)
    definitions = (
        definition
        for title, registry in families.items()
        for definition in _definitions(title, registry, used)
    )
    return RegisteredAnalyses(tuple(named), tuple(definitions))


def registered_settings(settings: Settings | None = None) -> dict[str, str]:
    """Say how everything is computed: intervals, replicates, seed, and what counts."""
    settings = settings or Settings()
    return {
        "intervals": settings.interval.value,
        "bootstrap_replicates": str(settings.n_replicates),
        "seed": str(settings.seed),
        "clusters": "environment and rater",
        "purposes": "main",
        "family_of_tests": "every p_value of all questions and contrasts (Holm)",
    }


def _registry(question: Dimension) -> Registry[Any] | None:
    """Find what compares conditions; see `analysis.conditions.run.is_scored`."""
    answer = question.answer
    if isinstance(answer, PreferenceAnswer):
        return PREFERENCES
    if isinstance(answer, MultipleChoiceAnswer | TextAnswer):
        return None
    return None if isinstance(answer, ChoiceAnswer) and question.level is Level.NOMINAL else SCORES


def _compared(question: Dimension, role: str) -> Iterator[RegisteredAnalysis]:
    registry = _registry(question)
    if registry is None:
        return
    main = "win_rate" if registry is PREFERENCES else "mean_difference"
    yield _analysis(role, question.dimension, _CONDITIONS, registry, [main, _TESTS[0]])
    yield _analysis(role, question.dimension, _CONDITIONS, FAMILY, [_TESTS[1]])


def _beside(question: Dimension) -> Iterator[RegisteredAnalysis]:
    if question.level is None:
        return
    registry = _registry(question)
    if registry is not None:
        main = {"win_rate", "mean_difference", "p_value"}
        chosen = registry.chosen(question.level, optional=False)
        names = [each.name for each in chosen if each.name not in main]
        yield _analysis("secondary", question.dimension, _CONDITIONS, registry, names)
    yield _analysis("secondary", question.dimension, _AGREEMENT, AGREEMENT, _LIVE)


def _analysis(
    role: str, dimension: str, command: str, registry: Registry[Any], names: Iterable[str]
) -> RegisteredAnalysis:
    return RegisteredAnalysis.model_validate(
        {
            "role": role,
            "dimension": dimension,
            "command": command,
            "family": registry.title,
            "statistics": tuple(dict.fromkeys(names)),
        }
    )


def _definitions(
    title: str, registry: Registry[Any], used: Collection[tuple[str, str]]
) -> Iterator[RegisteredStatistic]:
    for each in registry:
        if (title, each.name) in used:
            yield RegisteredStatistic(
                family=title,
                name=each.name,
                title=each.title,
                formula=each.formula,
                convention=each.convention,
                citation=each.citation,
            )
