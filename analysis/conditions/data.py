"""What statistics of two conditions take: preferences between them, or paired scores under each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.conditions.study import ComparedStudy
from analysis.resampling.linearised import Clusters
from analysis.resampling.resampled import Numbers
from analysis.tables import Factor, Ratings, RatingTable, code_dimension
from sim.schema.base import Level
from sim.schema.episode import Episode
from sim.schema.scale import TIE
from sim.schema.study import Contrast
from sim.schema.unit import parse_unit

__all__ = ["Compared", "Preferences", "Scores", "SingleScores", "preferences", "scores", "words"]

Codes = NDArray[np.integer]
_OUTCOMES = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Rows of one dimension that compare the two conditions of a contrast.

    Attributes
    ----------
    clusters
        Environment and rater of every row.
    unit
        Pair (and character) of every row, shape `(n_rows,)`.
    first_shown
        1 where the first condition's dialogue was shown first, -1 where the second's, 0 where not known.
    log_length
        log(words of the first condition's dialogue / words of the second's), nan where not known.
    n_ratings
        Ratings that entered the rows.
    note
        What is unusual about the rows; else "".
    """

    dimension: str
    level: Level
    contrast: Contrast
    clusters: Clusters
    unit: Codes
    first_shown: Numbers
    log_length: Numbers
    n_ratings: int
    note: str

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.unit)


@dataclass(frozen=True, slots=True, eq=False)
class Preferences(Compared):
    """One preference a row; `outcome` is 1 for the first condition, 0 for the second, 1/2 for neither."""

    outcome: Numbers


@dataclass(frozen=True, slots=True)
class Ends:
    """Lowest and highest value of a declared scale."""

    low: float
    high: float

    @property
    def width(self) -> float:
        """Largest difference that the scale allows."""
        return self.high - self.low


@dataclass(frozen=True, slots=True, eq=False)
class SingleScores:
    """All scores of a contrast's episodes, paired or not, one a row.

    Attributes
    ----------
    value
        Shape `(n_scores,)`.
    side
        1/2 under the first condition, -1/2 under the second.
    environment, scenario, episode, unit, rater
        Whole numbers from 0; a unit is an episode or one character in it.
    kind
        Whether the scenario is cooperative, competitive or mixed; "" without one.
    """

    value: Numbers
    side: Numbers
    environment: Codes
    scenario: Codes
    episode: Codes
    unit: Codes
    rater: Codes
    kind: Factor


@dataclass(frozen=True, slots=True, eq=False)
class Scores(Compared):
    """Two scores a row, by the same rater where possible, of the same character of one pair.

    Attributes
    ----------
    first, second
        Score under the first and the second condition, shape `(n_rows,)`.
    single
        All scores, for models of single ratings.
    ends
        Of the scale; None where it is not declared.
    """

    first: Numbers
    second: Numbers
    single: SingleScores
    ends: Ends | None = None

    @property
    def difference(self) -> Numbers:
        """First minus second, shape `(n_rows,)`."""
        return self.first - self.second


def words(episode: Episode) -> int:
    """Count the words of a dialogue, separated by white space."""
    return sum(len(turn.text.split()) for turn in episode.turns)


def preferences(study: ComparedStudy, dimension: str, contrast: Contrast) -> Preferences:
    """Take a preference dimension's ratings of one contrast; `both_bad` counts as a tie."""
    ratings = code_dimension(study.table, dimension, level=Level.NOMINAL, contrast=contrast)
    value_of = {contrast.first: 1.0, contrast.second: 0.0}
    outcome = np.array([value_of.get(label, _OUTCOMES) for label in ratings.labels])[ratings.code]
    both_bad = sum(label not in {*value_of, TIE} for label in np.array(ratings.labels, object)[ratings.code])
    lengths = _log_lengths(ratings.unit_names, study.episodes, contrast)
    return Preferences(
        dimension=dimension,
        level=ratings.level,
        contrast=contrast,
        clusters=Clusters(ratings.cluster[ratings.unit], ratings.rater),
        unit=ratings.unit,
        first_shown=_first_shown(study, ratings.row, contrast),
        log_length=lengths[ratings.unit],
        n_ratings=ratings.n_ratings,
        note=f"{both_bad} answers 'both bad' counted as ties" if both_bad else "",
        outcome=outcome,
    )


def scores(study: ComparedStudy, dimension: str, contrast: Contrast) -> Scores:
    """Pair a dimension's ratings of episodes or characters under the two conditions.

    Rows are pairs by the same rater; only where there are none, differences of raters' means.
    """
    ratings = code_dimension(study.table, dimension)
    cells = _Cells.of(study, ratings, contrast)
    by_rater = cells.paired(ratings.rater)
    if len(by_rater.first) or not len(cells.side):
        return cells.scores(by_rater, ratings, study)
    return cells.scores(cells.paired(np.zeros_like(ratings.rater)), ratings, study, pooled=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Means under both conditions, and one rating of the first that stands for each row."""

    first: Numbers
    second: Numbers
    at: NDArray[np.int64]
    n_ratings: int


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Ratings of a contrast's episodes: side 0 or 1 (else -1), and the pair and character they are about."""

    contrast: Contrast
    side: Codes
    cell: Factor
    values: Numbers

    @classmethod
    def of(cls, study: ComparedStudy, ratings: Ratings, contrast: Contrast) -> "_Cells":
        sides = {contrast.first: 0, contrast.second: 1}
        side = np.full(ratings.n_units, -1)
        names: list[str] = []
        for at, name in enumerate(ratings.unit_names):
            unit = parse_unit(name)
            episode = study.episodes.get(unit.episode_ids[0])
            names.append(f"{episode.pair_id} {unit.character}" if episode else "")
            if episode is not None and len(unit.episode_ids) == 1:
                side[at] = sides.get(episode.condition, -1)
        return cls(contrast, side[ratings.unit], Factor.of(names).take(ratings.unit), ratings.values)

    def paired(self, rater: Codes) -> _Pairs:
        """Pair the means of every rater, pair and character."""
        key = rater.astype(np.int64) * len(self.cell.names) + self.cell.codes
        sides = [np.flatnonzero(self.side == side) for side in (0, 1)]
        groups = [np.unique(key[rows], return_inverse=True, return_index=True) for rows in sides]
        means = [
            np.bincount(inverse, weights=self.values[rows], minlength=len(keys))
            / np.bincount(inverse, minlength=len(keys))
            for rows, (keys, _, inverse) in zip(sides, groups, strict=True)
        ]
        _, one, two = np.intersect1d(groups[0][0], groups[1][0], return_indices=True)
        n_ratings = sum(
            int(np.isin(inverse, kept).sum())
            for (_, _, inverse), kept in zip(groups, (one, two), strict=True)
        )
        return _Pairs(means[0][one], means[1][two], sides[0][groups[0][1][one]], n_ratings)

    def scores(
        self, pairs: _Pairs, ratings: Ratings, study: ComparedStudy, *, pooled: bool = False
    ) -> Scores:
        """Make rows of pairs."""
        at, rows = pairs.at, ratings.row[pairs.at]
        unpaired = int((self.side >= 0).sum()) - pairs.n_ratings
        notes = [f"{unpaired} ratings without a counterpart left out"] if unpaired else []
        if pooled:
            notes.append("no rater scored both dialogues of a pair: differences of raters' means")
        lengths = _log_lengths(ratings.unit_names, study.episodes, self.contrast)
        return Scores(
            dimension=ratings.dimension,
            level=ratings.level,
            contrast=self.contrast,
            clusters=Clusters(ratings.cluster[ratings.unit[at]], None if pooled else ratings.rater[at]),
            unit=self.cell.codes[at],
            first_shown=np.zeros(len(at)) if pooled else _first_shown(study, rows, self.contrast),
            log_length=lengths[ratings.unit[at]],
            n_ratings=pairs.n_ratings,
            note="; ".join(notes),
            first=pairs.first,
            second=pairs.second,
            single=self._single(ratings, study),
            ends=_ends(ratings, study),
        )

    def _single(self, ratings: Ratings, study: ComparedStudy) -> SingleScores:
        kept = np.flatnonzero(self.side >= 0)
        names = [parse_unit(name).episode_ids[0] for name in ratings.unit_names]
        episodes = [study.episodes.get(name) for name in names]
        kinds = ["" if e is None or e.scenario is None else e.scenario.kind.value for e in episodes]

        def codes(of_unit: Sequence[str]) -> Codes:
            return Factor.of(of_unit).take(ratings.unit[kept]).compact().codes

        return SingleScores(
            value=self.values[kept],
            side=np.where(self.side[kept] == 0, 0.5, -0.5),
            environment=np.unique(ratings.cluster[ratings.unit[kept]], return_inverse=True)[1],
            scenario=codes([_scenario(episode) for episode in episodes]),
            episode=codes(names),
            unit=codes(ratings.unit_names),
            rater=np.unique(ratings.rater[kept], return_inverse=True)[1],
            kind=Factor.of(kinds).take(ratings.unit[kept]).compact(),
        )


def _ends(ratings: Ratings, study: ComparedStudy) -> Ends | None:
    if ratings.dimension not in study.table.rubric or ratings.n_levels < 2:
        return None
    return Ends(float(ratings.scale[0]), float(ratings.scale[-1]))


def _scenario(episode: Episode | None) -> str:
    if episode is None or episode.scenario is None:
        return "" if episode is None else episode.pair_id
    return episode.scenario.scenario_id


def _first_shown(study: ComparedStudy, rows: NDArray[np.int64], contrast: Contrast) -> Numbers:
    table: RatingTable = study.table
    sign = {contrast.first: 1.0, contrast.second: -1.0}

    def of_episode(name: str) -> float:
        episode = study.episodes.get(name)
        return 0.0 if episode is None else sign.get(episode.condition, 0.0)

    return table.first_shown.take(rows).numbers(of_episode)


def _log_lengths(units: tuple[str, ...], episodes: Mapping[str, Episode], contrast: Contrast) -> Numbers:
    """Compare the lengths of the two episodes of every unit's pair; shape `(n_units,)`."""
    of_pair: dict[tuple[str, str], int] = {}
    for episode in episodes.values():
        if episode.condition in {contrast.first, contrast.second}:
            of_pair[episode.pair_id, episode.condition] = words(episode)

    def log_length(unit: str) -> float:
        episode = episodes.get(parse_unit(unit).episode_ids[0])
        pair = "" if episode is None else episode.pair_id
        one, two = (of_pair.get((pair, name), 0) for name in (contrast.first, contrast.second))
        return float(np.log(one / two)) if one and two else np.nan

    return np.array([log_length(unit) for unit in units])
