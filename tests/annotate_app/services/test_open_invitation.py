"""Invitations and cookies."""

import hashlib
from datetime import timedelta

import pytest
from sqlalchemy import text, update

from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import NotAllowedError, StaleFormError, UnknownInvitationError
from annotate_app.services.rating import (
    decline,
    give_consent,
    open_invitation,
    rater_of_cookie,
    session_view,
    start_rating,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import InvitationRow, RaterRow, RaterSessionRow
from annotate_app.store.states import RaterState
from tests.annotate_app.studio import START, join, n_rows, new_study, start


def test_cookie_is_its_raters(place: Workplace) -> None:
    study = new_study(place)
    for link in study.links:
        secret = open_invitation(place, link.token)
        assert rater_of_cookie(place, secret) == RaterPrincipal(link.rater_id, study.study_id)


def test_secrets_are_long_and_stored_as_hashes_only(place: Workplace) -> None:
    token = new_study(place).links[0].token
    secret = open_invitation(place, token)
    assert (len(token), len(secret)) == (22, 43)
    with place.database.reading() as session:
        invitations = session.scalars(text("SELECT token_hash FROM invitation")).all()
        cookies = session.scalars(text("SELECT cookie_hash FROM rater_session")).all()
    assert hashlib.sha256(token.encode()).hexdigest() in invitations
    assert cookies == [hashlib.sha256(secret.encode()).hexdigest()]


def test_several_devices_have_cookies_of_their_own(place: Workplace) -> None:
    token = new_study(place).links[0].token
    first, second = open_invitation(place, token), open_invitation(place, token)
    assert first != second
    assert rater_of_cookie(place, first) == rater_of_cookie(place, second)


def test_browser_that_comes_again_keeps_its_cookie(place: Workplace) -> None:
    links = new_study(place).links
    held = open_invitation(place, links[0].token)
    assert open_invitation(place, links[0].token, held=held) == held
    assert open_invitation(place, links[1].token, held=held) != held
    assert open_invitation(place, links[0].token, held="nonsense") != held
    assert n_rows(place, RaterSessionRow) == 3


@pytest.mark.parametrize("token", ["", "nonsense", "\udc80", "x" * 10_000])
def test_unknown_invitation_is_refused(place: Workplace, token: str) -> None:
    new_study(place)
    with pytest.raises(UnknownInvitationError, match="not known"):
        open_invitation(place, token)
    assert rater_of_cookie(place, token) is None
    assert n_rows(place, RaterSessionRow) == 0


@pytest.mark.parametrize(("column", "words"), [("revoked_at", "replaced"), ("expires_at", "expired")])
def test_revoked_and_expired_invitations_are_refused(place: Workplace, column: str, words: str) -> None:
    token = new_study(place).links[0].token
    with place.database.writing() as session:
        session.execute(update(InvitationRow).values({column: START - timedelta(days=1)}))
    with pytest.raises(UnknownInvitationError, match=words):
        open_invitation(place, token)
    assert n_rows(place, RaterSessionRow) == 0


def test_withdrawn_rater_can_do_nothing(place: Workplace) -> None:
    token = new_study(place).links[0].token
    secret = open_invitation(place, token)
    rater = join(place, token)
    with place.database.writing() as session:
        session.execute(update(RaterRow).values(state=RaterState.WITHDRAWN))
    assert rater_of_cookie(place, secret) is None
    with pytest.raises(UnknownInvitationError):
        open_invitation(place, token)
    with pytest.raises(NotAllowedError):
        session_view(place, rater)


def test_rater_of_another_study_is_refused(place: Workplace) -> None:
    rater = join(place, new_study(place).links[0].token)
    stranger = RaterPrincipal(rater.rater_id, "another")
    with pytest.raises(NotAllowedError):
        session_view(place, stranger)
    with pytest.raises(NotAllowedError):
        give_consent(place, stranger, version="1")


def test_consent_to_an_older_text_is_stale(place: Workplace) -> None:
    rater = join(place, new_study(place).links[0].token)
    with pytest.raises(StaleFormError, match="read it again"):
        give_consent(place, rater, version="0")
    give_consent(place, rater, version="1")
    give_consent(place, rater, version="1")
    with pytest.raises(StaleFormError):
        decline(place, rater)


def test_rating_does_not_start_without_consent(place: Workplace) -> None:
    rater = join(place, new_study(place).links[0].token)
    with pytest.raises(NotAllowedError, match="consent"):
        start_rating(place, rater)


def test_declining_and_starting_twice_change_nothing(place: Workplace) -> None:
    study = new_study(place)
    rater = join(place, study.links[0].token)
    decline(place, rater)
    decline(place, rater)
    other = start(place, study.links[1].token)
    start_rating(place, other)
    with place.database.reading() as session:
        events = session.scalars(text("SELECT action FROM event ORDER BY event_id")).all()
    assert events.count("declined") == events.count("started") == 1
