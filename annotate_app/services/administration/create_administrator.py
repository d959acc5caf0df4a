"""Make an administrator."""

from annotate_app.design.principal import AdminPrincipal, Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.administration.passwords import hash_password
from annotate_app.services.secret import new_id
from annotate_app.services.workplace import Workplace
from annotate_app.store.administrators import add_administrator, administrator_named
from annotate_app.store.events import add_event

__all__ = ["create_administrator"]

_SHORTEST_PASSWORD = 10
_LONGEST_PASSWORD = 1024
_LONGEST_USER = 128


def create_administrator(place: Workplace, principal: Staff, *, user: str, password: str) -> AdminPrincipal:
    """Store an administrator with an argon2id hash of the password.

    Raises
    ------
    StudyError
        If the name is taken, or name or password cannot be used.
    """
    if problems := _problems(user, password):
        raise StudyError(problems)
    password_hash = hash_password(password)
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        if administrator_named(session, user) is not None:
            raise StudyError([f"There is an administrator {user!r} already."])
        admin_id = new_id(place)
        add_administrator(session, admin_id=admin_id, user=user, password_hash=password_hash, at=now)
        add_event(session, at=now, actor=actor_of(principal), action="created_administrator", about=admin_id)
        return AdminPrincipal(admin_id, user)


def _problems(user: str, password: str) -> list[str]:
    problems: list[str] = []
    if not user.strip() or user != user.strip() or len(user) > _LONGEST_USER or not user.isprintable():
        problems.append(
            f"An administrator's name has 1 to {_LONGEST_USER} printable characters and no space around it."
        )
    if not _SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        problems.append(
            f"A password has {_SHORTEST_PASSWORD} to {_LONGEST_PASSWORD} characters; "
            f"this one has {len(password)}."
        )
    return problems
