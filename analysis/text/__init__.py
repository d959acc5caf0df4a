"""Properties of the dialogues' text, from one registry."""

from analysis.text.corpus import Corpus, corpus_of, load_corpus
from analysis.text.properties import PROPERTIES, Group, TextProperty
from analysis.text.statistics import TEXT, TEXT_DIMENSION, text_rows

__all__ = [
    "PROPERTIES",
    "TEXT",
    "TEXT_DIMENSION",
    "Corpus",
    "Group",
    "TextProperty",
    "corpus_of",
    "load_corpus",
    "text_rows",
]
