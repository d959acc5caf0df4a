"""One dimension's ratings, coded and checked against its level: what every statistic takes."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analysis.tables.factor import Codes, Factor
from sim.schema.base import Level

__all__ = ["Ratings", "symmetrised"]


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Long data of one dimension: rating i says that `rater[i]` gave `unit[i]` the value `scale[code[i]]`.

    All codes are compact (every unit, rater and cluster occurs), and a rater rates a unit at most once.

    Attributes
    ----------
    level
        Level of measurement that the values are taken at.
    unit, rater, code
        Shape `(n_ratings,)`.
    cluster
        Cluster of every unit, shape `(n_units,)`.
    scale
        Values in rising order, shape `(n_levels,)`: numbers, or 0, 1, ... for labels; some may not occur.
    labels
        The values as they are written, in the order of `scale`.
    unit_names, rater_names, cluster_names
        Names by code.
    row
        Position of every rating in the `RatingTable` it came from, shape `(n_ratings,)`.
    swap
        For preferences: the code that each code becomes when first and second change places; else None.
    """

    dimension: str
    level: Level
    unit: Codes
    rater: Codes
    code: Codes
    cluster: Codes
    scale: NDArray[np.float64]
    labels: tuple[str, ...]
    unit_names: tuple[str, ...]
    rater_names: tuple[str, ...]
    cluster_names: tuple[str, ...]
    row: NDArray[np.int64]
    swap: Codes | None = None

    @property
    def n_ratings(self) -> int:
        """Number of ratings."""
        return len(self.unit)

    @property
    def n_units(self) -> int:
        """Number of rated units."""
        return len(self.unit_names)

    @property
    def n_raters(self) -> int:
        """Number of raters."""
        return len(self.rater_names)

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.cluster_names)

    @property
    def n_levels(self) -> int:
        """Number of values on the scale."""
        return len(self.scale)

    @property
    def values(self) -> NDArray[np.float64]:
        """Value of every rating, shape `(n_ratings,)`."""
        return self.scale[self.code]

    @property
    def per_unit(self) -> NDArray[np.int64]:
        """Number of ratings of every unit, shape `(n_units,)`."""
        return np.bincount(self.unit, minlength=self.n_units)

    def where(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> Self:
        """Keep some ratings, by position or flag, and code anew what is left; the scale stays."""
        unit = Factor(self.unit[rows], self.unit_names).compact()
        rater = Factor(self.rater[rows], self.rater_names).compact()
        cluster = Factor(self.cluster[self.unit[rows]], self.cluster_names).compact()
        of_unit = np.zeros(len(unit.names), np.int32)
        of_unit[unit.codes] = cluster.codes
        return replace(
            self,
            unit=unit.codes,
            rater=rater.codes,
            code=self.code[rows],
            cluster=of_unit,
            unit_names=unit.names,
            rater_names=rater.names,
            cluster_names=cluster.names,
            row=self.row[rows],
        )

    def at(self, level: Level) -> Self:
        """Take the same values at another level of measurement."""
        return replace(self, level=level)

    def matrix(self) -> NDArray[np.float64]:
        """Spread the values out, nan where there is none; shape `(n_units, n_raters)`."""
        spread = np.full((self.n_units, self.n_raters), np.nan)
        spread[self.unit, self.rater] = self.values
        return spread


def symmetrised(ratings: Ratings) -> Ratings:
    """Double every unit of a preference with first and second swapped; other ratings stay as they are.

    A statistic of the result does not depend on which of two episodes is called first. A swapped copy lies in
    the cluster of its original, so that resampling clusters keeps the two together.
    """
    if ratings.swap is None:
        return ratings
    return replace(
        ratings,
        unit=np.concatenate([ratings.unit, ratings.unit + np.int32(ratings.n_units)]),
        rater=np.tile(ratings.rater, 2),
        code=np.concatenate([ratings.code, ratings.swap[ratings.code]]),
        cluster=np.tile(ratings.cluster, 2),
        unit_names=(*ratings.unit_names, *(f"{name} swapped" for name in ratings.unit_names)),
        row=np.tile(ratings.row, 2),
        swap=None,
    )
