"""Run the app in this process: its port is taken before anything is promised; a signal ends it cleanly."""

import errno
import gc
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from annotate_app.errors import PortInUseError

__all__ = ["address_of", "run_server", "take_port"]

_GRACE_SECONDS = 3
_MOST_WAITING = 2048
_OBJECTS_BEFORE_COLLECTION = 20_000
_ANY_HOST = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
_UNAVAILABLE = {errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL}


def take_port(host: str, port: int) -> socket.socket:
    """Listen on a port; 0 takes a free one.

    Raises
    ------
    PortInUseError
        If it cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(_MOST_WAITING)
    except OSError as error:
        listener.close()
        if error.errno in _UNAVAILABLE or isinstance(error, socket.gaierror):
            raise PortInUseError(host, port, error.strerror or "not available") from None
        raise
    return listener


def address_of(listener: socket.socket) -> str:
    """Write the address as a browser on this machine would open it."""
    host, port = listener.getsockname()[:2]
    named = str(_ANY_HOST.get(host, host))
    return f"http://[{named}]:{port}" if ":" in named else f"http://{named}:{port}"


def run_server(
    app: ASGIApp, listener: socket.socket, *, trusted_proxies: str, on_ready: Callable[[], None]
) -> None:
    """Serve until an interrupt or a termination signal; call `on_ready` once requests are answered.

    Parameters
    ----------
    trusted_proxies
        Addresses and networks, separated by commas, whose `X-Forwarded-For` is believed.
    """
    # The server raises the signal that stopped it once more; by then there is nothing left to stop.
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, _already_stopped)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        # Compressing every message takes longer than sending it, and keeps buffers for every session.
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    _Server(config, on_ready).run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _keep_what_is_loaded()
            self._on_ready()


def _keep_what_is_loaded() -> None:
    """Spare raters that the collector looks through all modules, again and again, while a page is made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION, 20, 50)


def _already_stopped(_number: int, _frame: FrameType | None) -> None:
    return
