"""Attempts to sign in per address."""

from datetime import datetime, timedelta

import pytest

from annotate_app.web.throttle import AddressThrottle
from tests.annotate_app.studio import START

SECOND = timedelta(seconds=1)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def throttle(clock: Clock) -> AddressThrottle:
    return AddressThrottle(clock, burst=3, every=10 * SECOND, most=2)


def test_a_burst_passes_and_the_next_waits(throttle: AddressThrottle) -> None:
    assert [throttle.attempt("192.0.2.1") for _ in range(5)] == [None, None, None, 10 * SECOND, 10 * SECOND]


def test_an_attempt_comes_back_with_time(throttle: AddressThrottle, clock: Clock) -> None:
    for _ in range(4):
        throttle.attempt("192.0.2.1")
    clock.now += 4 * SECOND
    assert throttle.attempt("192.0.2.1") == 6 * SECOND
    clock.now += 6 * SECOND
    assert throttle.attempt("192.0.2.1") is None
    assert throttle.attempt("192.0.2.1") == 10 * SECOND


def test_addresses_do_not_slow_each_other(throttle: AddressThrottle) -> None:
    for _ in range(4):
        throttle.attempt("192.0.2.1")
    assert throttle.attempt("192.0.2.2") is None


def test_a_network_of_ipv6_is_one_address(throttle: AddressThrottle) -> None:
    waits = [throttle.attempt(f"2001:db8::{number}") for number in range(4)]
    assert waits == [None, None, None, 10 * SECOND]
    assert throttle.attempt("2001:db8:0:1::1") is None


def test_ipv4_written_as_ipv6_is_the_same_address(throttle: AddressThrottle) -> None:
    for _ in range(3):
        throttle.attempt("192.0.2.1")
    assert throttle.attempt("::ffff:192.0.2.1") == 10 * SECOND


def test_memory_is_bounded(throttle: AddressThrottle) -> None:
    for number in range(100):
        throttle.attempt(f"192.0.2.{number}")
    assert len(throttle) == 2


def test_a_clock_set_back_neither_gives_nor_takes(throttle: AddressThrottle, clock: Clock) -> None:
    throttle.attempt("")
    clock.now -= timedelta(hours=1)
    assert [throttle.attempt("") for _ in range(3)] == [None, None, 10 * SECOND]
