"""The work behind `blindpair analyze judge`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from analysis.console import show_rows
from analysis.errors import OptionError
from analysis.estimate import Rows
from analysis.judge.join import load_joined
from analysis.judge.options import JudgeOptions
from analysis.judge.run import judge_rows
from analysis.registry import Settings
from analysis.tables import LoadOptions

__all__ = ["JudgeRequest", "compare_judges", "families_of"]


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """What the user asked for.

    Attributes
    ----------
    ratings
        Bundle or table of people's ratings.
    judges
        Run directories, bundles or tables of judges' ratings.
    """

    ratings: Path
    judges: Sequence[Path]
    options: LoadOptions
    settings: Settings
    judging: JudgeOptions = field(default_factory=JudgeOptions)


def compare_judges(request: JudgeRequest, stream: IO[str], *, as_json: bool) -> None:
    """Compare judges with people and write the rows, as JSON or as a table for people.

    Raises
    ------
    TableError, OptionError
        With everything that is wrong with the files or the options.
    OSError
        If a file cannot be read.
    """
    joined = load_joined(request.ratings, request.judges, request.options)
    rows = judge_rows(joined, request.settings, request.judging)
    if as_json:
        stream.write(Rows.of(rows).model_dump_json(indent=2) + "\n")
    else:
        show_rows(rows, joined.left_out, stream)


def families_of(given: Sequence[str]) -> dict[str, str]:
    """Read `NAME=FAMILY`, the name being everything before the last equals sign.

    Raises
    ------
    OptionError
        With everything that has another form.
    """
    parts = {text: text.rpartition("=") for text in given}
    wrong = [text for text, (name, _, family) in parts.items() if not name or not family]
    if wrong:
        raise OptionError(f"--family takes NAME=FAMILY, such as my-judge=gpt; found {', '.join(wrong)}.")
    return {name: family for name, _, family in parts.values()}
