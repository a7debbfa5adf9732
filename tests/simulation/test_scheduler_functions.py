"""Functions as strategies: those that are not compiled, and those that break the rules."""

import functools
import random
import re

import pytest

from upcard.engine import game_loop as loop_module
from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.games.lama.rules import DRAW
from upcard.kit.strategy import below, legal
from upcard.simulation import scheduler as run
from upcard.simulation import simulator as at_work
from upcard.simulation.lineup import line_up
from upcard.simulation.scheduler import play_plan
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator


def cheats(v):
    """Now and then an action that does not exist."""
    return 7 if v.card[v.me] == 1 and below(v, 20) == 0 else 0


def twin(v):
    """The strategy that all others here are written after; it compiles."""
    return 1 if v.card[v.me] >= below(v, 3) and legal(v, 1) else 0


def divides_by_its_card(v):
    return v.card[v.me] // v.card[v.me]


def looks_beyond_the_log(v):
    return v.log[v.moves + 3]


def looks_before_the_first_seat(v):
    return v.card[v.me - 1]


KUHN = ("random", twin, cheats, divides_by_its_card, looks_beyond_the_log, looks_before_the_first_seat)
"""Who plays Kuhn poker in one program."""


# ---- strategies that are not compiled ----


def by_a_list(v):
    return max([0] + [a for a in range(v.actions) if a == 1 and v.card[v.me] >= below(v, 3)])


def make_closure():
    least = 3

    def closure(v):
        return 1 if v.card[v.me] >= below(v, least) else 0

    return closure


def with_a_bound(bound, v):
    return 1 if v.card[v.me] >= below(v, bound) else 0


class Bettor:
    """A strategy with a memory of its own."""

    def __init__(self):
        self.asked = 0

    def __call__(self, v):
        return self.choose(v)

    def choose(self, v):
        self.asked += 1
        return 1 if v.card[v.me] >= below(v, 3) else 0


def by_name(v):
    return 1 if getattr(v, "card")[v.me] >= below(v, 3) else 0  # noqa: B009


BY_CARD = {k: (lambda v, k=k: 1 if v.card[v.me] >= below(v, 3) else 0) for k in range(3)}
ANSWERS = [lambda v: 1 if v.card[v.me] >= below(v, 3) else 0]


def from_a_list(v):
    return ANSWERS[0](v)


def memory_of(f):
    @functools.wraps(f)
    def wrapped(v):
        return f(v)

    return wrapped


@memory_of
def decorated(v):
    return 1 if v.card[v.me] >= below(v, 3) else 0


def with_a_module(v):
    chance = random.Random(5)
    return int(chance.random() < 2 and v.card[v.me] >= below(v, 3))


OUTSIDE = {
    "list": by_a_list,
    "lambda": lambda v: 1 if v.card[v.me] >= below(v, 3) else 0,
    "closure": make_closure(),
    "decorated": decorated,
    "partial": functools.partial(with_a_bound, 3),
    "object": Bettor(),
    "method": Bettor().choose,
    "getattr": by_name,
    "function in a list": from_a_list,
    "another module": with_a_module,
}


@pytest.mark.parametrize("kind", OUTSIDE)
def test_a_function_outside_the_subset_plays_the_games_of_its_compiled_twin(kind):
    game = make_game("kuhn-poker")
    plan = make_plan(60, 4, 2)
    expected = Simulator(line_up(game, twin, KUHN))
    assert expected.is_compiled
    simulator = Simulator(line_up(game, OUTSIDE[kind]))
    assert not simulator.is_compiled
    first, second = (t.play(plan, 0, 60) for t in (simulator, expected))
    assert first.entrants.tolist() == second.entrants.tolist()
    assert first.games.tolist() == second.games.tolist()


def test_one_interpreted_strategy_makes_the_whole_game_interpreted():
    game, plan = make_game("kuhn-poker"), make_plan(40, 4, 2)
    mixed = Simulator(line_up(game, ["random", by_a_list]))
    assert not mixed.is_compiled
    alone = Simulator(line_up(game, ["random", twin], KUHN))
    assert mixed.play(plan, 0, 40).entrants.tolist() == alone.play(plan, 0, 40).entrants.tolist()


# ---- strategies that break the rules ----


def draws_only(v):
    """Draws even when there is nothing to draw."""
    return DRAW


def draws_too(v):
    return [DRAW][0]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_illegal_action_is_told_with_its_game_seat_action_and_strategies(monkeypatch, threads):
    monkeypatch.setattr(run, "FIRST_CHUNK", 8 * threads)
    game = make_game("kuhn-poker")
    lineup = line_up(game, ["random", cheats], KUHN)
    with pytest.raises(Failure) as fault:
        play_plan(Simulator(lineup), make_plan(5000, 12, 2), threads)
    with pytest.raises(Failure) as plain:
        play_plan(Simulator(lineup, interpreted=True), make_plan(5000, 12, 2), threads)
    assert str(fault.value) == str(plain.value)
    number = int(str(fault.value).split()[2])
    assert str(fault.value) == (
        f"in game {number} of seed 12, decision 2, seat 2 chose action 7, which is not legal; "
        "legal are 0 (fold), 1 (call 1); strategies: random, cheats"
    )
    simulator = Simulator(lineup)
    simulator.play(make_plan(5000, 12, 2), 0, number)
    with pytest.raises(Failure, match=f"in game {number} of seed 12"):
        simulator.play(make_plan(5000, 12, 2), number, number + 1)


@pytest.mark.parametrize("strategy", [draws_only, draws_too])
def test_an_action_that_is_sometimes_legal_is_refused_when_it_is_not(strategy):
    simulator = Simulator(line_up(make_game("lama", 2), strategy))
    with pytest.raises(Failure) as fault:
        simulator.play(make_plan(1, 0, 2), 0, 1)
    assert re.fullmatch(
        r"in game 0 of seed 0, decision \d+, seat [12] chose action 7 \(draw\), which is not legal; "
        r"legal are (\d \([^)]+\)(, )?)+; strategies: \w+",
        str(fault.value),
    )


def test_of_many_legal_actions_eight_are_told():
    def wild(v):
        return -1

    simulator = Simulator(line_up(make_game("goofspiel", length=10), wild), interpreted=True)
    with pytest.raises(Failure) as fault:
        simulator.play(make_plan(1, 0, 2), 0, 1)
    assert re.search(
        r"decision 1, seat 1 chose action -1, which is not legal; legal are 0 \(", str(fault.value)
    )
    assert str(fault.value).count("(") == 8
    assert " and 2 more; strategies: wild" in str(fault.value)


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_game_without_end_is_told(monkeypatch, interpreted):
    for module in (loop_module, at_work):
        monkeypatch.setattr(module, "MOST_TURNS", 11)
    simulator = Simulator(line_up(make_game("lama", 2), "same-first"), interpreted=interpreted)
    with pytest.raises(Failure) as fault:
        simulator.play(make_plan(5, 3, 2), 2, 5)
    assert str(fault.value) == (
        "in game 2 of seed 3 11 decisions were made and the game was not over; change the strategies"
    )


def test_a_strategy_that_fails_by_itself_is_not_hidden():
    def fails(v):
        raise ZeroDivisionError("of the strategy")

    told = "in game 0 of seed 0, the strategy fails on seat 1 stopped with ZeroDivisionError: of the strategy"
    with pytest.raises(Failure, match=told):
        play_plan(Simulator(line_up(make_game("kuhn-poker"), fails)), make_plan(5, 0, 2))


def test_a_fault_of_a_compiled_function_names_game_seat_and_function():
    simulator = Simulator(line_up(make_game("kuhn-poker"), ["random", divides_by_its_card], KUHN))
    assert simulator.is_compiled
    with pytest.raises(Failure) as fault:
        play_plan(simulator, make_plan(500, 4, 2))
    where = r"in game \d+ of seed 4, the strategy divides_by_its_card on seat 2 "
    assert re.match(where + "stopped with ZeroDivisionError: ", str(fault.value))


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("strategy", [looks_beyond_the_log, looks_before_the_first_seat])
def test_a_persons_function_that_looks_outside_a_table_is_stopped(strategy, interpreted):
    """A wild read could give anything, and not the same in another run."""
    simulator = Simulator(line_up(make_game("kuhn-poker"), strategy, KUHN), interpreted=interpreted)
    assert simulator.is_compiled is not interpreted
    told = rf"the strategy {strategy.__name__} on seat [12] stopped with IndexError: "
    with pytest.raises(Failure, match=told):
        play_plan(simulator, make_plan(50, 0, 2))
