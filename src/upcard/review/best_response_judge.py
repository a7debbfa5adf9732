"""Judge of decisions by the exact best response to opponents with known strategies.

Their strategies say how they would act with each hidden card. This shows which cards they are likely to hold,
and how they will reply. From the decision on, the player plays the best response. All continuations are
searched, so the rest of the game must be small.
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
from upcard.language.messages import marked
from upcard.review import equilibrium_evaluator as equilibrium
from upcard.review.equilibrium_evaluator import SURE, EquilibriumEvaluator, WeightedState
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint
from upcard.review.opponents import Opponents
from upcard.solving.action_probabilities import StrategyProbabilities

EXACT = marked("the best response to these opponents, exactly")


class BestResponseJudge:
    """Judge of actions against known opponents, whose odds are those of the evaluator `game`."""

    source = EXACT

    def __init__(self, game: EquilibriumEvaluator) -> None:
        self.game, self.unit = game, game.unit

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth] | None:
        """Return each action's mean over these opponents' hands; None if no hand explains their actions."""
        worlds = self.game.agreeing(moment, True)
        whole = sum((w for _, w in worlds), Fraction(0))
        if not worlds:
            return None
        legal = self.game.game.legal_actions(moment.state)
        return {a: ActionWorth(self._worth(worlds, a, moment.mover) / whole) for a in legal}

    def _worth(self, worlds: Sequence[WeightedState], action: int, me: int) -> Fraction:
        """Return the value of an action to seat `me`, summed over all possible states with their weights."""
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
        """Return the same for the best action; all these states look alike to seat `me`."""
        return max(self._worth(worlds, a, me) for a in self.game.game.legal_actions(worlds[0][0]))


def player_of_opponents(game: Game, opponents: Opponents) -> ChooseAction:
    """Return a function of a view that plays as the opponents do; its ``odds`` are exact or raise Failure."""
    odds = {p: exact_odds(game, one) for p, one in opponents.who.items()}

    def player(v: State) -> int:
        return odds[int(v.me)](v)[0][0]

    player.__dict__["odds"] = lambda v: odds[int(v.me)](v)
    return player


def exact_odds(game: Game, one: Entrant) -> Callable[[Any], list[tuple[int, Fraction]]]:
    """Return a function of a view: a strategy's actions with exact probabilities; it may raise Failure."""
    habits, silent = StrategyProbabilities(game, one), Script(game.rules, ())

    def odds(v: PlainState) -> list[tuple[int, Fraction]]:
        if one.odds is None:  # most strategies use no chance, so the view need not be copied
            cells, chance = v.__dict__, v.chance
            cells["chance"] = silent
            a = None
            with suppress(Exception):  # the attempt below, with all random outcomes, reports errors
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
    """Return a judge that searches all continuations, for a game with a shipped solution; otherwise None."""
    if equilibrium.evaluator_of(game) is None:
        return None
    return BestResponseJudge(EquilibriumEvaluator(game, player_of_opponents(game, opponents), Fraction(0)))
