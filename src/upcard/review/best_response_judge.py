"""Judge of decisions by the exact best response to opponents with known strategies.

The best action against these opponents follows from their action with each hidden card: it shows which cards
they are likely to hold, and how they will reply. The player then plays the best response from there on. All
continuations are searched, so this is for games with a small remainder.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from upcard.engine.chance import Script
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.state import PlainState, cells_of
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.kit.strategy import State
from upcard.review import equilibrium_evaluator as equilibrium
from upcard.review.equilibrium_evaluator import SURE, EquilibriumEvaluator, WeightedState
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint
from upcard.review.opponents import Opponents
from upcard.solving.action_probabilities import StrategyProbabilities

EXACT = "the best response to these opponents, exactly"


class BestResponseJudge:
    """Values of actions against known opponents; the odds of the evaluator `game` are theirs."""

    source = EXACT

    def __init__(self, game: EquilibriumEvaluator) -> None:
        self.game, self.unit = game, game.unit

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth] | None:
        """Return the mean of every action over the hands of these opponents, followed by best play."""
        worlds = self.game.agreeing(moment, True)
        whole = sum((w for _, w in worlds), Fraction(0))
        if not worlds:
            return None
        legal = self.game.game.legal_actions(moment.state)
        return {a: ActionWorth(self._worth(worlds, a, moment.mover) / whole) for a in legal}

    def _worth(self, worlds: Sequence[WeightedState], action: int, me: int) -> Fraction:
        """Return the sum over all worlds of the value of an action times the weight of the world."""
        total, again = Fraction(0), dict[tuple[Any, ...], list[WeightedState]]()
        ahead = [(x, w * p) for s, w in worlds for x, p in self.game.done(s, action)]
        while ahead:
            s, w = ahead.pop()
            worth = self.game.settled(s, me)
            if worth is not None:
                total += w * worth
            elif s.player == me:
                again.setdefault(tuple(cells_of(self.game.game.view(s, me)).values()), []).append((s, w))
            else:
                odds = self.game.odds(self.game.game.view(s, int(s.player)))
                ahead += [(x, w * p * q) for a, p in odds for x, q in self.game.done(s, a)]
        return total + sum((self._best(alike, me) for alike in again.values()), Fraction(0))

    def _best(self, worlds: Sequence[WeightedState], me: int) -> Fraction:
        """Return the same for the best action, where all worlds look alike."""
        return max(self._worth(worlds, a, me) for a in self.game.game.legal_actions(worlds[0][0]))


def acting(game: Game, opponents: Opponents) -> ChooseAction:
    """Return a player with the opponents' odds on each of their seats; odds fail if they are not exact."""
    odds = {p: exact_odds(game, one) for p, one in opponents.who.items()}

    def player(v: State) -> int:
        return odds[int(v.me)](v)[0][0]

    player.__dict__["odds"] = lambda v: odds[int(v.me)](v)
    return player


def exact_odds(game: Game, one: Entrant) -> Callable[[Any], list[tuple[int, Fraction]]]:
    """Return a function of a view that gives the actions of a strategy with exact probabilities, or fails."""
    habits, silent = StrategyProbabilities(game, one), Script(game.rules, ())

    def odds(v: PlainState) -> list[tuple[int, Fraction]]:
        if one.odds is None:  # most strategies use no chance, and need no copies of the view
            cells, chance = v.__dict__, v.chance
            cells["chance"] = silent
            a = None
            with suppress(Exception):  # errors are reported below, where all random outcomes are tried
                a = one.choose(v, *one.parameters)
            cells["chance"] = chance
            if type(a) is int and game.rules.legal(v, a):
                return [(a, SURE)]
        chances, is_exact = habits.chances(v, 0)
        if not is_exact:
            raise Failure(f"{one.label} draws too many random numbers for exact probabilities")
        return [(a, p) for a, p in zip(game.legal_actions(v), chances, strict=True) if p]

    return odds


def judge(
    game: Game,
    opponents: Opponents,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> BestResponseJudge | None:
    """Judge by searching all continuations, for a game so small that its solution is shipped."""
    if equilibrium.appraiser(game) is None:
        return None
    return BestResponseJudge(EquilibriumEvaluator(game, acting(game, opponents), Fraction(0)))
