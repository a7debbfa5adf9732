"""Figures of the chapter on Stoppers that take long: solved rounds and simulations."""

from upcard.engine.game import make_game
from upcard.games.stoppers.solvers.fresh_deck_round import TwoPlayerRound
from upcard.games.stoppers.solvers.multiplayer import MultiplayerRound
from upcard.games.stoppers.studies.stoppers_counting import plainly
from upcard.games.stoppers.studies.stoppers_neighbour import avoiding
from upcard.games.stoppers.studies.study_tables import CLASSROOM, FRESH, TYPICAL, WINS
from upcard.lessons.chapter_registry import FigureValue, FigureValues, Slow
from upcard.simulation.simulate_games import simulate
from upcard.solving.solve_game import solve
from upcard.study.experiment_runner import Lab

PARTIES = (3, 4)
GAMES = 100_000


def solved(_games: int, _seed: int) -> FigureValues:
    """Solve a round with a fresh deck: how likely each seat loses a life, and the first seat's threshold."""
    values: dict[str, FigureValue] = {}
    for players in PARTIES:
        party = solve(make_game("stoppers", players), objective="round")
        if not isinstance(party, MultiplayerRound):
            raise TypeError("a round for three or more must be solved by thresholds")
        for seat, x in enumerate(party.best.losses, 1):
            values[f"loses_{players}_{seat}"] = x
        values[f"first_{players}"] = party.best.settled.thresholds[0][0] + 0.0
    duel = solve(make_game("stoppers", 2), objective="round")
    if not isinstance(duel, TwoPlayerRound) or duel.value_exact is None:
        raise TypeError("a round for two must be solved exactly")
    swapped = duel.rows()[1][-1].partition(";")[0].removeprefix("swap with ").split()
    return values | {"duel": duel.value_exact, "duel_threshold": float(len(swapped))}


def played(games: int, seed: int) -> FigureValues:
    """Simulate how counting and a grudge change the share of games won, among four players."""
    lab = Lab(games, seed, None, None, None)
    return {
        "counting": plainly(lab, TYPICAL, CLASSROOM).difference(WINS),
        "counting_fresh": plainly(lab, TYPICAL, FRESH).difference(WINS),
        "grudge": avoiding(lab, TYPICAL, CLASSROOM).difference(WINS),
        "grudge_fresh": avoiding(lab, TYPICAL, FRESH).difference(WINS),
    }


def luck(games: int, seed: int) -> FigureValues:
    """Simulate how often one player who swaps low cards wins against three who never swap."""
    table = make_game("stoppers", TYPICAL, "classroom")
    lineup = ["swap-at-most", *["never-swap"] * (TYPICAL - 1)]
    wins = simulate(table, lineup, games=games, seed=seed, seating="random").seats[0].estimates[WINS]
    return {"trader": wins}


SLOW = {"solved": Slow(solved), "played": Slow(played, GAMES), "luck": Slow(luck, GAMES)}
