"""For whom a bot acts in a class, and who has his seat back."""

import asyncio
from dataclasses import replace

import pytest
from tests.web.browsing import attribute, filled, soup_of
from tests.web.classes import Class, new_class, strip, text_at

from upcard.classroom import seating
from upcard.classroom import substitutes as warm
from upcard.web.classroom import class_requests as classroom
from upcard.web.classroom.class_requests import ROOM, board_events, pupil_events, stamp_of
from upcard.web.http import event_streams as events
from upcard.web.http.event_streams import LISTENING, STILL_HERE, event


def look(room: Class) -> None:
    """The rooms are gone through, as every second."""
    room.call(seating.update_substitutes, room.rooms)


def open_page(room: Class, pupil: int) -> None:
    """A pupil has a page open, which gives signs."""
    room.live.listeners[asyncio.Event()] = pupil
    room.pupils[pupil].client.get(f"/c/{room.code}/here")


def let_pass(room: Class, seconds: float = 2 * warm.PATIENCE, are_alive: bool = True) -> None:
    """So many seconds without an action, and without a word of any phone but those with an open page.

    Unless they `are_alive`, these are silent too: their connections are dead.
    """
    live = room.live
    live.loaded_at -= seconds
    live.seen = {pupil: at - seconds for pupil, at in live.seen.items()}
    if are_alive:
        for pupil in {x for x in live.listeners.values() if x is not None}:
            room.pupils[pupil].client.get(f"/c/{room.code}/here")
    for table in room.rooms.tables.live.values():
        row = replace(table.row, changed_at=table.row.changed_at - seconds)
        done = tuple(replace(x, at=x.at - seconds) for x in table.snapshot.actions)
        table.snapshot = replace(table.snapshot, row=row, actions=done)


def test_a_phone_that_is_gone_is_acted_for_and_has_its_seat_again_when_it_is_back(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    ana = room.pupils[0]
    look(room)
    assert "A bot is playing for you" not in ana.look(room.code)[1].text
    let_pass(room)
    look(room)
    assert "A bot is playing for you" in strip(ana.look(room.code)[1])
    open_page(room, 0)
    look(room)
    assert "A bot is playing for you" not in ana.look(room.code)[1].text


def test_nobody_is_acted_for_whose_page_is_open_or_was_asked_for_within_the_minute(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    ana, live = room.pupils[0], room.live
    let_pass(room)
    ana.look(room.code)
    look(room)
    assert "A bot is playing for you" not in ana.look(room.code)[1].text
    open_page(room, 0)
    let_pass(room)
    look(room)
    assert "A bot is playing for you" not in ana.look(room.code)[1].text
    let_pass(room, are_alive=False)  # the server still takes the page for open, since it has heard of no end
    assert 0 in live.listeners.values()
    look(room)
    assert "A bot is playing for you" in strip(ana.look(room.code)[1])


def test_a_page_counts_as_open_as_long_as_it_listens(client):
    room = new_class(client, "Ana")
    live = room.live

    async def listened() -> None:
        """A page that is opened and closed."""
        stream = pupil_events(live, live.pupils[0], -1)
        await anext(stream)
        assert live.gone_since(0) is None
        before = live.seen.pop(0)
        await stream.aclose()
        assert live.gone_since(0) == live.seen[0] >= before

    room.call(listened)


@pytest.mark.parametrize("whose", ["pupil", "board"])
def test_a_quiet_stream_of_a_class_says_that_it_still_stands(client, monkeypatch, whose):
    monkeypatch.setattr(events, "SIGN_OF_LIFE", 0.01)
    room = new_class(client, "Ana")
    live, pupil = room.live, room.live.pupils[0]

    async def listened() -> None:
        service, seen = room.rooms.tables, live.version_for(pupil)
        stamp = await stamp_of(service, live)
        stream = pupil_events(live, pupil, seen) if whose == "pupil" else board_events(service, live, stamp)
        assert [await anext(stream) for _ in range(3)] == [LISTENING, STILL_HERE, STILL_HERE]
        live.notify_all()
        assert await anext(stream) == event(ROOM, seen if whose == "pupil" else live.row.version)

    room.call(listened)


@pytest.mark.parametrize("where", ["room", "table"])
def test_what_happens_before_a_board_listens_is_told_as_soon_as_it_does(client, monkeypatch, where):
    monkeypatch.setattr(classroom, "PAUSE", 0.0)
    monkeypatch.setattr(events, "SIGN_OF_LIFE", 0.01)
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    live, service = room.live, room.rooms.tables
    (sitting,) = live.latest().values()

    async def happen() -> None:
        """Something of which a board shows more than before."""
        if where == "room":
            live.notify_boards()
        else:
            (await service.find(sitting.table_id)).notify_extra()

    async def listened() -> None:
        """A page that was drawn before something happened, and another one after it."""
        drawn = await stamp_of(service, live)
        await happen()
        late = board_events(service, live, drawn)
        assert await anext(late) == event(ROOM, live.row.version)
        await happen()
        assert await anext(late) == event(ROOM, live.row.version)
        assert await anext(late) == STILL_HERE
        await late.aclose()
        assert not live.boards
        assert not (await service.find(sitting.table_id)).listeners
        assert await anext(board_events(service, live, await stamp_of(service, live))) == LISTENING

    room.call(listened)


def test_a_bot_acts_for_a_sleeper_where_the_teacher_says_so_until_he_acts_again(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    ana, live = room.pupils[0], room.live
    live.listeners[asyncio.Event()] = 0
    path, page = ana.look(room.code)
    before = filled(page, "form#acts") | {"action": attribute(page, "button.choice", "value")}
    for _ in range(2):
        room.lead("pupil/0/warm")
        look(room)
        page = ana.look(room.code)[1]
        assert "A bot is playing for you" in strip(page)
        ana.client.post(f"{path}/back", data=filled(page, "form.back"))
        assert "A bot is playing for you" not in ana.look(room.code)[1].text
    room.lead("pupil/0/warm")
    ana.client.post(f"{path}/act", data=before)
    assert "A bot is playing for you" not in ana.look(room.code)[1].text


@pytest.mark.parametrize("page", ["review", "replay?at=1"])
def test_who_looks_back_at_an_earlier_match_stays_there_until_the_class_goes_on(client, page):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.play()
    room.lead("over", run="0", step="0")
    ana, ben = room.pupils
    table, before = ana.look(room.code)
    assert "Next match" in strip(before)
    room.press_next(ana, ben)
    looked_back = soup_of(ana.client.get(f"{table}/{page}").text)
    assert "This is an earlier match of your group. Continue with the class" in strip(looked_back)
    asked = attribute(looked_back, ".room-line [hx-get]", "hx-get")
    heard = ana.client.get(asked, headers={"HX-Request": "true"})
    assert (heard.status_code, heard.headers.get("HX-Redirect")) == (204, None)
    room.go(1)
    heard = ana.client.get(asked, headers={"HX-Request": "true"})
    assert heard.headers["HX-Redirect"] == f"/c/{room.code}"


def test_the_strip_of_a_review_never_leads_to_the_review_itself(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.play()
    room.lead("over", run="0", step="0")
    ana = room.pupils[0]
    table, page = ana.look(room.code)
    assert "Review this match" in strip(page)
    review = soup_of(ana.client.get(f"{table}/review").text)
    asked = attribute(review, ".room-line [hx-get]", "hx-get")
    again = soup_of(ana.client.get(asked, headers={"HX-Request": "true"}).text)
    assert [("Review this match" in strip(x)) for x in (review, again)] == [False, False]


@pytest.mark.parametrize("page", ["review", "replay?at=1"])
def test_who_looks_back_at_his_match_follows_when_the_class_goes_on(client, page):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.play()
    room.lead("over", run="0", step="0")
    ana = room.pupils[0]
    table, _ = ana.look(room.code)
    looked_back = soup_of(ana.client.get(f"{table}/{page}").text)
    assert f"/c/{room.code}/events" in attribute(looked_back, ".room-line", "sse-connect")
    assert "Your class has moved on" not in strip(looked_back)
    room.go(2)
    assert "Your class has moved on" in strip(soup_of(ana.client.get(f"{table}/{page}").text))


def press(room: Class, pupil: int) -> None:
    """A pupil presses left in the round in which he stands."""
    page = room.pupils[pupil].look(room.code)[1]
    fields = filled(page, "form.two-buttons") | {"value": "0"}
    sent = room.pupils[pupil].client.post(f"/c/{room.code}/answer", data=fields)
    assert sent.status_code == 200, sent.text


def wait_for_ben(client, rounds: int = 3) -> Class:
    """Two pupils at two buttons, of whom one has pressed."""
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons", rounds=str(rounds))
    room.go(1)
    press(room, 0)
    return room


def let_nobody_press(room: Class, seconds: float = 2 * warm.PATIENCE) -> None:
    """So many seconds in which no button is pressed and no phone is heard of."""
    let_pass(room, seconds)
    live = room.live
    assert live.snapshot.answers
    live.snapshot = live.with_answers([replace(x, at=x.at - seconds) for x in live.snapshot.answers.values()])


def shown_to(room: Class, pupil: int) -> str:
    return text_at(room.pupils[pupil].look(room.code)[1], "main")


def test_a_coin_presses_for_a_phone_that_is_gone_until_it_is_back(client):
    room = wait_for_ben(client)
    look(room)
    assert "Waiting for Ben" in shown_to(room, 0)
    let_nobody_press(room)
    look(room)
    assert "Round 2 of 3, with Ben" in shown_to(room, 0)
    assert "(coin)" in shown_to(room, 0)
    press(room, 0)
    look(room)
    assert "Round 3 of 3, with Ben" in shown_to(room, 0)
    open_page(room, 1)
    look(room)
    press(room, 0)
    look(room)
    assert "Waiting for Ben" in shown_to(room, 0)


def test_no_coin_presses_where_nobody_waits_or_a_page_is_open(client):
    room = wait_for_ben(client)
    open_page(room, 1)
    let_nobody_press(room)
    look(room)
    assert "Waiting for Ben" in shown_to(room, 0)
    press(room, 1)
    room.live.listeners.clear()
    let_nobody_press(room)
    look(room)
    assert room.live.answers("round 2") == {}


def test_the_teacher_has_a_coin_press_for_who_sleeps_until_he_presses_himself(client):
    room = wait_for_ben(client)
    open_page(room, 1)
    page = soup_of(room.teacher.get(f"/c/{room.code}/teach/pupil/1").text)
    assert "Toss a coin for Ben until they choose" in text_at(page, "main")
    room.lead("pupil/1/warm")
    look(room)
    assert "Round 2 of 3, with Ben" in shown_to(room, 0)
    assert "We are tossing a coin for you" in shown_to(room, 1)
    press(room, 1)
    press(room, 0)
    press(room, 0)
    look(room)
    assert "Waiting for Ben" in shown_to(room, 0)
    assert "We are tossing a coin for you" not in shown_to(room, 1)


def test_who_was_removed_is_met_no_longer(client):
    room = wait_for_ben(client)
    room.lead("pupil/1/remove")
    assert "Round 2 of 3, with a coin" in shown_to(room, 0)
