"""Choose which of their own items raters are shown again: by seed, and not too soon after the first time."""

import hashlib
from collections.abc import Collection, Sequence

__all__ = ["ITEMS_BETWEEN", "choose_repeat", "n_repeats_left"]

ITEMS_BETWEEN = 3


def choose_repeat(
    shown: Sequence[str], candidates: Collection[str], *, seed: int, rater_number: int
) -> str | None:
    """Choose among the candidates with at least three other items after them, else the one with the most.

    The same inputs always lead to the same choice.

    Parameters
    ----------
    shown
        Everything the rater was shown, oldest first.
    candidates
        Which of these may be shown again.
    rater_number
        The rater's number in the study, from 1.

    Returns
    -------
    str or None
        None where there is no candidate.
    """
    after = {item: len(shown) - 1 - place for place, item in enumerate(shown) if item in candidates}
    far = [item for item, n_after in after.items() if n_after >= ITEMS_BETWEEN]
    if far:
        return min(far, key=lambda item: _drawn(seed, str(rater_number), item))
    return max(after, key=after.__getitem__, default=None)


def n_repeats_left(wanted: int, *, n_repeated: int, n_items: int) -> int:
    """Count the repetitions to come for a rater who will have rated `n_items` items in all."""
    return max(0, min(wanted, n_items) - n_repeated)


def _drawn(seed: int, *parts: str) -> bytes:
    return hashlib.sha256("\x1f".join((str(seed), "repeat", *parts)).encode()).digest()
