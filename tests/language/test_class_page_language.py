"""Pages of a class: nothing in them is untranslated, and they come in its language."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.language.pseudo_language import untranslated_texts
from tests.web.browsing import csrf
from tests.web.classes import Class, new_class

from upcard.classroom.activity_registry import activities
from upcard.classroom.activity_steps import OwnPoll, Question, Talk
from upcard.classroom.background_tasks import ContestResult, step_parts
from upcard.classroom.best_scores import BestScore
from upcard.classroom.class_board import Board, GroupLine, GroupSeat, PupilLine
from upcard.classroom.class_matrices import actions_chosen
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import mean_bar
from upcard.classroom.own_questions import add_question
from upcard.classroom.win_tally import WinTally
from upcard.language.messages import gettext, in_language
from upcard.web.classroom import contest_views
from upcard.web.templates import templates

ALLOWED = ("Upcard", "HTML", "PDF", "CSV", "testserver")
"""Names of programs, formats and addresses, which are the same in every language."""

LANG = re.compile(r'<html lang="(\w+)"')


def left_over(texts: Iterable[str], *names: str) -> list[str]:
    """Return the untranslated texts without names of people, programs and formats."""
    known = re.compile("|".join(map(re.escape, (*ALLOWED, *names))))
    rest = [known.sub("", x).strip() for x in texts]
    return [x for x in rest if re.search(r"[^\W\d_]{2,}", x)]


def main_of(text: str) -> str:
    """Return the main part of a page, and its title; header and footer have a test of their own."""
    parts = re.findall(r"<title>.*?</title>|<main.*?</main>", text, re.DOTALL)
    return "\n".join(parts) or text


def page_texts(client: TestClient, *paths: str) -> list[str]:
    """Return the untranslated texts of some pages, each with its path."""
    texts = []
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        texts += [f"{path}: {x}" for x in left_over(untranslated_texts(main_of(answer.text)), "Ana", "Ben")]
    return texts


def step_texts(room: Class) -> list[str]:
    """Return the untranslated texts of the teacher's page, of the projector and of each phone."""
    c = f"/c/{room.code}"
    texts = page_texts(room.teacher, f"{c}/teach", f"{c}/show")
    for pupil in room.pupils:
        path, text = pupil.visit(room.code)
        if path.startswith("/t/"):  # the table has a test of its own
            found = re.search(r'<section id="strip".*?</section>\n', text, re.DOTALL)
            assert found is not None
            text = found[0]
        texts += [f"{path}: {x}" for x in left_over(untranslated_texts(main_of(text)), "Ana", "Ben", "Cleo")]
    return texts


@pytest.mark.usefixtures("pseudo")
def test_joining_a_class_is_translated(client: TestClient):
    room = new_class(client)
    assert page_texts(client, "/class", "/classes", f"/c/{room.code}", "/school-networks") == []
    wrong = client.get("/class?code=XXXXX").text
    assert left_over(untranslated_texts(main_of(wrong))) == []
    room.lead("class/guests", guests="Ana\nBen")
    assert page_texts(client, f"/c/{room.code}") == []
    room.join("Ana")
    assert step_texts(room) == []
    room.lead("close")
    assert step_texts(room) == []


@pytest.mark.usefixtures("pseudo")
def test_polls_and_play_are_translated(client: TestClient):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/stoppers", gather="1")
    assert step_texts(room) == []
    room.go(0)
    room.wall("countdown", seconds="60", then="show")
    assert step_texts(room) == []
    room.answer(1)
    room.wall("show")
    assert step_texts(room) == []
    room.go(1)
    assert step_texts(room) == []


@pytest.mark.usefixtures("pseudo")
def test_the_two_buttons_are_translated(client: TestClient):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/two-buttons", rounds="50%")
    for step in (0, 1, 2):
        room.go(step)
        assert step_texts(room) == []
        room.press(1)
        room.wall("show")
        assert step_texts(room) == []


@pytest.mark.usefixtures("pseudo")
def test_reading_a_matrix_is_translated(client: TestClient):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/four-cell")
    room.answer(0)
    room.wall("show")
    assert step_texts(room) == []


def even_contest(
    here: Any, step: Any, run: Any, entries: Any, matches: int, former: Any = ()
) -> ContestResult:
    """Return a result that needs no simulation."""
    bars = [mean_bar(x.words, [(0.5, 0.001)], x.is_known, x.rule) for x in entries]
    rules = contest_views._group_rules(here.room, step, run)
    return contest_views.shown_result(ContestResult(tuple(bars)), rules)


@pytest.mark.usefixtures("pseudo")
def test_strategies_and_their_contest_are_translated(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contest_views, "contest_result", even_contest)
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum-basic")
    room.go(1)
    assert step_texts(room) == []
    room.write(room.pupils[0], "⟦low sums⟧")
    assert step_texts(room) == []
    room.go(2)
    room.wall("show")
    assert step_texts(room) == []
    room.wall("no-names")
    assert step_texts(room) == []
    room.go(3)
    assert step_texts(room) == []


@pytest.mark.usefixtures("pseudo")
def test_the_teachers_pages_are_translated(client: TestClient):
    room = new_class(client, "Ana", "Ben")
    c = f"/c/{room.code}"
    paths = ["teach", "teach/class", "teach/data", "teach/pupil/0", "teach/pupil/0/delete", "compare"]
    assert page_texts(client, *(f"{c}/{x}" for x in paths)) == []
    question = Question("own 1", "⟦How many?⟧", ("⟦one⟧", "⟦two⟧"), right=1)
    room.call(add_question, room.rooms, room.code, "two-buttons", [-1, 0], question)
    names = [x.name for x in activities().values() if x.is_listed]
    begin = [f"{c}/teach/{page}/{name}" for page in ("begin", "questions") for name in names]
    assert page_texts(client, *begin, f"{c}/teach/plan/two-buttons", "/prepare/two-buttons") == []
    room.lead("begin/two-buttons")
    room.answer(0)
    room.go(0)
    room.press(1)
    pages = ["report", "teach/groups", "report/pupil/0", "teach/questions/two-buttons"]
    assert page_texts(client, *(f"{c}/{x}" for x in pages)) == []


@pytest.mark.usefixtures("pseudo")
def test_results_of_matches_are_translated():
    tally = WinTally(("A", "referee"))
    tally.add([("a", "Ana"), ("b", "Ben")], [True, True], [0])
    places = (GroupSeat(0, "Ana", "seat 1", is_bot=True, has_turn=True), GroupSeat(1, "Ben", "watches"))
    line = GroupLine(1, places, 1, "t", "⟦Ana won⟧", is_over=True, tally=tally.sentence)
    pupil = PupilLine("Ana", 1, 0.5, 3, best=2, decisions=2, mistakes=1, loss=0.1)
    board = Board(
        [line], [line], [pupil], [("seat 1", "+1.0", 3)], 1, 1, "chance to win", "a solution", 2, 1,
        won=tally.role_sentence, are_few=True,
    )  # fmt: skip
    parts: Any = templates().get_template("class_parts.html.jinja").module
    shown = [parts.groups([line]), parts.results(board), parts.part(tally.section("⟦Who⟧"))]
    texts = [*map(str, shown), *board.sentences(), BestScore(1, 2).sentence, BestScore(None, 2).sentence]
    assert left_over(untranslated_texts("\n".join(texts)), "Ana", "Ben") == []
    assert board.without_names().groups[0].state == "⟦finished⟧"


LEARNED = {"four-cell", "two-buttons", "smallsum-basic"}
"""Activities whose debriefs of an empty class take no long simulation."""


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", sorted(LEARNED))
def test_what_a_debrief_says_is_translated(name: str):
    activity = activities()[name]
    settings = {x.name: x.usual for x in activity.settings}
    for number, step in enumerate(activity.steps):
        if isinstance(step, Talk):
            parts = step_parts(Story(name, number, settings), "de")
            macros: Any = templates().get_template("class_parts.html.jinja").module
            shown = [macros.part(x) for x in parts]
            assert left_over(untranslated_texts("".join(map(str, shown)))) == []


# ---- the language of the class


def languages_of(client: TestClient, *paths: str, **headers: str) -> list[str]:
    """Return the languages in which some pages come."""
    return [x for path in paths for x in LANG.findall(client.get(path, headers=headers).text)]


@pytest.mark.parametrize(
    ("cookies", "phone", "wall"),
    [({}, "fr", "fr"), ({"language": "es"}, "es", "fr"), ({"language": "x"}, "fr", "fr")],
)
def test_pages_of_a_class_come_in_its_language_unless_a_person_chose_another(
    client: TestClient, cookies: dict[str, str], phone: str, wall: str
):
    answer = client.post("/rooms", data={"csrf": csrf(client), "language": "fr"})
    room = Class(client, answer.url.path.split("/")[2])
    room.join("Ana", "Ben")
    room.lead("begin/smallsum-basic")
    ana, c = room.pupils[0].client, f"/c/{room.code}"
    table = ana.get(c).url.path
    assert table.startswith("/t/")
    ana.cookies.update(cookies)
    german = {"Accept-Language": "de"}
    assert languages_of(ana, c, table, f"{c}/show", **german) == [phone, phone, wall]
    assert languages_of(ana, "/class", **german) == [cookies.get("language", "de").replace("x", "de")]
    assert languages_of(client, f"{c}/teach", **german) == ["fr"]


def test_a_teacher_chooses_the_language_of_a_class(client: TestClient):
    room = new_class(client)
    german, path = {"Accept-Language": "de"}, f"/c/{room.code}/teach/class"
    assert languages_of(client, path, **german) == ["de"]
    room.lead("class/language", language="es")
    del room.rooms.live[room.code]  # as after a restart
    assert languages_of(client, path, **german) == ["es"]
    assert room.live.row.language == "es"
    room.lead("class/new-code")
    assert {x.row.language for x in room.rooms.live.values()} == {"es"}
    assert (
        "there is no language"
        in client.post(path + "/language", data={"csrf": csrf(client), "language": "x"}).text.lower()
    )
    room.lead("class/language", language="")
    assert languages_of(client, path, **german) == ["de"]


def test_the_debrief_is_computed_in_the_language_of_the_class(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    room = new_class(client, "Ana", "Ben")
    room.lead("class/language", language="es")
    room.lead("begin/two-buttons")
    jobs: list[tuple[Any, ...]] = []

    def get(*args: Any, **how: Any) -> tuple[()]:
        jobs.append(args)
        return ()

    monkeypatch.setattr(room.service.jobs, "get", get)
    room.go(3)
    room.show()
    stories = {(key.name[1], args[-1]) for key, *args in jobs if key.name[0] == "story"}
    assert stories == {("es", "es")}


def test_a_question_of_the_teacher_is_never_translated(client: TestClient):
    room = new_class(client, "Ana")
    room.lead("class/language", language="de")
    room.lead("begin/two-buttons")
    fields = {"words": "Why?", "kind": "choice", "choices": "*Yes\nNo", "reason": "Who has won", "after": "0"}
    room.lead("questions/two-buttons", **fields)
    poll = OwnPoll.load(room.live.row.questions["two-buttons"][0])
    with in_language("de"):
        assert [gettext(x) for x in ("Why?", "Yes", "Who has won", "never")] == [
            "Warum?",
            "Ja",
            "Wer gewonnen hat",
            "nie",
        ]
        (question,) = poll.poll.questions
        assert [gettext(x) for x in (question.words, *question.choices, question.reason)] == [
            "Why?", "Yes", "No", "Who has won",
        ]  # fmt: skip
        assert [gettext(x) for x in actions_chosen({"actions": "Random, never"})] == ["Random", "never"]


def test_files_of_data_stay_english(client: TestClient):
    room = new_class(client, "Ana", "Ben")
    room.lead("class/language", language="de")
    room.lead("begin/two-buttons")
    room.press(1)
    texts = {
        x: client.get(f"/c/{room.code}/{x}").text for x in ("table.csv", "decisions.csv", "codebook.csv")
    }
    room.lead("class/language", language="")
    assert texts == {x: client.get(f"/c/{room.code}/{x}").text for x in texts}


def test_a_hidden_rule_leaves_a_frozen_picture_in_another_language(client: TestClient):
    room = new_class(client, "Ana", "Ben")
    room.lead("class/language", language="de")
    client.cookies.set("language", "en")
    room.lead("begin/smallsum")
    room.go(1)
    room.write(room.pupils[0], "low sums", **{"menu-bet_at": "17"})
    room.wall("show")
    room.wall("freeze")
    frozen, group = room.show(), room.live.group_of(room.live.pupils[0])
    assert frozen.html is not None
    assert frozen.html["lang"] == "de"
    assert "17." in frozen.select_one("main").get_text()  # type: ignore[union-attr]
    room.wall("hide-text", question="rule", whose=str(group))
    shown = room.show().select_one("main").get_text()  # type: ignore[union-attr]
    assert "low sums" not in shown
    assert "17." not in shown
