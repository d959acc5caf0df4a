"""A column of names as whole-number codes: what long tables are made of."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import gt
from typing import Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Codes", "Factor", "FactorBuilder", "Flags"]

Codes = NDArray[np.int32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """Names by code.

    Attributes
    ----------
    codes
        Shape `(n_rows,)`, each from 0 to `len(names) - 1`.
    names
        Distinct, in order of first appearance unless made otherwise; some may not occur any more.
    """

    codes: Codes
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def of(cls, values: Iterable[str]) -> Self:
        """Code a column of names."""
        builder = FactorBuilder()
        builder.extend(tuple(values))
        return cls(builder.codes(), builder.names())

    @classmethod
    def constant(cls, name: str, n_rows: int) -> Self:
        """Make a column that holds one name throughout."""
        return cls(np.zeros(n_rows, np.int32), (name,))

    def take(self, rows: NDArray[np.integer] | Flags) -> Self:
        """Keep some rows, given by position or by flag; the names stay."""
        return type(self)(self.codes[rows], self.names)

    def where(self, holds: Callable[[str], bool]) -> Flags:
        """Flag the rows whose name fulfils a condition, asked once a name; shape `(n_rows,)`."""
        return np.fromiter(map(holds, self.names), np.bool_, len(self.names))[self.codes]

    def equals(self, name: str) -> Flags:
        """Flag the rows with this name; shape `(n_rows,)`."""
        return self.where(name.__eq__)

    def renamed(self, rename: Callable[[str], str]) -> Self:
        """Give every name another one; names that become equal become one."""
        target = Factor.of(map(rename, self.names))
        return type(self)(target.codes[self.codes], target.names)

    def numbers(self, parse: Callable[[str], float]) -> NDArray[np.float64]:
        """Read every name as a number, once a name; shape `(n_rows,)`."""
        return np.fromiter(map(parse, self.names), np.float64, len(self.names))[self.codes]

    def values(self) -> NDArray[np.object_]:
        """Spell the names out; shape `(n_rows,)`."""
        return np.array([*self.names, None], dtype=object)[:-1][self.codes]

    def compact(self) -> Self:
        """Drop names that do not occur and sort the rest."""
        occurs = np.bincount(self.codes, minlength=len(self.names)) > 0
        names = tuple(compress(self.names, occurs.tolist()))
        codes = np.flatnonzero(occurs)
        if any(map(gt, names, names[1:])):
            order = sorted(range(len(names)), key=names.__getitem__)
            names, codes = tuple(names[at] for at in order), codes[order]
        position = np.zeros(len(self.names), np.int32)
        position[codes] = np.arange(len(codes), dtype=np.int32)
        return type(self)(position[self.codes], names)

    @classmethod
    def concatenate(cls, parts: Sequence["Factor"]) -> Self:
        """Put columns one below the other; equal names become one."""
        builder: defaultdict[str, int] = defaultdict()
        builder.default_factory = builder.__len__
        codes = [
            np.fromiter(map(builder.__getitem__, part.names), np.int32, len(part.names))[part.codes]
            for part in parts
        ]
        return cls(np.concatenate(codes) if codes else np.zeros(0, np.int32), tuple(builder))


class FactorBuilder:
    """Codes a column that arrives in pieces."""

    def __init__(self) -> None:
        self._code: defaultdict[str, int] = defaultdict()
        self._code.default_factory = self._code.__len__
        self._pieces: list[Codes] = []

    def extend(self, values: Sequence[str]) -> None:
        """Add the next piece."""
        self._pieces.append(np.fromiter(map(self._code.__getitem__, values), np.int32, len(values)))

    def codes(self) -> Codes:
        """Codes of everything so far; shape `(n_rows,)`."""
        return np.concatenate(self._pieces) if self._pieces else np.zeros(0, np.int32)

    def names(self) -> tuple[str, ...]:
        """Distinct names so far, in order of first appearance."""
        return tuple(self._code)
