"""Put judges' ratings beside people's: same units, same dimensions, people's clusters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import numpy as np

from analysis.errors import OptionError
from analysis.judge.episodes import EpisodeFact, read_episode_facts
from analysis.judge.failures import Failure, read_failures, unanswered
from analysis.tables import (
    NO_DIMENSION,
    Factor,
    LoadOptions,
    RatingTable,
    join_condition,
    load_table,
    rateable_dimensions,
)
from analysis.tables.bundle import Conditions, read_conditions
from analysis.tables.checks import refuse, scale_problems
from analysis.tables.factor import Flags

__all__ = ["Joined", "join_judges", "load_joined"]


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """People's and judges' ratings in one table.

    Attributes
    ----------
    table
        Ratings of the dimensions that both have, `is_llm` set for the judges'; also the units that only
        judges rated. A unit's cluster is the people's where they rated it.
    judges
        Names, in the order of the files.
    dimensions
        Those that both have, in the rubric's order.
    left_out
        What did not join, with numbers of ratings, and what the files' own tables left out.
    failures
        Judgements that were asked for and not made.
    facts
        Of the dialogues in the folders that were read, by episode id.
    """

    table: RatingTable
    judges: tuple[str, ...]
    dimensions: tuple[str, ...]
    left_out: Mapping[str, int]
    failures: tuple[Failure, ...] = ()
    facts: Mapping[str, EpisodeFact] = field(default_factory=dict[str, EpisodeFact])

    @property
    def people(self) -> RatingTable:
        """Ratings by people."""
        return self.table.where(~self.table.is_llm)


def load_joined(ratings: Path, judges: Sequence[Path], options: LoadOptions) -> Joined:
    """Read people's ratings and every judge's, and join them on unit and dimension.

    Raises
    ------
    TableError
        With every problem of a file, or every judge's value that is off the rubric's scale.
    OptionError
        If an option does not fit, or if no judge rated any unit and dimension that people rated.
    OSError
        If a file cannot be read.
    """
    people = load_table([ratings], options)
    tables = _named_apart([load_table([path]) for path in judges], judges)
    blind = people.condition is None
    facts = read_episode_facts([ratings, *judges], blind=blind)
    conditions = None
    if not blind:
        stated = read_conditions(ratings / "conditions.csv")
        facts = {
            name: replace(fact, condition=stated.get(name, fact.condition)) for name, fact in facts.items()
        }
        conditions = {**{name: fact.condition for name, fact in facts.items()}, **stated}
    joined = join_judges(people, tables, conditions)
    failed = [
        failure
        for path, table in zip(judges, tables, strict=True)
        for failure in read_failures(path, table.rater.compact().names, facts)
    ]
    return replace(joined, facts=facts, failures=tuple(dict.fromkeys([*joined.failures, *failed])))


def join_judges(people: RatingTable, judges: Sequence[RatingTable], conditions: Conditions | None) -> Joined:
    """Join tables that are loaded already.

    Parameters
    ----------
    conditions
        Condition by episode, also of episodes that only judges rated; None while the study is blind.

    Raises
    ------
    TableError
        With every judge's value that is off the rubric's scale.
    OptionError
        If nothing joins.
    """
    human = people if people.is_llm.all() else people.where(~people.is_llm)
    llm = [table.where(table.is_llm) if table.is_llm.any() else table for table in judges]
    llm = [_renamed_dimension(human, table) for table in llm]
    dimensions = tuple(
        name for name in rateable_dimensions(human) if any(name in table.dimensions for table in llm)
    )
    names = tuple(dict.fromkeys(name for table in llm for name in table.rater.compact().names))
    stacked = _stacked(
        [
            replace(human, is_llm=np.zeros(len(human), np.bool_)),
            *(replace(table, is_llm=np.ones(len(table), np.bool_)) for table in llm),
        ]
    )
    shared = stacked.where(stacked.dimension.where(set(dimensions).__contains__))
    if not _joins(shared).any():
        raise OptionError(_no_join(human, llm))
    refuse(list(scale_problems(shared.where(shared.is_llm))))
    table = replace(shared, cluster=_clusters(shared))
    if conditions is not None:
        table = join_condition(table, conditions)
    counts = dict(_left_out(people, judges, stacked, shared))
    counts = {reason: count for reason, count in counts.items() if count}
    silent = tuple(failure for rows in llm for failure in unanswered(rows))
    return Joined(table, names, dimensions, counts, silent)


def _named_apart(tables: Sequence[RatingTable], paths: Sequence[Path]) -> list[RatingTable]:
    """Put the file's name before a judge's where several files have a judge of that name."""
    named = [set(table.rater.compact().names) for table in tables]
    result: list[RatingTable] = []
    for at, (table, path) in enumerate(zip(tables, paths, strict=True)):
        others = {name for other, names in enumerate(named) if other != at for name in names}
        place = path.resolve().name

        def rename(name: str, others: set[str] = others, place: str = place) -> str:
            return f"{place}:{name}" if name in others else name

        silent = table.unanswered
        if silent is not None:
            silent = replace(silent, rater=silent.rater.renamed(rename))
        result.append(replace(table, rater=table.rater.renamed(rename), unanswered=silent))
    return result


def _renamed_dimension(people: RatingTable, judge: RatingTable) -> RatingTable:
    """Give a table that names no dimension the one dimension of the other table."""
    theirs, ours = judge.dimensions, rateable_dimensions(people)
    if theirs == ours or len(ours) != 1 or len(theirs) != 1 or NO_DIMENSION not in {*theirs, *ours}:
        return judge
    silent = judge.unanswered
    if silent is not None:
        silent = replace(silent, dimension=silent.dimension.renamed(lambda _: ours[0]))
    return replace(judge, dimension=judge.dimension.renamed(lambda _: ours[0]), unanswered=silent)


def _stacked(tables: Sequence[RatingTable]) -> RatingTable:
    """Put tables one below the other; rubric, contrasts and choices are the first one's."""
    first = replace(tables[0], condition=None, condition_2=None, unanswered=None)
    sources = tuple(source for table in tables for source in table.sources)
    starts = np.cumsum([0, *(len(table.sources) for table in tables)]).astype(np.int32)
    changes: dict[str, object] = {}
    for column in fields(first):
        cells = [getattr(table, column.name) for table in tables]
        if isinstance(getattr(first, column.name), Factor):
            changes[column.name] = Factor.concatenate(cells)
        elif isinstance(getattr(first, column.name), np.ndarray):
            changes[column.name] = np.concatenate(cells)
    changes["source"] = np.concatenate(
        [table.source + start for table, start in zip(tables, starts, strict=False)]
    )
    return replace(first, **changes, sources=sources)


def _joins(table: RatingTable) -> Flags:
    """Flag the ratings whose unit and dimension have both a person's and a judge's rating."""
    key = table.unit.codes.astype(np.int64) * max(len(table.dimension.names), 1) + table.dimension.codes
    both = np.intersect1d(key[table.is_llm], key[~table.is_llm])
    return np.isin(key, both)


def _clusters(table: RatingTable) -> Factor:
    """Give every unit one cluster: that of its first row, and people's rows come first."""
    unit, row = np.unique(table.unit.codes, return_index=True)
    of_unit = np.zeros(len(table.unit.names), np.int32)
    of_unit[unit] = table.cluster.codes[row]
    return Factor(of_unit[table.unit.codes], table.cluster.names)


def _left_out(
    people: RatingTable, judges: Sequence[RatingTable], stacked: RatingTable, shared: RatingTable
) -> Iterator[tuple[str, int]]:
    yield from people.left_out.items()
    for table in judges:
        yield from ((f"judge, {reason}", count) for reason, count in table.left_out.items())
    kept, joins = len(shared), _joins(shared)
    if people.is_llm.any() and not people.is_llm.all():
        yield "by an LLM, in RATINGS", int(people.is_llm.sum())
    yield "of a dimension that only one side has", len(stacked) - kept
    yield "people's, of a unit that no judge rated", int((~joins & ~shared.is_llm).sum())
    yield "judges', of a unit that no person rated", int((~joins & shared.is_llm).sum())


def _no_join(people: RatingTable, judges: Sequence[RatingTable]) -> str:
    def said(table: RatingTable) -> str:
        units = table.unit.compact().names
        return f"{len(units)} units such as {units[0]!r} and dimensions {', '.join(table.dimensions)}"

    found = "; ".join(said(table) for table in judges)
    return (
        "No unit and dimension has both a person's and a judge's rating. "
        f"RATINGS has {said(people)}; JUDGE has {found}. They join on unit_id (item_id where there is none) "
        "and dimension; give both files the same ids and names."
    )
