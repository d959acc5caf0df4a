"""The level of scores under each condition, beside their difference."""

from collections.abc import Iterator
from math import isfinite

import numpy as np

from analysis.conditions.data import Scores
from analysis.conditions.rows import contrast_row
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.resampling.linearised import Clustering, Clusters, Linearised, clustered_interval
from analysis.tables.factor import Flags

__all__ = ["mean_score_rows"]


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
        linear = Linearised(mean, (values - mean) / len(values))
        row = contrast_row(
            data, "mean_score", mean, clustered_interval(linear, clusters, Clustering.TWO_WAY), note=note
        )
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
