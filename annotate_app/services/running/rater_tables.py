"""Write raters' links and their working times as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime

from annotate_app.services.running.rater_times import RaterTime
from annotate_app.services.studies import RaterLink
from sim.schema.ratings_csv import cell_safe

__all__ = ["links_csv", "times_csv"]

_TIME_COLUMNS = (
    "rater",
    "state",
    "purpose",
    "items",
    "minutes_active",
    "started_at",
    "finished_at",
    "completion_code",
)


def links_csv(links: Iterable[RaterLink], address: str) -> str:
    """Write links with CRLF line ends: `rater` (the number), `link`, `expires` (empty for never)."""
    return _csv(
        ("rater", "link", "expires"),
        ((link.number, f"{address.rstrip('/')}{link.path}", _written(link.expires_at)) for link in links),
    )


def times_csv(times: Iterable[RaterTime], *, with_ids: bool = False) -> str:
    """Write who worked how long, by number; platform ids only where they are asked for."""
    columns = (*_TIME_COLUMNS, *(("platform_id",) if with_ids else ()))
    return _csv(columns, (_row(one, with_ids=with_ids) for one in times))


def _row(one: RaterTime, *, with_ids: bool) -> Sequence[object]:
    row = (
        one.number,
        one.state.value,
        one.purpose.value,
        one.n_items,
        "" if one.minutes is None else f"{one.minutes:.2f}",
        _written(one.started_at),
        _written(one.finished_at),
        one.code or "",
    )
    return (*row, cell_safe(one.platform_id or "")) if with_ids else row


def _written(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()
