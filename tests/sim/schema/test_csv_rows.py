"""CSV files have as many cells in every row as there are columns."""

import io

import pytest

from sim.schema.ratings_csv import write_csv


def test_row_of_another_length_is_never_written() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells for the 2 columns a, b"):
        write_csv(io.StringIO(), ("a", "b"), [("1",)])
