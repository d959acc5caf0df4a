"""One judge beside people: the units that both rated, on one dimension."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analysis.condition_order import contrasts_in_order, ranked
from analysis.judge.episodes import EpisodeFact, unit_of
from analysis.judge.join import Joined
from analysis.judge.judged import Combined, Judged, combined, majority, samples_as_raters, served_order
from analysis.judge.options import JudgeOptions
from analysis.tables import Ratings, RatingTable, code_dimension, is_preference, symmetrised
from analysis.tables.factor import Codes, Flags
from sim.schema.base import Level
from sim.schema.study import Contrast

__all__ = ["PANEL", "Comparison", "Context", "Numbers", "comparisons", "symmetric"]

PANEL = "panel"

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What statistics may know beside the values.

    Attributes
    ----------
    facts
        Of the judged dialogues, by episode id; empty for tables without dialogues.
    contrasts
        Conditions that are compared, in this order.
    preference
        The values are sides of a pair.
    contrast
        The conditions that label a preference; None where its labels are first and second.
    item
        Of people's units, by name.
    """

    options: JudgeOptions = field(default_factory=JudgeOptions)
    facts: Mapping[str, EpisodeFact] = field(default_factory=dict[str, EpisodeFact])
    contrasts: tuple[Contrast, ...] = ()
    preference: bool = False
    contrast: Contrast | None = None
    item: Mapping[str, str] = field(default_factory=dict[str, str])

    def group(self, unit: str) -> str:
        """Name what a unit has in common with the same character of the pair's other dialogue."""
        parsed = unit_of(unit)
        if parsed is None:
            return self.item.get(unit, "")
        fact = self.facts.get(parsed.episode_ids[0])
        place = self.item.get(unit, "") if fact is None else fact.pair_id
        return place if parsed.character is None or not place else f"{place}#{parsed.character}"


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A judge's and people's values of the units that both rated.

    Attributes
    ----------
    people
        Ratings by people; their codes of units and clusters are those of every array here.
    code
        The judge's value as a code of the scale, -1 where it has none (samples or judges that have no
        majority); shape `(n_units,)`.
    value
        The judge's value as a number (a mean may lie between two points of the scale); `(n_units,)`.
    condition
        Condition of every unit, "" where unknown; None while the study is blind, and for preferences.
    judged
        Everything the judge said, also on units that no person rated.
    failed
        People's ratings of units that the judge was asked about and gave no value.
    """

    judge: str
    people: Ratings
    code: Codes
    value: Numbers
    condition: tuple[str, ...] | None = None
    judged: Judged | None = None
    failed: Ratings | None = None
    context: Context = field(default_factory=Context)

    @property
    def dimension(self) -> str:
        """Dimension compared."""
        return self.people.dimension

    @property
    def level(self) -> Level:
        """Level of measurement."""
        return self.people.level

    @property
    def n_units(self) -> int:
        """Number of units that both rated."""
        return self.people.n_units

    @property
    def people_mean(self) -> Numbers:
        """Mean of people's values on every unit, shape `(n_units,)`."""
        people = self.people
        total = np.bincount(people.unit, weights=people.values, minlength=people.n_units)
        return total / people.per_unit

    @property
    def people_label(self) -> Codes:
        """Most frequent value of people on every unit, -1 where two are equally frequent; `(n_units,)`."""
        return majority(self.people.unit, self.people.code, self.n_units, self.people.n_levels)

    def where(self, units: Flags) -> Self:
        """Keep some of the units that both rated, by flag of shape `(n_units,)`."""
        condition = self.condition and tuple(np.array(self.condition, object)[units])
        people = self.people.where(units[self.people.unit])
        return replace(
            self, people=people, code=self.code[units], value=self.value[units], condition=condition
        )

    def within(self, condition: str) -> Self:
        """Keep one condition, also of the units that only the judge rated."""
        kept = self.where(np.array([name == condition for name in self.condition or ()], np.bool_))
        judged = self.judged
        if judged is not None and judged.condition is not None:
            judged = judged.where(np.array([name == condition for name in judged.condition], np.bool_))
        failed = self.failed
        if failed is not None:
            facts = self.context.facts
            of_unit = np.array(
                [_condition_of(name, facts) == condition for name in failed.unit_names], np.bool_
            )
            failed = failed.where(of_unit[failed.unit])
        return replace(kept, judged=judged, failed=failed)


def _condition_of(unit: str, facts: Mapping[str, EpisodeFact]) -> str:
    parsed = unit_of(unit)
    fact = None if parsed is None else facts.get(parsed.episode_ids[0])
    return "" if fact is None else fact.condition


def symmetric(comparison: Comparison) -> Comparison:
    """Double every unit of a preference with first and second swapped; others stay as they are."""
    swap = comparison.people.swap
    if swap is None:
        return comparison
    swapped = np.where(comparison.code < 0, -1, swap[comparison.code]).astype(np.int32)
    scale = comparison.people.scale
    values = np.where(swapped < 0, -comparison.value, scale[swapped])
    return replace(
        comparison,
        people=symmetrised(comparison.people),
        code=np.concatenate([comparison.code, swapped]),
        value=np.concatenate([comparison.value, values]),
        condition=None,
    )


def comparisons(
    joined: Joined, dimension: str, options: JudgeOptions, contrast: Contrast | None = None
) -> tuple[Comparison, ...]:
    """Compare every judge with people on a dimension, and where there are several also their panel.

    Judges that rated no unit of it that people rated are left out. With a `contrast`, preferences are
    labelled by its conditions. The panel's values are the mean and the majority of the judges' on the units
    that every judge rated.

    Raises
    ------
    TableError
        With every value that does not fit the level.
    """
    table = joined.table
    if options.first_sample:
        table = table.where(~table.is_llm | (table.sample == 0))
    ratings = code_dimension(samples_as_raters(table), dimension, contrast=contrast)
    context = Context(
        options,
        joined.facts,
        _contrasts(table, joined.facts),
        is_preference(table, dimension),
        contrast,
        _items(table, dimension),
    )
    sides = _Sides(joined, ratings, table, context)
    found = [comparison for judge in joined.judges if (comparison := sides.compare(judge)).n_units]
    if len(found) > 1:
        found += [panel for panel in [sides.panel(found)] if panel.n_units]
    return tuple(found)


def _contrasts(table: RatingTable, facts: Mapping[str, EpisodeFact]) -> tuple[Contrast, ...]:
    """Take the study's contrasts, else every two conditions; none while the study is blind."""
    if table.condition is None:
        return ()
    columns = [column for column in (table.condition, table.condition_2) if column is not None]
    names = {name for column in columns for name in column.compact().names if name}
    stated = tuple(pair for pair in table.contrasts if {pair.first, pair.second} <= names)
    mode = {fact.condition: fact.mode for fact in facts.values()}
    return stated or contrasts_in_order(ranked({name: mode.get(name) for name in names}))


def _items(table: RatingTable, dimension: str) -> dict[str, str]:
    rows = np.flatnonzero(table.dimension.equals(dimension) & ~table.is_llm)
    units, first = np.unique(table.unit.codes[rows], return_index=True)
    item = table.item.codes[rows[first]]
    return {table.unit.names[unit]: table.item.names[code] for unit, code in zip(units, item, strict=True)}


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """One dimension's ratings, every sample a rater, and the table they came from."""

    joined: Joined
    ratings: Ratings
    table: RatingTable
    context: Context

    def compare(self, judge: str) -> Comparison:
        """Set one judge beside people."""
        table, row = self.table, self.ratings.row
        name = {rater: code for code, rater in enumerate(table.rater.names)}[judge]
        own = table.is_llm[row] & (table.rater.codes[row] == name)
        samples = self.ratings.where(own)
        values = combined(samples, preference=self.context.preference)
        order = served_order(table, samples.row)
        judged = Judged(samples, order, values, self._conditions(samples))
        return self._beside(judge, judged, self._failed(judge, samples))

    def panel(self, found: Sequence[Comparison]) -> Comparison:
        """Set what every judge rated beside people, each judge one vote."""
        judges = [comparison.judged for comparison in found if comparison.judged is not None]
        shared = set.intersection(*(set(judged.samples.unit_names) for judged in judges))
        of_unit = {name: code for code, name in enumerate(sorted(shared))}
        columns: list[tuple[NDArray[np.integer], Codes, Numbers]] = []
        for judged in judges:
            kept = np.array([name in shared for name in judged.samples.unit_names], np.bool_)
            votes = judged.where(kept)
            columns.append((np.arange(len(shared)), votes.combined.code, votes.combined.value))
        unit, code, value = (np.concatenate(column) for column in zip(*columns, strict=True))
        voted = code >= 0
        values = Combined(
            majority(unit[voted].astype(np.int32), code[voted], len(of_unit), self.ratings.n_levels),
            np.bincount(unit, weights=value, minlength=len(of_unit)) / len(judges),
        )
        first = judges[0].where(np.array([name in shared for name in judges[0].samples.unit_names], np.bool_))
        return self._beside(PANEL, replace(first, combined=values), None)

    def _beside(self, judge: str, judged: Judged, failed: Ratings | None) -> Comparison:
        place = {name: at for at, name in enumerate(judged.samples.unit_names)}
        at_unit = np.array([place.get(name, -1) for name in self.ratings.unit_names], np.int64)
        human = ~self.table.is_llm[self.ratings.row]
        people = self.ratings.where(human & (at_unit >= 0)[self.ratings.unit])
        values = judged.combined.take(np.array([place[name] for name in people.unit_names], np.int64))
        condition = None if self.context.preference else self._conditions(people)
        return Comparison(judge, people, values.code, values.value, condition, judged, failed, self.context)

    def _failed(self, judge: str, samples: Ratings) -> Ratings:
        answered = set(samples.unit_names)
        units = {
            failure.unit
            for failure in self.joined.failures
            if failure.judge == judge and failure.dimension in {None, self.ratings.dimension}
        }
        lost = np.array([name in units - answered for name in self.ratings.unit_names], np.bool_)
        human = ~self.table.is_llm[self.ratings.row]
        return self.ratings.where(human & lost[self.ratings.unit])

    def _conditions(self, ratings: Ratings) -> tuple[str, ...] | None:
        condition = self.table.condition
        if condition is None:
            return None
        of_unit = np.zeros(ratings.n_units, np.int64)
        of_unit[ratings.unit] = condition.codes[ratings.row]
        return tuple(condition.names[code] for code in of_unit)
