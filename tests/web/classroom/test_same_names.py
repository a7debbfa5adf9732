"""Two pupils who have had the same nickname stay apart in every report."""

import csv
import io

from tests.web.browsing import soup_of
from tests.web.classes import Class, new_class, text_at

from upcard.classroom.class_repository import Pupil, RoomSnapshot, StoredRoom


def names(*pupils: tuple[str, bool]) -> tuple[str, ...]:
    """The names in the reports of pupils with nicknames, each perhaps removed."""
    stored = (Pupil(i, name, f"key {i}", 0.0, removed) for i, (name, removed) in enumerate(pupils))
    return RoomSnapshot(StoredRoom("ABCDE", "key"), tuple(stored)).names


def table_of(room: Class) -> list[dict[str, str]]:
    text = room.teacher.get(f"/c/{room.code}/table.csv").text
    return list(csv.DictReader(io.StringIO(text)))


def test_the_pupil_who_is_here_keeps_the_name():
    assert names(("Ben", True), ("Ben", False), ("Ana", False)) == ("Ben 2", "Ben", "Ana")
    assert names(("Ben", True), ("Ben", True), ("Ben 2", False)) == ("Ben", "Ben 3", "Ben 2")
    assert names(("", True), ("", True), ("a bot", False)) == ("", "", "a bot 2")


def test_answers_of_two_pupils_with_one_nickname_are_not_merged(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers", size="4", lives="1")
    room.answer(1)
    room.lead("remove-all")
    room.pupils.clear()
    room.join("Ben", "Zoe")
    room.answer(0)
    answers = [x for x in table_of(room) if x["kind"] == "answer"]
    by_pupil = {x["pupil"]: {y["decision"] for y in answers if y["pupil"] == x["pupil"]} for x in answers}
    assert {x["pupil"]: x["pupil_number"] for x in answers} == {
        "Ana": "1",
        "Ben 2": "2",
        "Ben": "3",
        "Zoe": "4",
    }
    assert by_pupil["Ben"] == by_pupil["Zoe"] != by_pupil["Ben 2"] == by_pupil["Ana"]
    pupils = {x["pupil_number"]: x["pupil"] for x in table_of(room) if x["kind"] == "pupil"}
    assert pupils == {"1": "Ana", "2": "Ben 2", "3": "Ben", "4": "Zoe"}
    sheets = [soup_of(room.teacher.get(f"/c/{room.code}/report/pupil/{i}").text) for i in (1, 2)]
    assert [text_at(x, "h1") for x in sheets] == ["Ben 2", "Ben"]
    of_first, of_second = (x.select("table td")[-1].text for x in sheets)
    assert of_first != of_second
