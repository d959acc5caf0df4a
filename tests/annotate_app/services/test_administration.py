"""Administrators: made, signed in, throttled, signed out."""

from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text, update

from annotate_app.design.principal import AdminPrincipal
from annotate_app.errors import NotAllowedError, SignInError, SignInThrottledError, StudyError
from annotate_app.services.administration import admin_of_cookie, create_administrator, sign_in, sign_out
from annotate_app.services.studies import list_studies
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import AdministratorRow, AdminSessionRow, SignInFailureRow
from tests.annotate_app.studio import OPERATOR, START, STRANGER, TickingClock, n_rows

PASSWORD = "a long enough password"


def anna(place: Workplace) -> AdminPrincipal:
    return create_administrator(place, OPERATOR, user="anna", password=PASSWORD)


def test_administrator_signs_in_and_out(place: Workplace) -> None:
    principal = anna(place)
    secret = sign_in(place, user="anna", password=PASSWORD)
    assert admin_of_cookie(place, secret) == principal
    assert list_studies(place, principal) == ()
    sign_out(place, secret)
    sign_out(place, "unknown")
    assert admin_of_cookie(place, secret) is None


def test_password_is_stored_as_argon2id_only(place: Workplace) -> None:
    anna(place)
    with place.database.reading() as session:
        stored = session.scalar(text("SELECT password_hash FROM administrator"))
        events = session.scalars(text("SELECT CAST(detail AS TEXT) FROM event")).all()
    assert str(stored).startswith("$argon2id$")
    assert PASSWORD not in f"{stored}{events}"


@pytest.mark.parametrize(("user", "password"), [("anna", "wrong password"), ("bob", PASSWORD), ("", "")])
def test_wrong_sign_in_never_says_what_was_wrong(sqlite_place: Workplace, user: str, password: str) -> None:
    anna(sqlite_place)
    with pytest.raises(SignInError, match=r"^User and password do not match\.$"):
        sign_in(sqlite_place, user=user, password=password)
    assert n_rows(sqlite_place, AdminSessionRow) == 0


@pytest.mark.parametrize("user", ["anna", "bob"])
def test_repeated_failures_are_slowed_down_for_anybody(sqlite_place: Workplace, user: str) -> None:
    place = sqlite_place
    anna(place)
    for _ in range(5):
        with pytest.raises(SignInError, match="do not match"):
            sign_in(place, user=user, password="wrong")
    assert isinstance(place.clock, TickingClock)
    place.clock.now -= timedelta(seconds=1)
    with pytest.raises(SignInThrottledError, match=r"Try again in 1 seconds"):
        sign_in(place, user=user, password=PASSWORD)
    assert n_rows(place, AdminSessionRow) == 0


def test_made_up_names_do_not_pile_up(sqlite_place: Workplace) -> None:
    assert isinstance(sqlite_place.clock, TickingClock)
    for number in range(3):
        with pytest.raises(SignInError):
            sign_in(sqlite_place, user=f"name {number}", password="wrong")
        sqlite_place.clock.now += timedelta(days=2)
    assert n_rows(sqlite_place, SignInFailureRow) == 1


def test_success_forgets_failures(sqlite_place: Workplace) -> None:
    anna(sqlite_place)
    for _ in range(2):
        for _ in range(4):
            with pytest.raises(SignInError):
                sign_in(sqlite_place, user="anna", password="wrong")
        sign_in(sqlite_place, user="anna", password=PASSWORD)
    assert n_rows(sqlite_place, AdminSessionRow) == 2


def test_session_ends_after_twelve_hours(place: Workplace) -> None:
    anna(place)
    secret = sign_in(place, user="anna", password=PASSWORD)
    assert isinstance(place.clock, TickingClock)
    place.clock.now += timedelta(hours=12)
    assert admin_of_cookie(place, secret) is None


def test_disabled_administrator_can_do_nothing(sqlite_place: Workplace) -> None:
    principal = anna(sqlite_place)
    secret = sign_in(sqlite_place, user="anna", password=PASSWORD)
    with sqlite_place.database.writing() as session:
        session.execute(update(AdministratorRow).values(disabled_at=START))
    assert admin_of_cookie(sqlite_place, secret) is None
    with pytest.raises(SignInError):
        sign_in(sqlite_place, user="anna", password=PASSWORD)
    with pytest.raises(NotAllowedError):
        list_studies(sqlite_place, principal)


@pytest.mark.parametrize(
    ("user", "password", "n_problems"), [("", "short", 2), (" anna", PASSWORD, 1), ("anna", "x" * 1025, 1)]
)
def test_unusable_names_and_passwords_are_refused(
    sqlite_place: Workplace, user: str, password: str, n_problems: int
) -> None:
    with pytest.raises(StudyError) as caught:
        create_administrator(sqlite_place, OPERATOR, user=user, password=password)
    assert len(caught.value.problems) == n_problems
    assert n_rows(sqlite_place, AdministratorRow) == 0


def test_name_is_taken_once_and_raters_may_not_make_administrators(sqlite_place: Workplace) -> None:
    anna(sqlite_place)
    with pytest.raises(StudyError, match="already"):
        anna(sqlite_place)
    with pytest.raises(NotAllowedError):
        create_administrator(sqlite_place, STRANGER, user="eve", password=PASSWORD)
    assert n_rows(sqlite_place, AdministratorRow) == 1


def test_hash_with_older_parameters_is_renewed(sqlite_place: Workplace) -> None:
    anna(sqlite_place)
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    with sqlite_place.database.writing() as session:
        session.execute(update(AdministratorRow).values(password_hash=weak))
    sign_in(sqlite_place, user="anna", password=PASSWORD)
    with sqlite_place.database.reading() as session:
        assert session.scalar(text("SELECT password_hash FROM administrator")) != weak
