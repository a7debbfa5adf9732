"""What programs ask of a server, and what classes do, of which the answers are recorded."""

import time
from typing import Any

from starlette.testclient import TestClient
from tests.web.classes import Class

API = "/api/v1"
CELLS = (
    "beat-it-or-eat-it/deal",
    "four-cell/matrix",
    "lama/interval",
    "smallsum/odds",
    "smallsum/bluff",
    "stoppers/trade",
    "stoppers/streak",
)
"""Cells of the textbook, as they are before anything is chosen."""

ANALYSES = {
    "beat-it": "beat-it-or-eat-it?seed=1&option-length=4",
    "kuhn-poker": "kuhn-poker?dealt=king,queen",
    "le-her": "le-her?dealt=5.9",
    "smallsum": "smallsum?seed=3&option-variant=basic&option-objective=pennies",
}
MATCHES = ("four-cell", "kuhn-poker", "lama", "smallsum", "stoppers")
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
MOST_ACTIONS = 30
PATIENCE, BUSY = 120.0, 503


def get(client: TestClient, path: str) -> Any:
    """Return the status and the answer to one request; what takes long is asked for again."""
    until = time.monotonic() + PATIENCE
    while (answer := client.get(path)).status_code == BUSY and time.monotonic() < until:
        time.sleep(0.1)
    return [answer.status_code, answer.json()]


def whole_match(client: TestClient, game: str) -> list[Any]:
    """Return all answers while two programs play the first action they may, and what a spectator sees."""
    asked = {"game": game, "seats": [{"name": x} for x in NAMES[: 3 if game in ("lama", "stoppers") else 2]]}
    made = client.post(f"{API}/tables", json=asked).json()
    path, tokens = f"{API}/tables/{made['table']}", [x["token"] for x in made["seats"]]
    heads = [{"Authorization": f"Bearer {x}"} for x in tokens]
    seen: list[Any] = [made]
    seen += [client.post(f"{path}/seed", json={"added": "x"}, headers=x).json() for x in heads]
    for _ in range(MOST_ACTIONS):
        if seen[-1]["phase"] != "playing":
            break
        head = heads[seen[-1]["waiting_for"][0]]
        now = client.get(path, headers=head).json()
        sent = {"turn": now["turn"], "action": now["choices"][-1]["words"]}
        seen += [now, client.post(f"{path}/actions", json=sent, headers=head).json()]
    return [*seen, get(client, path), client.get(f"{path}/record").text.splitlines()]


def buttons(room: Class) -> None:
    """Four pupils press two buttons: once, again, and with others."""
    room.join(*NAMES[:4])
    room.lead("begin/two-buttons", matrix="chicken", rounds="3")
    for step in range(3):
        room.go(step)
        room.press(3)
    room.go(3)


def pennies(room: Class) -> None:
    """Four pupils play Smallsum, write strategies and watch the contest."""
    room.join(*NAMES[:4])
    room.lead("begin/smallsum", rounds="6")
    room.play()
    room.go(1)
    room.write(room.pupils[0], "Low sums.", **{"menu-bet_at": "17"})
    room.go(2)


def lives(room: Class) -> None:
    """Three pupils answer, play Stoppers, and answer again."""
    room.join(*NAMES[:3])
    room.lead("begin/stoppers")
    room.answer(1)
    room.go(1)
    room.play()
    room.go(2)
    room.answer(0)
    room.go(3)


CLASSES = (buttons, pennies, lives)
"""Without bots, whose place another takes where the machine is busy."""
