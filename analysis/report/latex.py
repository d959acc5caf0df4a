"""Tables as LaTeX for a plain article: `booktabs` and `longtable`, every character escaped."""

from collections.abc import Mapping
from math import floor

from analysis.report.plain import MINUS
from analysis.report.views import Table

__all__ = ["escaped", "latex_document", "latex_table"]

_SPECIAL: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_\allowbreak{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": r"{-}",
    MINUS: r"$-$",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "\u202f": r"\,",
    "\u00a0": "~",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "±": r"$\pm$",
    "≈": r"$\approx$",
    "’": "'",
    "‘": "`",
    "“": "``",
    "”": "''",
    "\n": " ",
    "\t": " ",
}
_LATIN = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿß")
_LAST_ASCII = 126
_LINE = 150.0
"""Digits of a line of the plain article in its small size, with some room to spare."""
_GAP = 2.5
"""Digits that the space between two columns takes."""
_MOST_WORDS = 60.0


def escaped(text: str) -> str:
    """Write text so that LaTeX prints it; characters that pdfLaTeX lacks become their code point."""
    return "".join(map(_character, text))


def _character(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if ord(character) <= _LAST_ASCII and character.isprintable():
        return character
    return character if character in _LATIN else rf"\texttt{{U+{ord(character):04X}}}"


def latex_table(table: Table) -> str:
    """Write one table that fits the line: every column has its share of it, and wraps where that is short."""
    columns = "".join(
        rf">{{{side}\arraybackslash}}p{{\dimexpr {share:.3f}\linewidth-2\tabcolsep\relax}}"
        for side, share in zip(_sides(table), map(_rounded_down, _shares(table)), strict=True)
    )
    lines = [
        "% needs \\usepackage{booktabs,longtable,array,textcomp}",
        r"\begingroup\footnotesize\setlength{\tabcolsep}{4pt}",
        rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
        rf"\caption{{{escaped(table.caption)}}}\label{{tab:{table.name}}}\\",
        r"\toprule",
        f"{' & '.join(map(escaped, table.headings))} \\\\",
        r"\midrule",
        r"\endhead",
        *(f"{' & '.join(map(escaped, row))} \\\\" for row in table.rows),
        r"\bottomrule",
        r"\end{longtable}",
        r"\endgroup",
    ]
    return "\n".join(lines) + "\n"


def _is_words(table: Table, at: int) -> bool:
    return at < table.n_names or table.headings[at] in {"note", "why"}


def _sides(table: Table) -> list[str]:
    """Put names and notes to the left, numbers to the right."""
    return [r"\raggedright" if _is_words(table, at) else r"\raggedleft" for at in range(len(table.headings))]


def _shares(table: Table) -> list[float]:
    """Divide the line: numbers get what their longest cell takes, words what is left; 1 in all at most."""
    every = range(len(table.headings))
    cells = [[table.headings[at], *(row[at] for row in table.rows)] for at in every]
    words = [max(_width(word) for cell in column for word in cell.split() or [""]) for column in cells]
    whole = [max(map(_width, column[1:]), default=0.0) for column in cells]
    # a heading wraps at its words; so does a number with its interval, but only where there is no room
    least = [max(word, 0.0 if _is_words(table, at) else whole[at]) for at, word in enumerate(words)]
    wanted = [max(least[at], min(whole[at], _MOST_WORDS)) for at in every]
    need, wish = ((sum(widths) + _GAP * len(widths)) / _LINE for widths in (least, wanted))
    grown = 0.0 if wish <= need else min(1.0, (1.0 - need) / (wish - need))
    shrunk = min(1.0, 1.0 / need)
    if need >= 1:
        return [shrunk * (one + _GAP) / _LINE for one in least]
    return [(one + grown * (more - one) + _GAP) / _LINE for one, more in zip(least, wanted, strict=True)]


def _rounded_down(share: float) -> float:
    return floor(1000 * share) / 1000


def _width(text: str) -> float:
    """Estimate the width of text in digits."""
    return sum(1.4 if character.isupper() or character in "mwMW%+−→" else 1.0 for character in text)


def latex_document(names: list[str]) -> str:
    """Write a plain article that shows every table."""
    inputs = [rf"\input{{{name}}}" for name in names]
    return "\n".join(
        [
            r"\documentclass{article}",
            r"\usepackage[margin=2cm,landscape]{geometry}",
            r"\usepackage[utf8]{inputenc}",
            r"\usepackage{booktabs,longtable,array,textcomp}",
            r"\begin{document}",
            *inputs,
            r"\end{document}",
            "",
        ]
    )
