"""A small study with dialogues that would do harm if they were anything but literal text."""

import io
from collections.abc import Sequence

from annotate_app.design.principal import OperatorPrincipal
from annotate_app.services.studies import CreatedStudy, StudyPlan, create_study
from annotate_app.services.uploads import confirm_upload, preview_upload
from annotate_app.services.workplace import Workplace
from sim.schema.base import Mode, opaque_id
from sim.schema.episode import EndReason, Episode, Provenance, Role, Turn, TurnKind
from sim.schema.jsonl import write_jsonl
from sim.schema.scenario import Character, Goal, Relationship, Scenario, ScenarioKind

__all__ = [
    "CONDITIONS",
    "HOSTILE",
    "MARKED",
    "SECRET_WORDS",
    "episodes",
    "episodes_file",
    "make_study",
    "store_batch",
]

CONDITIONS = ("SCRIPT:omega-writer-9", "AGENTS:omega-writer-9")
SECRET_WORDS = ("omega-writer-9", "AGENTS", "MINDREADERS", "provenance", "condition", "prompt-hash-x")
"""Words of the batch that no rater's browser may ever receive."""

HOSTILE = (
    "**bold** _it_ # heading",
    "<script>window.hacked = true</script><b>tag</b>",
    "![x](http://elsewhere.invalid/pixel.png) [link](http://elsewhere.invalid)",
    "costs $5 and $x^2$ :smile: :red[red]",
    "```code``` `inline`",
    "  two  spaces\n\nand lines  ",
    "w" * 10_000,
    "مرحبا بالعالم",
    "e\u0301 \N{FAMILY}\N{ZERO WIDTH JOINER}\N{GIRL} <img src=x onerror=alert(1)>",
    "</div></body>&amp;&lt;",
)
"""Lines that must be shown as exactly these characters."""

MARKED = ("safe\u202egnp.exe", "safe⟦RLO⟧gnp.exe")
"""A line with a direction override, and how it must be shown."""

_FIRST = ("Maya Lindqvist", "Benjamin Okafor")


def _scenario(number: int) -> Scenario:
    return Scenario(
        scenario_id=f"kiln-{number}",
        environment_id=f"kiln-{number}",
        kind=ScenarioKind.COMPETITIVE,
        setting=f"Maya sells a used kiln (advertisement {number}). Ben has come to look at it.",
        relationship=Relationship.STRANGER,
        characters=(
            Character(
                name=_FIRST[0],
                age=34,
                gender="woman",
                pronouns="she/her",
                occupation="ceramics teacher",
                public_info="Runs the evening pottery class.",
                secret="Has promised the space to somebody else.",
            ),
            Character(
                name=_FIRST[1],
                age=41,
                gender="man",
                pronouns="he/him",
                occupation="furniture restorer",
                public_info="Restores chairs.",
                secret="Lost a commission last week.",
            ),
        ),
        goals=(
            Goal(text="Sell the kiln for at least 420 dollars."),
            Goal(text="Buy the kiln for at most 380 dollars."),
        ),
    )


def _lines(number: int, mode: Mode) -> tuple[tuple[TurnKind, str], ...]:
    hostile = HOSTILE if number == 0 else ("Let us say 400 and be done.",)
    opening = "Hello. Is it still for sale?" if mode is Mode.SCRIPT else "Hi, I am here about the kiln."
    return (
        (TurnKind.SPEAK, f"{opening} ({number})"),
        *((TurnKind.SPEAK, line) for line in hostile),
        (TurnKind.ACTION, "opens the lid"),
        *(((TurnKind.SPEAK, MARKED[0]),) if number == 0 else ()),
        (TurnKind.NONE, ""),
        (TurnKind.LEAVE, ""),
    )


def _episode(number: int, mode: Mode, condition: str) -> Episode:
    return Episode(
        episode_id=opaque_id("sample", str(number), mode),
        pair_id=f"pair-{number}",
        scenario=_scenario(number),
        mode=mode,
        condition=condition,
        turns=tuple(
            Turn(index=index, speaker=0 if index % 2 == 0 else 1, kind=kind, text=text)
            for index, (kind, text) in enumerate(_lines(number, mode))
        ),
        end_reason=EndReason.LEFT,
        provenance=Provenance(
            origin="simulated",
            models={Role.WRITER: "omega-writer-9"},
            prompt_hashes={"context": "prompt-hash-x"},
        ),
    )


def episodes(n_pairs: int) -> tuple[Episode, ...]:
    """Make pairs; the first one's dialogues hold every hostile line."""
    return tuple(
        _episode(number, mode, condition)
        for number in range(n_pairs)
        for mode, condition in zip((Mode.SCRIPT, Mode.AGENTS), CONDITIONS, strict=True)
    )


def episodes_file(records: Sequence[Episode]) -> bytes:
    """Write episodes as JSON Lines."""
    stream = io.StringIO()
    write_jsonl(stream, records)
    return stream.getvalue().encode()


def store_batch(place: Workplace, n_pairs: int) -> str:
    """Upload the pairs; the batch's id."""
    content = episodes_file(episodes(n_pairs))
    operator = OperatorPrincipal()
    preview = preview_upload(place, operator, io.BytesIO(content), name="sample.jsonl")
    return confirm_upload(
        place, operator, io.BytesIO(content), name="sample.jsonl", content_hash=preview.content_hash
    ).batch_id


def make_study(
    place: Workplace, *, n_pairs: int = 2, n_raters: int = 2, protocol: str = "naturalness-then-goals"
) -> CreatedStudy:
    """Upload the pairs and open a study of them."""
    plan = StudyPlan(
        name=f"Sample {place.entropy(6).hex()}",
        batch_id=store_batch(place, n_pairs),
        protocol=protocol,
        n_raters=n_raters,
        raters_per_item=max(2, n_raters),
        seed=1,
    )
    return create_study(place, OperatorPrincipal(), plan)
