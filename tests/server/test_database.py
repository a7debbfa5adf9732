"""The database: what is refused, what is written together, and that it lies on the disk."""

import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from subprocess import PIPE

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rooms
from upcard.engine.errors import Failure, Illegal, Usage
from upcard.server import database as module
from upcard.server import repository as rows
from upcard.server.database import Conflict, Store, shown
from upcard.server.repository import StoredAction, StoredSeat, StoredTable
from upcard.server.schema import ACTIONS, METADATA

BEGINS_EMPTY = True
TABLE = StoredTable("t", "lama", 2, {"target": 40}, 1, "secret", "hash", made_at=1.0, changed_at=1.0)
SEATS = (StoredSeat(0, "Ana", person="a"), StoredSeat(1, "folding", "folding"))


@pytest.fixture
def store(database: str):
    opened = Store(database)
    opened.write(lambda c: rows.add_table(c, TABLE, SEATS)).result()
    yield opened
    opened.close()


def action(number: int) -> StoredAction:
    return StoredAction(number, 0, 3, "person", 2.0)


def add_action(connection: Connection, number: int) -> None:
    rows.add_action(connection, "t", action(number))


def test_what_is_kept_is_read_again(store):
    for number in range(3):
        store.write(partial(add_action, number=number)).result()
    kept = store.read(lambda c: rows.load(c, "t"))
    assert (kept.row, kept.seats) == (TABLE, SEATS)
    assert kept.actions == tuple(map(action, range(3)))
    assert store.read(lambda c: rows.load(c, "other")) is None


def test_of_two_actions_with_one_number_the_second_is_refused_and_others_are_kept(store):
    asked = [store.write(partial(add_action, number=n)) for n in (0, 1, 0, 2)]
    assert [type(x.exception()) for x in asked] == [type(None), type(None), Conflict, type(None)]
    assert len(store.read(lambda c: rows.load(c, "t")).actions) == 3


def test_a_change_of_what_has_changed_is_a_conflict(store):
    first = store.write(lambda c: rows.update_table(c, TABLE, {"ending": "finished"})).result()
    assert (first.version, first.ending) == (1, "finished")
    with pytest.raises(Conflict):
        store.write(lambda c: rows.update_table(c, TABLE, {"ending": ""})).result()


def test_who_joins_a_room_at_the_same_moment_as_another_is_told_of_no_table(store):
    store.write(lambda c: rooms.add_room(c, rooms.StoredRoom("room", "teacher"))).result()
    asked = [store.write(lambda c, x=x: rooms.add(c, "room", rooms.Pupil(0, x, x))) for x in ("Ana", "Ben")]
    assert asked[0].exception() is None
    assert str(asked[1].exception()) == "another change came first; reload and try again"
    assert [x.name for x in store.read(lambda c: rooms.load(c, "room")).pupils] == ["Ana"]


def test_a_job_that_fails_takes_nothing_with_it(store):
    def fail(connection):
        rows.add_action(connection, "t", action(0))
        raise Illegal("no")

    asked = [store.write(fail), store.write(lambda c: rows.add_action(c, "t", action(0)))]
    with pytest.raises(Illegal):
        asked[0].result()
    assert asked[1].result() is None


def test_everything_that_was_asked_for_is_written_when_it_closes(database):
    store = Store(database)
    store.write(lambda c: rows.add_table(c, TABLE, SEATS))
    asked = [store.write(partial(add_action, number=n)) for n in range(700)]
    store.close()
    assert all(x.done() for x in asked)
    again = Store(database)
    assert again.read(lambda c: c.execute(sa.select(sa.func.count()).select_from(ACTIONS)).scalar()) == 700
    again.close()


def test_who_goes_away_before_it_is_written_stops_nothing(store):
    held, go_on = threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        held.set()
        go_on.wait(20)

    first = store.write(wait)
    assert held.wait(20)
    gone = store.write(partial(add_action, number=0))
    assert gone.cancel()
    last = store.write(partial(add_action, number=1))
    go_on.set()
    first.result(20)
    last.result(20)
    kept = store.read(lambda c: rows.load(c, "t"))
    assert kept is not None
    assert [a.number for a in kept.actions] == [1]
    assert not first.cancel()


def test_what_is_read_of_a_table_belongs_to_one_moment(store):
    def done(connection: Connection) -> int:
        kept = rows.load(connection, "t")
        return len(kept.actions) if kept else -1

    def read(connection: Connection) -> tuple[int, int]:
        before = done(connection)
        store.write(partial(add_action, number=0)).result(20)
        return before, done(connection)

    assert store.read(read) == (0, 0)
    assert store.read(done) == 1


def test_postgresql_may_stop_and_come_back(postgres):
    store = Store(postgres.new())
    store.write(lambda c: rows.add_table(c, TABLE, SEATS)).result()
    postgres.stop()
    try:
        with pytest.raises(Failure, match="cannot be written"):
            store.write(partial(add_action, number=0)).result()
        with pytest.raises(Failure, match="cannot be read"):
            store.read(lambda c: rows.load(c, "t"))
    finally:
        postgres.start()
    store.write(partial(add_action, number=0)).result()
    kept = store.read(lambda c: rows.load(c, "t"))
    assert kept is not None
    assert len(kept.actions) == 1
    store.close()


OPEN_TWICE = """
import sys
from upcard.server.database import Store
print("ready", flush=True)
sys.stdin.readline()
Store(sys.argv[1]).close()
"""


def test_two_processes_begin_with_one_new_database_at_once(database):
    command = [sys.executable, "-c", OPEN_TWICE, database]
    started = [
        subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, bufsize=1)
        for _ in range(2)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
    told = [process.communicate(timeout=60)[1] for process in started]
    assert [x.returncode for x in started] == [0, 0], told


def test_it_is_safe_on_the_disk_and_lets_others_read(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with store.engine.connect() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {x}").scalar() for x in ("journal_mode", "synchronous")
        ]
    store.close()
    assert settings == ["wal", 2]


def test_the_migrations_make_the_tables_that_the_code_knows(store):
    found = sa.inspect(store.engine)
    for table in METADATA.sorted_tables:
        columns = {x["name"]: x["nullable"] for x in found.get_columns(table.name)}
        assert columns == {x.name: x.nullable for x in table.columns}
        indices = {x["name"] for x in found.get_indexes(table.name)}
        assert indices == {x.name for x in table.indexes}
    assert set(found.get_table_names()) - {"alembic_version"} == set(METADATA.tables)
    keys = found.get_pk_constraint(ACTIONS.name)["constrained_columns"]
    assert keys == ["table_id", "number"]


@pytest.mark.parametrize("url", ["nonsense", "mysql://here/x", "oracle://x"])
def test_other_databases_are_refused_in_a_sentence(url):
    with pytest.raises((Usage, Failure), match="database"):
        Store(url)


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(
        Failure, match=r"cannot be opened: .*; check that its folder exists and that you may write"
    ):
        Store(f"sqlite:///{tmp_path / 'missing' / 'x.sqlite'}")


def test_a_file_that_is_no_database_is_told(tmp_path):
    (tmp_path / "x").write_bytes(bytes(range(256)) * 20)
    why = "file is not a database; name a database of Upcard, or a file that does not exist yet"
    with pytest.raises(Failure) as fault:
        Store(f"sqlite:///{tmp_path / 'x'}")
    assert str(fault.value) == f"the database sqlite:///{tmp_path / 'x'} cannot be opened: {why}"


def test_a_server_that_does_not_answer_is_told():
    pytest.importorskip("psycopg")
    with socket.socket() as silent:  # the port is taken, and nobody listens at it
        silent.bind(("127.0.0.1", 0))
        with pytest.raises(Failure, match=r"refused; check that its server runs, and that address, name and"):
            Store(f"postgresql://ana@127.0.0.1:{silent.getsockname()[1]}/x")


def test_a_disk_that_is_full_is_told_as_one():
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    fault = sa.exc.OperationalError("insert", {}, full)
    assert (
        module._cause(fault)
        == "database or disk is full; check that its disk is not full and that you may write there"
    )


def test_a_password_is_never_shown():
    assert "wisdom" not in shown("postgresql://ana:wisdom@host/db")


def act_at(table: StoredTable, ending: str = "") -> Callable[[Connection], StoredTable]:
    """A job that writes the first action of a table."""

    def write(connection: Connection) -> StoredTable:
        row = rows.update_table(connection, table, {"ending": ending, "due_at": 7.0})
        rows.add_action(connection, table.id, action(0))
        return row

    return write


def test_actions_of_many_tables_are_written_together_and_only_a_late_one_is_refused(store):
    tables = [replace(TABLE, id=f"t{i}") for i in range(5)]
    for table in tables:
        store.write(partial(rows.add_table, table=table, seats=SEATS)).result()
    store.write(lambda c: rows.update_table(c, tables[3], {"confirm": True})).result()
    asked = [store.write(act_at(x, "finished" if x.id == "t1" else "")) for x in tables]
    faults = [x.exception() for x in asked]
    assert [type(x) for x in faults] == [type(None)] * 3 + [Conflict] + [type(None)]
    after = [x.result() for x, fault in zip(asked, faults, strict=True) if fault is None]
    for row in after:
        kept = store.read(partial(rows.load, table_id=row.id))
        assert kept.row == row
        assert kept.actions == (action(0),)
    assert [x.ending for x in after] == ["", "finished", "", ""]
    assert store.read(partial(rows.load, table_id="t3")).actions == ()


def test_two_actions_with_one_number_are_a_conflict(store):
    first = store.write(act_at(TABLE)).result()
    assert first.version == 1
    assert isinstance(store.write(act_at(first)).exception(), Conflict)
    assert store.read(partial(rows.load, table_id="t")).row == first


def test_while_much_is_written_the_next_writings_are_waited_for_and_written_together(store, monkeypatch):
    begun, gathering, go_on, held = (threading.Event() for _ in range(4))
    commits: list[object] = []
    sa.event.listen(store.engine, "commit", commits.append)

    def gather(_: float) -> None:
        gathering.set()
        assert go_on.wait(30)

    monkeypatch.setattr(time, "sleep", gather)

    def hold(_: object) -> bool:
        begun.set()
        return held.wait(30)

    first = store.write(hold)
    assert begun.wait(30)
    many = [store.write(partial(add_action, number=n)) for n in range(module.MANY)]
    held.set()
    assert [x.result() for x in (first, *many)] == [True] + [None] * module.MANY
    before = len(commits)
    some = [store.write(partial(add_action, number=module.MANY))]
    assert gathering.wait(30)
    some.append(store.write(partial(add_action, number=module.MANY + 1)))
    go_on.set()
    assert [x.result() for x in some] == [None, None]
    assert len(commits) - before == 1


def test_who_still_reads_is_waited_for_when_it_is_closed(database):
    opened = Store(database)
    reading, over, order = threading.Event(), threading.Event(), []

    def slowly(connection: Connection) -> None:
        reading.set()
        over.wait()
        order.append("read")

    def close() -> None:
        opened.close()
        order.append("closed")

    reader, closer = threading.Thread(target=opened.read, args=(slowly,)), threading.Thread(target=close)
    reader.start()
    reading.wait()
    closer.start()
    closer.join(0.2)  # it would be over by then if it did not wait
    over.set()
    closer.join()
    reader.join()
    assert order == ["read", "closed"]


@pytest.mark.parametrize("is_there", [False, True])
def test_only_the_user_can_read_the_database_and_its_log(tmp_path, is_there):
    file = tmp_path / "tables.sqlite"
    if is_there:
        file.touch(mode=0o644)
    store = Store(f"sqlite:///{file}")
    try:
        modes = {x.name: x.stat().st_mode & 0o777 for x in tmp_path.iterdir()}
    finally:
        store.close()
    assert set(modes) >= {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"}
    assert set(modes.values()) == {0o600}
