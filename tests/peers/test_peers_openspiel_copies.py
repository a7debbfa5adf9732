"""Games, states, solvers and policies of OpenSpiel in pickles and copies, also in new processes."""

import copy
import multiprocessing
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.copies import COPIES, GAMES, by_cloudpickle, pickled

from upcard.adapters import openspiel
from upcard.engine.registry import game_modules

pyspiel = pytest.importorskip("pyspiel")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
policy = pytest.importorskip("open_spiel.python.policy")


def registered(name: str) -> Any:
    openspiel.register()
    return pyspiel.load_game(openspiel.spiel_name(game_modules()[name]))


def play_out(state: Any, most: int = 300) -> list[Any]:
    chances = random.Random(4)
    shown: list[str] = []
    while not state.is_terminal() and len(shown) < most:
        state.apply_action(chances.choice(state.legal_actions()))
        shown.append(str(state))
    return [shown, state.returns(), state.history()]


@pytest.mark.parametrize("duplicate", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("load", [registered, openspiel.load])
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_state_goes_on_alike(name: str, load: Callable[[str], Any], duplicate: Callable[[Any], Any]):
    game = load(name)
    assert str(duplicate(game)) == str(game)
    assert duplicate(game).game.rules is game.game.rules
    begun, chances = game.new_initial_state(), random.Random(1)
    for _ in range(12):
        if not begun.is_terminal():
            begun.apply_action(chances.choice(begun.legal_actions()))
    twin = duplicate(begun)
    assert play_out(twin) == play_out(begun)


@pytest.mark.parametrize("duplicate", [pickled, by_cloudpickle, copy.deepcopy])
def test_a_copied_solver_goes_on_alike(duplicate: Callable[[Any], Any]):
    solver = cfr.CFRSolver(registered("kuhn-poker"))
    for _ in range(5):
        solver.evaluate_and_update_policy()
    twin = duplicate(solver)
    for _ in range(5):
        twin.evaluate_and_update_policy()
    gaps = [nash_gap(duplicate(x.average_policy())) for x in (solver, twin)]
    assert gaps[1] < gaps[0]
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert nash_gap(solver.average_policy()) == gaps[1]


def nash_gap(tabular: Any) -> float:
    return float(exploitability.exploitability(tabular.game, tabular))


def moves_of(bot: Any) -> list[int]:
    """Return a bot's decisions in one game against random choices."""
    state, chances = openspiel.load("lama", players=2).new_initial_state(), random.Random(2)
    moves: list[int] = []
    while not state.is_terminal() and len(moves) < 20:
        if state.current_player() == 0:
            moves.append(bot.step(state))
            state.apply_action(moves[-1])
        else:
            state.apply_action(chances.choice(state.legal_actions()))
    return moves


def test_a_copied_bot_goes_on_alike():
    game = openspiel.load("lama", players=2).game
    bot = openspiel.bot("random", game, 0, seed=3)
    moves_of(bot)
    twin = pickled(bot)
    assert moves_of(twin) == moves_of(bot)


def test_all_work_in_a_process_that_begins_anew():
    state = registered("leduc-poker").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    solver = cfr.CFRSolver(registered("kuhn-poker"))
    solver.evaluate_and_update_policy()
    bot = openspiel.bot("random", openspiel.load("lama", players=2).game, 0)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        far = [
            pool.apply(play_out, (state,)),
            pool.apply(nash_gap, (solver.average_policy(),)),
            pool.apply(moves_of, (bot,)),
            pool.apply(str, (openspiel.load("lama"),)),
        ]
    near = [play_out(state), nash_gap(solver.average_policy()), moves_of(bot), str(openspiel.load("lama"))]
    assert far == near
