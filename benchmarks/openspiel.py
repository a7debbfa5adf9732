"""Games of OpenSpiel at random, driven in two ways: from Python, and by its own rollouts in C++.

Its states are C++ in both. From Python, a game is dealt, asked for its legal actions, and told one of them,
chosen with Python's `random` as outcomes of chance are. In C++ nothing of a game passes through Python: its
`RandomRolloutEvaluator` plays from a dealt table, of which it makes a copy for every game. The package hands
that out only inside its tree search, so a search of one simulation is requested, which is nothing but the
rollouts. They do not say how many decisions they made; those of games from Python are counted instead.
"""

import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

GAMES = ("leduc_poker", "gin_rummy", "crazy_eights")
MISSING = "OpenSpiel is not installed and nothing is compared with it: make bench-peers"
SLICE_SECONDS, COUNT_SECONDS = 0.05, 1.0
TABLES = 10
"""Dealt tables per slice of rollouts; one alone could be a short or a long game."""


def is_installed() -> bool:
    """Whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def loaded(name: str) -> Any:
    """A game of OpenSpiel with its usual parameters."""
    return importlib.import_module("pyspiel").load_game(name)


def players(name: str) -> int:
    """Return the number of players of a game."""
    count: int = loaded(name).num_players()
    return count


def chance(state: Any, chances: random.Random) -> None:
    """Let chance do one thing. Modifies the state."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chances.choices(outcomes, weights)[0])


def play_out(game: Any, chances: random.Random) -> int:
    """Play one game from Python and count its decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            chance(state, chances)
        else:
            state.apply_action(chances.choice(state.legal_actions()))
            decisions += 1
    return decisions


def counted(game: Any, seconds: float, chances: random.Random) -> tuple[int, int, float]:
    """Play games from Python for some CPU seconds; return games, decisions and seconds."""
    games = decisions = 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        decisions += play_out(game, chances)
        games += 1
    return games, decisions, time.thread_time() - began


def from_python(name: str) -> Callable[[int], float]:
    """CPU nanoseconds per decision in slice number i, driven from Python."""
    game = loaded(name)

    def timed(i: int) -> float:
        _, decisions, seconds = counted(game, SLICE_SECONDS, random.Random(i))
        return seconds / decisions * 1e9

    return timed


def dealt(game: Any, chances: random.Random) -> Any:
    """Return a table before its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        chance(state, chances)
    return state


def rollouts(game: Any, games: int, seed: int) -> Callable[[Any], None]:
    """Return a function that plays random games from a table, in C++."""
    spiel = importlib.import_module("pyspiel")
    evaluator = spiel.RandomRolloutEvaluator(games, seed)
    bot = spiel.MCTSBot(
        game, evaluator, uct_c=1, max_simulations=1, max_memory_mb=10, solve=False, seed=seed, verbose=False
    )
    search: Callable[[Any], None] = bot.mcts_search
    return search


def in_cpp(name: str) -> Callable[[int], float]:
    """CPU nanoseconds per decision in slice number i, by rollouts in C++."""
    game = loaded(name)
    games, decisions, seconds = counted(game, COUNT_SECONDS, random.Random(0))
    each = max(1, int(SLICE_SECONDS * games / seconds))  # as many as from Python, and faster

    def timed(i: int) -> float:
        tables = [dealt(game, random.Random(TABLES * i + k)) for k in range(TABLES)]
        play = rollouts(game, each, i)
        began = time.thread_time()
        for table in tables:
            play(table)
        return (time.thread_time() - began) / (TABLES * each * decisions / games) * 1e9

    return timed


def has_linear_programs() -> bool:
    """Whether its linear programs can be solved: they need two packages that it does not require."""
    return is_installed() and all(map(importlib.util.find_spec, ("cvxpy", "ecos")))


def linear_program_seconds(name: str) -> float:
    """Return the CPU seconds of finding the equilibrium of a game by linear programming."""
    programs = importlib.import_module("open_spiel.python.algorithms.sequence_form_lp")
    game = loaded(name)
    began = time.thread_time()
    programs.solve_zero_sum_game(game)
    return time.thread_time() - began


DRIVES = {"from Python": from_python, "rollouts in C++": in_cpp}


def words() -> str:
    """Return an explanation of the figures of OpenSpiel, in a few lines."""
    return (
        f"OpenSpiel {version('open_spiel')}; its states are C++ in both.\n"
        "From Python: with the deal; actions and outcomes of chance are chosen with Python's random.\n"
        "Rollouts in C++: from dealt tables, with a copy of the table for every game; decisions are counted\n"
        "as the mean of games from Python."
    )
