"""Polls in a class: a teacher's own questions, numbers and free texts; results wait for the teacher."""

import csv
import io

from starlette.testclient import TestClient
from tests.web.browsing import csrf, filled
from tests.web.classes import Class, Pupil, ask, new_class, text_at

from upcard.classroom.activity_steps import Question

CHANCE = Question(
    "chance", "How likely is a six?", right=1 / 6, reason="One of six faces.", is_number=True, tolerance=0.01
)
WHY = Question("why-six", "Why or why not?")
LUCK = Question("fair", "Is the die fair?", ("yes", "no"), right=0)


def asked(client: TestClient) -> Class:
    """A class at its teacher's own poll, which follows the first step."""
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers")
    ask(room, 0, "A die", [CHANCE, WHY, LUCK])
    assert "Next: A die" in room.teacher.get(f"/c/{room.code}/teach").text
    room.go(4)
    return room


def send(room: Class, pupil: Pupil, number: int, value: str, status: int = 200) -> str:
    """Send an answer by the form of a question; gives the page after it."""
    forms = pupil.look(room.code)[1].select("form.poll")
    fields = {str(i["name"]): str(i.get("value", "")) for i in forms[number].select("input")}
    answer = pupil.client.post(f"/c/{room.code}/answer", data={**fields, "value": value})
    assert answer.status_code == status, answer.text
    return answer.text


def test_a_class_answers_its_teachers_question_and_sees_the_right_answer_when_the_teacher_shows_it(client):
    room = asked(client)
    ana, ben = room.pupils
    token = csrf(ana.client, f"/c/{room.code}")
    send(room, ana, 0, "1/6")
    assert "is not a number" in send(room, ben, 0, "rarely", 422)
    send(room, ben, 0, "50 %")
    send(room, ben, 1, "<b>because</b>")
    wall = room.show()
    assert [x.get_text(" ", strip=True) for x in wall.select(".part")] == [
        "How likely is a six? 2 of 2 have answered.", "Why or why not? 1 of 2 have answered.",
        "Is the die fair? 0 of 2 have answered.",
    ]  # fmt: skip
    assert "0.166667" in text_at(room.teacher_page(), ".now")
    room.wall("show")
    assert "Right answer: 0.166667" in room.show().text
    assert "“<b>because</b>”" in room.show().text
    page = ana.look(room.code)[1]
    assert not page.select("form.poll")
    assert "✓ right" in page.select(".poll-result")[0].text
    assert "✗ not right" in ben.look(room.code)[1].select(".poll-result")[0].text
    late = {"csrf": token, "at": "0.4", "question": "fair", "value": "0"}
    assert "answers are closed" in ana.client.post(f"/c/{room.code}/answer", data=late).text
    room.wall("hide")
    assert "Right answer" not in room.show().text
    send(room, ana, 2, "0")


def hide_button(room: Class, word: str) -> dict[str, str]:
    """Return the fields of the button with which the teacher hides the text that has a word."""
    line = next(x for x in room.teacher_page().select(".texts li") if word in x.text)
    return {str(x["name"]): str(x["value"]) for x in line.select("input")}


def test_the_teacher_hides_a_single_text(client):
    room = asked(client)
    for pupil, text in zip(room.pupils, ("kind words", "rude words"), strict=True):
        send(room, pupil, 1, text)
    fields = hide_button(room, "rude")
    room.wall("hide-text", **fields)
    room.wall("show")
    assert "kind words" in room.show().text
    assert "rude words" not in room.show().text
    assert "rude words" not in room.pupils[0].look(room.code)[1].text
    room.wall("show-text", **fields)
    assert "rude words" in room.show().text
    room.wall("freeze")
    room.wall("hide-text", **fields)
    assert "kind words" in room.show().text
    assert "rude words" not in room.show().text


def test_a_frozen_picture_loses_the_hidden_text_and_nothing_else(client):
    room = asked(client)
    for pupil, text in zip(room.pupils, ("kind words", "rude <words>"), strict=True):
        send(room, pupil, 1, text)
    fields = hide_button(room, "rude")
    room.wall("show")
    room.wall("freeze")
    frozen = room.show().text
    assert "“rude <words>”" in frozen
    room.wall("hide")  # prepared for the next picture
    room.wall("hide-text", **fields)
    assert room.show().text.split() == frozen.replace("“rude <words>”", "").split()
    room.wall("unfreeze")
    assert "kind words" not in room.show().text
    room.wall("freeze")
    room.wall("show")
    room.wall("hide-text", **fields)
    assert "kind words" not in room.show().text  # no picture shows more than the frozen one did


def test_own_questions_are_in_the_report_and_the_table_of_answers_and_reviews_stay_closed(client):
    room = asked(client)
    send(room, room.pupils[0], 0, "0,25")
    send(room, room.pupils[0], 1, "so")
    text = client.get(f"/c/{room.code}/report").text
    assert text.index("A die") < text.index("How likely is a six?")
    rows = list(csv.DictReader(io.StringIO(client.get(f"/c/{room.code}/decisions.csv").text)))
    assert [(x["step"], x["number"] or x["game"], x["decision"]) for x in rows if x["step"] == "5"] == [
        ("5", "chance", "0.25"), ("5", "why-six", "so"),
    ]  # fmt: skip
    assert "Pupils can review" not in room.teacher_page().text
    room.go(1)
    assert "Next: After playing" in room.teacher_page().text
    assert "What your own rounds show" in text_at(room.teacher_page(), ".going-over")


def test_without_scripts_a_refused_answer_stays_in_its_field_and_the_page_does_not_reload(client):
    room = asked(client)
    page = room.pupils[0].look(room.code)[1]
    assert not page.select("noscript meta")
    fields = filled(page, "form.poll") | {"value": "x & y"}
    answer = room.pupils[0].client.post(f"/c/{room.code}/answer", data=fields)
    assert 'value="x &amp; y"' in answer.text
