"""Consensus labels of a table and the raters' confusion matrices, as CSV."""

import csv
from typing import IO

import numpy as np

from analysis.agreement.dawid_skene import dawid_skene
from analysis.agreement.run import compared_ratings
from analysis.registry import NUMERIC
from analysis.tables import RatingTable, code_dimension, rateable_dimensions

__all__ = ["CONFUSION_COLUMNS", "CONSENSUS_COLUMNS", "write_confusion", "write_consensus"]

CONSENSUS_COLUMNS = ("dimension", "unit_id", "label", "posterior", "n_ratings")
CONFUSION_COLUMNS = ("dimension", "rater_id", "true_label", "given_label", "probability", "n_ratings")


def write_consensus(stream: IO[str], table: RatingTable) -> None:
    """Write the most probable label by Dawid and Skene with its posterior; at numeric levels the plain mean.

    People's ratings only, where there are people. The posterior of a mean is empty.
    """
    people = compared_ratings(table)
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


def write_confusion(stream: IO[str], table: RatingTable) -> None:
    """Write with which probability each rater gives each label to units of each true label (Dawid and Skene).

    One row a dimension, rater and pair of labels; the rows of one rater and true label sum to 1. Dimensions
    of numbers have no labels and no rows. People's ratings only, where there are people.
    """
    people = compared_ratings(table)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(CONFUSION_COLUMNS)
    for dimension in rateable_dimensions(people):
        ratings = code_dimension(people, dimension)
        if ratings.level in NUMERIC:
            continue
        confusion = dawid_skene(ratings).confusion.tolist()
        n_ratings = np.bincount(ratings.rater, minlength=ratings.n_raters).tolist()
        for rater, matrix in enumerate(confusion):
            for true_label, row in zip(ratings.labels, matrix, strict=True):
                for given_label, probability in zip(ratings.labels, row, strict=True):
                    name = ratings.rater_names[rater]
                    writer.writerow((dimension, name, true_label, given_label, probability, n_ratings[rater]))
