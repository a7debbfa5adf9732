"""Hints, and skipping a round, at tables against computers."""

import asyncio
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import add, attribute, csrf, new_table, other

from upcard.server.live_table import LiveTable, revive
from upcard.server.new_table import NewSeat, NewTable, prepare_table
from upcard.server.repository import PERSON, StoredAction, TableSnapshot
from upcard.web.board.table_view import can_skip
from upcard.web.http import review_jobs

FRAGMENT = {"HX-Request": "true"}


def hinted(client: TestClient, table: str) -> BeautifulSoup:
    """The hint, after it was computed."""
    for _ in range(200):
        answer = client.get(f"{table}/hint", headers=FRAGMENT)
        assert answer.status_code == 200
        soup = BeautifulSoup(answer.text, "html.parser")
        if not soup.select("[hx-get]"):
            return soup
        time.sleep(0.05)
    raise AssertionError("no hint came")


def my_table(client: TestClient, game: str, bot: str) -> str:
    """A table against a computer at which the visitor is to move."""
    table = new_table(client, game=game, **{"players": "2", "seat-1": "me", "seat-2": bot})
    add(client, table)
    for _ in range(100):
        if client.get(table).text.count('class="turn mine"'):
            return table
        time.sleep(0.05)
    raise AssertionError("the visitor never had the move")


def test_a_hint_names_the_best_move_of_a_solved_game_and_its_value(client):
    table = my_table(client, "beat-it-or-eat-it", "lowest-lead")
    soup = hinted(client, table)
    (best,) = soup.select("[data-hint]")
    choices = {x["value"] for x in BeautifulSoup(client.get(table).text, "html.parser").select(".choice")}
    assert best["data-hint"] in choices
    assert "Next best" in best.text or "may be as good" in best.text
    assert soup.select(".close-hint")
    whole = client.get(f"{table}/hint").text
    assert "Back to the table" in whole
    assert "close-hint" not in whole


def test_a_hint_is_shown_on_the_table_and_read_aloud(client):
    """Not below the table, where a phone shows it only after scrolling."""
    page = BeautifulSoup(client.get(my_table(client, "kuhn-poker", "random")).text, "html.parser")
    assert attribute(page, ".stage .board-head form.hint", "hx-target") == "#hint-answer"
    assert attribute(page, ".stage .own > #hint-answer", "role") == "status"


def test_a_hint_that_takes_longer_comes_without_scripts_too(client, monkeypatch):
    table = my_table(client, "kuhn-poker", "random")
    monkeypatch.setattr(review_jobs, "PATIENCE", 0.0)
    page = client.get(f"{table}/hint").text
    assert "Thinking …" in page
    assert '<noscript><meta http-equiv="refresh"' in page
    monkeypatch.setattr(review_jobs, "PATIENCE", 60.0)
    assert "refresh" not in client.get(f"{table}/hint").text


def test_a_hint_of_a_mixture_says_how_often(client):
    table = my_table(client, "kuhn-poker", "equilibrium")
    text = hinted(client, table).text
    assert "to win" in text or "on average" in text or "of the time" in text


def test_there_are_no_hints_against_people_and_for_strangers(client):
    table = new_table(client, game="kuhn-poker", invite="kuhn-poker")
    assert "against computers only" in client.get(f"{table}/hint").text
    against_bot = my_table(client, "kuhn-poker", "random")
    assert other(client).get(f"{against_bot}/hint").status_code >= 400
    assert ">Hint<" in client.get(against_bot).text
    assert ">Hint<" not in client.get(table).text


@pytest.mark.parametrize("game", ["kuhn-poker"])
def test_a_round_is_not_skipped_on_ones_turn(client, game):
    table = my_table(client, game, "random")
    answer = client.post(f"{table}/skip", data={"csrf": csrf(client, table), "seat": "0"})
    assert "only when computers play on" in answer.text


def out_of_the_round(seed: int) -> LiveTable | None:
    """A table of Stoppers at which seat 0 has lost its only life, and computers play on; None if none do."""
    me, computer = NewSeat(person="ana", name="Ana", added=str(seed)), NewSeat(strategy="random")
    row, seats = prepare_table(NewTable("stoppers", [me, computer, computer], {"lives": 1}))
    live = revive(TableSnapshot(row, seats, (), {}, (), {}))
    while not live.match.is_over and live.match.state.life[0]:
        action = StoredAction(live.turn, live.mover, live.match.legal()[0], PERSON, 0.0)
        live.update(replace(live.snapshot, actions=(*live.snapshot.actions, action)))
    return None if live.match.is_over else live


def test_whoever_is_out_of_any_game_may_skip_to_the_end_of_the_round():
    live = next(x for x in map(out_of_the_round, range(50)) if x)
    assert can_skip(live, 0)
    assert not can_skip(live, 1)


def test_who_has_quit_skips_to_the_end_of_the_round(client, monkeypatch):
    service, may_go_on = client.app.state.site.tables, threading.Event()
    table, decide = my_table(client, "lama", "same-first"), service.bots.decide

    async def decide_later(*asked: Any) -> int:
        while not may_go_on.is_set():
            await asyncio.sleep(0.01)
        chosen: int = await decide(*asked)
        return chosen

    monkeypatch.setattr(service.bots, "decide", decide_later)
    soup = BeautifulSoup(client.get(table).text, "html.parser")
    fields = {str(x["name"]): str(x["value"]) for x in soup.select("form#acts input")}
    page = client.post(f"{table}/act", data={**fields, "action": "8"})
    assert "Skip to the end of the round" in page.text
    skip = {"csrf": fields["csrf"], "seat": "0"}
    assert client.post(f"{table}/skip", data=skip).status_code == 200
    live = service.live[table.removeprefix("/t/")]
    assert live.is_skipping
    may_go_on.set()
    while not live.is_over and live.mover != 0:
        client.get(table)
    assert not live.is_skipping  # the next round is played at the usual pace
    assert live.is_over or client.post(f"{table}/skip", data=skip).status_code == 403
