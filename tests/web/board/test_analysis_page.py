"""The analysis board: positions as addresses, and what every action is worth."""

import html
import threading
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.browsing import add, attribute, new_table
from tests.web.pages.test_table_pages import play_out

from upcard.engine.game import Match, make_game
from upcard.engine.registry import valid_games
from upcard.engine.state import cells_of
from upcard.play.position_address import address_of, match_from_address
from upcard.web.api import analysis_api as api_analysis
from upcard.web.http.review_jobs import POSITION
from upcard.web.pages import analysis_page as analysis
from upcard.web.pages.analysis_page import example_of

GAMES = sorted(valid_games()[0])
PRESETS = [(name, preset) for name in GAMES for preset in ("", *valid_games()[0][name].PRESETS)]


def played(name: str, preset: str, seed: int, count: int) -> Match:
    match, random = Match(make_game(name, None, preset or None), seed, 0, (), ()), Random(seed)
    while not match.is_over and len(match.actions) < count:
        match.do(random.choice(match.legal()))
    return match


@given(st.sampled_from(PRESETS), st.integers(0, 2**63 - 1), st.integers(0, 12))
def test_an_address_leads_to_its_position(which, seed, count):
    name, preset = which
    match = played(name, preset, seed, count)
    again = match_from_address(match.game.name, dict(parse_qsl(address_of(match))))
    assert cells_of(again.state) == cells_of(match.state)
    assert again.actions == match.actions
    assert again.game.option_words() == match.game.option_words()
    if match.actions:
        back = match_from_address(match.game.name, dict(parse_qsl(address_of(match, -1))))
        assert back.actions == match.actions[:-1]


def test_dealt_cards_are_part_of_an_address():
    words = {"dealt": "king, queen", "do": ""}
    match = match_from_address("kuhn-poker", words)
    assert [match.game.rules.card_text(int(match.state.card[p])) for p in range(2)] == ["king", "queen"]
    assert cells_of(match_from_address("kuhn-poker", dict(parse_qsl(address_of(match)))).state) == cells_of(
        match.state
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_analysis_board(client, game):
    answer = client.get(f"/analysis/{game}?seed=1")
    assert answer.status_code == 200
    soup = BeautifulSoup(answer.text, "html.parser")
    assert soup.select("#table .choice")
    assert soup.select_one("section.worths a")
    opened = BeautifulSoup(client.get(f"/analysis/{game}?seed=1&open=1").text, "html.parser")
    assert not opened.select("#table .choice")


def test_the_games_that_can_be_analysed_are_listed(client):
    page = BeautifulSoup(client.get("/analysis").text, "html.parser")
    links = [str(x["href"]) for x in page.select("main h2 a")]
    assert sorted(links) == [f"/analysis/{game}" for game in GAMES]
    examples = [str(x["href"]) for x in page.select("main li li a")]
    assert len(examples) > len(GAMES) / 2
    assert all(client.get(x).status_code == 200 for x in (*links, *examples))


def test_an_action_leads_to_the_next_address_and_can_be_taken_back(client):
    soup = BeautifulSoup(client.get("/analysis/leduc-poker?seed=3").text, "html.parser")
    form = soup.select_one("form#acts")
    assert form is not None
    fields = {str(x["name"]): str(x["value"]) for x in form.select("input")}
    button = attribute(soup, "button.choice", "value")
    answer = client.post(str(form["action"]), data={**fields, "action": button})
    assert answer.status_code == 200
    assert f"do={button}" in str(answer.url)
    after = BeautifulSoup(answer.text, "html.parser")
    back = client.get(attribute(after, "a[rel=prev]", "href"))
    assert BeautifulSoup(back.text, "html.parser").select_one("#table")["data-turn"] == "0"  # type: ignore[index]


def worths_of(client: TestClient, address: str) -> BeautifulSoup:
    """The worths of a position, asked for until they are there."""
    game, _, query = address.partition("?")
    for _ in range(60):
        soup = BeautifulSoup(client.get(f"/analysis/{game}/worths?{query}").text, "html.parser")
        if not soup.select_one("meta[http-equiv=refresh]"):
            return soup
    raise AssertionError(f"{address} was not appraised")


@pytest.mark.parametrize("part", ["worths", "insight"])
def test_a_page_that_waits_loads_itself_anew_only_without_scripts(client, monkeypatch, part):
    async def not_yet(*asked):
        return None

    monkeypatch.setattr(client.app.state.site.reviewer, "compute", not_yet)
    path = f"/analysis/smallsum/{part}?seed=2"
    soup = BeautifulSoup(client.get(path).text, "html.parser")
    (anew,) = soup.select("meta[http-equiv=refresh]")
    assert soup.select("noscript > meta") == [anew]
    waiting = soup.select_one("section [hx-trigger^=load]")
    assert waiting is not None
    assert str(waiting["hx-get"]).startswith(path.partition("?")[0])
    assert "<html" not in client.get(str(waiting["hx-get"]), headers={"HX-Request": "true"}).text


def too_long(text: str) -> dict[str, Any]:
    """Work that comes to no end."""
    threading.Event().wait()
    return {}


@pytest.mark.parametrize("path", ["/api/v1/analysis/kuhn-poker", "/analysis/kuhn-poker/worths"])
def test_a_position_that_takes_too_long_is_told_in_its_own_words(client, monkeypatch, path):
    monkeypatch.setattr(client.app.state.site.reviewer, "limit", 0.1)
    for module in (analysis, api_analysis):
        monkeypatch.setattr(module, "judge_position", too_long)
    told = client.get(path, params={"seed": 5}).text
    assert POSITION.too_long.format("0.1") in told


def test_worths_stand_best_first_and_lead_on(client):
    soup = worths_of(client, "beat-it-or-eat-it?option-length=4&seed=2")
    worths = [
        float(row.select("td")[0].text.replace("−", "-").removesuffix(" %"))
        for row in soup.select(".choices-worth tbody tr")
    ]
    assert worths == sorted(worths, reverse=True)
    assert all(
        "move" in row.text and "plies" not in row.text for row in soup.select(".choices-worth tbody tr")
    )
    assert soup.select(".best-line li")
    best = soup.select_one(".choices-worth tbody tr")
    assert best is not None
    verdict = f"Player 1 {best.select('td')[-1].text} with perfect play: {best.select('th')[0].text}."
    assert soup.select_one(".verdict").text == verdict  # type: ignore[union-attr]
    link = attribute(soup, ".choices-worth a", "href")
    assert client.get(link).status_code == 200
    assert "do=" in link


def test_one_click_leads_from_the_start_page_to_who_wins_a_position(client):
    start = BeautifulSoup(client.get("/").text, "html.parser")
    links = {" ".join(a.text.split()): str(a["href"]) for a in start.select("main a")}
    boards = BeautifulSoup(
        client.get(links["Analysis find out who wins from any position"]).text, "html.parser"
    )
    board = next(str(a["href"]) for a in boards.select("main a") if a.text == "Bill Taylor's board")
    told = worths_of(client, board.removeprefix("/analysis/")).text
    assert "Player 1 wins in 65 rounds with perfect play: lead 2♠." in told
    assert "This is solved; nothing is estimated." in told
    assert not worths_of(client, "kuhn-poker?seed=1").select(".verdict")


def test_smallsum_shows_the_equilibrium_for_every_hidden_card(client):
    soup = worths_of(client, "smallsum?option-variant=choice&option-objective=pennies&seed=4")
    rows = soup.select(".by-card tbody tr")
    assert len(rows) == 9  # all but the four open cards: a row less would show the other hidden card
    for row in rows:
        assert sum(int(cell.text.split()[0]) for cell in row.select("td")) == pytest.approx(100, abs=2)
        assert 0 in [float(cell.select_one(".price").text.split()[-1]) for cell in row.select("td")]  # type: ignore[union-attr]
    played_now = [row.select("td")[2].text for row in soup.select(".choices-worth tbody tr")]
    assert all(text.endswith("%") for text in played_now)


def test_the_position_of_a_replay_can_be_analysed(client):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    soup = BeautifulSoup(client.get(f"{table}/replay?at=1").text, "html.parser")
    assert soup.select(".where")[0].get_text().startswith("1 / ")
    assert [x.get_text() for x in soup.select(f'a[href="{table}/review"]')] == ["Review this match"]
    link = next(str(a["href"]) for a in soup.select("a") if "Analyse" in a.text)
    board = BeautifulSoup(client.get(link).text, "html.parser").select_one("#table")
    assert board is not None
    assert board["data-turn"] == "1"


TEXTS = st.text(max_size=12)
FIELDS = ("players", "seed", "number", "dealt", "do", "option-purse", "option-length", "open")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([*GAMES, "nothing"]),
    st.dictionaries(
        st.sampled_from(
            ["players", "seed", "number", "dealt", "do", "option-purse", "option-length", "open"]
        ),
        TEXTS,
    ),
)
def test_no_address_is_a_fault_of_the_server(client, game, query):
    answer = client.get(f"/analysis/{game}?{urlencode(query)}")
    assert answer.status_code in (200, 400, 403, 404, 422)
    if answer.status_code != 200:
        assert "Traceback" not in html.unescape(answer.text)


def test_too_long_a_list_of_actions_is_refused(client):
    answer = client.get("/analysis/leduc-poker?do=" + ".".join(["0"] * 3001))
    assert answer.status_code == 400
    assert "too many" in answer.text


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"dealt": "0.K.joker", "seed": "7", "players": "3"}, "'joker'"),
        ({"seed": "seven", "dealt": "2.K", "players": "3"}, "eed is 'seven'"),
        ({"players": "99", "dealt": "2.K", "seed": "7"}, "2 to 10"),
        ({"option-lives": "many", "players": "3", "seed": "7"}, "'many'"),
    ],
)
def test_a_position_that_there_is_not_keeps_what_was_filled_in(client, query, reason):
    answer = client.get(f"/analysis/stoppers?{urlencode(query)}")
    assert answer.status_code in (400, 403, 422)
    soup = BeautifulSoup(answer.text, "html.parser")
    (form,) = soup.select("details.setup[open] form")
    assert reason in form.select(".fault")[0].text
    assert not soup.select("#table")
    for name in ("seed", "dealt", "option-lives"):
        if name in query:
            assert attribute(form, f"[name={name}]", "value") == query[name]
    if query["players"] == "3":
        assert attribute(soup, "#players option[selected]", "selected") == ""
        assert form.select("#players option[selected]")[0].text == "3"


def test_a_position_is_all_that_has_to_be_filled_in(client):
    """The form asks with all its fields; the size and the deal at their usual values give way."""
    usual = {f"option-{k}": x for k, x in make_game("beat-it-or-eat-it").option_words().items()}
    query = usual | {"players": "2", "seed": "0", "option-position": "7h 5 2 6s 4/h6.4.3.1.s7.5.3.2.1"}
    answer = client.get(f"/analysis/beat-it-or-eat-it?{urlencode(query)}")
    assert answer.status_code == 200
    refused = client.get(f"/analysis/beat-it-or-eat-it?{urlencode(query | {'option-length': '6'})}")
    assert "with suits=2 and length=6" in refused.text


def test_the_form_for_a_position_gives_an_example_that_can_be_dealt(client):
    for game in GAMES:
        soup = BeautifulSoup(client.get(f"/analysis/{game}").text, "html.parser")
        example = soup.select_one("#dealt-words code")
        if example is not None:
            assert client.get(f"/analysis/{game}?dealt={example.text}").status_code == 200
    assert example_of(make_game("beat-it-or-eat-it", preset="taylor")) == ""
    assert example_of(make_game("kuhn-poker")).count(".") == 1


def test_the_board_says_what_is_known_of_a_position(client):
    board = BeautifulSoup(client.get("/analysis/stoppers?players=3&seed=2").text, "html.parser")
    link = attribute(board, "section.insight a", "href")
    answer = client.get(link)
    soup = BeautifulSoup(answer.text, "html.parser")
    assert soup.select("section.insight svg[role=img] title")
    assert len(soup.select(".insight-table")) == 2
    other = client.get(f"{link}&assumed=13").text
    assert "every card up to K" in BeautifulSoup(other, "html.parser").select_one("option[selected]").text  # type: ignore[union-attr]
    assert "choose one of solved" in client.get(f"{link}&assumed=x").text
    kuhn = BeautifulSoup(client.get("/analysis/kuhn-poker").text, "html.parser")
    assert not kuhn.select("section.insight")


def asked_for(client: TestClient, path: str) -> dict[str, Any]:
    """What programs are told of a position, asked for until it is there."""
    for _ in range(60):
        answer = client.get(f"/api/v1/analysis/{path}")
        if answer.status_code != 503:
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found
    raise AssertionError(f"{path} was not appraised")


def test_programs_are_told_what_is_known_of_a_position(client):
    found = asked_for(client, "stoppers?players=3&seed=2&option-first_dealer=3&assumed=6")
    assert found["player"] == 0
    assert {x["words"] for x in found["worths"]["choices"]} == {"keep", "swap"}
    assert found["insight"]["choice"]["value"] == "6"
    assert client.get(found["address"]).status_code == 200
    assert asked_for(client, "kuhn-poker?seed=3")["insight"] == {}
    over = asked_for(client, "kuhn-poker?seed=3&do=0.0")
    assert over["player"] == -1
    assert over["worths"]["choices"] == []


@pytest.mark.parametrize(
    ("path", "status"),
    [("nothing", 404), ("stoppers?assumed=x", 422), ("kuhn-poker?do=x", 400), ("kuhn-poker?players=11", 422)],
)
def test_programs_are_told_why_there_is_no_such_position(client, path, status):
    answer = client.get(f"/api/v1/analysis/{path}")
    assert answer.status_code == status
    assert answer.json()["detail"]
