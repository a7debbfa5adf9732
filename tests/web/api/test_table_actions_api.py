"""The interface for programs, beside playing: what a seat's own player does while a bot acts there."""

import asyncio

import pytest
from starlette.testclient import TestClient
from tests.web.api.test_tables_api import API, bearer, made

from upcard.play.bot_levels import CASUAL, USUAL_STRATEGIES
from upcard.server import table_actions as manners

USUAL = USUAL_STRATEGIES[CASUAL]


@pytest.fixture
def _resting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that take over think for longer than the test lasts."""

    async def decide(*_: object) -> int:
        await asyncio.Event().wait()
        return -1

    monkeypatch.setattr("upcard.server.bots.Bots.decide", decide)


def dealt(client: TestClient, game: str, players: int, **wish: object) -> tuple[str, list[str]]:
    """A table of programs, and their tokens."""
    asked = {"game": game, "seats": [{"name": f"player {p}"} for p in range(players)], **wish}
    body = client.post(f"{API}/tables", json=asked).json()
    tokens = [x["token"] for x in body["seats"]]
    for token in tokens:
        client.post(f"{API}/tables/{body['table']}/seed", json={"added": "x"}, headers=bearer(token))
    return f"{API}/tables/{body['table']}", tokens


def asked(client: TestClient, path: str, token: str, body: object = None, method: str = "POST"):
    return client.request(method, path, json=body, headers=bearer(token))


@pytest.mark.usefixtures("_resting")
def test_who_is_played_for_cannot_act_before_he_takes_his_seat_again(client):
    table, tokens = dealt(client, "lama", 3)
    seat = client.get(table).json()["waiting_for"][0]
    token = tokens[seat]
    turn = asked(client, table, token, method="GET").json()["turn"]
    action = {
        "turn": turn,
        "action": asked(client, table, token, method="GET").json()["choices"][0]["action"],
    }
    left = asked(client, f"{table}/resignation", token).json()
    assert (left["strategies"][seat], left["choices"], left["waiting_for"]) == (USUAL, [], [seat])
    for deed, body in (
        ("actions", action), ("plans", {"action": "draw"}), ("resignation", None), ("consent", {"absent": 0}),
    ):  # fmt: skip
        answer = asked(client, f"{table}/{deed}", token, body)
        assert (answer.status_code, "take your seat back" in answer.json()["detail"]) == (403, True), deed
    back = asked(client, f"{table}/back", token).json()
    assert back["strategies"][seat] == ""
    assert back["choices"]
    acted = asked(client, f"{table}/actions", token, action)
    assert (acted.status_code, acted.json()["turn"]) == (200, turn + 1)


@pytest.mark.usefixtures("_resting")
def test_programs_agree_that_a_bot_acts_for_who_is_away(client, monkeypatch):
    table, tokens = dealt(client, "kuhn-poker", 2)
    seen = client.get(table).json()
    absent = seen["waiting_for"][0]
    assert seen["away"] == []
    answer = asked(client, f"{table}/consent", tokens[1 - absent], {"absent": absent})
    assert (answer.status_code, "not away" in answer.json()["detail"]) == (403, True)
    monkeypatch.setattr(manners, "PATIENCE", -1.0)
    assert client.get(table).json()["away"] == [absent]
    assert asked(client, f"{table}/consent", tokens[1 - absent], {"absent": 7}).status_code == 422
    seen = asked(client, f"{table}/consent", tokens[1 - absent], {"absent": absent}).json()
    assert seen["strategies"][absent] == USUAL


def test_plans_are_made_shown_to_their_player_alone_and_forgotten(client):
    table, tokens = dealt(client, "leduc-poker", 2)
    second = 1 - client.get(table).json()["waiting_for"][0]
    answer = asked(client, f"{table}/plans", tokens[second], {"condition": "Call", "action": "call"})
    assert answer.status_code == 201
    assert answer.json()["plans"] == [{"condition": "call", "action": "call"}]
    assert asked(client, table, tokens[1 - second], method="GET").json()["plans"] == []
    assert asked(client, f"{table}/plans", tokens[second], {"action": "castle"}).status_code == 400
    assert asked(client, f"{table}/plans", tokens[second], method="DELETE").json()["plans"] == []


def test_a_vacation_is_taken_once_by_correspondence(client):
    table, tokens = dealt(client, "le-her", 2, clock="days 2")
    answers = [asked(client, f"{table}/vacation", tokens[0]).status_code for _ in range(2)]
    assert answers == [200, 403]


def test_the_return_match_is_one_and_each_player_gets_a_token_for_it(client):
    table, tokens = dealt(client, "kuhn-poker", 2)
    assert asked(client, f"{table}/rematch", tokens[0]).status_code == 403
    asked(client, f"{table}/resignation", tokens[0])
    first, second = (asked(client, f"{table}/rematch", token).json() for token in tokens)
    assert first["table"] == second["table"] == client.get(table).json()["followed"]
    assert [x["seats"][0]["seat"] for x in (first, second)] == [1, 0]
    for one in (first, second):
        seen = asked(client, f"{API}/tables/{one['table']}", one["seats"][0]["token"], method="GET").json()
        assert seen["seat"] == one["seats"][0]["seat"]


def test_who_has_no_seat_has_no_manners(client):
    table, _ = made(client, "kuhn-poker", {"name": "one"}, {"name": "two"})
    for deed in ("back", "resignation", "vacation", "rematch"):
        assert client.post(f"{API}/tables/{table}/{deed}").status_code == 401


def test_programs_play_a_series_hand_by_hand(client):
    table, tokens = dealt(client, "kuhn-poker", 2, hands=2)
    assert client.get(table).json()["series"] == {
        "hand": 1, "hands": 2, "totals": [0, 0], "values": [0.0, 0.0], "played": [], "winners": [],
    }  # fmt: skip
    for turn in (0, 1):
        action = {"turn": turn, "action": "check"}
        assert client.post(f"{table}/actions", json=action, headers=bearer(tokens[turn])).status_code == 200
    over = client.get(table).json()
    assert over["series"]["totals"] == over["scores"]
    assert over["series"]["values"] == pytest.approx([-1 / 18, 1 / 18])
    made_next = client.post(f"{table}/rematch", headers=bearer(tokens[0])).json()
    second = client.get(f"{API}/tables/{made_next['table']}").json()["series"]
    assert (second["hand"], second["totals"]) == (2, over["scores"][::-1])
    assert second["played"] == [{"table": over["table"], "scores": over["scores"]}]
    seats = [{"name": "one"}, {"name": "two"}]
    asked_for = {"game": "kuhn-poker", "seats": seats, "hands": 101}
    assert client.post(f"{API}/tables", json=asked_for).status_code in (400, 422)


def test_the_host_of_a_table_of_programs_decides_before_the_deal(client):
    table, tokens = made(client, "lama", {"name": "one"}, {}, {}, {"name": "two"})
    path = f"{API}/tables/{table}"
    sat = client.post(f"{path}/seats", json={"name": "three"}).json()
    assert asked(client, f"{path}/seats/0", sat["token"], method="DELETE").status_code == 403
    seen = asked(client, f"{path}/seats/1", tokens[0], method="DELETE").json()
    assert (seen["host"], seen["names"], seen["removed"]) == (0, ["one", "", "", "two"], ["three"])
    assert asked(client, f"{path}/returns", tokens[0], {"name": "three"}).json()["removed"] == []
    seen = asked(client, f"{path}/rules", tokens[0], {"preset": "paper", "players": 3}).json()
    assert (seen["names"], seen["seat"]) == (["one", "two", ""], 0)
    assert asked(client, path, tokens[1], method="GET").json()["seat"] == 1  # its seat has moved
    assert asked(client, f"{path}/start", tokens[1], {}).status_code == 403
    seen = asked(client, f"{path}/start", tokens[0], {"fill": True}).json()
    assert [bool(x) for x in seen["strategies"]] == [False, False, True]
    for token in tokens:
        asked(client, f"{path}/seed", token, {"added": "x"})
    assert client.get(path).json()["phase"] == "playing"
    assert asked(client, f"{path}/seats/1", tokens[1], method="DELETE").status_code == 403


def test_programs_take_back_agree_on_a_draw_and_abort(client):
    table, tokens = dealt(client, "leduc-poker", 2)
    first = client.get(table).json()["waiting_for"][0]
    mine, yours = tokens[first], tokens[1 - first]
    asked(client, f"{table}/actions", mine, {"turn": 0, "action": "call"})
    offered = asked(client, f"{table}/offers", mine, {"offer": "take-back"}).json()
    assert offered["offer"] == {"kind": "back", "seat": first, "waiting_for": [1 - first]}
    assert client.get(table).json()["offer"] is None  # watchers see none
    assert asked(client, f"{table}/offers/answer", mine, {"accept": True}).status_code == 403
    assert asked(client, f"{table}/offers/answer", yours, {"accept": False}).json()["offer"] is None
    asked(client, f"{table}/offers", mine, {"offer": "take-back"})
    assert asked(client, f"{table}/offers/answer", yours, {"accept": True}).json()["turn"] == 0
    asked(client, f"{table}/offers", yours, {"offer": "draw"})
    assert asked(client, f"{table}/offers/answer", mine, {"accept": True}).json()["ending"] == "agreed"
    other, tokens = dealt(client, "leduc-poker", 2)
    assert asked(client, f"{other}/abort", tokens[1]).json()["ending"] == "aborted"
    assert asked(client, f"{other}/offers", tokens[0], {"offer": "a-truce"}).status_code == 422
