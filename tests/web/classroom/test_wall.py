"""What the teacher decides about the projector survives a restart; countdowns end; names can be hidden."""

import time
from types import SimpleNamespace

import pytest
from tests.web.browsing import csrf
from tests.web.classes import Class, ask, new_class, strip, text_at

from upcard.classroom import class_board, countdowns, next_presses
from upcard.classroom.activity_steps import Poll, Question
from upcard.classroom.class_record import Played, Story
from upcard.classroom.class_repository import READING
from upcard.classroom.class_repository import Pupil as StoredPupil
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.next_presses import begin_next_matches, press_next
from upcard.classroom.progress import enter_step
from upcard.classroom.room_service import RoomService
from upcard.classroom.wall_state import without_names
from upcard.engine.errors import Failure, Illegal


def forget(room: Class) -> None:
    """What a killed server does: the next request reads the room from the database."""
    del room.rooms.live[room.code]


def test_a_frozen_projector_keeps_its_picture_while_the_class_goes_on(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers")
    room.wall("freeze")
    room.go(1)
    forget(room)
    assert text_at(room.show(), ".wall-title") == "Before you play"
    assert "The projector keeps its picture" in room.teacher_page().text
    assert strip(room.pupils[0].look(room.code)[1])
    room.wall("unfreeze")
    assert text_at(room.show(), ".wall-title") == "Stoppers"


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the clock of countdowns and of presses run ahead."""
    clock = SimpleNamespace(time=lambda: time.time() + seconds)
    for module in (countdowns, next_presses):
        monkeypatch.setattr(module, "time", clock)


def test_a_countdown_is_on_wall_and_phones_and_shows_the_results_at_its_end(client, monkeypatch):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers")
    ask(room, 0, "Mine", [Question("q", "Why?")])
    room.wall("countdown", seconds="45", then="show")
    forget(room)
    for page in (room.show(), room.pupils[0].look(room.code)[1], room.teacher_page()):
        assert text_at(page, ".countdown").split() == ["0:45", "until", "the", "results", "are", "shown"]
    assert "Right" not in room.show().text
    later(monkeypatch, 46)
    room.call(countdowns.end_countdowns, room.rooms)
    assert not room.show().select(".countdown")
    assert room.pupils[0].look(room.code)[1].select(".poll-result")
    room.wall("hide")
    room.wall("countdown", seconds="30", then="show")
    room.wall("show")
    assert not room.show().select(".countdown")
    room.wall("countdown", seconds="30", then="next")
    room.go(4)
    room.go(0)
    assert not room.show().select(".countdown")  # it ended as the class went on
    room.wall("countdown", seconds="30", then="next")
    later(monkeypatch, 46 + 31)
    room.call(countdowns.end_countdowns, room.rooms)
    assert text_at(room.show(), ".wall-title") == "Mine"


@pytest.mark.parametrize("form", [{"seconds": "4", "then": "show"}, {"seconds": "60", "then": "x"}, {}])
def test_a_countdown_that_makes_no_sense_is_refused(client, form):
    room = new_class(client, "Ana")
    room.lead("begin/stoppers")
    sent = {"csrf": str(room.teacher_page().select("[name=csrf]")[0]["value"]), **form}
    answer = client.post(f"/c/{room.code}/wall/countdown", data=sent)
    assert (answer.status_code, "choose another number" in answer.text) == (422, True)


def test_a_countdown_is_offered_only_if_something_can_happen_at_its_end(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers")
    assert room.go(0).select("form[action$=countdown]")
    last = room.go(3)  # shows its results at once
    assert text_at(last, ".wall-controls button") == "Hide the results"
    assert not last.select("form[action$=countdown]")
    room.wall("hide")
    assert room.teacher_page().select("form[action$=countdown]")


def test_the_wall_says_after_how_many_rounds_a_match_ends(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum-choice", rounds="6")
    assert "A match ends after 6 rounds at the latest" in room.show().text
    room.lead("begin/smallsum-choice")
    assert "at the latest" not in room.show().text


def test_the_wall_says_that_decisions_are_still_being_judged(client, monkeypatch):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum-basic", rounds="6")
    room.play()
    monkeypatch.setattr(class_board, "judge", lambda *args: None)
    assert "being judged" not in room.show().text  # mistakes are hidden until the teacher shows them
    room.wall("show")
    assert "The decisions are still being judged …" in room.show().text
    monkeypatch.undo()
    assert "being judged" not in room.wait(".sums:-soup-contains('mistakes')").text


def test_only_the_teacher_decides_about_the_projector(client):
    room = new_class(client, "Ana")
    room.lead("begin/stoppers")
    ana = room.pupils[0].client
    sent = ana.post(f"/c/{room.code}/wall/show", data={"csrf": csrf(ana, f"/c/{room.code}")})
    assert (sent.status_code, "for the teacher" in sent.text) == (401, True)


def test_without_names_a_record_names_nobody_and_tells_pupils_apart():
    pupils = [StoredPupil(0, "Ana", "z"), StoredPupil(1, "An", "a"), StoredPupil(2, "Otter 2", "m")]
    match = Played(1, 0, 0, ("Ana, An", "a bot"), ("Ana", "Otter 2"), "", (), (), is_over=True)
    story = without_names(Story("stoppers", 3, {}, ("Ana", "An", "Otter 2"), matches=(match,)), pupils)
    assert story.names == ("Pupil 3", "Pupil 1", "Pupil 2")
    assert story.matches[0].names == ("Pupil 3, Pupil 1", "a bot")
    assert story.matches[0].who == ("Pupil 3", "Pupil 2")


def test_without_names_no_nickname_stays_and_deleted_pupils_leave_no_trace():
    pupils = [
        StoredPupil(0, "Max!", "a"),
        StoredPupil(1, "🦊", "b"),
        StoredPupil(2, "", "", removed=True),
        StoredPupil(3, "Ana", "c"),
    ]
    match = Played(1, 0, 0, ("🦊, then Max!", "a bot"), ("🦊", "Ana"), "", (), (), is_over=True)
    story = without_names(Story("stoppers", 3, {}, ("Max!", "🦊", "", "Ana"), matches=(match,)), pupils)
    assert story.names == ("Pupil 1", "Pupil 2", "", "Pupil 3")
    assert story.matches[0].names == ("Pupil 2, then Pupil 1", "a bot")
    assert story.matches[0].who == ("Pupil 2", "Pupil 3")


def test_a_class_that_fails_stops_no_countdown_of_another_class(client, monkeypatch):
    bad, good = new_class(client, "Ana"), new_class(client, "Ben")
    for room in (bad, good):
        room.lead("begin/stoppers")
        room.wall("countdown", seconds="30", then="next")

    async def fail(rooms: RoomService, live: LiveRoom, step: int) -> None:
        if live.code == bad.code:
            raise Failure("the rules of this game are gone")
        await enter_step(rooms, live, step)

    monkeypatch.setattr("upcard.classroom.countdowns.enter_step", fail)
    later(monkeypatch, 31)
    good.call(countdowns.end_countdowns, good.rooms)
    steps = [room.live.run.step for room in (bad, good) if room.live.run is not None]
    assert steps == [0, 1]


def test_the_wall_names_nobody_who_missed_the_win_while_names_are_hidden(client):
    room = new_class(client, "Zebra")
    room.lead("begin/beat-it-or-eat-it")
    room.play()
    room.wall("no-names")
    assert "match 1: finished" in text_at(room.show(), ".group-state")
    room.go(1)
    wall = room.wait(".talk tbody tr")
    assert "Zebra" not in wall.text
    assert "Pupil 1" in text_at(wall, ".talk")
    room.wall("names")
    assert "Zebra" in text_at(room.wait(".talk tbody tr"), ".talk")


def test_after_playing_the_right_answer_is_marked_and_learners_are_a_number(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers")
    poll = room.live.step
    assert isinstance(poll, Poll)
    number = next(i for i, x in enumerate(poll.questions) if x.right is not None)
    for step, answers in ((0, "01"), (2, "11")):
        room.go(step)
        for pupil, value in zip(room.pupils, answers, strict=True):
            forms = pupil.look(room.code)[1].select("form.poll")
            fields = {str(x["name"]): str(x["value"]) for x in forms[number].select("input")}
            pupil.client.post(f"/c/{room.code}/answer", data={**fields, "value": value})
        room.wall("show")
        room.lead("page", page="1")
        texts = " ".join(room.show().text.split())
        assert ("Right answer: no." in texts) == (step == 2)
    assert "From a wrong answer to the right one: 1 pupil." in texts
    assert "2 (before: 1)" in texts


def test_a_group_goes_on_when_all_have_pressed_or_the_slowest_has_had_time(client, monkeypatch):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum", rounds="6")
    room.play()
    ana, ben, cleo = room.pupils
    room.press_next(ana, ben)
    assert len(room.live.sittings()) == 1
    assert "Waiting for Cleo." in strip(ana.look(room.code)[1])
    assert "at the latest" in strip(ana.look(room.code)[1])
    assert "Next match" in strip(cleo.look(room.code)[1])
    forget(room)
    room.press_next(cleo)
    assert len(room.live.sittings()) == 2
    room.play()
    room.press_next(ana)
    room.call(begin_next_matches, room.rooms)
    assert len(room.live.sittings()) == 2
    later(monkeypatch, 61)
    room.call(begin_next_matches, room.rooms)
    assert len(room.live.sittings()) == 3


def test_the_teacher_sets_how_long_a_group_waits_for_its_slowest_reader(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum", rounds="6")
    assert 'data-reading="60"' in room.pupils[0].visit(room.code)[1]
    room.wall("reading", seconds="20")
    assert 'data-reading="20"' in room.pupils[0].visit(room.code)[1]
    ana = room.live.pupils[0]
    room.call(press_next, room.rooms, room.code, ana, 0, 0)
    assert "[[&#34;Ana&#34;, 0]]" in room.pupils[1].visit(room.code)[1]
    with pytest.raises(Illegal, match="no such match or round"):
        room.call(press_next, room.rooms, room.code, ana, 0, next_presses.AT_END + 1)
    assert "next" not in client.get(f"/c/{room.code}/decisions.csv").text
    assert READING not in client.get(f"/c/{room.code}/decisions.csv").text
