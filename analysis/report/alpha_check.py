"""Recompute every Krippendorff's alpha with the `krippendorff` package, from counts of our own making."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import ClassVar

import krippendorff
import numpy as np
from numpy.typing import NDArray

from analysis.agreement.run import ordinal_alpha
from analysis.errors import AnalysisError
from analysis.estimate import Estimate, Scope
from analysis.report.results import AlphaCheck
from analysis.tables import Ratings, RatingTable, code_dimension
from sim.schema.base import Level
from sim.schema.study import Contrast

__all__ = ["TOLERANCE", "AlphaMismatchError", "Checked", "check_alphas", "rows_to_check"]

TOLERANCE = 1e-9
_MOST_BYTES = 400_000_000
_BYTES_PER_CELL = 32
"""The package spreads out units x values x values four times."""

Counts = NDArray[np.int64]


class AlphaMismatchError(AnalysisError):
    """An alpha that another implementation does not confirm; nothing was reported."""

    exit_status: ClassVar[int] = 1


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """One alpha as reported, and the ratings it is of.

    Attributes
    ----------
    name
        What it is, for messages.
    """

    name: str
    value: float | None
    ratings: Ratings


def rows_to_check(table: RatingTable, rows: Iterable[Estimate]) -> Iterator[Checked]:
    """Find the alphas among agreement rows, with the ratings that each is of."""
    known: dict[tuple[str, Level | None, Contrast | None], Ratings] = {}

    def coded(dimension: str, level: Level | None, contrast: Contrast | None = None) -> Ratings:
        key = (dimension, level, contrast)
        if key not in known:
            known[key] = code_dimension(table, dimension, level=level, contrast=contrast)
        return known[key]

    for row in rows:
        if row.statistic == "krippendorff_alpha":
            contrast = _contrast(row)
            ratings = coded(row.dimension, row.level, contrast)
            about = "" if contrast is None else f", labels by {contrast.first} and {contrast.second}"
            yield Checked(f"alpha of {row.dimension} ({row.level}{about})", row.value, ratings)
            if contrast is None and ratings.swap is not None and row.level is Level.NOMINAL:
                ordinal = coded(row.dimension, Level.ORDINAL)
                name = f"alpha of {row.dimension} as ordinal, in the note of the nominal one"
                yield Checked(name, ordinal_alpha(ordinal), ordinal)
        elif row.statistic == "alpha_without" and row.scope is Scope.RATER:
            ratings = coded(row.dimension, row.level)
            if row.rater in ratings.rater_names:
                others = ratings.where(ratings.rater != ratings.rater_names.index(row.rater))
                yield Checked(f"alpha of {row.dimension} without {row.rater}", row.value, others)


def _contrast(row: Estimate) -> Contrast | None:
    if row.condition is None or row.reference is None:
        return None
    return Contrast(first=row.condition, second=row.reference)


def check_alphas(alphas: Iterable[Checked]) -> AlphaCheck:
    """Recompute alphas, and say how far they were off and what was too large to recompute.

    Raises
    ------
    AlphaMismatchError
        With every alpha that differs by more than 1e-9.
    """
    wrong: list[str] = []
    skipped: list[str] = []
    differences = [0.0]
    for checked in alphas:
        theirs = _theirs(checked.ratings)
        if isinstance(theirs, str):
            skipped.append(f"{checked.name}: {theirs}")
        elif (difference := _difference(checked.value, theirs)) > TOLERANCE:
            wrong.append(f"{checked.name}: {checked.value} here, {theirs} by krippendorff")
        else:
            differences.append(difference)
    if wrong:
        raise AlphaMismatchError(
            f"{len(wrong)} values of Krippendorff's alpha differ by more than {TOLERANCE:g} from those of "
            f"the krippendorff package, so that no report was written: {'; '.join(wrong[:20])}. This is a "
            "fault of Blindpair: please report it with the input."
        )
    return AlphaCheck(
        len(differences) - 1, max(differences), TOLERANCE, version("krippendorff"), tuple(skipped)
    )


def _difference(ours: float | None, theirs: float | None) -> float:
    if ours is None or theirs is None:
        return 0.0 if ours is theirs else np.inf
    return abs(ours - theirs)


def _theirs(ratings: Ratings) -> float | str | None:
    """Compute alpha with the package; a text says why it was not asked, None is undefined."""
    counts, scale = _counts(ratings)
    if isinstance(counts, str):
        return counts
    if not len(counts) or len(scale) < 2:
        return None
    return float(
        krippendorff.alpha(value_counts=counts, value_domain=scale, level_of_measurement=ratings.level.value)
    )


def _counts(ratings: Ratings) -> tuple[Counts | str, NDArray[np.float64]]:
    """Count values of units with two ratings, `(n_units, n_values)`; a preference's units come twice.

    The second time first and second are swapped, which is what symmetrised marginals mean.
    """
    size = np.bincount(ratings.unit, minlength=ratings.n_units)
    kept = (size >= 2)[ratings.unit]
    codes = np.unique(ratings.code[kept])
    if ratings.swap is not None:
        codes = np.unique(np.concatenate([codes, ratings.swap[codes]]))
    n_units = int((size >= 2).sum()) * (1 if ratings.swap is None else 2)
    n_bytes = n_units * len(codes) ** 2 * _BYTES_PER_CELL
    scale = ratings.scale[codes]
    if n_bytes > _MOST_BYTES:
        return f"would need about {n_bytes / 1e9:.1f} GB there", scale
    place = np.zeros(max(ratings.n_levels, 1), np.int64)
    place[codes] = np.arange(len(codes))
    unit = (np.cumsum(size >= 2) - 1)[ratings.unit[kept]]
    counts = np.zeros((int((size >= 2).sum()), len(codes)), np.int64)
    np.add.at(counts, (unit, place[ratings.code[kept]]), 1)
    if ratings.swap is None:
        return counts, scale
    return np.vstack([counts, counts[:, place[ratings.swap[codes]]]]), scale
