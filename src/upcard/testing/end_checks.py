"""What must hold in whole games, however long they are and however many are played."""

import time
from dataclasses import dataclass

from upcard.engine.errors import fault_text
from upcard.engine.game import Game
from upcard.engine.registry import make_entrant
from upcard.engine.wording import counted
from upcard.simulation.kernel import DECISIONS, SCORE, SHARE, WIN, Sums
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulator import Simulator
from upcard.testing.compiled_checks import PLAYERS
from upcard.testing.random_walk import ConformanceError, promise_of
from upcard.testing.watched_game import CARDS, LENGTH, PAYOFFS, SUM, TURN, watched_game

CHUNK = 5_000

FEW = 5
"""So many games are sooner interpreted than a program for them is made."""


@dataclass(frozen=True)
class Watched:
    """What was played by games that watched themselves; it exists only when nothing was wrong."""

    games: int
    decisions: int
    """How many."""
    seconds: float
    """How long it took, by the wall-clock, without compiling."""


def check_ends(game: Game, games: int = 100, seed: int = 1) -> int:
    """Whole games keep to what is declared: cells, turns, cards, decisions, scores, their sum, and shares.

    They are played by programs that check every index and every number stored into a table, and that look at
    the state after every action, so that even matches of thousands of decisions, which nobody looks at
    position by position, are seen to their end. No more than ``FEW`` are interpreted, which checks as much.

    Parameters
    ----------
    game : Game
        What is played.
    games : int
        How many, at random and again by who mostly takes the first legal action.
    seed : int
        Seed of all streams.

    Returns
    -------
    int
        How many games were played.

    Raises
    ------
    ConformanceError
        With the first game that breaks something.
    """
    return sum(_watch(simulator, games, seed).games for simulator in _simulators(game, games <= FEW))


def watch_games(game: Game, games: int = 100, seed: int = 1) -> Watched:
    """Play random games that watch themselves; fast enough for millions.

    Parameters
    ----------
    game : Game
        What is played.
    games : int
        How many.
    seed : int
        Seed of all streams.

    Returns
    -------
    Watched
        What was played.

    Raises
    ------
    ConformanceError
        With the first game that breaks the promise of :func:`check_ends`.
    """
    at_random, *_ = _simulators(game, games <= FEW)
    return _watch(at_random, games, seed)


def _simulators(game: Game, interpreted: bool) -> list[Simulator]:
    """For each of ``PLAYERS`` a simulator with it at all seats, all of one program or of none."""
    own = watched_game(game)
    cast = tuple(make_entrant(strategy, own.rules) for strategy in PLAYERS)
    one = Simulator(LineUp(own, cast[:1] * own.players, cast), interpreted=interpreted)
    return [one.retuned(LineUp(own, (e,) * own.players, cast)) for e in cast]


def _watch(simulator: Simulator, games: int, seed: int) -> Watched:
    plan, decisions = make_plan(games, seed, simulator.lineup.game.players), 0
    began = time.perf_counter()
    for first in range(0, plan.blocks, CHUNK):
        last = min(plan.blocks, first + CHUNK)
        sums = _played(simulator, plan, first, last)
        if isinstance(sums, Exception) or not _is_sound(simulator, sums, last - first):
            raise _broken(simulator, plan, _first_broken(simulator, plan, first, last))
        decisions += int(sums.games[0, DECISIONS])
    return Watched(games, decisions, time.perf_counter() - began)


def _played(simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> Sums | Exception:
    """The sums of some games, or what went wrong in one of them."""
    try:
        return simulator.play(plan, first, last)
    except Exception as fault:  # noqa: BLE001 - broken rules may break anything
        return fault


def _is_sound(simulator: Simulator, sums: Sums, games: int) -> bool:
    """Whether no game has ended with a fault, and the wins of every game add up to one.

    Ties are shared out in whole parts, so no game has more than one win, and the total tells of each. Where
    nobody may win, it can be less.
    """
    wins, all_wins = int(sums.entrants[0, :, WIN].sum()), SHARE * games
    fits = wins <= all_wins if simulator.lineup.game.rules.GAME.least_loses else wins == all_wins
    return fits and not sums.games[0, DECISIONS + 1 :].any()


def _first_broken(simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> int:
    """The first game from `first` to `last` - 1 in which something is wrong, found by halving."""
    while last - first > 1:
        middle = (first + last) // 2
        sums = _played(simulator, plan, first, middle)
        if isinstance(sums, Exception) or not _is_sound(simulator, sums, middle - first):
            last = middle
        else:
            first = middle
    return first


def _broken(simulator: Simulator, plan: SimulationPlan, number: int) -> ConformanceError:
    """The error for one game in which something is wrong."""
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
    """What was expected of a game and what was seen, by the fault with which it has ended."""
    header, faults = game.rules.GAME, sums.games[0, DECISIONS + 1 :]
    fault = int(faults.argmax()) + 1 if faults.any() else 0
    low, high = header.payoffs
    many = int(sums.games[0, DECISIONS])
    decisions = counted(many, "decision")
    scores = f"scores {sums.entrants[0, :, SCORE].tolist()}"
    said = {
        TURN: (
            "over to be 0 or 1, and until then the turn of a seat",
            f"it is not so after {decisions}",
        ),
        CARDS: ("the cards of the first deal", f"lost or doubled cards after {decisions}"),
        LENGTH: (f"at most {counted(header.longest, 'decision')}", f"{many} and the game is not over"),
        PAYOFFS: (f"scores from {low} to {high}", scores),
        SUM: ("scores that add up to 0", scores),
    }
    return said.get(fault, ("shares from 0 to all there is, and wins that add up to one", scores))
