"""Where a rater from a platform goes at the end."""

from sqlalchemy.orm import Session

from annotate_app.design.views import WayBack
from annotate_app.store.models import RaterRow
from annotate_app.store.recruitment import recruitment_of_study
from annotate_app.store.states import Platform

__all__ = ["way_back"]

_PROLIFIC = "https://app.prolific.com/submissions/complete?cc="


def way_back(session: Session, rater: RaterRow, *, declined: bool) -> WayBack | None:
    """Tell the code for somebody who finished or declined; None for raters without a platform's code."""
    if rater.platform is None:
        return None
    door = recruitment_of_study(session, rater.study_id)
    code = None if door is None else door.declined_code if declined else door.completed_code
    if code is None:
        return None
    return WayBack(code, f"{_PROLIFIC}{code}" if rater.platform == Platform.PROLIFIC.value else None)
