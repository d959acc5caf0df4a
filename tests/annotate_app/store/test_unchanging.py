"""What is kept in memory: read once, bounded, and of one database only."""

from annotate_app.services.rating import session_view
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.unchanging import Kept
from tests.annotate_app.studio import episodes, new_study, start, upload


def test_value_is_loaded_once() -> None:
    kept, loads = Kept[str, int](), list[str]()

    def load() -> int:
        loads.append("load")
        return 7

    assert [kept.get_or("a", load), kept.get_or("a", load)] == [7, 7]
    assert loads == ["load"]


def test_oldest_is_forgotten_first() -> None:
    kept = Kept[str, int](most=2)
    for number, name in enumerate("abc"):
        kept.keep(name, number)
    assert [kept.get(name) for name in "abc"] == [None, 1, 2]


def test_episodes_are_the_stored_ones_with_and_without_memory(place: Workplace) -> None:
    upload(place, rows := episodes(2))
    ids = [row.episode_id for row in rows]
    with place.database.reading() as session:
        first = blind_episodes(session, ids[:2])
        both = blind_episodes(session, [*ids, "unknown"])
    assert set(both) == set(ids)
    assert all(both[one] is first[one] for one in ids[:2])


def test_view_is_the_same_once_everything_is_forgotten(place: Workplace) -> None:
    study = new_study(place)
    rater = start(place, study.links[0].token)
    view = session_view(place, rater)
    place.database.unchanging.forget()
    assert session_view(place, rater) == view
