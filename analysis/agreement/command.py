"""The work of `blindpair analyze agreement`."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from analysis.agreement.consensus import write_confusion, write_consensus
from analysis.agreement.disputed import disputed_units, read_transcripts
from analysis.agreement.run import agreement_rows
from analysis.console import show_rows
from analysis.estimate import Rows
from analysis.registry import Settings
from analysis.tables import LoadOptions, load_table

__all__ = ["AgreementRequest", "compare_raters"]


@dataclass(frozen=True, slots=True)
class AgreementRequest:
    """What was asked.

    Attributes
    ----------
    disputed, consensus, confusion
        Files to write the most disputed units, the consensus labels and the raters' confusion matrices to;
        None for none.
    """

    tables: Sequence[Path]
    options: LoadOptions
    settings: Settings
    disputed: Path | None = None
    consensus: Path | None = None
    confusion: Path | None = None


def compare_raters(request: AgreementRequest, stream: IO[str], *, as_json: bool) -> None:
    """Write all agreement rows, and the files that were asked for.

    Raises
    ------
    TableError
        With every problem of the tables.
    OptionError
        If an option does not fit them.
    OSError
        If a file cannot be read or written.
    """
    table = load_table(request.tables, request.options)
    rows = agreement_rows(table, request.settings)
    if request.disputed is not None:
        units = disputed_units(table, read_transcripts(request.tables))
        text = "".join(f"{json.dumps(unit, ensure_ascii=False)}\n" for unit in units)
        request.disputed.write_text(text, encoding="utf-8")
    if request.consensus is not None:
        with request.consensus.open("w", encoding="utf-8", newline="") as target:
            write_consensus(target, table)
    if request.confusion is not None:
        with request.confusion.open("w", encoding="utf-8", newline="") as target:
            write_confusion(target, table)
    if as_json:
        stream.write(Rows.of(rows).model_dump_json(indent=2) + "\n")
    else:
        show_rows(rows, table.left_out, stream, table.rater_numbers)
