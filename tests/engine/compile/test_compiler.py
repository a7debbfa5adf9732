"""Compiled programs do what the plain functions do, and the cache on disk never gives a wrong one."""

import os
from pathlib import Path

import pytest
from tests.engine.tiny_games import STAKES, TINY, both_ways
from tests.night import LATE

from upcard.engine.compile.compiler import compiled
from upcard.engine.game_loop import make_choose
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.leduc_poker import rules as leduc_poker

PLAY = """
import json, sys
import stakes, tiny
from upcard.engine.game import Game
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

lineup = line_up(Game(tiny, 1, {}), stakes.choose)
told = []
simulator = Simulator(lineup, lambda: told.append("compiles"))
totals = [t.play(make_plan(50, 1, 1), 0, 50).entrants[:, 0, 2].tolist()
          for t in (simulator, Simulator(lineup, interpreted=True))]
hits = sum(simulator.program.run.stats.cache_hits.values())
found = {"totals": totals[0], "plain": totals[1], "told": len(told), "hits": hits}
"""
SAY = "\nprint(json.dumps(found))"


def write_tiny(folder: Path):
    (folder / "tiny.py").write_text(TINY)
    (folder / "stakes.py").write_text(STAKES)


@pytest.fixture
def tiny(module):
    """A rules module of its own for every test, and a strategy for it."""
    stake = STAKES.split("\n\n\n", maxsplit=1)[0]
    rules = module("tiny", TINY.replace("from stakes import stake\n", "") + "\n\n" + stake + "\n")
    rules.strategy = module("stakes", STAKES).choose
    return rules


NAMED_LIKE_FIELDS = """

def won(s, p):
    return s.won[p] + s.owed[p]


def owed(s, p):
    return s.owed[p] + won(s, p)
"""


def test_functions_may_have_the_names_of_the_fields_that_they_read(module, sums_of):
    """``s.won`` in ``won`` reads a field; it was taken for a call, and so for one without end."""
    text = TINY.replace("from stakes import stake\n", "").replace("return s.won[p]", "return owed(s, p)")
    text = text.replace("STATE = (", 'STATE = (number("owed", EVERYBODY, "chips owed", per_seat=True), ')
    rules = module("tiny", text + NAMED_LIKE_FIELDS + "\n\n" + STAKES.split("\n\n\n", maxsplit=1)[0] + "\n")
    rules.strategy = module("stakes", STAKES).choose
    compiled_sums, plain_sums = both_ways(sums_of, rules)
    assert compiled_sums == plain_sums


# ---- other processes ----


THREE = """
def same(x):
    return x


def double(x):
    return 2 * x + 1


def square(x):
    return x * x


def make_total(choose):
    def total(n):
        found = 0
        for i in range(n):
            found = (3 * found + choose(i % 2, i)) % 1000003
        return found

    return total
"""
LOAD = """
import itertools, json
import three
from upcard.engine.compile.compiler import compiled
from upcard.engine.game_loop import make_choose

pairs = list(itertools.permutations((three.same, three.double, three.square), 2))
told, wrong = [], []
for i in {picks}:
    total = three.make_total(make_choose(pairs[i]))
    program = compiled(total, {{}}, on_compile=lambda: told.append(i))
    wrong += [i] if program(40) != total(40) else []
found = {{**globals().get("found", {{}}), "loaded": [told, wrong]}}
"""


@pytest.mark.slow
def test_programs_on_disk_are_not_mixed_up_and_are_taken_until_a_function_changes(tmp_path, in_process):
    """Of two programs compiled in a process each, and loaded by a third, Numba alone gives one wrong.

    A game's program is made anew when a function in another file changes, even when the size of the file and
    its time of change stay the same.
    """
    write_tiny(tmp_path)
    (tmp_path / "three.py").write_text(THREE)
    file = tmp_path / "stakes.py"
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    first, second = (in_process(PLAY + LOAD.format(picks=[i]) + SAY)() for i in (0, 3))
    assert [x["loaded"] for x in (first, second)] == [[[i], []] for i in (0, 3)]
    assert (first["told"], first["hits"]) == (1, 0)
    assert (second["told"], second["hits"]) == (0, 1)
    assert first["totals"] == second["totals"] == first["plain"]
    file.write_text(STAKES.replace("n * 2", "n * 7"))
    os.utime(file, ns=times)
    third = in_process(PLAY + LOAD.format(picks=[0, 3]) + SAY)()
    assert third["loaded"] == [[], []]
    assert (third["told"], third["hits"]) == (1, 0)
    assert third["totals"] == third["plain"]
    assert third["totals"] != first["totals"]


@LATE
def test_six_programs_on_disk_are_not_mixed_up(tmp_path, in_process):
    """Compiled in six processes, then all loaded by one: Numba alone gives five wrong ones."""
    (tmp_path / "three.py").write_text(THREE)
    for pair in ((0, 1), (2, 3), (4, 5)):
        started = [in_process(LOAD.format(picks=[i]) + SAY) for i in pair]
        assert [wait()["loaded"] for wait in started] == [[[i], []] for i in pair]
    orders = ([0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4])
    started = [in_process(LOAD.format(picks=picks) + SAY) for picks in orders]
    assert [wait()["loaded"] for wait in started] == [[[], []], [[], []]]


# ---- this process ----


def test_a_changed_constant_makes_another_program(tiny, sums_of, monkeypatch):
    before = both_ways(sums_of, tiny)
    monkeypatch.setattr(tiny, "BONUS", 40)
    after = both_ways(sums_of, tiny)
    assert before[0] == before[1]
    assert after[0] == after[1]
    assert after[0][0][0][0][2] - before[0][0][0][0][2] == 50 * 37
    monkeypatch.undo()
    assert both_ways(sums_of, tiny) == before


@LATE
def test_a_changed_constant_of_a_shipped_game_makes_another_program(new_game, sums_of, monkeypatch):
    game = new_game(lama, 2)
    before = sums_of(game, "same-first")
    monkeypatch.setattr(lama, "HAND", 4)
    after = sums_of(game, "same-first")
    assert after == sums_of(game, "same-first", "interpreted")
    assert after != before


def test_two_games_bound_to_the_same_loop_are_both_right(new_game, sums_of):
    games = [new_game(rules) for rules in (kuhn_poker, leduc_poker)]
    first = [sums_of(game, "random") for game in games]
    again = [sums_of(game, "random") for game in reversed(games)]
    assert first == [sums_of(game, "random", "interpreted") for game in games]
    assert again == first[::-1]
    assert first[0] != first[1]


def low(n):
    return 0


def high(n):
    return 1


def by_size(n):
    return high(n) if n > 9 else low(n)


def test_programs_that_differ_in_a_function_already_met_are_both_right(module):
    """The first function reaches all functions of the second, whichever it is."""
    make_total = module("three", THREE).make_total
    for other in (low, high):
        total = make_total(make_choose([by_size, other]))
        assert compiled(total, {})(40) == total(40)
