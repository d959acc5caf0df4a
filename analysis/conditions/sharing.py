"""How much of the variance of preferences or differences environments and raters have in common."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from analysis.conditions.data import Compared
from analysis.conditions.mixed import Effect, fit_mixed
from analysis.conditions.rows import contrast_row
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.resampling.resampled import Numbers

__all__ = ["sharing_rows"]

Data = TypeVar("Data", bound=Compared)

_MOST_GROUPS = 20_000


def sharing_rows(advantage: Callable[[Data], Numbers]) -> Callable[[Data, Settings], Iterator[Estimate]]:
    """Make the rows of both shares, from a model of the advantage with environment and rater effects."""

    def rows(data: Data, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
        values = advantage(data)
        groups = {"environment": data.clusters.environment, "rater": data.clusters.rater}
        for name, share in _shares(values, groups).items():
            undefined = "no groups with several ratings, or no variation"
            note = (
                "no interval: a REML estimate that can lie on its bound 0"
                if np.isfinite(share)
                else undefined
            )
            yield contrast_row(data, f"{name}_share", share, note=note if data.n_rows else "")

    return rows


def _shares(values: Numbers, groups: dict[str, np.ndarray | None]) -> dict[str, float]:
    effects = {
        name: Effect(np.unique(codes, return_inverse=True)[1], np.ones(len(values)))
        for name, codes in groups.items()
        if codes is not None and 2 <= len(np.unique(codes)) < len(values)
    }
    too_many = sum(effect.n_groups for effect in effects.values()) > _MOST_GROUPS
    if not effects or too_many or np.ptp(values) == 0:
        return dict.fromkeys(groups, np.nan)
    fit = fit_mixed(values - values.mean(), np.ones((len(values), 1)), effects)
    total = fit.residual + sum(fit.variances.values())
    return {name: fit.variances[name] / total if name in effects else np.nan for name in groups}
