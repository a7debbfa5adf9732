"""Pages of puzzles: a wrong move says what it costs, the right one is explained, and the next one follows."""

import re

import pytest
from bs4 import BeautifulSoup
from tests.web.browsing import add, csrf, new_table

from upcard.review.puzzle import puzzle_numbered, puzzles_of
from upcard.web.pages.puzzle_pages import names_for, todays_puzzle

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


@pytest.mark.parametrize("game", GAMES)
def test_the_seats_of_a_puzzle_are_you_and_your_opponent(client, game):
    page = soup(client, f"/puzzles/{game}/1?action={puzzle_numbered(game, 1).best}")
    names = [x.text for x in page.select(".rivals .name")]
    assert names in (["Your opponent"], ["Opponent 1", "Opponent 2"])
    assert page.select_one(".mine .name").text.split()[0] == "You"
    assert not re.search(r"\b([Pp]layer|[Ss]eat) \d", page.select_one("#puzzle").text)


@pytest.mark.parametrize(
    ("variant", "preset", "is_other"),
    [("basic", "", False), ("choice", "", True), ("alternate", "alternate", False)],
)
def test_a_puzzle_of_a_variant_leads_to_its_first_game_or_says_that_the_usual_one_differs(
    client, variant, preset, is_other
):
    number = next(
        x.number for x in puzzles_of("smallsum") if x.match().game.option_words()["variant"] == variant
    )
    page = soup(client, f"/puzzles/smallsum/{number}")
    link = page.select_one(".new-here a")
    assert link["href"] == "/learn/smallsum/first" + (f"?preset={preset}" if preset else "")
    assert ("the usual rules" in page.select_one(".new-here").text) == is_other
    assert ("Here: choice." in page.select_one("details.how").text) == is_other


def test_names_in_the_order_of_play_begin_after_the_player():
    assert names_for(1, 2) == ("your opponent", "you")
    assert names_for(1, 3) == ("opponent 2", "you", "opponent 1")


def test_a_sentence_names_your_opponent_in_small_letters(client):
    path = "/puzzles/stoppers/{}"
    texts = [soup(client, path.format(n)).select_one(".says") for n in range(1, 8)]
    said = " ".join(x.text for x in texts if x is not None)
    assert "swap with your opponent." in said or "that your opponent holds" in said
    assert "Your opponent" not in said


def test_the_answer_can_be_shown_and_the_level_is_kept(client):
    page = soup(client, "/puzzles/smallsum/1?answer=1&level=medium")
    assert page.select_one("#puzzle")["data-tried"] == "shown"
    assert page.select_one(".more a")["href"].endswith("?level=medium")
    answer = client.get("/puzzles/smallsum?level=medium")
    number = int(answer.url.path.rpartition("/")[2])
    assert puzzle_numbered("smallsum", number).level == "medium"


@pytest.mark.parametrize(
    ("game", "links"), [("smallsum", ["/puzzles/smallsum?unsolved=1"]), ("kuhn-poker", [])]
)
def test_the_end_of_a_match_leads_to_a_puzzle_of_its_game(client, game, links):
    table = new_table(client, game=game, players="2", **{"seat-1": "me", "seat-2": "random"})
    add(client, table)
    client.post(f"{table}/resign", data={"csrf": csrf(client, table)})
    page = soup(client, table)
    assert "Rematch" in page.text
    assert [a["href"] for a in page.select("a.button") if a.text == "Next puzzle"] == links


def test_the_way_to_an_unsolved_puzzle_begins_at_the_puzzle_of_the_day_of_the_game(client):
    answer = client.get("/puzzles/smallsum?unsolved=1")
    first = client.get("/puzzles/smallsum")
    assert (answer.url.path, answer.url.query) == (first.url.path, b"unsolved=1")
    article = soup(client, str(answer.url)).select_one("#puzzle")
    assert (article["data-count"], article["data-stride"]) == ("200", "77")


def test_htmx_gets_the_puzzle_alone(client):
    answer = client.get("/puzzles/lama/2", headers={"hx-request": "true"})
    assert answer.text.lstrip().startswith("<article")


@pytest.mark.parametrize("path", ["/puzzles/kuhn-poker", "/puzzles/nothing", "/puzzles/smallsum/0"])
def test_what_has_no_puzzle_is_not_found(client, path):
    assert client.get(path).status_code == 404
