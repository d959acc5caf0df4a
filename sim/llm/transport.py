"""The transport under the openai client: many small connection pools instead of one large one.

One pool looks at all of its connections for every request, which at 64 calls at once costs as much as the
request itself; eight pools of a few connections each do not.
"""

import asyncio
from itertools import cycle
from urllib.request import getproxies

import httpx2

__all__ = ["PooledTransport", "http_client"]

_POOLS = 8
_THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}


class PooledTransport(httpx2.AsyncBaseTransport):
    """Hands requests to its pools in turn."""

    def __init__(self, pools: int = _POOLS) -> None:
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=30.0)
        trusted = httpx2.create_ssl_context()
        self._pools = [httpx2.AsyncHTTPTransport(verify=trusted, limits=limits) for _ in range(pools)]
        self._turns = cycle(self._pools)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request through the next pool."""
        return await next(self._turns).handle_async_request(request)

    async def aclose(self) -> None:
        """Close every pool."""
        await asyncio.gather(*(pool.aclose() for pool in self._pools))


def http_client(timeout: float, *, host: str) -> httpx2.AsyncClient:
    """Make the client; where a proxy leads to the host, one with a single pool, through the proxy."""
    proxied = bool(getproxies()) and host not in _THIS_MACHINE
    transport = None if proxied else PooledTransport()
    return httpx2.AsyncClient(transport=transport, timeout=timeout, follow_redirects=True)
