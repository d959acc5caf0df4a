"""Writers who share a commit: each keeps its own work, and nobody goes on before it is stored."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import OperationalError

from annotate_app.errors import DatabaseError
from annotate_app.store.database import open_database
from annotate_app.store.shared_commit import SharedCommits

N_OTHERS = 6
PATIENCE = 10


class Desk:
    """Commits of a file, counted, and writers in threads of their own."""

    def __init__(self, path: Path, *, busy_seconds: float = PATIENCE) -> None:
        self.engine: Engine = open_database(f"sqlite:///{path}").engine
        self.commits = 0
        self.is_disk_full = False
        with self.engine.begin() as connection:
            connection.execute(text("CREATE TABLE line (words TEXT)"))
        event.listen(self.engine, "commit", self._count)
        self.shared = SharedCommits(self.engine, busy_seconds=busy_seconds)
        self.errors: list[Exception] = []

    def _count(self, _connection: object) -> None:
        if self.is_disk_full:
            raise OSError("disk full")
        self.commits += 1

    def write(self, words: str, *, fails: bool = False) -> None:
        try:
            with self.shared.writing() as session:
                session.execute(text("INSERT INTO line VALUES (:words)"), {"words": words})
                session.execute(text("SELECT 1" if not fails else "SELECT nothing"))
        except (DatabaseError, OperationalError, OSError) as error:
            self.errors.append(error)

    def write_while_held(self, *writers: threading.Thread) -> None:
        """Let writers queue up behind one who has its turn."""
        try:
            with self.shared.writing() as session:
                session.execute(text("INSERT INTO line VALUES ('first')"))
                for writer in writers:
                    writer.start()
                deadline = time.monotonic() + PATIENCE
                while self.shared.n_waiting < len(writers) and time.monotonic() < deadline:
                    threading.Event().wait(0.001)
        finally:
            for writer in writers:
                writer.join()

    def writers(self, **how: bool) -> list[threading.Thread]:
        return [threading.Thread(target=self.write, args=(f"w{n}",), kwargs=how) for n in range(N_OTHERS)]

    def lines(self) -> set[str]:
        with self.engine.connect() as connection:
            return set(connection.scalars(text("SELECT words FROM line")))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "lines.db")
    yield made
    made.engine.dispose()


def test_writer_alone_commits_alone(desk: Desk) -> None:
    desk.write("a")
    desk.write("b")
    assert (desk.commits, desk.lines()) == (2, {"a", "b"})


def test_writers_who_wait_share_one_commit(desk: Desk) -> None:
    desk.write_while_held(*desk.writers())
    assert desk.commits == 1
    assert desk.lines() == {"first", *(f"w{n}" for n in range(N_OTHERS))}


def test_error_of_one_writer_undoes_its_own_work_only(desk: Desk) -> None:
    desk.write_while_held(*desk.writers(fails=True), threading.Thread(target=desk.write, args=("good",)))
    assert desk.lines() == {"first", "good"}
    assert len(desk.errors) == N_OTHERS


def test_error_of_the_first_writer_leaves_the_others_a_new_transaction(desk: Desk) -> None:
    others = desk.writers()
    with suppress(OperationalError), desk.shared.writing() as session:
        session.execute(text("INSERT INTO line VALUES ('first')"))
        for writer in others:
            writer.start()
        session.execute(text("SELECT nothing"))
    for writer in others:
        writer.join()
    assert desk.lines() == {f"w{n}" for n in range(N_OTHERS)}
    assert desk.errors == []


def test_failed_commit_is_told_to_everybody_who_shared_it(desk: Desk) -> None:
    desk.is_disk_full = True
    with pytest.raises(OSError, match="disk full"):
        desk.write_while_held(*desk.writers())
    assert [str(error) for error in desk.errors] == ["disk full"] * N_OTHERS
    desk.is_disk_full = False
    desk.write("after")
    assert (desk.errors[N_OTHERS:], desk.lines()) == ([], {"after"})


def test_transaction_that_an_error_ended_fails_for_everybody(desk: Desk) -> None:
    def end() -> None:
        with suppress(OperationalError), desk.shared.writing() as session:
            session.connection().exec_driver_sql("ROLLBACK")

    with pytest.raises(DatabaseError, match="stored nothing"):
        desk.write_while_held(threading.Thread(target=end))
    desk.write("after")
    assert (desk.errors[N_OTHERS:], desk.lines()) == ([], {"after"})


def test_writer_whose_turn_does_not_come_stores_nothing_and_leaves_nobody_waiting(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "lines.db", busy_seconds=0.05)
    with desk.shared.writing() as session:
        session.execute(text("INSERT INTO line VALUES ('first')"))
        other = threading.Thread(target=desk.write, args=("late",))
        other.start()
        other.join()
    assert desk.lines() == {"first"}
    assert "busy" in str(desk.errors[0])
    desk.engine.dispose()


def test_writers_who_fail_do_not_hold_back_the_commit(desk: Desk) -> None:
    stop = threading.Event()

    def keep_failing() -> None:
        while not stop.is_set():
            desk.write("bad", fails=True)

    failing = [threading.Thread(target=keep_failing) for _ in range(4)]
    for thread in failing:
        thread.start()
    good = threading.Thread(target=desk.write, args=("good",))
    good.start()
    good.join(timeout=PATIENCE)
    is_done = not good.is_alive()
    stop.set()
    for thread in [*failing, good]:
        thread.join()
    assert is_done
    assert desk.lines() == {"good"}
