"""The level of scores under each condition, beside their difference."""

from collections.abc import Iterator
from math import isfinite

import numpy as np
from scipy.special import expit, logit

from analysis.conditions.data import Ends, Scores
from analysis.conditions.rows import contrast_row
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.resampling.linearised import Clustering, Clusters, Linearised, clustered_interval
from analysis.resampling.resampled import Numbers
from analysis.tables.factor import Flags

__all__ = ["mean_score_rows", "on_scale"]


def mean_score_rows(data: Scores, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
    """Make the rows of the mean score under either condition, and by kind of scenario if several."""
    single = data.single
    kinds = single.kind.names if len(single.kind.names) > 1 else ()
    for name, side in ((data.contrast.first, 0.5), (data.contrast.second, -0.5)):
        of_side = single.side == side
        yield _mean_row(data, name, of_side, "")
        for kind in kinds:
            yield _mean_row(data, name, of_side & single.kind.equals(kind), f"{kind or 'other'} scenarios")


def _mean_row(data: Scores, condition: str, chosen: Flags, note: str) -> Estimate:
    single = data.single
    values = single.value[chosen]
    clusters = Clusters(single.environment[chosen], single.rater[chosen])
    mean = float(values.mean()) if len(values) else np.nan
    row = contrast_row(data, "mean_score", np.nan, note="no_ratings")
    if isfinite(mean):
        interval = clustered_interval(on_scale(values, mean, data.ends), clusters, Clustering.TWO_WAY)
        row = contrast_row(data, "mean_score", mean, interval, note=note)
    return row.model_copy(
        update={
            "n_units": len(np.unique(single.unit[chosen])),
            "n_raters": clusters.n_raters,
            "n_ratings": len(values),
            "n_clusters": clusters.n_environments,
            "condition": condition,
            "reference": None,
        }
    )


def on_scale(values: Numbers, mean: float, ends: Ends | None) -> Linearised:
    """Linearise a mean, on the logit between the ends of its scale, so that its interval stays there."""
    influence = (values - mean) / len(values)
    if ends is None or not ends.low < mean < ends.high:
        return Linearised(mean, influence)
    place = (mean - ends.low) / ends.width
    slope = ends.width * place * (1 - place)
    return Linearised(float(logit(place)), influence / slope, lambda at: ends.low + ends.width * expit(at))
