"""The page about the balance of a game: its parts, and what it refuses."""

import asyncio
import json
import time
from typing import Any

import pytest
from tests.web.browsing import attribute, soup_of

from upcard.engine.errors import Failure
from upcard.server.fair_queue import Busy
from upcard.simulation.game_recorder import GameRecorder, RecordedGames
from upcard.study.balance.measure_balance import SECTIONS, shared_bank
from upcard.web.http.review_jobs import CELL, Reviewer
from upcard.web.pages import balance_page
from upcard.web.pages.balance_page import BALANCE, balance_part


def part_of(section: str) -> dict[str, Any]:
    """A section about Kuhn poker, as a process computes it."""
    return balance_part(json.dumps(["kuhn-poker", 2, "", section]))


def test_a_part_is_that_of_the_report(monkeypatch):
    monkeypatch.setattr(balance_page, "EFFORT", 0.001)
    part = part_of("ends")
    assert "games have several winners" in part["text"][0]
    assert part["tables"][0]["columns"][0] == "players"
    assert [x[0] for x in part["tables"][0]["rows"]] == ["random", "casual", "strong", "perfect"]


def test_the_page_asks_for_every_part(client):
    page = client.get("/balance/lama?players=3&preset=paper").text
    assert "Is L.A.M.A. a good game?" in page
    for name in SECTIONS:  # those of the report
        assert f'hx-get="/balance/lama/{name}?players=3&amp;preset=paper"' in page
    assert "<option selected>3</option>" in page
    assert "<option selected>paper</option>" in page


def test_a_part_waits_until_its_games_are_played(client, monkeypatch):
    async def compute(*words):
        return None

    monkeypatch.setattr(Reviewer, "compute", compute)
    part = client.get("/balance/lama/seats", headers={"hx-request": "true"}).text
    assert "Playing games …" in part
    assert 'hx-trigger="load delay:1s, every 15s"' in part
    assert 'http-equiv="refresh"' in client.get("/balance/lama/seats").text


@pytest.mark.parametrize("kind", [Failure, Busy])
def test_a_failure_is_shown_and_its_part_can_be_requested_again(client, monkeypatch, kind):
    async def compute(*words):
        raise kind("playing these games was interrupted; try again")

    monkeypatch.setattr(Reviewer, "compute", compute)
    page = soup_of(client.get("/balance/lama/seats").text)
    assert "playing these games was interrupted" in page.text
    assert attribute(page, ".balance a.button", "href") == "/balance/lama/seats?players=4&preset="


def test_only_what_the_report_says_is_english_on_a_page_in_another_language(client, monkeypatch):
    async def compute(*words):
        return {"text": ["Seat 1 wins most."], "tables": [], "charts": []}

    client.cookies.set("language", "de")
    sections = soup_of(client.get("/balance/lama").text).select("section.balance")
    assert [x.text.strip() for x in sections][:2] == ["Plätze", "Länge"]
    monkeypatch.setattr(Reviewer, "compute", compute)
    page = soup_of(client.get("/balance/lama/seats").text)
    assert [x.text.strip() for x in page.select('main [lang="en"]')] == ["Seat 1 wins most."]
    assert page.select("section.balance h2")[0].text == "Plätze"


def test_there_is_one_computation_however_a_game_is_typed(client, monkeypatch):
    names = set[str]()

    async def compute(reviewer, name, *words):
        names.add(name)

    monkeypatch.setattr(Reviewer, "compute", compute)
    for players in ("", "4", "04", "004"):
        assert client.get("/balance/LAMA/seats", params={"players": players}).status_code == 200
    assert len(names) == 1
    for wrong in ("aaa", "٤", "-1", "1e1", " 4"):
        answer = client.get("/balance/lama/seats", params={"players": wrong})
        assert answer.status_code == 422
        assert "that is not a number of players; choose one from the list" in answer.text.lower()
    assert len(names) == 1


def test_the_sections_of_a_game_share_their_games(monkeypatch):
    recorded: list[GameRecorder] = []
    record = GameRecorder.record

    def watched(recorder: GameRecorder, *words: Any) -> RecordedGames:
        recorded.append(recorder)
        return record(recorder, *words)

    monkeypatch.setattr(GameRecorder, "record", watched)
    monkeypatch.setattr(balance_page, "EFFORT", 0.002)
    shared_bank.cache_clear()
    part_of("length")
    assert recorded
    recorded.clear()
    part_of("ends")
    assert not recorded


def wait_a_little(text: str) -> dict[str, Any]:
    """A computation of some seconds; a process imports it."""
    time.sleep(float(text))
    return {}


def test_no_review_waits_for_a_study():
    async def compute() -> tuple[Any, Any]:
        reviewer = Reviewer(processes=2)
        try:
            studies = [
                asyncio.create_task(reviewer.compute(f"study {i}", wait_a_little, "60", BALANCE))
                for i in range(7)
            ]
            await asyncio.sleep(0)
            async with asyncio.timeout(30):
                while (found := await reviewer.compute("review", wait_a_little, "0", CELL)) is None:
                    pass
            running = len(reviewer._studies._busy)
            for x in studies:
                x.cancel()
            return found, running
        finally:
            reviewer.close()

    assert asyncio.run(compute()) == ({}, 1)


def test_unknown_games_sections_and_numbers_are_refused(client):
    assert client.get("/balance/chess").status_code == 404
    assert client.get("/balance/lama/taste").status_code == 404
    assert client.get("/balance/lama?players=11").status_code == 422
    assert client.get("/balance/lama?preset=x").status_code == 422
