"""One round of Stoppers with a fresh deck: exactly for two players, equilibria of thresholds for more.

Two players play for the difference: +1 if the dealer alone loses a life, -1 if the other alone does. That is
a zero-sum game with a small tree. With more players, all want to lose as few lives as possible, whatever
others lose. No method is sure to find an equilibrium then; iterated best responses do here, and everybody's
remaining gain is computed over all strategies.

Seats are numbered in order of action; the last one deals.
"""

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.games.stoppers.solvers.multiplayer import METHOD, solve_party
from upcard.games.stoppers.solvers.response_to_players import respond
from upcard.games.stoppers.solvers.round_values import last_seat_deals
from upcard.games.stoppers.solvers.two_player import solve_duel
from upcard.solving.game_solver_contract import AUTO, GameSolution, Objective, SolveTerms

__all__ = ["OBJECTIVE", "reach", "respond", "why_not"]

OBJECTIVE = Objective(
    game="stoppers",
    objective="round",
    words="one round with a fresh deck: exact for two, equilibria of thresholds for three to five",
    source="Upcard; the two-player round as Le Her in P. R. de Montmort, 1713",
    is_usual=True,
    uses=("method",),
)
MOST_SEATS = 5


def why_not(game: Game) -> str:
    """Say why a round with these options cannot be solved, as part of a sentence; empty if it can."""
    if game.players > MOST_SEATS:
        return f"a round is solved for 2 to {MOST_SEATS} players, and {game.players} were asked for"
    if game.players > 2 and game.option_words()["block"] != "automatic":
        return "with more than two players a round is solved for block=automatic only"
    return ""


def reach(game: Game, terms: SolveTerms) -> GameSolution:
    """Solve a round, whoever deals first.

    Raises
    ------
    Usage
        If the method does not apply to this number of players.
    """
    table = last_seat_deals(game)
    if game.players == 2:
        return solve_duel(table, terms)
    if terms.method not in (AUTO, METHOD):
        raise Usage(f"the method is {terms.method!r}; for {game.players} players expected {METHOD!r}")
    return solve_party(table, terms)
