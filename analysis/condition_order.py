"""The one order in which conditions are named and set against each other."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from sim.schema.base import Mode
from sim.schema.study import Contrast

__all__ = ["contrasts_in_order", "ranked"]

_MODES = (Mode.SCRIPT, Mode.MINDREADERS, Mode.AGENTS, Mode.REPLAY, Mode.HUMAN)


def ranked(modes: Mapping[str, Mode | None]) -> tuple[str, ...]:
    """Sort conditions: the better informed mode first, those without a mode last, then by name."""

    def place(condition: str) -> tuple[int, str]:
        mode = modes[condition]
        return (len(_MODES) if mode is None else _MODES.index(mode), condition)

    return tuple(sorted(modes, key=place))


def contrasts_in_order(conditions: Iterable[str], declared: Iterable[Contrast] = ()) -> tuple[Contrast, ...]:
    """Set every two conditions against each other: those that a study declares first and as it does.

    Parameters
    ----------
    conditions
        As `ranked`.
    """
    names = tuple(conditions)
    stated = tuple(each for each in dict.fromkeys(declared) if {each.first, each.second} <= set(names))
    known = {frozenset((each.first, each.second)) for each in stated}
    every = (Contrast(first=one, second=two) for one, two in combinations(names, 2))
    return (*stated, *(each for each in every if frozenset((each.first, each.second)) not in known))
