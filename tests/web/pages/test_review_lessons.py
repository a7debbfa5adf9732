"""The costliest moves of a review: on a small board, with another try that does not give the answer away."""

import re
import time
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from markupsafe import Markup
from tests.web.browsing import add, new_table, other, soup_of
from tests.web.pages.test_review_page import gone_over
from tests.web.pages.test_table_pages import play_out

from upcard.engine.game import make_game
from upcard.web.board.small_board import decision_scene, match_before, small_board
from upcard.web.http import match_reviews
from upcard.web.pages import review_page
from upcard.web.value_text import comparison_text


@pytest.fixture
def reviewed(client: Any) -> tuple[str, Tag]:
    """A match with a mistake, and its first lesson; cards are dealt anew until there is one."""
    for _ in range(20):
        table = new_table(client, game="beat-it-or-eat-it", **{"option-length": "6", "seat-2": "random"})
        add(client, table)
        play_out(client, table)
        lesson = gone_over(client, table).select_one("#lessons .lesson")
        if lesson is not None:
            return table, lesson
    raise AssertionError("the first legal move was never a mistake")


def test_a_review_that_is_finished_while_its_lessons_are_drawn_comes_whole(client, monkeypatch):
    drawn: list[bool] = []

    def slow(context: Any, seen: Any, *_: Any) -> Markup:
        drawn.append(seen.review.is_finished)
        while not seen.review.is_finished:
            time.sleep(0.01)
        return Markup()

    monkeypatch.setattr(review_page, "_lesson", slow)
    monkeypatch.setattr(match_reviews, "FIRST_PIECE", 0.0)
    while False not in drawn:  # until a match has a mistake, found before the rest of its review
        table = new_table(client, game="beat-it-or-eat-it", **{"option-length": "8", "seat-2": "random"})
        add(client, table)
        play_out(client, table)
        parts = soup_of(client.get(f"{table}/review").text)
        heads = parts.select("#whole h2")
        while progress := parts.select_one("#progress[hx-get]"):
            parts = fragment(client, str(progress["hx-get"]))
            heads += parts.select("#whole h2")
        assert len(heads) == 1


def words(soup: Tag, selector: str) -> str:
    """The text of the first element that fits."""
    element = soup.select_one(selector)
    assert element is not None
    return element.get_text()


def fragment(client: Any, address: str) -> BeautifulSoup:
    answer = client.get(address, headers={"hx-request": "true"})
    assert answer.status_code == 200, answer.text
    return soup_of(answer.text)


def test_a_lesson_marks_both_moves_in_words_and_says_what_was_better(client, reviewed):
    _, lesson = reviewed
    marks = [x.get_text() for x in lesson.select(".mark")]
    assert sorted(marks) == ["better", "played"] or lesson.select(".compared .better")
    assert re.search(r"You chose .+ Better: .+ against .+ to win\.", words(lesson, ".verdict"))
    assert words(lesson, "button[name=try]") == "Try again"


def test_another_try_hides_the_answer_until_the_right_move(client, reviewed):
    table, lesson = reviewed
    number = str(lesson["id"]).removeprefix("move-")
    here = f"{table}/review/decision?at={number}"
    better, wrong = words(lesson, ".verdict .better"), words(lesson, ".verdict .played")
    attempt = fragment(client, f"{here}&try=1")
    assert not attempt.select(".mark, .better, .compared, .reason")
    buttons = {x.get_text(): str(x["value"]) for x in attempt.select(".tries button")}
    assert len(buttons) > 1
    answer = fragment(client, f"{here}&try=1&action={buttons[wrong]}")
    verdict = words(answer, ".verdict")
    assert verdict.startswith("✗ Not")
    assert "%" in verdict
    assert not re.search(rf"\b{re.escape(better)}\b", verdict)
    assert not answer.select(".mark, .better, .compared, .reason")
    right = fragment(client, f"{here}&try=1&action={buttons[better]}")
    assert words(right, ".verdict").startswith("✓ Right.")
    assert right.select(".mark, .compared")


def test_without_scripts_a_lesson_is_a_page(client, reviewed):
    table, lesson = reviewed
    number = str(lesson["id"]).removeprefix("move-")
    page = soup_of(client.get(f"{table}/review/decision?at={number}&try=1").text)
    assert page.select(".lesson .tries button")
    assert page.select_one(f"a[href='{table}/review']")


def test_a_watcher_reads_whose_moves_they_were(client, reviewed):
    table, _ = reviewed
    page = gone_over(other(client), table)
    assert words(page, "#lessons .verdict").startswith("Ana chose")
    assert words(page, "#lessons h2").startswith("The ")


def test_news_contain_only_what_the_page_does_not_show_yet(client, reviewed, monkeypatch):
    table, _ = reviewed
    first = fragment(client, f"{table}/review/parts")
    assert first.select("#lessons[hx-swap-oob]")
    assert first.select("#whole[hx-swap-oob] h2")
    numbers = "-".join(str(x["id"]).removeprefix("move-") for x in first.select(".lesson"))
    drawn = []
    monkeypatch.setattr(review_page, "_lesson", lambda *_: drawn.append(1))
    again = fragment(client, f"{table}/review/parts?seen=0&lessons={numbers}.1&whole=1")
    assert not drawn
    assert again.select_one("#progress")
    assert not again.select("#lessons, #whole")
    assert not again.select("#progress[hx-get]")  # finished: the page asks no more


def test_a_move_that_is_not_reviewed_is_refused_with_a_sentence(client, reviewed):
    table, _ = reviewed
    answer = client.get(f"{table}/review/decision?at=999")
    assert answer.status_code == 404
    assert "This move has not been reviewed yet" in answer.text


def test_a_small_board_hides_what_the_player_could_not_see():
    match = make_game("kuhn-poker", 2, None).match(seed=4, seats=("Ana", "Ben"))
    while not match.is_over:
        match.do(match.legal()[0])
    before = match_before(match, 1)
    faces = {}
    for is_open in (False, True):
        board = soup_of(
            small_board(decision_scene(before, is_open), before, "classic", {0: "played"}, is_open)
        )
        faces[is_open] = {x["src"] for x in board.select("img[src^='/cards/']")}
    assert len(faces[False]) == 1
    assert faces[False] < faces[True]


def test_differences_are_said_as_people_say_them():
    space = "\N{NO-BREAK SPACE}"
    assert comparison_text(0.098, 0.239, "chance to win") == f"24{space}% against 10{space}% to win"
    assert comparison_text(0.0978, 0.1051, "chance to win") == f"10.5{space}% against 9.8{space}% to win"
    assert comparison_text(-0.5, 0.75, "points") == "0.8 points on average, against −0.5"
    assert (
        comparison_text(0.4, 0.6, "share of the pennies") == f"60{space}% of the pennies against 40{space}%"
    )
