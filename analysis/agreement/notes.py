"""What rows say about themselves."""

__all__ = [
    "NO_COMPLETE_UNITS",
    "NO_PAIRABLE_UNITS",
    "NO_VARIATION",
    "SYMMETRISED",
    "TOO_FEW_RATINGS",
    "join_notes",
]

NO_COMPLETE_UNITS = "no_complete_units"
NO_PAIRABLE_UNITS = "no_pairable_units"
NO_VARIATION = "no_variation"
TOO_FEW_RATINGS = "too_few_ratings"
SYMMETRISED = "preference labels symmetrised over first and second"


def join_notes(*notes: str) -> str:
    """Join what there is to say."""
    return "; ".join(note for note in notes if note)
