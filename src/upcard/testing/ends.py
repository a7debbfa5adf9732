"""What must hold at the end of whole games, however long they are."""

from upcard.engine.catalog import StrategyLike
from upcard.engine.errors import fault_text
from upcard.engine.game import Game
from upcard.simulation.kernel import DECISIONS, SCORE
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.testing.twins import copying, leaning
from upcard.testing.walk import ConformanceError, promise_of

PLAYERS_OF_ENDS: tuple[StrategyLike, ...] = ("random", leaning)


def check_ends(game: Game, games: int = 100, seed: int = 1) -> int:
    """Games that are played to their end keep to what is declared: cells, decisions, scores and their sum.

    They are played by programs that check every index and every number stored into a table, so that even
    matches of thousands of decisions, which nobody looks at position by position, are seen to their end.

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
    for strategy in PLAYERS_OF_ENDS:
        lineup = line_up(game, strategy)
        careful = Simulator(LineUp(game, tuple(map(copying, lineup.entrants))))
        plan = make_plan(games, seed, game.players)
        for number in range(games):
            repeat = f"game {number} of seed {seed}, all seats {lineup.entrants[0].label}"
            try:
                sums = careful.play(plan, number, number + 1)
            except Exception as fault:
                told = fault_text(fault)
                raise _broken(game, "every index and number to fit", told, repeat) from fault
            scores, decisions = sums.entrants[0, :, SCORE].tolist(), int(sums.games[0, DECISIONS])
            _check_end(game, scores, decisions, repeat)
    return games * len(PLAYERS_OF_ENDS)


def _check_end(game: Game, scores: list[int], decisions: int, repeat: str) -> None:
    header = game.rules.GAME
    low, high = header.payoffs
    if header.longest and decisions > header.longest:
        raise _broken(game, f"at most {header.longest} decisions", str(decisions), repeat)
    if min(scores) < low or max(scores) > high:
        raise _broken(game, f"scores from {low} to {high}", f"scores {scores}", repeat)
    if header.zero_sum and sum(scores) != 0:
        raise _broken(game, "scores that add up to 0", f"scores {scores}", repeat)


def _broken(game: Game, expected: str, seen: str, repeat: str) -> ConformanceError:
    return ConformanceError(promise_of(check_ends), repr(game), expected, seen, repeat)
