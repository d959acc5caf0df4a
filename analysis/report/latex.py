"""Tables as LaTeX for a plain article: `booktabs` and `longtable`, every character escaped."""

from collections.abc import Mapping

from analysis.report.plain import MINUS
from analysis.report.views import Table

__all__ = ["escaped", "latex_document", "latex_table"]

_SPECIAL: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
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
_LONGEST_HEADING = 14


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
    """Write one table; names and notes to the left and wrapped, numbers to the right."""
    columns = "".join(_column(table, at) for at in range(len(table.headings)))
    lines = [
        "% needs \\usepackage{booktabs,longtable,array,textcomp}",
        rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
        rf"\caption{{{escaped(table.caption)}}}\label{{tab:{table.name}}}\\",
        r"\toprule",
        f"{' & '.join(map(_heading, table.headings))} \\\\",
        r"\midrule",
        r"\endhead",
        *(f"{' & '.join(map(escaped, row))} \\\\" for row in table.rows),
        r"\bottomrule",
        r"\end{longtable}",
    ]
    return "\n".join(lines) + "\n"


def _heading(text: str) -> str:
    """Put the words of a long heading one below the other."""
    if len(text) <= _LONGEST_HEADING:
        return escaped(text)
    words = r" \\ ".join(map(escaped, text.split()))
    return rf"\begin{{tabular}}[b]{{@{{}}r@{{}}}}{words}\end{{tabular}}"


def _column(table: Table, at: int) -> str:
    if table.headings[at] in {"note", "why"}:
        return r">{\raggedright\arraybackslash}p{0.24\linewidth}"
    if at < table.n_names:
        width = 0.3 if table.n_names == 1 else 0.2
        return rf">{{\raggedright\arraybackslash}}p{{{width}\linewidth}}"
    return "r"


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
            r"\footnotesize",
            *inputs,
            r"\end{document}",
            "",
        ]
    )
