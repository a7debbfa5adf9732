"""A database of an older Upcard is brought to the newest form, with all that it holds."""

import subprocess
import sys
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from upcard.classroom import class_repository as class_rows
from upcard.engine.errors import Failure
from upcard.server import repository as rows
from upcard.server.database import MIGRATIONS, Conflict, Store, _versions
from upcard.server.schema import METADATA

BEGINS_EMPTY, HOUR = True, 3600.0
OLD = {
    "id": "t", "game": "lama", "players": 2, "options": "{}", "rules_version": 1, "secret": "s",
    "commitment": "c", "dealt": "[]", "ending": "", "clock": "none", "confirm": False, "delay": 0,
    "made_at": 1.0, "version": 3, "changed_at": 2.0,
}  # fmt: skip


def make_old(database: str, revision: str, table: str, row: dict[str, object]) -> None:
    """Make a database of an older revision with one row."""
    url = sa.make_url(database)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        names = ", ".join(row)
        values = ", ".join(f":{x}" for x in row)
        connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        if table == "tables":
            seat = "INSERT INTO seats VALUES ('t', 0, 'Ana', '', 0, 'ana', NULL, '', :no, 'a note')"
            connection.execute(sa.text(seat), {"no": False})
    engine.dispose()


@pytest.fixture
def old(database: str) -> str:
    """A database of revision 0002 with one table."""
    make_old(database, "0002", "tables", OLD)
    return database


def test_a_class_of_an_older_upcard_opens_without_a_name(database):
    room = {"code": "ABCDE", "teacher": "t", "run": -1, "made_at": 5.0, "version": 2}
    make_old(database, "0014", "rooms", room)
    store = Store(database)
    snapshot = store.read(lambda c: class_rows.load(c, "ABCDE"))
    listed = store.read(lambda c: class_rows.rooms_led(c, ["t"], 0.0, 5))
    store.close()
    assert snapshot is not None
    assert (snapshot.row.title, snapshot.row.guests, snapshot.row.opened_at) == ("Class ABCDE", (), 0.0)
    assert snapshot.row.language == "", "its pages come in the language of each browser"
    assert listed == [(snapshot.row, 0)]
    assert time.time() - snapshot.used_at < HOUR, "no class is deleted because it was not used before"


def test_what_was_kept_is_there_after_the_newest_migration(old):
    for _ in range(2):  # and again, where there is nothing to do any more
        store = Store(old)
        kept = store.read(lambda c: rows.load(c, "t"))
        columns = {x["name"] for x in sa.inspect(store.engine).get_columns("tables")}
        store.close()
        assert kept is not None
        assert (kept.row.version, kept.row.key, kept.seats[0].notes) == (3, None, "a note")
        assert (kept.row.hand, kept.row.hands, list(kept.row.earlier)) == (1, 1, [])
        assert columns == {x.name for x in METADATA.tables["tables"].columns}


def test_a_database_of_a_newer_upcard_is_left_alone(old):
    Store(old).close()
    store = Store(old)
    later = sa.text("UPDATE alembic_version SET version_num = '9999'")
    store.write(lambda c: c.execute(later)).result()
    store.close()
    with pytest.raises(Failure, match=r"was made by a newer Upcard; install it, or name another"):
        Store(old)


def test_a_database_of_the_newest_form_is_opened_without_what_changes_forms(tmp_path):
    url = f"sqlite:///{tmp_path / 'x.sqlite'}"
    Store(url).close()
    program = f"import sys; from upcard.server.database import Store; Store({url!r}).close(); "
    program += "assert 'alembic' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_migration_is_named_by_its_number_and_follows_the_one_before():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    found = [x.revision for x in ScriptDirectory.from_config(config).walk_revisions()]
    assert found[::-1] == _versions()


def test_of_one_request_the_database_keeps_one_table(old):
    store = Store(old)
    kept = store.read(lambda c: rows.load(c, "t"))
    assert kept is not None

    def like(table_id: str, key: str | None):
        return store.write(lambda c: rows.add_table(c, replace(kept.row, id=table_id, key=key), kept.seats))

    asked = [like("u", "k"), like("v", "k"), like("w", None), like("x", "l")]
    assert [type(x.exception()) for x in asked] == [type(None), Conflict, type(None), type(None)]
    assert store.read(lambda c: rows.table_for(c, "k")) == "u"
    assert store.read(lambda c: rows.table_for(c, "m")) is None
    store.close()
