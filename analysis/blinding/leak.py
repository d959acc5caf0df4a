"""Whether surface features alone tell two conditions apart, and which do."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from analysis.blinding.logistic import N_FOLDS, auroc, fit_ridge, predict_unseen
from analysis.errors import OptionError
from analysis.estimate import Estimate, Scope
from analysis.registry import ALL_LEVELS, Registry, Settings, Statistic
from analysis.resampling import Interval
from analysis.resampling.linearised import Clustering, Clusters, Linearised, clustered_interval
from analysis.resampling.resampled import Numbers
from analysis.text import PROPERTIES, Corpus, Group

__all__ = ["LEAK", "LEAK_DIMENSION", "Leak", "leak_rows", "leaks_of"]

LEAK_DIMENSION = "leak"

_FEATURES = tuple(each for each in PROPERTIES if each.group in {Group.LENGTH, Group.STYLE})
_FEWEST_ENVIRONMENTS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Leak:
    """Dialogues of two conditions with their surface features.

    Attributes
    ----------
    names
        Of the features, in the order of the columns.
    features
        Shape `(n_dialogues, n_features)`, nan where a feature says nothing about a dialogue.
    label
        1 for the first condition, 0 for the second, shape `(n_dialogues,)`.
    environment, pair
        Whole numbers from 0, shape `(n_dialogues,)`.
    """

    condition: str
    reference: str
    names: tuple[str, ...]
    features: Numbers
    label: Numbers
    environment: NDArray[np.int64]
    pair: NDArray[np.int64]

    @property
    def n_environments(self) -> int:
        """Number of environments."""
        return len(np.unique(self.environment))


def leaks_of(corpus: Corpus) -> Iterator[Leak]:
    """Set every two conditions of a corpus against each other.

    Raises
    ------
    OptionError
        If fewer than two conditions are known.
    """
    if len(corpus.conditions) < 2:
        raise OptionError(
            f"Found episodes of {len(corpus.conditions) or 'no known'} condition; expected at least two, "
            "unblinded, so that it can be asked whether the text tells them apart."
        )
    with np.errstate(invalid="ignore", divide="ignore"):
        columns = [corpus.of(each)[:, 0] / corpus.of(each)[:, 1] for each in _FEATURES]
    features = np.column_stack(columns)
    pairs = np.array([dialogue.episode.pair_id for dialogue in corpus.dialogues], object)
    place = {name: at for at, name in enumerate(corpus.conditions)}
    for contrast in corpus.contrasts:
        one, two = place[contrast.first], place[contrast.second]
        kept = np.flatnonzero(np.isin(corpus.condition, [one, two]))
        yield Leak(
            condition=contrast.first,
            reference=contrast.second,
            names=tuple(each.name for each in _FEATURES),
            features=features[kept],
            label=(corpus.condition[kept] == one).astype(np.float64),
            environment=np.unique(corpus.environment[kept], return_inverse=True)[1],
            pair=np.unique(pairs[kept], return_inverse=True)[1],
        )


def leak_rows(corpus: Corpus, settings: Settings) -> tuple[Estimate, ...]:
    """Report for every two conditions how well surface features tell them apart, and which do.

    The first two conditions' rows about all features come once more at scope `overall`.
    """
    rows: list[Estimate] = []
    for at, leak in enumerate(leaks_of(corpus)):
        found = [row for each in LEAK for row in each.function(leak, settings)]
        if at == 0:
            main = (row for row in found if row.dimension == LEAK_DIMENSION)
            rows.extend(row.model_copy(update={"scope": Scope.OVERALL}) for row in main)
        rows.extend(found)
    return tuple(rows)


def _all_features(leak: Leak, settings: Settings) -> Iterator[Estimate]:
    if leak.n_environments < _FEWEST_ENVIRONMENTS:
        note = f"fewer than {_FEWEST_ENVIRONMENTS} environments to learn from and to test on"
        for name in ("leak_auroc", "leak_pair_accuracy"):
            yield _row(leak, name, Linearised(np.nan, np.zeros(0)), note=note)
        return
    log_odds = predict_unseen(leak.features, leak.label, leak.environment, settings.generator())
    n_folds = min(N_FOLDS, leak.n_environments)
    for name, told in {
        "leak_auroc": auroc(log_odds, leak.label),
        "leak_pair_accuracy": _pairs_told(leak, log_odds),
    }.items():
        yield _row(leak, name, _widened(told, n_folds), note="0.5 where nothing leaks")


def _widened(told: Linearised, n_folds: int) -> Linearised:
    """Account for models that were trained on nearly the same dialogues (Nadeau & Bengio 2003)."""
    return replace(told, influence=told.influence * np.sqrt(1 + n_folds / (n_folds - 1)))


def _pairs_told(leak: Leak, log_odds: Numbers) -> Linearised:
    """Share of pairs whose first condition's dialogue gets the higher log-odds, ties half."""
    n_pairs = int(leak.pair.max()) + 1
    of_side = (leak.label, 1 - leak.label)
    first, second = (np.bincount(leak.pair, side * log_odds, n_pairs) for side in of_side)
    n_first, n_second = (np.bincount(leak.pair, side, n_pairs) for side in of_side)
    complete = (n_first == 1) & (n_second == 1)
    told = (1 + np.sign(first - second)) / 2
    if not complete.any():
        return Linearised(np.nan, np.zeros(len(log_odds)))
    rate = float(told[complete].mean())
    # each pair's error is booked on its first condition's dialogue
    booked = complete[leak.pair] & (leak.label == 1)
    influence = np.where(booked, (told[leak.pair] - rate) / complete.sum(), 0.0)
    return Linearised(rate, influence, lambda scaled: np.clip(scaled, 0, 1))


def _single_features(leak: Leak, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
    """Make a row for every feature that varies, the most telling first."""
    weights = fit_ridge(leak.features, leak.label).weights
    areas = {name: auroc(leak.features[:, at], leak.label) for at, name in enumerate(leak.names)}
    weight_of = dict(zip(leak.names, weights.tolist(), strict=True))
    telling = [name for name, area in areas.items() if isfinite(area.scaled) and weight_of[name] != 0]
    for name in sorted(telling, key=lambda name: -abs(areas[name].value - 0.5)):
        note = f"weight among all features {weight_of[name]:+.2f} per standard deviation"
        row = _row(leak, "leak_feature_auroc", areas[name], note=note)
        yield row.model_copy(update={"dimension": name})


def _row(leak: Leak, name: str, statistic: Linearised, *, note: str = "") -> Estimate:
    defined = isfinite(statistic.scaled)
    clusters = Clusters(leak.environment, None)
    interval = clustered_interval(statistic, clusters, Clustering.ENVIRONMENT) if defined else Interval()
    return Estimate(
        scope=Scope.CONDITION,
        dimension=LEAK_DIMENSION,
        statistic=name,
        value=statistic.value if defined else None,
        low=interval.low,
        high=interval.high,
        n_units=len(leak.label),
        n_clusters=leak.n_environments,
        note="; ".join(part for part in (note or ("" if defined else "undefined"), interval.note) if part),
        condition=leak.condition,
        reference=leak.reference,
    )


_INTERVAL = "Interval: clustered by environment, t(G - 1)"

LEAK: Registry[Leak] = Registry(
    "Leaks: conditions told apart by surface features",
    [
        Statistic(
            name="leak_auroc",
            title="Conditions told apart by surface features",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_all_features,
            formula="P(log-odds of a first-condition dialogue > of a second-condition one), ties half, "
            "log-odds from a logistic regression with a ridge penalty (sum of squared weights / 2, features "
            "in standard deviations) that saw no dialogue of the environment.",
            convention="Ten folds of environments; features: the text properties of length and style, a "
            "missing one at its mean. Its rows `leak_pair_accuracy` are the share of pairs in which the "
            f"first condition's dialogue gets the higher log-odds. {_INTERVAL}, AUROC on the logit, the "
            "variance times 1 + k / (k - 1) for k folds whose models share their dialogues. "
            "Fewer than four environments: undefined.",
            citation="DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837; Obuchowski 1997, "
            "Biometrics 53:567; Nadeau & Bengio 2003, Mach Learn 52:239",
        ),
        Statistic(
            name="leak_feature_auroc",
            title="Conditions told apart by one feature",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_single_features,
            formula="P(feature of a first-condition dialogue > of a second-condition one), ties half; the "
            "dimension names the feature.",
            convention=f"Above one half: the first condition has more of it. {_INTERVAL}, on the logit. The "
            "note has its weight in the regression on all features, fitted to all dialogues.",
            citation="Obuchowski 1997, Biometrics 53:567",
        ),
    ],
)
