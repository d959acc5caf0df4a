"""Whether raters could know the conditions: their guesses, and what leaks from the text alone."""

from analysis.blinding.guesses import GUESSES, guess_rows, guesses_of, guessing_dimensions
from analysis.blinding.leak import LEAK, LEAK_DIMENSION, leak_rows

__all__ = [
    "GUESSES",
    "LEAK",
    "LEAK_DIMENSION",
    "guess_rows",
    "guesses_of",
    "guessing_dimensions",
    "leak_rows",
]
