"""Rules of thumb for Smallsum as plans for a round, and their prices.

A deterministic strategy chooses one action in each information set. Together these choices are a plan, and
the best response to it is computed without playing. The *price* of a plan is its average loss to that
response in a round of the cash game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.entrants import StrategyLike, make_entrant
from upcard.engine.game import Game
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_player import decisions
from upcard.games.smallsum.match_rounds import (
    Betting,
    OpenCardSituation,
    betting_tree,
    cash_betting,
    cash_game,
    open_card_situations,
    plain_parts,
    stochastic_game,
)
from upcard.games.smallsum.strategies.dominant import lead, unseen_cards
from upcard.solving.match_of_rounds import evaluate
from upcard.solving.round_best_response import response

ActionMixture = Sequence[tuple[int, float | Fraction]]
"""Actions with their probabilities, which are positive and sum to 1."""


@dataclass(frozen=True)
class CashGameValue:
    """Loss of a strategy in a round of the cash game, in pennies."""

    strategy: str
    as_first: float
    """Loss as A to the best response."""
    as_second: float
    """Loss as B to the best response."""

    @property
    def mean(self) -> float:
        """Mean loss over both roles."""
        return (self.as_first + self.as_second) / 2


@dataclass(frozen=True)
class UnmergedRound:
    """A round without merged classes, in which strategies are evaluated."""

    game: Game
    """Smallsum with its options."""
    match: StochasticGame
    """The match, or the cash game, which has only one round."""
    bets: Betting
    number: int = 0
    """Number of the round in the match."""
    purses: tuple[int, int] = (rules.CASH_PURSE, rules.CASH_PURSE)
    """Pennies of both players before the round."""

    @property
    def round(self) -> Round:
        """The round in sequence form."""
        return self.match.round_of(self.number)

    def worth(self, p: int) -> FloatArray:
        """Return the value of each outcome of the cash game to a player, in pennies, of shape (outcomes,)."""
        return self.match.worth(np.zeros(1), np.zeros(1), p)

    def price(self, strategy: str, plan: FloatArray) -> CashGameValue:
        """Return the losses of a plan in both roles to the best responses."""
        first, second = (response(self.round, plan, p, self.worth(p)).value for p in range(SEATS))
        return CashGameValue(strategy, second, first)

    def value(self, first: FloatArray, second: FloatArray) -> float:
        """Return the pennies that A wins on average if A plays the plan `first` and B the plan `second`."""
        return float(evaluate(self.match, [self.joined(first, second)])[0])

    def joined(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """Return the plan in which A plays as in `first` and B as in `second`."""
        both = first.copy()
        sequences_of_b = SEATS + np.flatnonzero(np.repeat(self.round.owner == 1, self.round.count))
        both[sequences_of_b] = second[sequences_of_b]
        return both


def table_of(game: Game) -> UnmergedRound:
    """Return the cash game of a variant; `game` needs the option ``objective=pennies``."""
    return UnmergedRound(game, cash_game(game, plain_parts()), cash_betting(game))


def match_tables(game: Game) -> tuple[UnmergedRound, ...]:
    """Return the rounds of a match by A's pennies, from 1 on; `game` needs ``objective=match``."""
    match, most = stochastic_game(game, plain_parts()), 2 * int(game.option_words()["purse"])
    purses = [(pennies, most - pennies) for pennies in range(1, most)]
    bettings = [betting_tree(game, x, lambda s: 0) for x in purses]
    return tuple(UnmergedRound(game, match, bettings[k], k, x) for k, x in enumerate(purses))


NO_LEAD = 2.0
"""Greater than any lead: a strategy that bets from this lead on never bets."""


def by_odds(bets: float, matches: float) -> Callable[[Any], int]:
    """Return a strategy that bets from a lead of `bets` on, and matches from a lead of `matches` on."""
    leads: dict[tuple[int, ...], float] = {}

    def lead_of(v: Any) -> float:
        key = (v.me, *v.up.cells, v.down[v.me])
        if key not in leads:
            leads[key] = lead(v) / unseen_cards(v)
        return leads[key]

    def choose(v: Any) -> int:
        if rules.answering(v):
            return rules.MATCH if lead_of(v) >= matches or rules.matched(v) == 0 else rules.FOLD
        return int(rules.most(v)) if lead_of(v) >= bets else 0

    return choose


def named_by_odds(bets: float, matches: float) -> tuple[str, Callable[[Any], int]]:
    """Return the name in reports and the strategy of :func:`by_odds`."""
    puts = f"bets from a lead of {bets:g}" if bets < NO_LEAD else "never bets"
    return f"{puts}, matches from {matches:g}", by_odds(bets, matches)


def plan_of(table: UnmergedRound, strategy: StrategyLike) -> FloatArray:
    """Return the realization weights of a deterministic strategy in both roles, of shape (sequences,).

    `strategy` is a name with parameters, such as ``"low-total:t=15"``, or a function of a view.
    """
    player = make_entrant(strategy, table.game.rules)

    def odds(view: Any) -> ActionMixture:
        return ((int(player.choose(view, *player.parameters)), 1.0),)

    return plan_by(table, odds)


def plan_by(
    table: UnmergedRound, odds: Callable[[Any], ActionMixture], on_part: Callable[[], None] | None = None
) -> FloatArray:
    """Return the realization weights of a strategy in both roles, of shape (sequences,).

    `odds` maps a view to pairs of an action and its probability; the same view is modified for the next call.
    `on_part` is called before each situation, and may raise an interrupt.
    """
    views, per_class = list(decisions(table.game, table.bets, table.purses)), len(table.bets.tree.owner)
    chosen = np.zeros(table.round.sequences - SEATS)
    for k, x in enumerate(open_card_situations()[0]):
        if on_part is not None:
            on_part()
        begin, hidden = int(table.round.sets_from[k]), hidden_cards(x)
        for n, (view, legal) in enumerate(views):
            lay_open_cards(view, x)
            for i, card in enumerate(hidden):
                view.down[view.me] = card
                at = int(table.round.first[begin + i * per_class + n]) - SEATS
                for action, chance in odds(view):
                    chosen[at + legal.index(action)] = chance
    return table.round.plan(chosen)


def lay_open_cards(view: Any, situation: OpenCardSituation) -> None:
    """Set the open cards of a view to the example of a situation. Modifies `view`."""
    for p in range(SEATS):
        for i, card in enumerate(sorted(situation.cards[2 * p : 2 * p + 2]), 1):
            view.up[p, i] = card


def hidden_cards(situation: OpenCardSituation) -> list[int]:
    """Return one card for each value that is not open, by increasing value."""
    left = [c for c in range(rules.CARDS) if c not in situation.cards]
    return [next(c for c in left if rules.value(c) == value) for value in situation.values]
