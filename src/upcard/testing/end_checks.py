"""Checks of whole games, for any length and any number of games."""

import time
from dataclasses import dataclass
from functools import partial

from upcard.engine.entrants import make_entrant
from upcard.engine.errors import fault_text
from upcard.engine.game import Game
from upcard.engine.wording import counted
from upcard.simulation.kernel import DECISIONS, SCORE, SHARE, WIN, Sums
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulator import Simulator
from upcard.testing.compiled_checks import PLAYERS
from upcard.testing.random_walk import ConformanceError, first_broken, promise_of
from upcard.testing.watched_game import CARDS, LENGTH, PAYOFFS, SUM, TURN, watched_game

CHUNK = 5_000

FEW = 5
"""Up to this many games, interpreting is faster than compiling a program."""


@dataclass(frozen=True)
class Watched:
    """Games that checked themselves; this exists only if nothing was wrong."""

    games: int
    decisions: int
    """Total decisions of all games."""
    seconds: float
    """Wall-clock time, without compiling."""


def check_ends(game: Game, games: int = 100, seed: int = 1) -> int:
    """Check that whole games keep to what is declared: cells, turns, cards, decisions, scores, shares.

    They are played by programs that check every index and every number stored into a table, and the state
    after every action. So even matches of thousands of decisions, too long for checks position by position,
    are checked to their end. Up to ``FEW`` games are interpreted, which checks as much.

    Parameters
    ----------
    games : int
        Number of games, played at random and again with mostly the first legal action.

    Returns
    -------
    int
        Number of games played.

    Raises
    ------
    ConformanceError
        With the first broken game.
    """
    return sum(_watch(simulator, games, seed).games for simulator in _simulators(game, games <= FEW))


def watch_games(game: Game, games: int = 100, seed: int = 1) -> Watched:
    """Play random games that check themselves; fast enough for millions.

    Raises
    ------
    ConformanceError
        With the first game that breaks the promise of :func:`check_ends`.
    """
    at_random, *_ = _simulators(game, games <= FEW)
    return _watch(at_random, games, seed)


def _simulators(game: Game, interpreted: bool) -> list[Simulator]:
    """Return a simulator for each of ``PLAYERS``, with that player at all seats; all share one program."""
    watching = watched_game(game)
    cast = tuple(make_entrant(strategy, watching.rules) for strategy in PLAYERS)
    simulator = Simulator(LineUp(watching, cast[:1] * watching.players, cast), interpreted=interpreted)
    return [simulator.retuned(LineUp(watching, (e,) * watching.players, cast)) for e in cast]


def _watch(simulator: Simulator, games: int, seed: int) -> Watched:
    plan, decisions = make_plan(games, seed, simulator.lineup.game.players), 0
    began = time.perf_counter()
    for first in range(0, plan.blocks, CHUNK):
        last = min(plan.blocks, first + CHUNK)
        sums = _played(simulator, plan, first, last)
        if isinstance(sums, Exception) or not _is_sound(simulator, sums, last - first):
            raise _broken(simulator, plan, first_broken(partial(_is_broken, simulator, plan), first, last))
        decisions += int(sums.games[0, DECISIONS])
    return Watched(games, decisions, time.perf_counter() - began)


def _played(simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> Sums | Exception:
    """Return the sums of some games, or the error in one of them."""
    try:
        return simulator.play(plan, first, last)
    except Exception as fault:  # noqa: BLE001 - broken rules may break anything
        return fault


def _is_sound(simulator: Simulator, sums: Sums, games: int) -> bool:
    """Return whether no game ended with a fault, and the wins of every game add up to one.

    Ties share a win in exact parts, so every game adds one win in total. It may add less if the rules allow
    that nobody wins.
    """
    wins, all_wins = int(sums.entrants[0, :, WIN].sum()), SHARE * games
    fits = wins <= all_wins if simulator.lineup.game.rules.GAME.least_loses else wins == all_wins
    return fits and not sums.games[0, DECISIONS + 1 :].any()


def _is_broken(simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> bool:
    """Return whether some game breaks the promise."""
    sums = _played(simulator, plan, first, last)
    return isinstance(sums, Exception) or not _is_sound(simulator, sums, last - first)


def _broken(simulator: Simulator, plan: SimulationPlan, number: int) -> ConformanceError:
    """Return the error for one broken game."""
    game = simulator.lineup.game
    sums = _played(simulator, plan, number, number + 1)
    if isinstance(sums, Exception):
        expected, seen = "every index and number to fit", fault_text(sums)
    else:
        expected, seen = _fault_words(game, sums)
    label = simulator.lineup.entrants[0].label
    repeat = f"game {number} of seed {plan.seed}, all seats {label}"
    return ConformanceError(promise_of(check_ends), repr(game), expected, seen, repeat)


def _fault_words(game: Game, sums: Sums) -> tuple[str, str]:
    """Return what was expected of a game and what was seen, by the fault with which it ended."""
    header, faults = game.rules.GAME, sums.games[0, DECISIONS + 1 :]
    fault = int(faults.argmax()) + 1 if faults.any() else 0
    low, high = header.payoffs
    number = int(sums.games[0, DECISIONS])
    decisions = counted(number, "decision")
    scores = f"scores {sums.entrants[0, :, SCORE].tolist()}"
    words = {
        TURN: ("over to be 0 or 1, and until then the turn of a seat", f"it is not so after {decisions}"),
        CARDS: ("the cards of the first deal", f"lost or doubled cards after {decisions}"),
        LENGTH: (f"at most {counted(header.longest, 'decision')}", f"{number} and the game is not over"),
        PAYOFFS: (f"scores from {low} to {high}", scores),
        SUM: ("scores that add up to 0", scores),
    }
    return words.get(fault, ("shares from 0 to their maximum, and wins that add up to one", scores))
