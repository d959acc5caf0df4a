"""How often one address may try to sign in, whatever names it tries."""

import ipaddress
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from annotate_app.services.workplace import utc_now

__all__ = ["AddressThrottle"]

_BURST = 20
_EVERY = timedelta(seconds=6)
_MOST_ADDRESSES = 10_000
_IPV6_SITE = 64


@dataclass(frozen=True, slots=True)
class _Bucket:
    tokens: float
    at: datetime


class AddressThrottle:
    """Token buckets of the addresses that tried lately, in this process's memory.

    Parameters
    ----------
    clock
        Tells the time, with its offset from UTC.
    burst
        Attempts that an address has at once.
    every
        Time after which it has one more.
    most
        Addresses remembered; the one that tried longest ago is forgotten first.
    """

    def __init__(
        self,
        clock: Callable[[], datetime] = utc_now,
        *,
        burst: int = _BURST,
        every: timedelta = _EVERY,
        most: int = _MOST_ADDRESSES,
    ) -> None:
        self._clock = clock
        self._burst = burst
        self._every = every
        self._most = most
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Count the addresses remembered."""
        return len(self._buckets)

    def attempt(self, address: str) -> timedelta | None:
        """Count an attempt.

        Returns
        -------
        timedelta or None
            How long to wait, where the address has none left; None where it may go on.
        """
        name, now = _site(address), self._clock()
        with self._lock:
            tokens = self._tokens(name, now)
            allowed = tokens >= 1
            self._buckets[name] = _Bucket(tokens - 1 if allowed else tokens, now)
            self._buckets.move_to_end(name)
            while len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        return None if allowed else (1 - tokens) * self._every

    def _tokens(self, name: str, now: datetime) -> float:
        bucket = self._buckets.get(name)
        if bucket is None:
            return self._burst
        # A clock that was set back gives nothing and takes nothing.
        passed = max(timedelta(), now - bucket.at)
        return min(self._burst, bucket.tokens + passed / self._every)


def _site(address: str) -> str:
    """Name whoever has an address: of IPv6, a whole network of 64 bits is one customer's."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), _IPV6_SITE), strict=False))
