"""Whether raters could know the conditions: their guesses, and what leaks from the text alone."""

from analysis.blinding.asked import FINAL_GUESS, asked_guesses, guesses_in
from analysis.blinding.guesses import GUESSES, guess_rows, guesses_of, guessing_dimensions
from analysis.blinding.leak import LEAK, LEAK_DIMENSION, leak_rows

__all__ = [
    "FINAL_GUESS",
    "GUESSES",
    "LEAK",
    "LEAK_DIMENSION",
    "asked_guesses",
    "guess_rows",
    "guesses_in",
    "guesses_of",
    "guessing_dimensions",
    "leak_rows",
]
