"""The server is killed at any moment while programs play: nothing that was accepted is lost or done twice."""

import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from tests.night import IS_NIGHTLY, LATE
from tests.web.served import Line, Lost, Served

from upcard.certificates.record_check import check_text
from upcard.engine.record import parse_record, replay

MATCHES, KILLS = (200, 5) if IS_NIGHTLY else (12, 1)
THREADS = 6
BETWEEN = (60, 260) if IS_NIGHTLY else (20, 50)
"""After so many accepted actions the server is killed again."""

GAMES = ["kuhn-poker", "leduc-poker", "le-her", "goofspiel", "lama", "stoppers"]
Done = list[tuple[int, int]]


class Killer:
    """Kills the server whenever so many actions were accepted, in the middle of what others ask."""

    def __init__(self, served: Served, seed: int) -> None:
        self.served, self._lock = served, threading.Lock()
        random = Random(seed)
        self._moments = iter([random.randint(*BETWEEN) for _ in range(KILLS)])
        self._left = next(self._moments)

    def count(self) -> None:
        with self._lock:
            self._left -= 1
            if self._left:
                return
            self.served.kill()
            self._left = next(self._moments, -1)


def begin(line: Line, number: int, random: Random) -> tuple[str, dict[int, str]]:
    """A table with its tokens by seat: two programs, of which one comes later, or one against a strategy."""
    game = GAMES[number % len(GAMES)]
    key = f"{number}-{random.getrandbits(64):016x}"
    is_alone = number % 4 == 3
    seats = [{"name": "one"}, {"strategy": "random"} if is_alone else {}]
    status, made = line.insist("tables", {"game": game, "seats": seats, "key": key})
    assert status == 201, made
    tokens = {0: made["seats"][0]["token"]}
    if not is_alone:
        status, seat = line.insist(f"tables/{made['table']}/seats", {"name": "two", "key": key})
        assert (status, seat["seat"]) == (201, 1), seat
        tokens[1] = seat["token"]
    for p, token in tokens.items():
        status, seen = line.insist(f"tables/{made['table']}/seed", {"added": f"{key}-{p}"}, token)
        assert status == 200, seen
    return made["table"], tokens


class Played:
    """A match at which one program plays for all seats that it has tokens of."""

    def __init__(self, line: Line, number: int, killer: Killer) -> None:
        self.line, self.killer, self.random = line, killer, Random(number)
        self.table, self.tokens = begin(line, number, self.random)
        self.done: Done = []
        self.record = ""
        self.seat = 0

    def go_on(self) -> bool:
        """Do one action, if one is waited for; False when the match is over."""
        seen = self._seen(self.seat)
        if seen["phase"] == "over":
            status, self.record = self.line.insist(f"tables/{self.table}/record")
            assert status == 200, self.record
            return False
        ours = [p for p in seen["waiting_for"] if p in self.tokens]
        if ours:
            self.seat = self.random.choice(ours)
            self._act(self.seat, seen if seen["seat"] == self.seat else self._seen(self.seat))
        return True

    def _act(self, seat: int, seen: dict[str, Any]) -> None:
        """One action of a seat, which either lies on the disk afterwards or was never done."""
        action = self.random.choice(seen["choices"])["action"]
        asked = {"turn": seen["turn"], "action": action}
        try:
            status, told = self.line.ask(f"tables/{self.table}/actions", asked, self.tokens[seat])
        except Lost:
            now = self._seen(seat)
            if now["turn"] != seen["turn"] or seat not in now["waiting_for"]:
                self.done.append((seat, action))
            return
        assert status == 200, told
        self.done.append((seat, action))
        self.killer.count()

    def _seen(self, seat: int) -> dict[str, Any]:
        status, seen = self.line.insist(f"tables/{self.table}", token=self.tokens[seat])
        assert status == 200, seen
        return dict(seen)


def play_all(served: Served, numbers: Iterable[int], killer: Killer) -> list[Played]:
    """What one thread plays: all its matches at once, an action of each in turn."""
    line = Line(served)
    played = [Played(line, number, killer) for number in numbers]
    open_ones = played
    while open_ones:
        open_ones = [one for one in open_ones if one.go_on()]
    line.close()
    return played


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=LATE)], indirect=True)
def test_nothing_accepted_is_lost_or_doubled_when_the_server_is_killed(database, tmp_path):
    with Served(tmp_path / "home", database) as served:
        killer = Killer(served, seed=5)
        with ThreadPoolExecutor(THREADS) as pool:
            shares = [range(k, MATCHES, THREADS) for k in range(THREADS)]
            played = [x for some in pool.map(lambda s: play_all(served, s, killer), shares) for x in some]
    assert served.kills == KILLS
    assert len({x.table for x in played}) == MATCHES
    for one in played:
        match = replay(parse_record(one.record))
        assert match.is_over
        for seat in one.tokens:
            mine = [a for p, a in zip(match.movers, match.actions, strict=True) if p == seat]
            assert mine == [a for p, a in one.done if p == seat], one.table
        assert check_text(one.record)
    path = tmp_path / "match.upc"
    path.write_text(played[0].record)
    command = [sys.executable, "-m", "upcard", "verify", str(path)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
