"""Convert one foreign file: to episodes, and where it holds a judge's scores, to ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from sim.errors import SimError
from sim.formats.csv_turns import convert_csv
from sim.formats.openai_messages import convert_openai
from sim.formats.reading import Conversion
from sim.formats.sharegpt import convert_sharegpt
from sim.formats.sotopia import SotopiaSource, convert_sotopia
from sim.formats.sotopia_scores import StoredScores, read_scores
from sim.formats.summary import sound_episodes
from sim.outputs import check_absent, replacing
from sim.scenarios.sotopia import read_profiles
from sim.schema.base import Mode
from sim.schema.episode import Episode
from sim.schema.jsonl import write_jsonl
from sim.schema.ratings_csv import write_ratings_csv

__all__ = ["Converted", "Destination", "EpisodeFormat", "OptionError", "Request", "convert_file"]


class EpisodeFormat(StrEnum):
    """The foreign formats that are read."""

    SOTOPIA = "sotopia"
    SHAREGPT = "sharegpt"
    OPENAI = "openai"
    CSV = "csv"


class OptionError(SimError):
    """An option that means nothing for this format, or alone."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to convert, and what the user knows of it beyond the file.

    Attributes
    ----------
    profiles
        Sotopia: folder of environment and agent profiles.
    mode
        Sotopia: how the file is labelled; refused where a log shows another mode.
    judge
        Sotopia: the judging model, where the log does not name it.
    skip_invalid
        Whether to convert what can be read although something cannot.
    """

    path: Path
    format: EpisodeFormat
    profiles: Path | None = None
    mode: Mode | None = None
    condition: str | None = None
    judge: str | None = None
    skip_invalid: bool = False


@dataclass(frozen=True, slots=True)
class Destination:
    """The files to write; `ratings` and `failures` together or not at all."""

    episodes: Path
    ratings: Path | None = None
    failures: Path | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written and what was not."""

    conversion: Conversion
    episodes: Sequence[Episode]
    scores: StoredScores | None


def convert_file(request: Request, destination: Destination, *, now: datetime) -> Converted:
    """Convert a file and write the results, all of them or none.

    Raises
    ------
    ContractError
        With every problem, unless those records are to be skipped; nothing is written.
    OptionError
        If an option does not go with the format.
    OutputExistsError
        If a file to be written exists and is not to be replaced.
    OSError
        If the file cannot be read.
    """
    _check_options(request, destination)
    check_absent(destination.episodes, destination.ratings, destination.failures, force=destination.force)
    conversion = _convert(request)
    episodes = sound_episodes(conversion, skip_invalid=request.skip_invalid)
    scores = None
    if destination.ratings is not None and destination.failures is not None:
        scores = read_scores(request.path, episodes, judge=request.judge, now=now)
        with replacing(destination.ratings) as stream:
            write_ratings_csv(stream, scores.ratings)
        with replacing(destination.failures) as stream:
            write_jsonl(stream, scores.failures)
    with replacing(destination.episodes) as stream:
        write_jsonl(stream, episodes)
    return Converted(conversion, episodes, scores)


def _check_options(request: Request, destination: Destination) -> None:
    given = {
        "--profiles": request.profiles,
        "--mode": request.mode,
        "--judge-model": request.judge,
        "--ratings": destination.ratings,
        "--failures": destination.failures,
    }
    meaningless = [name for name, value in given.items() if value is not None]
    if request.format is not EpisodeFormat.SOTOPIA and meaningless:
        raise OptionError(f"{', '.join(meaningless)}: only with --from sotopia.")
    if (destination.ratings is None) != (destination.failures is None):
        raise OptionError("--ratings and --failures go together: a failed judgement is not a rating.")


def _convert(request: Request) -> Conversion:
    match request.format:
        case EpisodeFormat.SOTOPIA:
            profiles = None if request.profiles is None else read_profiles(request.profiles)
            source = SotopiaSource(mode=request.mode, profiles=profiles, condition=request.condition)
            return convert_sotopia(request.path, source)
        case EpisodeFormat.SHAREGPT:
            return convert_sharegpt(request.path, condition=request.condition)
        case EpisodeFormat.OPENAI:
            return convert_openai(request.path, condition=request.condition)
        case EpisodeFormat.CSV:
            return convert_csv(request.path, condition=request.condition)
