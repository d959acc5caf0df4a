"""Tidy tables of ratings: read from Blindpair's own folders or from other tools' files, checked, coded.

`load_table` gives a `RatingTable` (all dimensions, as written); `code_dimension` gives `Ratings` (one
dimension, coded at a level of measurement), which is what statistics take.
"""

from analysis.tables.build import NO_DIMENSION, LoadOptions
from analysis.tables.coding import code_dimension, is_preference, rateable_dimensions
from analysis.tables.factor import Factor
from analysis.tables.load import join_condition, load_table
from analysis.tables.rating_table import LevelChoice, RatingTable
from analysis.tables.ratings import Ratings, symmetrised

__all__ = [
    "NO_DIMENSION",
    "Factor",
    "LevelChoice",
    "LoadOptions",
    "RatingTable",
    "Ratings",
    "code_dimension",
    "is_preference",
    "join_condition",
    "load_table",
    "rateable_dimensions",
    "symmetrised",
]
