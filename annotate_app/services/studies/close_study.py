"""Stop a study."""

from annotate_app.design.principal import Staff
from annotate_app.services.workplace import Workplace

__all__ = ["close_study"]


def close_study(place: Workplace, principal: Staff, study_id: str) -> None:
    """Hand out no more items; items begun may still be finished. A second time changes nothing.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    raise NotImplementedError
