"""Positions that are set up: laid by clicking, put anywhere, given as examples, and played out."""

from urllib.parse import parse_qsl, urlencode

import pytest
from bs4 import BeautifulSoup
from tests.web.browsing import attribute, page_of

from upcard.engine.registry import is_shipped, valid_games
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import probe
from upcard.play.example_positions import examples_of, layout_of
from upcard.play.position_address import match_from_address
from upcard.report.position_insight import insight_of

GAMES = sorted(valid_games()[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_every_game_is_laid_by_clicking(client, game):
    path = f"/analysis/{game}/cards"
    soup = page_of(client, path)
    for _ in range(60):
        links = soup.select(".pack")[0].select("a")
        if "All cards are placed" in soup.text:
            break
        soup = page_of(client, path + str(links[len(links) // 2]["href"]))
    board = page_of(client, attribute(soup, "a.main", "href"))
    assert board.select("#table")


def test_a_card_is_changed_by_clicking(client):
    board = page_of(client, "/analysis/kuhn-poker?dealt=king.queen")
    path = "/analysis/kuhn-poker/cards"
    change = next(str(a["href"]) for a in board.select(".steps a") if "edit the deal" in a.text)
    laid = page_of(client, change)
    pick = page_of(client, path + str(laid.select(".laid-place a")[1]["href"]))
    assert "to replace queen" in pick.text
    again = page_of(client, path + str(pick.select(".pack")[0].select("a")[0]["href"]))
    assert "dealt=king.jack" in attribute(again, "a.main", "href")


def test_cards_that_cannot_be_laid_keep_what_was_filled_in(client):
    answer = client.get("/analysis/kuhn-poker/cards?dealt=king.king")
    assert answer.status_code == 403
    soup = BeautifulSoup(answer.text, "html.parser")
    assert attribute(soup, "#dealt", "value") == "king.king"
    assert "'king' cannot be dealt" in soup.select(".fault")[0].text


EXAMPLES = [(game, x) for game in GAMES for x in examples_of(game)]


def test_every_game_of_ours_has_examples():
    assert {game for game, _ in EXAMPLES} == {x for x in GAMES if is_shipped(valid_games()[0][x])}


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=lambda x: getattr(x, "title", x))
def test_an_example_is_one_click_away_and_says_what_there_is_to_see(client, game, example):
    board = page_of(client, f"/analysis/{game}")
    link = next(str(a["href"]) for a in board.select(".examples a") if a.text == example.title)
    soup = page_of(client, link)
    assert soup.select_one(".seen").text == example.words  # type: ignore[union-attr]
    assert soup.select("#table .choice")


def test_what_is_said_of_the_boards_of_the_seed_is_so():
    board, zugzwang = examples_of("beat-it-or-eat-it")
    table = shipped_table(2, 13)
    assert table is not None
    best = probe(table, board.query["option-position"])[0]
    assert (best.verdict, table.distance_text(best.distance), best.text) == ("win", "65 rounds", "lead s2")
    assert "wins in 65 rounds" in board.words
    mine, other, lying = zugzwang.query["option-position"].split("/")
    small = shipped_table(1, 5)
    assert small is not None
    for position in (f"{mine}/{other}/{lying}", f"{other}/{mine}/{lying}"):
        assert probe(small, position)[0].verdict == "loss"


def test_what_is_said_of_four_cell_and_lama_is_so():
    dilemma, mixed = (insight_of(match_from_address("four-cell", x.query)) for x in examples_of("four-cell"))
    assert dilemma is not None
    assert mixed is not None
    assert "Prisoner's Dilemma" in dilemma.says[0]
    assert not mixed.drawings[0].marked  # type: ignore[union-attr]
    for x in examples_of("lama"):
        assert match_from_address("lama", x.query).choices() == ["draw", "quit the round"]


@pytest.mark.parametrize("bot", ["tablebase", "lowest-lead"])
def test_a_position_is_played_out_against_a_bot(client, bot):
    query = "option-length=4&option-suits=2&seed=3"
    board = page_of(client, f"/analysis/beat-it-or-eat-it?{query}")
    form = board.select_one("form.play-out")
    assert form is not None
    fields = {str(x["name"]): str(x["value"]) for x in form.select("input")} | {"bot": bot}
    soup = BeautifulSoup(client.post(str(form["action"]), data=fields).text, "html.parser")
    for _ in range(40):
        if not soup.select("#table .choice"):
            break
        assert soup.select_one("#table")["data-seat"] == "0"  # type: ignore[index]
        acts = soup.select_one("form#acts")
        assert acts is not None
        fields = {str(x["name"]): str(x["value"]) for x in acts.select("input")}
        answer = client.post(
            str(acts["action"]), data={**fields, "action": attribute(soup, ".choice", "value")}
        )
        assert f"bot={bot}" in str(answer.url)
        soup = BeautifulSoup(answer.text, "html.parser")
        assert soup.select(".seat.bot")
    assert soup.select_one("#table.over")
    back = page_of(client, attribute(soup, "a[rel=prev]", "href"))
    assert back.select("#table .choice")  # one's own turn again


@pytest.mark.parametrize(
    ("address", "bot"),
    [
        ("beat-it-or-eat-it?option-length=4&option-suits=2&seed=3", "tablebase"),
        ("kuhn-poker", "equilibrium"),
        ("lama", "ismcts"),
    ],
)
def test_who_plays_a_solution_is_proposed_where_somebody_does(client, address, bot):
    board = page_of(client, f"/analysis/{address}")
    assert attribute(board, "form.play-out select option[selected]", "value") == bot


def test_who_plays_out_sees_his_own_cards_only_and_bots_that_wait_can_be_let_act(client):
    soup = page_of(client, "/analysis/kuhn-poker?dealt=jack.king&me=1&bot=equilibrium")
    assert "jack" not in soup.select_one("#table").text  # type: ignore[union-attr]
    assert not soup.select("#table .choice")
    form = soup.select_one("form.play-out")
    assert form is not None
    fields = {str(x["name"]): str(x["value"]) for x in form.select("input")}
    answer = client.post(str(form["action"]), data=fields)
    assert "do=" in str(answer.url)
    for wrong in ("me=7&bot=random", "bot=nobody", "bot=solved:x"):
        assert client.get(f"/analysis/kuhn-poker?{wrong}").status_code == 422


def test_the_start_page_leads_to_the_analysis_board_of_every_game(client):
    links = {str(a["href"]) for a in page_of(client, "/").select(".tile a")}
    assert {f"/analysis/{game}" for game in GAMES} <= links


@pytest.mark.parametrize("variant", ["basic", "choice", "alternate"])
@pytest.mark.parametrize("first", ["fixed", "rotate"])
@pytest.mark.parametrize("pennies", [1, 5, 8, 11, 15])
def test_smallsum_begins_a_round_with_any_pennies(client, variant, first, pennies):
    query = {"option-variant": variant, "option-first": first, "pennies": pennies, "dealt": "9.10.K.2.3.8"}
    answer = client.get(f"/analysis/smallsum/reach?{urlencode(query)}")
    assert answer.status_code == 200
    s = match_from_address("smallsum", dict(parse_qsl(answer.url.query.decode()))).state
    ante = int(variant == "alternate")
    assert [int(x) + ante for x in s.pennies] == [pennies, 16 - pennies]
    assert [int(x) for x in s.down] == [12, 7]
    assert s.stage == 0


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("pennies=16", "expected 1 to 15"),
        ("pennies=many", "'many'; expected a whole number"),
        ("pennies=9&option-objective=pennies", "cash game"),
    ],
)
def test_pennies_that_nobody_can_have_are_refused(client, query, reason):
    answer = client.get(f"/analysis/smallsum/reach?{query}&seed=7")
    assert answer.status_code == 422
    soup = BeautifulSoup(answer.text, "html.parser")
    assert reason in soup.select(".fault")[0].text
    assert attribute(soup, "#seed", "value") == "7"
    assert attribute(soup, "#pennies", "value") == query.partition("&")[0].removeprefix("pennies=")


def test_cards_are_put_anywhere_by_clicking(client):
    path = "/analysis/beat-it-or-eat-it/places"
    board = page_of(
        client, "/analysis/beat-it-or-eat-it?option-suits=1&option-length=4&option-deal=equal&seed=2"
    )
    link = next(str(a["href"]) for a in board.select(".steps a") if "edit the position" in a.text)
    soup = page_of(client, link)
    assert sum(len(x.select("li")) for x in soup.select(".laid-place")) == 4

    def place(soup: BeautifulSoup, heap: str, cards: list[str]) -> BeautifulSoup:
        into = next(str(a["href"]) for a in soup.select(".buttons a") if a.text.startswith(heap))
        soup = page_of(client, path + into)
        for card in cards:
            found = next(a for a in soup.select(".laid-place a") if a.img["alt"] == card)  # type: ignore[index]
            soup = page_of(client, path + str(found["href"]))
        return soup

    soup = place(soup, "Hand of the player", ["1♠", "4♠"])
    soup = place(soup, "The other hand", ["2♠"])
    soup = place(soup, "Table", ["3♠"])
    beaten = next(str(a["href"]) for a in soup.select(".buttons a") if "is beaten" in a.text)
    soup = page_of(client, path + beaten)
    shown = attribute(soup, ".buttons a[href^='/analysis']", "href")
    assert dict(parse_qsl(shown.partition("?")[2]))["option-position"] == "s4.1/s2/s3+"
    assert page_of(client, shown).select("#table .choice")
    soup = place(soup, "Table", ["2♠"])
    assert "yet: the position leaves a hand empty" in soup.select(".fault")[0].text
    turned = next(str(a["href"]) for a in soup.select(".buttons a") if a.text.startswith("Swap hands"))
    assert "%2Fs4.1%2F" in turned


def test_how_many_cards_there_are_is_chosen_where_they_are_put(client):
    path = "/analysis/beat-it-or-eat-it/places"
    soup = page_of(client, f"{path}?into=0")
    assert sum(len(x.select("li")) for x in soup.select(".laid-place")) == 26
    form = soup.select("form.sizes")[0]
    given = {str(x["name"]): str(x["value"]) for x in form.select("input")}
    assert (given["option-suits"], given["option-length"], given["into"]) == ("2", "13", "0")
    soup = page_of(client, f"{path}?{urlencode(given | {'option-suits': '1', 'option-length': '7'})}")
    cards = {str(x["alt"]) for x in soup.select(".laid-place img")}
    assert cards == {f"{n}♠" for n in range(1, 8)}
    shown = attribute(soup, ".buttons a[href^='/analysis']", "href")
    assert page_of(client, shown).select("#table .choice")


def test_a_position_after_actions_is_where_putting_cards_begins(client):
    query = "option-suits=1&option-length=4&option-deal=given&option-position=s4.1/s2.3/-&do=0"
    found = layout_of("beat-it-or-eat-it", dict(parse_qsl(query)))
    assert found.query["option-position"] == "s3.2/s4/s1"
    assert not found.misfit


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("option-suits=9", 422, "1 to 4 suits"),
        ("option-deal=given&option-position=x", 400, "'x' is not a card"),
        ("into=first", 400, "nto is 'first'"),
        ("card=zero", 400, "ard is 'zero'"),
    ],
)
def test_places_that_cannot_be_read_keep_what_was_filled_in(client, query, status, reason):
    answer = client.get(f"/analysis/beat-it-or-eat-it/places?{query}")
    assert answer.status_code == status
    assert reason in BeautifulSoup(answer.text, "html.parser").select(".fault")[0].text


def test_thirty_three_points_and_three_cards_are_set_up_in_ten_clicks(client):
    """Edit, the stock, three cards, the points, Apply, Show the position: eight."""
    path = "/analysis/lama/places"
    board = page_of(client, "/analysis/lama?players=2&seed=1")
    soup = page_of(
        client, next(str(a["href"]) for a in board.select(".steps a") if "edit the position" in a.text)
    )
    soup = page_of(
        client, path + next(str(a["href"]) for a in soup.select(".buttons a") if a.text == "Stock")
    )
    for _ in range(3):
        soup = page_of(client, path + attribute(soup, ".laid-place a", "href"))
    form = {str(x["name"]): str(x["value"]) for x in soup.select("form.sizes input")}
    soup = page_of(client, f"{path}?{urlencode(form | {'set-points.0': '33'})}")
    shown = page_of(client, attribute(soup, ".buttons a[href^='/analysis']", "href"))
    assert len(shown.select(".own .held .card")) == 3
    assert "points33" in shown.select(".own .numbers")[0].text.replace("\n", "").replace(" ", "")
    assert "This position was edited." in shown.select("div.beside")[0].text
    assert "end the game" in page_of(client, f"{path}?{urlencode(form | {'set-points.0': '40'})}").text


def test_the_cash_game_is_set_up_where_no_pennies_are_filled_in(client):
    soup = page_of(client, "/analysis/smallsum/reach?option-objective=pennies&pennies=&dealt=9.10.K.2.3.8")
    assert soup.select("#table .choice")
    assert attribute(soup, "#pennies", "value") == ""


def test_cards_that_are_laid_keep_the_stream_of_what_comes_later(client):
    """Rounds after the first are dealt by seed and number."""
    soup = page_of(client, "/analysis/lama/cards?players=2&seed=3&number=4")
    links = [str(a["href"]) for a in soup.select(".pack a")] + [attribute(soup, "a.button", "href")]
    assert len(links) > 2
    assert all(dict(parse_qsl(x.partition("?")[2]))["number"] == "4" for x in links)
    whole = page_of(client, "/analysis/kuhn-poker/cards?seed=3&number=4&dealt=king.queen")
    assert "number=4" in attribute(whole, "a.button.main", "href")
