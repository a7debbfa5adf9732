"""The page about the balance of a game: its parts, and what it refuses."""

import json

from upcard.engine.errors import Failure
from upcard.web.http.review_jobs import Reviewer
from upcard.web.pages import balance_page
from upcard.web.pages.balance_page import SECTIONS, balance_part


def test_a_part_is_that_of_the_report(monkeypatch):
    monkeypatch.setattr(balance_page, "EFFORT", 0.001)
    query = {"name": "kuhn-poker", "section": "ends", "players": "2", "preset": ""}
    part = balance_part(json.dumps(query))
    assert part["title"] == "Ends"
    assert "games have several winners" in part["text"][0]
    assert part["tables"][0]["columns"][0] == "players"
    assert [x[0] for x in part["tables"][0]["rows"]] == ["random", "casual", "strong", "perfect"]


def test_the_page_asks_for_every_part(client):
    page = client.get("/balance/lama?players=3&preset=paper").text
    assert "Is L.A.M.A. a good game?" in page
    for name in SECTIONS:
        assert f'hx-get="/balance/lama/{name}?players=3&amp;preset=paper"' in page
    assert "<option selected>3</option>" in page
    assert "<option selected>paper</option>" in page


def test_a_part_waits_until_its_games_are_played(client, monkeypatch):
    async def compute(*words):
        return None

    monkeypatch.setattr(Reviewer, "compute", compute)
    part = client.get("/balance/lama/seats", headers={"hx-request": "true"}).text
    assert "Playing games …" in part
    assert 'hx-trigger="load delay:1s"' in part
    assert 'http-equiv="refresh"' in client.get("/balance/lama/seats").text


def test_a_failure_is_shown(client, monkeypatch):
    async def compute(*words):
        raise Failure("playing these games was interrupted; try again")

    monkeypatch.setattr(Reviewer, "compute", compute)
    assert "playing these games was interrupted" in client.get("/balance/lama/seats").text


def test_unknown_games_sections_and_numbers_are_refused(client):
    assert client.get("/balance/chess").status_code == 404
    assert client.get("/balance/lama/taste").status_code == 404
    assert client.get("/balance/lama?players=11").status_code == 422
    assert client.get("/balance/lama?preset=x").status_code == 422
