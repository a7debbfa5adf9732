"""Appraising a game by a solution that somebody names, which is read and not verified.

One that is not exact is no equilibrium. What an action is worth by it may be off by what both together could
gain by other strategies, divided by how likely the others and chance lead there; where they never do, by
anything. That is a rule of thumb and no bound: others may be best against an equilibrium near it.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from upcard.certificates.certificate import read_certificate, read_fractions
from upcard.certificates.certificate_player import player_from_certificate
from upcard.certificates.refutation import Refused
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.review.equilibrium_evaluator import KIND, EquilibriumEvaluator, value_of
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint

SLIGHT = Fraction(1, 10**9)
"""A gap that rounding leaves of an equilibrium."""


class NamedSolutionEvaluator(EquilibriumEvaluator):
    """Positions of a game of one round, by a file.

    Parameters
    ----------
    game, player, value
        As for :class:`EquilibriumEvaluator`.
    gap : Fraction
        What both together could gain by other strategies.
    path : Path
        The file.
    """

    def __init__(self, game: Game, player: ChooseAction, value: Fraction, gap: Fraction, path: Path) -> None:
        super().__init__(game, player, value)
        low, high = game.rules.GAME.payoffs
        self.gap, self.half_range = gap, Fraction(high - low, 2)
        kind = "the equilibrium" if gap <= SLIGHT else f"strategies {float(gap):.1e} from an equilibrium"
        self.source = f"{kind} in {path}, which was not verified"

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """The mean of every action, with how far it may be off where the solution is not exact."""
        found = super().prospects(moment)
        if self.gap <= SLIGHT:
            return found
        reach = sum((w for _, w in self.agreeing(moment, True)), Fraction(0))
        margin = float(min(self.half_range, self.gap / reach) if reach else self.half_range)
        return {a: ActionWorth(x.worth, margin) for a, x in found.items()}


def evaluator_from_file(path: Path, game: Game) -> NamedSolutionEvaluator:
    """By a certificate of the whole game.

    Parameters
    ----------
    path : Path
        What ``upcard solve --save`` wrote.
    game : Game
        The game with its options.

    Raises
    ------
    Unreadable
        If it is no certificate, or does not say what the game is worth.
    Usage
        If it is none of an equilibrium of the whole game, of another game, or cannot be played by, and if
        the game is not one of two players in which one wins what the other loses.
    """
    _check(game)
    stated = read_certificate(path)
    if stated.get("kind") != KIND:
        raise Usage(
            f"{path} is of kind {str(stated.get('kind'))[:40]!r}; expected {KIND!r}, which 'upcard solve' "
            "saves of games that are solved as a whole; of others, leave --solution out"
        )
    player = player_from_certificate(stated, game, str(path))
    try:
        value, gaps = value_of(stated), read_fractions(stated, "gaps", game.players)
    except Refused as fault:
        raise Unreadable(f"{path} does not say what the game is worth: {fault}") from None
    low, high = game.rules.GAME.payoffs
    if not low <= value <= high or not all(-SLIGHT <= x <= high - low for x in gaps):
        raise Unreadable(
            f"{path} gives the game a value or gaps that no scores from {low} to {high} have; "
            f"'upcard verify {path}' tells what is wrong with it"
        )
    return NamedSolutionEvaluator(game, player, value, sum(gaps, Fraction(0)), path)


def _check(game: Game) -> None:
    """Refuse a game of which an equilibrium does not tell what positions are worth."""
    if game.players != 2 or not game.rules.GAME.zero_sum:
        raise Usage(
            "--solution judges games for two in which one wins what the other loses, and "
            f"{game.heading()} is none; leave it out"
        )
