"""Figures of the chapter on L.A.M.A. that take long, since they are simulated."""

from upcard.engine.game import make_game
from upcard.lessons.cached_figures import SEED
from upcard.lessons.chapter_registry import FigureValues, Slow
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulate_games import simulate

PLAYERS, WINS = 4, "win_any"
FIRST, FOLDING = "same-first", "folding"
GAMES = 1_000_000
SIZES = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)


def wins(first: str, games: int, seed: int, seating: str = "random") -> list[Estimate]:
    """Simulate one player of `first` against players of ``same-first``; return each player's win share."""
    lineup = [first, *[FIRST] * (PLAYERS - 1)]
    result = simulate(make_game("lama", PLAYERS, "paper"), lineup, games=games, seed=seed, seating=seating)
    return [x.estimates[WINS] for x in result.seats]


def seats(games: int, seed: int) -> FigureValues:
    """Simulate how often each seat wins if all play alike."""
    return {f"seat_{p}": x for p, x in enumerate(wins(FIRST, games, seed, "fixed"), 1)}


def folding(games: int, seed: int) -> FigureValues:
    """Simulate the folding strategy against three of the paper's first one, and the share of an equal one."""
    return {"folding": wins(FOLDING, games, seed)[0], "even": wins(FIRST, games, seed)[0]}


def growing(_games: int, _seed: int) -> FigureValues:
    """Simulate the folding strategy with more and more games; each run repeats the games of shorter ones."""
    return {f"games_{n}": wins(FOLDING, n, SEED)[0] for n in SIZES}


SLOW = {"seats": Slow(seats, GAMES), "folding": Slow(folding, GAMES), "growing": Slow(growing)}
