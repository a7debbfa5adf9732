"""Pages of puzzles: a wrong move says what it costs, the right one is explained, and the next one follows."""

import pytest
from bs4 import BeautifulSoup

from upcard.review.puzzle import puzzle_numbered
from upcard.web.pages.puzzle_pages import todays_puzzle

GAMES = ("beat-it-or-eat-it", "four-cell", "lama", "smallsum", "stoppers")


def soup(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def test_the_page_of_puzzles_shows_the_puzzle_of_the_day_and_every_game(client):
    page = soup(client, "/puzzles")
    today = todays_puzzle()
    assert page.select_one("#puzzle")["data-puzzle"] == f"{today.game}/{today.number}"
    assert [a["href"] for a in page.select(".puzzle-games .main")] == [f"/puzzles/{g}" for g in GAMES]


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_costs_something_and_the_right_one_is_explained(client, game):
    puzzle = puzzle_numbered(game, 1)
    path = f"/puzzles/{game}/1"
    page = soup(client, path)
    assert "data-tried" not in page.select_one("#puzzle").attrs
    offered = {int(b["value"]) for b in page.select(".tries button")}
    assert offered == set(puzzle.values)
    wrong = min(puzzle.values, key=lambda a: puzzle.values[a])
    page = soup(client, f"{path}?action={wrong}")
    assert page.select_one("#puzzle")["data-tried"] == "wrong"
    assert "is not the best" in page.select_one(".verdict").text
    assert "another move gives" in page.select_one(".verdict").text or puzzle.words[wrong] in page.text
    page = soup(client, f"{path}?action={puzzle.best}")
    assert page.select_one("#puzzle")["data-tried"] == "right"
    assert len(page.select(".compared li")) == len(puzzle.values)
    assert page.select_one(".more a")["href"] == f"/puzzles/{game}/78"


def test_the_answer_can_be_shown_and_the_level_is_kept(client):
    page = soup(client, "/puzzles/smallsum/1?answer=1&level=medium")
    assert page.select_one("#puzzle")["data-tried"] == "shown"
    assert page.select_one(".more a")["href"].endswith("?level=medium")
    answer = client.get("/puzzles/smallsum?level=medium")
    number = int(answer.url.path.rpartition("/")[2])
    assert puzzle_numbered("smallsum", number).level == "medium"


def test_htmx_gets_the_puzzle_alone(client):
    answer = client.get("/puzzles/lama/2", headers={"hx-request": "true"})
    assert answer.text.lstrip().startswith("<article")


@pytest.mark.parametrize("path", ["/puzzles/kuhn-poker", "/puzzles/nothing", "/puzzles/smallsum/0"])
def test_what_has_no_puzzle_is_not_found(client, path):
    assert client.get(path).status_code == 404
