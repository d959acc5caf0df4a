"""Check that whoever acts may do so; every service begins here."""

from sqlalchemy.orm import Session

from annotate_app.design.principal import AdminPrincipal, OperatorPrincipal, Principal, RaterPrincipal
from annotate_app.errors import NotAllowedError
from annotate_app.language import phrase
from annotate_app.store.administrators import administrator_of
from annotate_app.store.assignments import assignment_of, locked_with_rater
from annotate_app.store.models import AssignmentRow, RaterRow
from annotate_app.store.raters import rater_of
from annotate_app.store.standing import Standing, standing_of
from annotate_app.store.states import ActorKind, RaterState

__all__ = [
    "SHUT_OUT",
    "actor_of",
    "own_assignment",
    "own_item",
    "require_rater",
    "require_staff",
    "require_standing",
]

SHUT_OUT = phrase(
    "The researchers ended your access to this study. What you submitted is kept, and a completion code that "
    "you have stays valid. If you have questions, or think this is a mistake, ask whoever invited you."
)

_NO_MEMBER = phrase("Only the study's raters can do this. Open your invitation link again.")


def require_rater(session: Session, principal: Principal, *, lock: bool = False) -> RaterRow:
    """Load the rater who acts.

    Raises
    ------
    NotAllowedError
        If it is not a rater, or one who is not of this study (any more).
    """
    found = (
        rater_of(session, principal.rater_id, lock=lock) if isinstance(principal, RaterPrincipal) else None
    )
    if found is None:
        raise NotAllowedError(_NO_MEMBER)
    _check_member(found, principal)
    return found


def require_standing(session: Session, principal: Principal) -> Standing:
    """Load where the rater who acts stands.

    Raises
    ------
    NotAllowedError
        As `require_rater`.
    """
    found = standing_of(session, principal.rater_id) if isinstance(principal, RaterPrincipal) else None
    if found is None:
        raise NotAllowedError(_NO_MEMBER)
    _check_member(found.rater, principal)
    return found


def require_staff(session: Session, principal: Principal) -> None:
    """Let administrators and the command line pass.

    Raises
    ------
    NotAllowedError
        For everybody else, and for administrators who may not sign in any more.
    """
    match principal:
        case OperatorPrincipal():
            return
        case AdminPrincipal(admin_id=admin_id):
            administrator = administrator_of(session, admin_id)
            if administrator is not None and administrator.disabled_at is None:
                return
        case RaterPrincipal():
            pass
    raise NotAllowedError("Only administrators can do this. Sign in as one.")


def own_item(session: Session, principal: RaterPrincipal, assignment_id: str) -> AssignmentRow:
    """Load one of the acting rater's own assignments as last committed; both are locked, in one statement.

    Raises
    ------
    NotAllowedError
        As `require_rater` and `own_assignment`.
    """
    found = locked_with_rater(session, principal.rater_id, assignment_id)
    if found is None:
        return own_assignment(session, require_rater(session, principal), assignment_id, lock=False)
    rater, assignment = found
    _check_member(rater, principal)
    return assignment


def own_assignment(session: Session, rater: RaterRow, assignment_id: str, *, lock: bool) -> AssignmentRow:
    """Load one of the rater's own assignments.

    Raises
    ------
    NotAllowedError
        If there is none of this id among them.
    """
    assignment = assignment_of(session, assignment_id, lock=lock)
    if assignment is None or assignment.rater_id != rater.rater_id:
        raise NotAllowedError("This item is not one of yours. Reload the page to go on with your own.")
    return assignment


def actor_of(principal: Principal) -> tuple[ActorKind, str]:
    """Name who acts, for events."""
    match principal:
        case RaterPrincipal(rater_id=rater_id):
            return ActorKind.RATER, rater_id
        case AdminPrincipal(admin_id=admin_id):
            return ActorKind.ADMINISTRATOR, admin_id
        case OperatorPrincipal(name=name):
            return ActorKind.OPERATOR, name


def _check_member(rater: RaterRow, principal: Principal) -> None:
    if (
        not isinstance(principal, RaterPrincipal)
        or rater.study_id != principal.study_id
        or rater.state is RaterState.WITHDRAWN
    ):
        raise NotAllowedError(_NO_MEMBER)
    if rater.revoked_at is not None:
        raise NotAllowedError(SHUT_OUT)
