"""After a deletion, neither the database nor its files nor any page contains the pupil's name or key."""

import csv
import io
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.server.database_copies import IN_POSTGRES_LATE
from tests.web.browsing import csrf, soup_of
from tests.web.classes import Class, new_class, text_at
from tests.web.conftest import SETUP

from upcard.classroom import retention, roster
from upcard.classroom.class_repository import (
    PREPARED,
    Pupil,
    PupilAnswer,
    add,
    load,
    presences,
    store_presences,
)
from upcard.classroom.deletion import delete_class
from upcard.classroom.retention import delete_expired
from upcard.classroom.submissions import answer, choose
from upcard.engine.errors import Illegal
from upcard.engine.record import record_text
from upcard.server.clock import DAY
from upcard.server.database import Store
from upcard.server.schema import METADATA, PRESENCES, ROOMS
from upcard.server.table_actions import set_notes
from upcard.web.app import make_app

ZOE, YAN, XENIA = "Zoeblatt", "Yanwurzel", "Xeniamoos"
WORDS = "small sums are for Zoeblatt"


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(SETUP, Store(database)), base_url="http://testserver") as asked:
        yield asked


@pytest.fixture
def room(client: TestClient) -> Class:
    """A class that has voted, played, written a rule and pressed buttons; Zoe has done all of it."""
    room = new_class(client, ZOE, YAN, XENIA)
    room.lead("begin/smallsum", rounds="6")
    room.play(most=4)
    room.go(1)
    room.write(room.pupils[0], WORDS)
    room.lead("begin/stoppers", size="4", lives="1")
    room.answer(1)
    room.lead("begin/two-buttons", matrix="stag", rounds="3")
    room.press(1)
    assert client.get(f"/c/{room.code}/report").status_code == 200
    return room


def stored_text(room: Class, folder: Path) -> str:
    """Everything that the database contains, as text, with each byte of the files of SQLite."""
    store = room.rooms.store
    everything = [sa.select(kind) for kind in METADATA.sorted_tables]
    rows = store.read(lambda c: [str(x) for query in everything for x in c.execute(query)])
    files = [x.read_bytes().decode("latin-1") for x in sorted(folder.glob("tables.sqlite*"))]
    return "\n".join([*rows, *files])


def keys(room: Class) -> dict[str, str]:
    """The secret key of each pupil."""
    return {x.name: x.person for x in room.live.snapshot.pupils}


def decisions_of(room: Class, name: str) -> list[tuple[str, ...]]:
    """The decisions of a pupil in the table of all decisions."""
    text = room.teacher.get(f"/c/{room.code}/decisions.csv").text
    columns = ("activity", "step", "question", "game", "number", "decision", "counts")
    lines = csv.DictReader(io.StringIO(text))
    return [tuple(x.get(k, "") for k in columns) for x in lines if (x["pupil"], x["by"]) == (name, "pupil")]


def delete_pupil(room: Class, number: int) -> None:
    path = f"/c/{room.code}/teach/pupil/{number}/delete"
    assert "cannot be undone" in room.teacher.get(path).text
    sent = room.teacher.post(path, data={"csrf": csrf(room.teacher, path)})
    assert sent.status_code == 200, sent.text


@IN_POSTGRES_LATE
def test_nothing_of_a_deleted_pupil_remains_and_the_others_keep_everything(room, tmp_path):
    room.lead("finish")
    room.wall("freeze")  # a picture with all names
    before, key = stored_text(room, tmp_path), keys(room)
    assert all(x in before for x in (ZOE, key[ZOE], WORDS))
    lines = decisions_of(room, YAN)
    delete_pupil(room, 0)
    after = stored_text(room, tmp_path)
    assert not [x for x in (ZOE, key[ZOE], WORDS) if x in after]
    assert all(x in after for x in (YAN, key[YAN]))
    pages = ("/report", "/table.csv", "/teach", "/show", "/report.html")
    shown = [room.teacher.get(f"/c/{room.code}{x}") for x in pages]
    assert all(x.status_code == 200 and ZOE not in x.text for x in shown)
    assert "2 pupils joined" in shown[0].text
    assert decisions_of(room, YAN) == lines
    table = next(x.table_id for x in room.live.snapshot.sittings)
    assert ZOE not in room.teacher.get(f"/t/{table}").text
    assert soup_of(room.pupils[0].client.get(f"/c/{room.code}").text).select_one("form.join")


@IN_POSTGRES_LATE
def test_nothing_of_a_deleted_class_remains(room, tmp_path, client):
    other = new_class(client, "Wanda")
    key, tables = keys(room), [x.table_id for x in room.live.snapshot.sittings]
    path = f"/c/{room.code}/teach/data"
    page = soup_of(client.get(path).text)
    assert "365 days after its last use" in text_at(page, "main")
    assert [x.text for x in page.select(".roster a")] == [ZOE, YAN, XENIA]
    form = {"csrf": csrf(client, path), "code": "WRONG"}
    assert "Nothing was deleted" in client.post(f"/c/{room.code}/teach/delete", data=form).text
    assert ZOE in stored_text(room, tmp_path)
    done = client.post(f"/c/{room.code}/teach/delete", data=form | {"code": room.code.lower()})
    assert "is deleted" in done.text
    after = stored_text(room, tmp_path)
    assert not [x for x in (*key, *key.values(), WORDS, room.code, *tables) if x in after]
    assert client.get(f"/c/{room.code}/report").status_code == 404
    assert client.get(f"/t/{tables[0]}").status_code == 404
    assert "Wanda" in client.get(f"/c/{other.code}/teach").text


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_class_that_was_not_used_for_so_long_is_deleted_and_the_teacher_is_told_before(client):
    room, other = new_class(client, ZOE), new_class(client, YAN)
    form = {"csrf": csrf(client, f"/c/{room.code}/teach/data")}
    path = f"/c/{room.code}/teach/data"
    assert client.post(path, data=form | {"days": "3"}).status_code == 422
    assert "30 days after its last use" in client.post(path, data=form | {"days": "30"}).text
    at = retention.deleted_at(room.live.snapshot, 365)
    assert at is not None
    assert at - time.time() == pytest.approx(30 * DAY, abs=60)
    teach = text_at(soup_of(client.get(f"/c/{room.code}/teach").text), "main")
    assert f"Upcard deletes this class on {retention.day_text(at)}" in teach
    earlier = 31 * DAY
    store, pupils = room.rooms.store, METADATA.tables["pupils"]
    answers = METADATA.tables["answers"]
    for x in (ROOMS.c.made_at, pupils.c.joined_at, answers.c.at):
        age = sa.update(x.table).values({x.name: x - earlier})
        store.write(partial(sa.Connection.execute, statement=age)).result()
    room.rooms.live.clear()  # as after a restart
    room.call(roster.store_guests, room.rooms, room.code, "Wanda")  # for the next lesson
    room.call(delete_expired, room.rooms, 365)
    assert client.get(f"/c/{room.code}/teach").status_code == 200
    prepared = sa.delete(answers).where(answers.c.question == PREPARED)
    store.write(partial(sa.Connection.execute, statement=prepared)).result()
    room.rooms.live.clear()
    room.call(delete_expired, room.rooms, 365)
    assert client.get(f"/c/{room.code}/teach").status_code == 404
    assert client.get(f"/c/{other.code}/teach").status_code == 200


@IN_POSTGRES_LATE
def test_the_name_goes_from_the_words_and_the_stored_reviews_of_others(room, tmp_path, client):
    """In an answer, a strategy, a private note, and the review of a match of another pupil."""
    gossip, other = f"because {ZOE.upper()}, or {ZOE}: she bluffs", f"{ZOE}ine is no name of hers"
    room.lead("begin/stoppers", size="4", lives="1")
    room.call(answer, room.rooms, room.code, 1, "avoid_why", gossip)
    room.call(answer, room.rooms, room.code, 2, "avoid_why", other)
    room.lead("begin/smallsum", rounds="6")
    room.play()
    (sitting,) = [x for x in room.live.snapshot.sittings if x.run == room.run]
    table, seat = sitting.table_id, next(i for i, x in enumerate(sitting.seats) if x > 0)
    room.call(set_notes, room.rooms.tables, table, seat, f"{ZOE} always bets")
    assert client.get(f"/t/{table}/review").status_code == 200
    document = {
        "unit": "win",
        "decisions": {},
        "review": {"lines": [f"{ZOE} lost"], "seats": [{"luck": 0}] * 2},
    }
    record = record_text(room.rooms.tables.live[table].match, seats=[ZOE, YAN])
    room.call(client.app.state.site.reviewer.matches.on_finished, table, record, document)
    room.go(1)
    room.write(room.pupils[1], f"we do as {ZOE} says")
    assert stored_text(room, tmp_path).count(ZOE) >= 6
    delete_pupil(room, 0)
    after = stored_text(room, tmp_path)
    assert ZOE.casefold() not in after.casefold().replace(other.casefold(), "")
    for words in ("because […], or […]: she bluffs", other, "[…] always bets", "we do as […] says"):
        assert words.replace("…", "\\u2026") in after or words in after, words
    assert "[…] says" in room.teacher.get(f"/c/{room.code}/report").text


def test_a_deleted_pupil_has_no_name_left():
    assert Pupil(0, "", "", removed=True).is_deleted
    assert not Pupil(0, "Ana", "ana", removed=True).is_deleted


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_privacy_page_is_linked_where_pupils_join_and_below_each_page(client):
    room = new_class(client)
    page = soup_of(client.get(f"/c/{room.code}").text)
    assert page.select_one("form.join a[href='/privacy']") or page.select_one(".join a[href='/privacy']")
    assert page.select_one("footer a[href='/privacy']")
    words = text_at(soup_of(client.get("/privacy").text), "main")
    for sentence in ("365 days after its last use", "Who sees it", "How to delete it"):
        assert sentence in words


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_was_under_way_stores_nothing_after_a_deletion(room, tmp_path, client):
    sitting = room.live.snapshot.sittings[0]
    reviewer = client.app.state.site.reviewer
    table = room.rooms.tables.live[sitting.table_id]
    record = record_text(table.match, seats=[x.name for x in table.seats])
    assert ZOE in record
    document = {"unit": "win", "decisions": {}, "review": {"lines": [f"{ZOE} lost"]}}
    delete_pupil(room, 0)
    room.call(reviewer.matches.on_finished, sitting.table_id, record, document)
    with pytest.raises(Illegal, match="not in this class any more"):
        room.call(answer, room.rooms, room.code, 0, "why", WORDS)
    with pytest.raises(Illegal, match="not in this class any more"):
        room.call(choose, room.rooms, room.code, 0, 2, 1)
    room.rooms.store.write(lambda c: store_presences(c, {(room.code, 0): 1.5, (room.code, 1): 2.5})).result()
    after = stored_text(room, tmp_path)
    assert not [x for x in (ZOE, WORDS) if x in after]
    signs = room.rooms.store.read(lambda c: [x.pupil for x in c.execute(sa.select(PRESENCES))])
    assert 0 not in signs
    assert 1 in signs


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_signs_of_phones_of_a_deleted_class_do_not_stop_those_of_others(client):
    room, other = new_class(client, ZOE), new_class(client, YAN)
    room.call(delete_class, room.rooms, room.code)
    signs = {(room.code, 0): 1.5, (other.code, 0): 2.5}
    other.rooms.store.write(lambda c: store_presences(c, signs)).result()
    assert other.rooms.store.read(lambda c: presences(c, [room.code, other.code], 0.0)) == {
        (other.code, 0): 2.5
    }


def _guests(store: Store, code: str) -> Sequence[str]:
    room = store.read(lambda c: load(c, code))
    assert room is not None
    return room.row.guests


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_name_goes_from_the_lists_of_the_same_class_only(client, tmp_path):
    """A class without a name is the same one only under the codes that it has opened itself."""
    first, other = new_class(client, ZOE, YAN), new_class(client)
    room_of = other.rooms
    other.call(roster.store_guests, room_of, other.code, f"{ZOE}, Wanda")
    path = f"/c/{first.code}/teach/class"
    answer = client.post(f"{path}/new-code", data={"csrf": csrf(client, path)})
    next_code = answer.url.path.split("/")[2]
    assert room_of.live[next_code].missing == [YAN, ZOE]
    delete_pupil(first, 0)
    room_of.live.clear()
    guests = {code: _guests(room_of.store, code) for code in (first.code, next_code, other.code)}
    assert guests == {first.code: (), next_code: (YAN,), other.code: (ZOE, "Wanda")}
    other.call(delete_class, room_of, first.code)
    assert f"'{first.code}'" not in "".join(
        str(x) for x in room_of.store.read(lambda c: c.execute(sa.select(METADATA.tables["answers"])).all())
    )


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_name_that_is_an_ordinary_word_stays_in_the_texts_of_others_and_the_teacher_sees_them(client):
    room = new_class(client, "König", YAN)
    texts = ["the könig is the best card", "I never use it"]
    room.lead("begin/stoppers", size="4", lives="1")
    for question, text in zip(("avoid_why", "other"), texts, strict=True):
        room.call(_store_answer, room, question, text)
    path = f"/c/{room.code}/teach/pupil/0/delete"
    page = soup_of(client.get(path).text)
    assert [x.text for x in page.select(".mentions li")] == texts[:1]
    assert not soup_of(client.get(path.replace("/0/", "/1/")).text).select(".mentions")
    delete_pupil(room, 0)
    assert [x.value for x in room.live.snapshot.answers.values() if x.pupil == 1] == texts


async def _store_answer(room: Class, question: str, text: str) -> None:
    async with room.rooms.locked(room.code) as live:
        stored = PupilAnswer(live.row.run, 0, question, 1, text, time.time())
        after = live.with_answers([stored])
        await room.rooms.change(live, lambda c: add(c, live.code, stored), after=after)
