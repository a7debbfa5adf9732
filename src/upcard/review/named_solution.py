"""Evaluator of a game by a solution file that the user names, which is read but not verified.

A solution that is not exact is not quite an equilibrium. The error of its action values is then estimated as
the amount that both players together could gain by other strategies, divided by the probability that chance
and the others lead to the decision; where that is 0, values may be arbitrary. This is a rule of thumb and not
a bound: other actions may be best against an equilibrium nearby.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from upcard.certificates.certificate import read_certificate, read_fractions
from upcard.certificates.certificate_player import player_from_certificate
from upcard.engine.errors import Refused, Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.review.equilibrium_evaluator import KIND, EquilibriumEvaluator, value_of
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint

SLIGHT = Fraction(1, 10**9)
"""The largest gap with which a solution still counts as an equilibrium, because of rounding."""


class NamedSolutionEvaluator(EquilibriumEvaluator):
    """Evaluator by a solution file; `gap` is what both players together could gain by other strategies."""

    def __init__(self, game: Game, player: ChooseAction, value: Fraction, gap: Fraction, path: Path) -> None:
        super().__init__(game, player, value)
        low, high = map(game.rules.GAME.payoff, game.rules.GAME.payoffs)
        self.gap, self.half_range = gap, Fraction(high - low, 2)
        kind = "the equilibrium" if gap <= SLIGHT else f"strategies {float(gap):.1e} from an equilibrium"
        self.source = f"{kind} in {path}, which was not verified"

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the mean value of every action, with its possible error if the solution is not exact."""
        prospects = super().prospects(moment)
        if self.gap <= SLIGHT:
            return prospects
        reach = sum((w for _, w in self.agreeing(moment, True)), Fraction(0))
        margin = float(min(self.half_range, self.gap / reach) if reach else self.half_range)
        return {a: ActionWorth(x.worth, margin) for a, x in prospects.items()}


def evaluator_from_file(path: Path, game: Game) -> NamedSolutionEvaluator:
    """Return an evaluator by a certificate of the whole game, as written by ``upcard solve --save``.

    Raises Unreadable if the file is not a certificate, or does not state the value of the game. Raises Usage
    if the certificate is not an equilibrium of this whole game or cannot be played. Raises Usage also unless
    the game is a zero-sum game for two players, where an equilibrium determines the values of positions.
    """
    if game.players != 2 or not game.rules.GAME.zero_sum:
        raise Usage(
            f"{game.heading()} is not a game for two players in which one wins what the other loses; "
            "--solution needs such a game, so leave it out"
        )
    certificate = read_certificate(path)
    if certificate.get("kind") != KIND:
        raise Usage(
            f"{path} is of kind {str(certificate.get('kind'))[:40]!r}; expected {KIND!r}, which "
            "'upcard solve' saves for games that are solved as a whole; leave out --solution for others"
        )
    player = player_from_certificate(certificate, game, str(path))
    try:
        value, gaps = value_of(certificate), read_fractions(certificate, "gaps", game.players)
    except Refused as fault:
        raise Unreadable(f"{path} does not give the value of the game: {fault}") from None
    low, high = map(game.rules.GAME.payoff, game.rules.GAME.payoffs)
    if not low <= value <= high or not all(-SLIGHT <= x <= high - low for x in gaps):
        raise Unreadable(
            f"{path} gives the game a value or gaps that are impossible with scores from {low} to {high}; "
            f"'upcard verify {path}' shows what is wrong"
        )
    return NamedSolutionEvaluator(game, player, value, sum(gaps, Fraction(0)), path)
