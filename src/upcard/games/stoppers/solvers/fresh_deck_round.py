"""One round of Stoppers with a fresh deck: solved exactly for two players, by thresholds for more.

Two players play for the difference: +1 if the dealer alone loses a life, -1 if the other alone does. That is
a zero-sum game with a small tree. With more players, all want to lose as few lives as possible, whatever
others lose. No method is certain to find an equilibrium then. Iterated best responses do here, and the gain
that each seat could still make by any strategy is computed.

Seats are numbered in order of action; the last one deals.
"""

from dataclasses import dataclass
from typing import Any

from upcard.certificates.certificate import common_entries
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.tree.single_round import one_round
from upcard.engine.wording import bounds_text
from upcard.games.stoppers.certificates.round_certificate import KIND
from upcard.games.stoppers.solvers.multiplayer import METHOD, solve_party
from upcard.games.stoppers.solvers.response_to_players import respond
from upcard.games.stoppers.solvers.round_values import last_seat_deals
from upcard.solving.game_solver_contract import AUTO, GameSolution, Objective, SolveTerms, exact_shortcomings
from upcard.solving.strategy_chart import chart_rows
from upcard.solving.tree_solution import DIGITS, Solution, solve_tree

__all__ = ["OBJECTIVE", "reach", "respond", "why_not"]

OBJECTIVE = Objective(
    game="stoppers",
    objective="round",
    words="one round with a fresh deck: exact for two players, equilibria of thresholds for three to five",
    source="Upcard; the two-player round as Le Her in P. R. de Montmort, 1713",
    is_usual=True,
    uses=("method",),
)
MOST_SEATS = 5
NAMES = {"seat 1": "other", "seat 2": "dealer"}


def why_not(game: Game) -> str:
    """Say why a round with these options cannot be solved, as part of a sentence; empty if it can."""
    if game.players > MOST_SEATS:
        return f"a round is solved for 2 to {MOST_SEATS} players, not for {game.players}"
    if game.players > 2 and game.option_words()["block"] != "automatic":
        return "with more than two players, a round is solved only with block=automatic"
    return ""


def reach(game: Game, terms: SolveTerms) -> GameSolution:
    """Solve a round, whoever deals first.

    Raises
    ------
    Usage
        If the method is not one for this number of players.
    """
    table = last_seat_deals(game)
    if game.players == 2:
        return solve_duel(table, terms)
    if terms.method not in (AUTO, METHOD):
        raise Usage(f"the method is {terms.method!r}; for {game.players} players expected {METHOD!r}")
    return solve_party(table, terms)


@dataclass(frozen=True)
class TwoPlayerRound(GameSolution):
    """A solved round of two players; its value is that for the player who does not deal."""

    bounds: tuple[float, float]
    solved: Solution
    """The solution of the round as a game."""

    @property
    def value(self) -> float:
        """Value of the round to the player who does not deal."""
        return self.solved.value

    @property
    def nodes(self) -> int:
        """Number of nodes of the tree."""
        return self.solved.nodes

    def to_json(self) -> dict[str, Any]:
        """Return the numbers that ``upcard solve --json`` prints."""
        lines = self.rows()
        return {
            **self.solved.to_json(),
            "objective": "round",
            "strategy": [dict(zip(lines[0], line, strict=True)) for line in lines[1:]],
        }

    def sentences(self) -> list[str]:
        """Return the game, the score of a round, and its value, in sentences."""
        low, high = self.bounds
        worth = bounds_text(f"{low:z.{DIGITS}f}", f"{high:z.{DIGITS}f}")
        if self.value_exact is not None:
            worth = f"is exactly {self.value_exact}, {self.value:.{DIGITS}f}"
        return [
            self.game.heading(),
            "One round with a fresh deck: +1 if only the dealer loses a life, -1 if only the other does.",
            f"The value for the player who does not deal {worth}.",
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """Return a chart of the strategies: what to do with each card."""
        lines = chart_rows(self.solved.tree, self.solved.strategy, (0, 1))
        return [(NAMES.get(line[0], line[0]), *line[1:]) for line in lines]

    def effort(self) -> str:
        """Return the size of the tree, the solver and the seconds."""
        return self.solved.effort()

    def certificate(self) -> dict[str, Any]:
        """Return the certificate of the round."""
        return {**self.solved.certificate(), **common_entries(self.game, KIND)}

    def shortcomings(self, is_exact_requested: bool = False) -> list[str]:
        """Return a sentence if an exact value was requested but not found."""
        return exact_shortcomings(is_exact_requested, self.value_exact)


def solve_duel(game: Game, terms: SolveTerms) -> TwoPlayerRound:
    """Solve one round of Stoppers for two players in which the second seat deals."""
    by_lives = one_round(game, lambda s, p: int(s.life[p]) - int(s.life[1 - p]), (-1, 1), True)
    solved = solve_tree(by_lives, terms)
    return TwoPlayerRound(
        bounds=solved.bounds, solved=solved, game=game, objective="round", method=solved.method,
        value_exact=solved.value_exact, seconds=solved.seconds, is_whole=solved.is_whole,
        resume_from=solved.resume_from,
    )  # fmt: skip
