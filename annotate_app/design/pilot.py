"""Choose the pairs of a pilot: by seed, spread over environments."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping

__all__ = ["pilot_pairs"]


def pilot_pairs(environments: Mapping[str, str], *, n_pairs: int, seed: int) -> tuple[str, ...]:
    """Choose pairs whose environments differ as far as they can: nobody is taken twice before all once.

    The same seed and pairs lead to the same choice.

    Parameters
    ----------
    environments
        Every pair's environment, by pair.
    """
    of_environment: defaultdict[str, list[str]] = defaultdict(list)
    for pair in sorted(environments, key=lambda pair: _drawn(seed, "pair", pair)):
        of_environment[environments[pair]].append(pair)
    ranked = [
        (rank, _drawn(seed, "environment", environment), pair)
        for environment, pairs in of_environment.items()
        for rank, pair in enumerate(pairs)
    ]
    return tuple(pair for _, _, pair in sorted(ranked)[:n_pairs])


def _drawn(seed: int, *parts: str) -> bytes:
    return hashlib.sha256("\x1f".join((str(seed), "pilot", *parts)).encode()).digest()
