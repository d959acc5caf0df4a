"""Consensus labels of a table, one row a unit and dimension, as CSV."""

import csv
from typing import IO

from analysis.agreement.dawid_skene import dawid_skene
from analysis.registry import NUMERIC
from analysis.tables import RatingTable, code_dimension, rateable_dimensions

__all__ = ["CONSENSUS_COLUMNS", "write_consensus"]

CONSENSUS_COLUMNS = ("dimension", "unit_id", "label", "posterior", "n_ratings")


def write_consensus(stream: IO[str], table: RatingTable) -> None:
    """Write the most probable label by Dawid and Skene with its posterior; at numeric levels the plain mean.

    People's ratings only, where there are people. The posterior of a mean is empty.
    """
    people = table if table.is_llm.all() else table.where(~table.is_llm)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(CONSENSUS_COLUMNS)
    for dimension in rateable_dimensions(people):
        ratings = code_dimension(people, dimension)
        sizes = ratings.per_unit
        if ratings.level in NUMERIC:
            total = dict.fromkeys(range(ratings.n_units), 0.0)
            for unit, value in zip(ratings.unit.tolist(), ratings.values.tolist(), strict=True):
                total[unit] += value
            for unit, name in enumerate(ratings.unit_names):
                writer.writerow((dimension, name, total[unit] / int(sizes[unit]), "", int(sizes[unit])))
            continue
        found = dawid_skene(ratings)
        for unit, (name, code) in enumerate(zip(ratings.unit_names, found.label.tolist(), strict=True)):
            posterior = float(found.posterior[unit, code])
            writer.writerow((dimension, name, ratings.labels[code], posterior, int(sizes[unit])))
