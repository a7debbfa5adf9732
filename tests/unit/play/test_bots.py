"""Strategies that people wait at: how long they think, and what happens where they fail."""

import asyncio
import os
import select
import subprocess
import sys
import time

import pytest

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.play.bots import Bots, bots_for, check_bot, think, usual_bot


def decided(name: str, strategy: str, thinking: float = 0.0, seed: int = 3) -> tuple[int, list[int]]:
    match = make_game(name).match(seed=seed)
    bots = Bots()
    try:
        return asyncio.run(bots.decide(match, strategy, thinking)), match.legal()
    finally:
        bots.close()


def test_a_rule_of_thumb_decides_as_it_does_everywhere():
    a, legal = decided("beat-it-or-eat-it", "lowest-lead")
    assert a in legal
    assert decided("beat-it-or-eat-it", "lowest-lead") == (a, legal)


def test_what_searches_thinks_no_longer_than_it_is_given():
    match = make_game("lama").match(seed=5)
    began = time.monotonic()
    a = think(record_text(match), "ismcts", 0.4)
    assert a in match.legal()
    assert time.monotonic() - began < 3.0


def test_with_no_time_at_all_nothing_is_thought():
    assert think(record_text(make_game("lama").match(seed=5)), "ismcts", 0.001) in (-1, *range(20))


def test_chance_acts_where_a_strategy_fails(monkeypatch):
    import upcard.play.bots as bots

    def fail(*_: object) -> int:
        raise Failure("broken")

    monkeypatch.setattr(bots, "_ask", fail)
    a, legal = decided("lama", "same-first")
    assert a in legal


def test_files_are_not_asked_for_from_outside():
    game = make_game("kuhn-poker")
    with pytest.raises(Usage, match="files"):
        check_bot("solved:/etc/passwd", game)
    with pytest.raises(Usage):
        check_bot("folding", game)
    check_bot("equilibrium", game)


def test_bots_of_the_game_come_first_and_there_is_always_one():
    game = make_game("stoppers")
    names = [x.name for x in bots_for(game)]
    assert names[0] == "counting"
    assert names[-1] == "random"
    assert usual_bot(game) == "ismcts"
    assert {x.name for x in bots_for(game) if x.searches} == {"ismcts", "flat-monte-carlo"}


KILLED = """
import os, signal
from upcard.engine.game import make_game
from upcard.play.bots import Bots
bots = Bots()
bots.call(make_game("lama"), ["random"])
assert bots._searchers is None
bots.call(make_game("lama"), ["random", "ismcts"])
print(bots._searchers.submit(os.getpid).result(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when any process ends")
def test_who_searches_is_called_before_and_ends_with_a_server_that_is_killed():
    done = subprocess.run(
        [sys.executable, "-c", KILLED], capture_output=True, text=True, check=False, timeout=60
    )
    try:
        searcher = os.pidfd_open(int(done.stdout))
    except ProcessLookupError:
        return
    ended, _, _ = select.select([searcher], [], [], 20)
    os.close(searcher)
    assert ended
