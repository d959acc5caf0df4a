"""The bundle: everything an analysis needs, in one folder, shareable while still blind."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from sim.errors import ContractError, Problem
from sim.schema.base import SCHEMA_VERSION, Contract, Identifier, Text, UtcTime
from sim.schema.rating import RATING_COLUMNS
from sim.schema.validation import problems_of

__all__ = [
    "ASSIGNMENT_COLUMNS",
    "BUNDLE_COLUMNS",
    "CHECK_COLUMNS",
    "CONDITION_COLUMNS",
    "DICTIONARY_COLUMNS",
    "DO_NOT_KNOW",
    "EVENT_COLUMNS",
    "GUESS_COLUMNS",
    "ITEM_COLUMNS",
    "QUESTIONNAIRE_COLUMNS",
    "RATER_COLUMNS",
    "BundleManifest",
    "file_sha256",
    "read_bundle_manifest",
]

ITEM_COLUMNS = ("item_id", "pair_id", "environment_id", "scenario_id", "episode_1", "episode_2", "purpose")
"""`episode_1` and `episode_2` are in sorted order, which says nothing of their conditions."""

RATER_COLUMNS = (
    "rater_id",
    "number",
    "status",
    "consent_version",
    "consented_at",
    "finished_at",
    "n_submitted",
    "excluded",
    "exclusion_reason",
)
"""`number` is what the researcher knows the rater by: 1, 2, ... in the order of invitations.

`excluded` is `true` where a researcher decided that analyses leave the rater out, else `false`.

Reasons may name conditions: a blind bundle leaves them out.
"""

ASSIGNMENT_COLUMNS = (
    "assignment_id",
    "item_id",
    "rater_id",
    "position",
    "status",
    "served_first",
    "served_second",
    "assigned_at",
    "submitted_at",
    "seconds",
    "surplus",
    "skip_reason",
    "skip_remark",
    "question_order",
)
"""`position` is the item's 0-based place in the rater's session; `served_first` was shown as dialogue A.

`surplus` is `true` where the item was submitted after its place had been given to somebody else: its ratings
count like any others, beyond the wanted number of ratings per item; else `false`.
"""

EVENT_COLUMNS = ("at", "actor_kind", "actor_id", "action", "object", "detail")

CHECK_COLUMNS = ("item_id", "kind", "intact")
"""One row an attention check; `kind` is `shuffled` (its turns) or `exchanged` (who says them).

`intact` is the episode that was not altered; the altered ones are in `altered_episodes.jsonl`, where there
are any, as raters may know them.
"""

CONDITION_COLUMNS = (
    "episode_id",
    "pair_id",
    "mode",
    "condition",
    "end_reason",
    "n_turns",
    "n_words",
    "outcome",
)
"""One row an episode, in unblinded bundles only; `outcome` is JSON or empty."""

QUESTIONNAIRE_COLUMNS = (
    "rater_id",
    "moment",
    "question",
    "status",
    "value",
    "questionnaire_hash",
    "answered_at",
)
"""One row a question that a rater was asked; `moment` is `before`, `after` or `final`."""

DO_NOT_KNOW = "do_not_know"

GUESS_COLUMNS = (
    "rater_id",
    "item_id",
    "unit_id",
    "presentation",
    "asked",
    "status",
    "value",
    "confidence",
    "answered_at",
)
"""One row a rater and pair, in unblinded bundles only: many guesses together would tell conditions.

`asked` is `first` or `second`: the condition of the study's first contrast whose description was shown first,
and asked for. `value` is the id of the episode that the rater took for it, or `do_not_know`.
"""

DICTIONARY_COLUMNS = ("file", "column", "dimension", "type", "level", "allowed", "description")

BUNDLE_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "ratings.csv": RATING_COLUMNS,
    "items.csv": ITEM_COLUMNS,
    "raters.csv": RATER_COLUMNS,
    "assignments.csv": ASSIGNMENT_COLUMNS,
    "checks.csv": CHECK_COLUMNS,
    "events.csv": EVENT_COLUMNS,
    "questionnaire_answers.csv": QUESTIONNAIRE_COLUMNS,
    "guesses.csv": GUESS_COLUMNS,
    "conditions.csv": CONDITION_COLUMNS,
    "data_dictionary.csv": DICTIONARY_COLUMNS,
}
"""Columns of every CSV file of a bundle, in order."""


class BundleManifest(Contract):
    """What the folder holds.

    Attributes
    ----------
    blind
        True where nothing in the bundle tells an episode's condition.
    files
        SHA-256 per file name, 64 hexadecimal digits.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    kind: Literal["bundle"] = "bundle"
    blind: bool
    study_id: Identifier
    exported_at: UtcTime
    code_version: Text
    files: Mapping[str, Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]]


def file_sha256(path: Path) -> str:
    """Hash a file's bytes: 64 hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_bundle_manifest(folder: Path) -> BundleManifest:
    """Read `manifest.json` of a bundle and check every file against its hash.

    Raises
    ------
    ContractError
        If the manifest does not keep the contract, or files are missing or were changed; with all of them.
    OSError
        If the manifest cannot be read.
    """
    source = "manifest.json"
    try:
        manifest = BundleManifest.model_validate_json((folder / source).read_bytes())
    except ValidationError as error:
        raise ContractError(problems_of(error, source=source, line=None)) from None
    problems = [
        Problem(name, None, "", found, f"the content with SHA-256 {digest}")
        for name, digest in manifest.files.items()
        if (found := _difference(folder / name, digest))
    ]
    if problems:
        raise ContractError(problems)
    return manifest


def _difference(path: Path, digest: str) -> str:
    if not path.is_file():
        return "no such file"
    return "" if file_sha256(path) == digest else "other content"
