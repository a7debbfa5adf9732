"""The teacher's own questions: written before or during an activity, and asked anywhere in its order."""

import pytest
from tests.web.browsing import attribute, csrf, soup_of
from tests.web.classes import Class, new_class, text_at

FORM = {"words": "Why?", "kind": "text", "after": "first"}
CHOICE = {"words": "Luck?", "kind": "choice", "choices": "yes\n* no\n\nperhaps", "reason": "Count!"}


def add(room: Class, name: str = "stoppers", **form: str) -> tuple[int, str]:
    """What the server answers to a question that the teacher adds."""
    path = f"/c/{room.code}/teach/questions/{name}"
    answer = room.teacher.post(path, data={"csrf": csrf(room.teacher, path), **form})
    return answer.status_code, answer.text


def titles(room: Class) -> list[str]:
    assert room.live.activity is not None
    return [x.title for _, x in room.live.activity.course]


def test_questions_that_were_prepared_are_asked_in_their_places_each_time(client):
    room = new_class(client, "Ana", "Ben")
    assert add(room, **FORM)[0] == 200
    status, text = add(room, **CHOICE, after="1", again="2")
    assert status == 200
    assert "right: no" in text_at(soup_of(text), ".own-questions li:nth-of-type(2)")
    assert add(room, **FORM)[0] == 200
    room.rooms.live.clear()  # as after a restart
    for _ in range(2):
        room.lead("begin/stoppers", size="4", lives="1")
        course = titles(room)
        assert room.live.step is not None
        assert room.live.step.title == "Question 1"
        assert course[:2] == ["Question 1", "Question 4"]
        assert course[3:6:2] == ["Stoppers", "After playing"]
        assert course[4:7:2] == ["Question 2", "Question 3"]
        room.lead("finish")
    assert "Your own questions: 4" in client.get(f"/c/{room.code}/teach/begin/stoppers").text


def test_a_question_is_asked_at_once_and_its_answer_is_counted(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons")
    status, text = add(room, "two-buttons", **CHOICE, after="0", now="1")
    assert status == 200
    assert "Question 1" in text_at(soup_of(text), ".now")
    room.answer(1)
    run = room.live.run
    assert run is not None
    assert [x.value for x in room.live.answers_at(run.number, run.step) if x.pupil >= 0] == [1, 1]
    room.lead("finish")


def test_a_question_that_is_removed_is_not_asked_again(client):
    room = new_class(client, "Ana")
    _, text = add(room, **FORM)
    name = attribute(soup_of(text), ".own-questions button", "value")
    path = f"/c/{room.code}/teach/questions/stoppers"
    client.post(f"{path}/remove", data={"csrf": csrf(client, path), "question": name})
    assert not room.live.row.questions["stoppers"]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"words": " "}, "The question is missing"),
        ({"words": "x" * 301}, "at most 300 characters"),
        ({"kind": "song"}, "is not a kind of answer"),
        ({"kind": "choice", "choices": "one"}, "Write 2 to 8 different choices"),
        ({"kind": "choice", "choices": "a\na"}, "Write 2 to 8 different choices"),
        ({"kind": "choice", "choices": "*a\n*b"}, "Only one choice can be right"),
        ({"kind": "number", "right": "many"}, "is not a number"),
        ({"after": "77"}, "There is no such step"),
        ({"after": ""}, "There is no such step"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_and_stays_in_its_form(client, form, sentence):
    room = new_class(client)
    status, text = add(room, **{**FORM, **form})
    page = soup_of(text)
    assert status in (400, 422)
    assert sentence in text_at(page, "#fault-question")
    assert text_at(page, "#words").strip() == {**FORM, **form}["words"].strip()
    assert not room.live.row.questions


def test_a_number_that_is_too_long_is_refused(client):
    room = new_class(client)
    status, text = add(room, **FORM | {"kind": "number", "right": "9" * 390})
    assert (status, "is not a number" in text) == (422, True)


def test_a_class_has_at_most_twenty_questions(client):
    room = new_class(client)
    assert {add(room, **FORM)[0] for _ in range(20)} == {200}
    assert "at most 20; remove one" in add(room, **FORM)[1]
