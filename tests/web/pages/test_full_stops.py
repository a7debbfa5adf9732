"""Sentences of pages end with one full stop, or with an ellipsis."""

from itertools import pairwise

import pytest
from bs4 import BeautifulSoup
from tests.web.classes import text_at

from upcard.engine.wording import end_sentence


@pytest.mark.parametrize(("length", "goes_on"), [(7, True), (3, False)])
def test_a_board_lists_the_turns_of_a_line_and_says_where_it_goes_on(client, length, goes_on):
    page = client.get(f"/analysis/beat-it-or-eat-it/worths?option-length={length}&seed=1").text
    turns = [x.text for x in BeautifulSoup(page, "html.parser").select(".best-line li")]
    assert turns[0].startswith("player 1: lead ")
    assert all(a[:9] != b[:9] for a, b in pairwise(turns))
    assert ("… and so on." in page) == goes_on


def test_what_ends_with_an_ellipsis_is_not_stopped():
    assert [end_sentence(x) for x in ("eat", "eat …")] == ["eat.", "eat …"]


def test_the_start_page_says_in_a_whole_sentence_how_a_class_is_opened(client):
    page = BeautifulSoup(client.get("/", headers={"host": "127.0.0.1:8570"}).text, "html.parser")
    assert text_at(page, ".class-line").strip().endswith("upcard class.")
    page = BeautifulSoup(client.get("/", headers={"host": "10.0.0.5"}).text, "html.parser")
    assert text_at(page, ".class-line").strip().endswith("phones")
