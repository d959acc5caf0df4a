"""Taking a port and naming it."""

import socket

import pytest

from annotate_app.errors import PortInUseError
from annotate_app.web.server import address_of, take_port

ANY_HOST = ".".join("0000")


def test_take_port_takes_a_free_one_for_zero() -> None:
    with take_port("127.0.0.1", 0) as listener:
        assert address_of(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_take_port_names_a_taken_one() -> None:
    with take_port("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(PortInUseError, match=f"Port {port} on 127.0.0.1 cannot be used") as caught:
            take_port("127.0.0.1", port)
    assert caught.value.exit_status == 2
    assert "--port" in str(caught.value)


def test_take_port_names_a_host_that_is_not_this_machine() -> None:
    with pytest.raises(PortInUseError, match=r"host\.invalid"):
        take_port("host.invalid", 0)


def test_address_of_every_interface_is_this_machine() -> None:
    with take_port(ANY_HOST, 0) as listener:
        assert address_of(listener).startswith("http://127.0.0.1:")


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_address_of_ipv6_is_in_brackets() -> None:
    try:
        listener = take_port("::1", 0)
    except PortInUseError:
        pytest.skip("this machine has no IPv6 loopback")
    with listener:
        assert address_of(listener).startswith("http://[::1]:")
