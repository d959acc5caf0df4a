"""What a study says to its raters and asks them, as options of the command line and from files."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypedDict

import typer

from annotate_app.errors import StudyError

__all__ = [
    "AfterFile",
    "BeforeFile",
    "ConsentFile",
    "DebriefingFile",
    "Describe",
    "InstructionsFile",
    "WantsFinalQuestion",
    "WarningFile",
    "asked_of",
    "final_question",
    "questionnaire_of",
    "text_of",
    "texts_of",
]

ConsentFile = Annotated[Path | None, typer.Option(help="Text file to agree to.")]
WarningFile = Annotated[
    Path | None, typer.Option(help="Text file with a content warning, shown before consent.")
]
InstructionsFile = Annotated[Path | None, typer.Option(help="Text file with instructions.")]
DebriefingFile = Annotated[
    Path | None, typer.Option(help="Text file shown at the end and after withdrawing.")
]
BeforeFile = Annotated[Path | None, typer.Option(help="Questions before the first item (TOML).")]
AfterFile = Annotated[Path | None, typer.Option(help="Questions after the last item (TOML).")]
WantsFinalQuestion = Annotated[
    bool,
    typer.Option(
        "--final-question/--no-final-question",
        help="Ask last of all whether raters noticed what distinguished the dialogues.",
    ),
]
Describe = Annotated[
    list[str] | None,
    typer.Option(
        help="A condition in plain words for raters, as CONDITION=WORDS; twice: they are asked at the end "
        "which dialogue was which.",
        metavar="CONDITION=WORDS",
    ),
]


def text_of(path: Path | None) -> str | None:
    """Read a text file; None without one.

    Raises
    ------
    StudyError
        If it cannot be read as UTF-8.
    """
    if path is None:
        return None
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError([f"The file {path} cannot be read as UTF-8 text ({error})."]) from error


class Texts(TypedDict):
    """A plan's texts; None for those that come with the package."""

    consent_text: str | None
    instructions: str | None
    warning: str
    debriefing: str


def texts_of(
    *, consent: Path | None, instructions: Path | None, warning: Path | None, debriefing: Path | None
) -> Texts:
    """Read the files of all texts.

    Raises
    ------
    StudyError
        If one cannot be read as UTF-8.
    """
    return Texts(
        consent_text=text_of(consent),
        instructions=text_of(instructions),
        warning=text_of(warning) or "",
        debriefing=text_of(debriefing) or "",
    )


class Asked(TypedDict):
    """What a plan asks raters beside the items."""

    before: Any
    after: Any
    final_question: Any


def asked_of(
    *, before: Path | None, after: Path | None, wants_final: bool, described: Iterable[str] | None
) -> Asked:
    """Read the files of questions, and take the descriptions apart.

    Raises
    ------
    StudyError
        If a file cannot be read or a description is wrong.
    ContractError
        With everything that is wrong in a file.
    """
    return Asked(
        before=questionnaire_of(before),
        after=questionnaire_of(after),
        final_question=final_question(wanted=wants_final, described=described),
    )


def questionnaire_of(path: Path | None) -> Any:
    """Read a file of questions to raters; None without one.

    Raises
    ------
    StudyError
        If it cannot be read.
    ContractError
        With everything that is wrong in it.
    """
    from sim.schema.questionnaire import read_questionnaire_toml

    if path is None:
        return None
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StudyError([f"The questions {path} cannot be read ({error.strerror})."]) from error
    return read_questionnaire_toml(content, source=path.name)


def final_question(*, wanted: bool, described: Iterable[str] | None) -> Any:
    """Take the descriptions apart; None where the question is not wanted.

    Raises
    ------
    StudyError
        With every description that does not read CONDITION=WORDS, or is given without the question.
    """
    from annotate_app.services.studies import FinalQuestion

    lines = tuple(described or ())
    problems = [f"Found --describe {line!r}, expected CONDITION=WORDS." for line in lines if "=" not in line]
    if lines and not wanted:
        problems.append("Conditions are described, but --no-final-question asks nothing about them.")
    if problems:
        raise StudyError(problems)
    parts = (line.partition("=") for line in lines)
    descriptions: Mapping[str, str] = {name.strip(): words.strip() for name, _, words in parts}
    return FinalQuestion(descriptions) if wanted else None
