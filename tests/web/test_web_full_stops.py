"""Sentences of pages end with one full stop, or with an ellipsis."""

import pytest
from bs4 import BeautifulSoup
from tests.web.classes import text_at

from upcard.engine.words import stopped


@pytest.mark.parametrize(("length", "end"), [(7, "eat …"), (3, ".")])
def test_a_line_that_goes_on_has_no_full_stop_after_its_ellipsis(client, length, end):
    page = client.get(f"/analysis/beat-it-or-eat-it/worths?option-length={length}&seed=1").text
    (line,) = [x.text for x in BeautifulSoup(page, "html.parser").select("p") if "Best line" in x.text]
    assert line.endswith(end)
    assert not line.endswith(("..", "…."))


def test_what_ends_with_an_ellipsis_is_not_stopped():
    assert [stopped(x) for x in ("eat", "eat …")] == ["eat.", "eat …"]


def test_the_start_page_says_in_a_whole_sentence_how_a_class_is_opened(client):
    page = BeautifulSoup(client.get("/", headers={"host": "127.0.0.1:8570"}).text, "html.parser")
    assert text_at(page, ".class-line").strip().endswith("upcard class.")
    page = BeautifulSoup(client.get("/", headers={"host": "10.0.0.5"}).text, "html.parser")
    assert text_at(page, ".class-line").strip().endswith("phones")
