"""Comparison of the same games interpreted, compiled, and compiled with copied views."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

import numpy as np

from upcard.engine.entrants import Entrant, StrategyLike
from upcard.engine.errors import fault_text
from upcard.engine.game import Game
from upcard.engine.game_loop import searches
from upcard.engine.record import record_text
from upcard.kit.strategy import State, below, legal
from upcard.simulation.kernel import Sums
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulator import Simulator
from upcard.testing.random_walk import ConformanceError, first_broken, promise_of

CHUNK = 250
INTERPRETED = "interpreted"


def leaning(v: State) -> int:
    """Choose mostly the first legal action, now and then a later one, for uneven games."""
    last = 0
    for a in range(v.actions):
        if legal(v, a):
            last = a
            if below(v, 4) > 0:
                return a
    return last


PLAYERS: tuple[StrategyLike, ...] = ("random", leaning)
"""The players with which a game is checked; both are in one program, which is compiled once."""


def check_compiled(
    game: Game,
    strategies: StrategyLike | Sequence[StrategyLike] = "random",
    games: int = 100,
    seed: int = 1,
    copied: bool = True,
    cast: Sequence[StrategyLike] = (),
) -> int:
    """Check that the same games have the same result interpreted, compiled, and compiled with copied views.

    Parameters
    ----------
    strategies : str, function, or sequence of them
        One for all seats or one per seat; seats rotate.
    copied : bool
        Whether to compile a second program, with copied views.
    cast : sequence of str or function
        Further strategies in the compiled program: line-ups of the same cast share it.

    Returns
    -------
    int
        Number of games compared, slightly more than `games` if seats do not divide them.

    Raises
    ------
    ConformanceError
        With the first game that differs, or that could not be played to its end.
    """
    lineup = line_up(game, strategies, cast)
    plan = make_plan(games, seed, game.players, "rotate")
    simulators = compiled_copies(lineup, copied)
    for first in range(0, plan.blocks, CHUNK):
        last = min(plan.blocks, first + CHUNK)
        if _differ(lineup, simulators, plan, first, last):
            raise _difference(lineup, simulators, plan, first, last)
    return plan.games


def compiled_copies(lineup: LineUp, copied: bool = True) -> dict[str, Simulator]:
    """Return simulators of a line-up by name, the interpreted one first; only that if it does not compile."""
    simulators = {INTERPRETED: Simulator(lineup, interpreted=True)}
    if not all(e.compiles for e in lineup.entrants):
        return simulators
    simulators["compiled"] = Simulator(lineup)
    if copied and not searches(lineup.choosers):
        copies = LineUp(lineup.game, tuple(map(copying, lineup.entrants)))
        simulators["compiled with copied views"] = Simulator(copies)
    return simulators


def copying(e: Entrant) -> Entrant:
    """Return the same strategy as a function without readable source, which the engine cannot rewrite.

    Its program therefore copies views instead of masking what is read from the state, and checks every
    index and every number that is stored into a table.
    """
    choose = _without_source(e.choose, len(e.parameters))
    return Entrant(e.label, choose, e.parameters, e.compiles, is_checked=False)


@lru_cache
def _without_source(choose: Callable[..., int], parameters: int) -> Callable[..., int]:
    """Return one function for each strategy, so that seats with the same strategy share it in the program."""
    names = ", ".join(["v", *(f"x{i}" for i in range(parameters))])
    scope: dict[str, Callable[..., int]] = {"choose": choose}
    exec(f"def again({names}):\n    return choose({names})", scope)  # noqa: S102 - our own text
    return scope["again"]


def _differ(
    lineup: LineUp, simulators: Mapping[str, Simulator], plan: SimulationPlan, first: int, last: int
) -> bool:
    """Return whether the sums over these blocks differ between a simulator and the first one."""
    try:
        wanted, *others = (t.play(plan, first, last) for t in simulators.values())
    except Exception as fault:
        raise _unplayable(lineup, plan, first, last, fault) from fault
    return not all(_equal(wanted, sums) for sums in others)


def _equal(one: Sums, other: Sums) -> bool:
    pairs = ((one.entrants, other.entrants), (one.games, other.games), (one.pairs, other.pairs))
    return all(np.array_equal(a, b) for a, b in pairs)


def _unplayable(
    lineup: LineUp, plan: SimulationPlan, first: int, last: int, fault: Exception
) -> ConformanceError:
    expected, seen = f"{_names(lineup)} to play to the end", fault_text(fault)
    begin, end = first * plan.per_block, last * plan.per_block - 1
    repeat = f"games {begin} to {end} of seed {plan.seed}, seats rotate"
    return ConformanceError(promise_of(check_compiled), repr(lineup.game), expected, seen, repeat)


def _difference(
    lineup: LineUp, simulators: Mapping[str, Simulator], plan: SimulationPlan, first: int, last: int
) -> ConformanceError:
    """Return the error for the first block that differs, found by halving."""
    first = first_broken(partial(_differ, lineup, simulators, plan), first, last)
    sums = {name: t.play(plan, first, first + 1) for name, t in simulators.items()}
    seen = "; ".join(f"{name} {s.entrants[0].tolist()} {s.games[0].tolist()}" for name, s in sums.items())
    expected = f"equal sums of {_names(lineup)} (of each entrant and of the game)"
    repeat = _repeat(lineup, plan, first)
    return ConformanceError(promise_of(check_compiled), repr(lineup.game), expected, seen, repeat)


def _repeat(lineup: LineUp, plan: SimulationPlan, block: int) -> str:
    """Return the records of the games of a block, as the interpreted simulator plays them."""
    log: list[int] = []
    noting = LineUp(lineup.game, tuple(_noting(e, log) for e in lineup.entrants))
    Simulator(noting, interpreted=True).play(plan, block, block + 1)
    texts = []
    for number in range(block * plan.per_block, (block + 1) * plan.per_block):
        match = lineup.game.match(plan.seed, number)
        while not match.is_over:
            match.do(log.pop(0))
        texts.append(record_text(match))
    return f"block {block} of seed {plan.seed}, seats rotate\n" + "\n".join(texts)


def _noting(e: Entrant, log: list[int]) -> Entrant:
    """Return the same strategy, which also appends its actions to `log`."""
    choose = e.choose

    def note(v: State, *parameters: float) -> int:
        log.append(choose(v, *parameters))
        return log[-1]

    return Entrant(e.label, note, e.parameters, compiles=False)


def _names(lineup: LineUp) -> str:
    return ", ".join(dict.fromkeys(e.label for e in lineup.entrants))
