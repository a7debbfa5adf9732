"""Figures of the chapter on L.A.M.A. that are simulated."""

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
    """Simulate one `first` against all others with the first strategy; return what each player wins."""
    lineup = [first, *[FIRST] * (PLAYERS - 1)]
    result = simulate(make_game("lama", PLAYERS, "paper"), lineup, games=games, seed=seed, seating=seating)
    return [x.estimates[WINS] for x in result.seats]


def seats(games: int, seed: int) -> FigureValues:
    """Simulate how often each seat wins if all play alike."""
    return {f"seat_{p}": x for p, x in enumerate(wins(FIRST, games, seed, "fixed"), 1)}


def folding(games: int, seed: int) -> FigureValues:
    """Simulate the paper's folding strategy against three of its first, and the share of equal players."""
    return {"folding": wins(FOLDING, games, seed)[0], "even": wins(FIRST, games, seed)[0]}


def growing(_games: int, _seed: int) -> FigureValues:
    """Simulate the same with more and more games; longer runs begin with the games of shorter ones."""
    return {f"games_{n}": wins(FOLDING, n, SEED)[0] for n in SIZES}


SLOW = {"seats": Slow(seats, GAMES), "folding": Slow(folding, GAMES), "growing": Slow(growing)}
