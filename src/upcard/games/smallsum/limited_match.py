"""Matches of Smallsum with any limit of rounds, any purse and either first player, solved exactly.

The value of a purse depends on the number of rounds left. In Alternate these values are computed backward,
see :mod:`upcard.solving.limited_match`; for the usual purse they ship in the folder ``rounds_left``. In Basic
and Choice the value is the share of the pennies, with any number of rounds left.

The strategy of a round follows from the values with one round less. So it is computed when it is needed, for
the open cards of a position, which takes milliseconds.
"""

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.tree.sampling import ViewCells, draw_action, limits_of, odds_of
from upcard.engine.tree.stochastic_game import Round
from upcard.engine.tree.strategy_table import ActionWeights
from upcard.engine.wording import counted, duration
from upcard.games.smallsum.match_player import MOST_DIFFERENCE, card_lookup, closed, node_lookup
from upcard.games.smallsum.match_rounds import (
    Betting,
    match_betting,
    open_card_situations,
    stochastic_game,
    whole_round,
)
from upcard.games.smallsum.rules import ALTERNATE, PENNIES, open_sum, value
from upcard.kit.strategy import State
from upcard.solving.limited_match import ValuesByRoundsLeft, stopped_values
from upcard.solving.limited_match_store import ValueStore
from upcard.solving.match_of_rounds import tidy
from upcard.solving.round_lp import RoundPrograms

SHIPPED = Path(__file__).parent / "rounds_left"
SECONDS_PER_ROUND = 1.0
"""Estimated seconds to solve a round of Alternate with one more round left."""

SOON = 10.0
"""Maximum estimated seconds to compute missing values when a solution is played."""

ERROR = 1e-6
"""Maximum error of the values of a match, in shares of all pennies."""

MOST_CACHED = 20_000
"""Maximum number of cached strategies of parts of a round."""


class LimitedMatch:
    """A solved match of Smallsum: its values, and its strategy wherever it is needed."""

    def __init__(self, game: Game, values: ValuesByRoundsLeft) -> None:
        self.game, self.values, self.match = game, values, stochastic_game(game)
        self.limit = int(game.option_words()["rounds"])
        self.places, self.classes = card_lookup()
        self.betting = cache(lambda k: match_betting(game, k + 1))
        self.nodes = cache(lambda k: node_lookup(game, self.betting(k)))
        self._solved: dict[tuple[int, int, int], FloatArray] = {}

    def value(self, pennies: int, left: int) -> float:
        """Return A's share of all pennies at the end, with `pennies` of A and `left` rounds to play."""
        return float(self.values.at(left)[pennies - 1])

    def odds(self, v: State) -> ActionWeights:
        """Return the actions of the solution in a view, with their probabilities."""
        limits, actions = self._choices(v)
        return odds_of(limits.tolist(), actions)

    def choose(self, v: State) -> int:
        """Draw an action of the solution in a view."""
        limits, actions = self._choices(v)
        return actions[draw_action(v, limits, 0, len(actions))]

    def _choices(self, v: State) -> tuple[ViewCells, list[int]]:
        """Return the cumulative probabilities of the actions in a view, and the actions."""
        a = v.seat_a
        k = int(v.pennies[a] + v.pot // 2 - 1)
        x = int(self.places[open_sum(v, a) - open_sum(v, 1 - a) + MOST_DIFFERENCE, closed(v)])
        tree, part = self.betting(k).tree, open_card_situations()[0][x].part
        first, count = (int(t[v.stage, v.bet[a], v.bet[1 - a]]) for t in self.nodes(k))
        at = int(self.classes[x, value(v.down[v.me]) - 1]) * len(tree.legal) + first
        chances = self.strategy(k, part, self.limit - int(v.round))[at : at + count]
        return limits_of(chances, np.array([count])), tree.legal[first : first + count].tolist()

    def strategy(self, k: int, part: int, left: int) -> FloatArray:
        """Return the probabilities of all choices in a part of round `k`, shape (choices,).

        `left` is the number of rounds left, with this one.
        """
        left = min(left, self.values.layers + 1)
        key = k, part, left
        if key not in self._solved:
            if len(self._solved) >= MOST_CACHED:
                self._solved.clear()
            self._solved[key] = self._solve(k, part, self.values.at(left - 1))
        return self._solved[key]

    def _solve(self, k: int, part: int, later: FloatArray) -> FloatArray:
        """Return the solution of a part of round `k`, if the values of the next round are `later`."""
        round = part_round(self.betting(k), part)
        plan, programs = round.plan(round.strategy(np.ones(round.sequences))), RoundPrograms(round)
        programs.solve(0, self.match.worth(later, self.match.together - later, 0), plan)
        return tidy(round, plan)


def part_round(bets: Betting, part: int) -> Round:
    """Return a part of a round as a round by itself."""
    return whole_round(bets, open_card_situations()[1][part : part + 1])


def store_of(game: Game) -> ValueStore:
    """Return the stored values of the match of these options."""
    return ValueStore(game, stochastic_game(game), SHIPPED)


def known_values(game: Game) -> ValuesByRoundsLeft:
    """Return the values that are known without further computation."""
    return store_of(game).known() if needs_layers(game) else stopped_values(stochastic_game(game))


def needs_layers(game: Game) -> bool:
    """Return whether the values change with the number of rounds left: in Alternate."""
    return game.options["variant"] == ALTERNATE


def missing_seconds(game: Game, known: ValuesByRoundsLeft) -> float:
    """Return the estimated seconds to compute what `known` lacks for the limit of the match; 0 if nothing."""
    limit = int(game.option_words()["rounds"])
    if not needs_layers(game) or known.error(limit) <= ERROR:
        return 0.0
    return (limit - known.layers) * len(stochastic_game(game).names) * SECONDS_PER_ROUND


def limited_match(game: Game, seconds: float = SOON) -> LimitedMatch:
    """Return the solved match; missing values are computed if that takes at most about `seconds`.

    Raises Usage for the cash game, and if it would take longer.
    """
    if game.options["objective"] == PENNIES:
        raise Usage(f"{game.heading()} is a single round, not a match with a limit of rounds")
    known = known_values(game)
    missing = missing_seconds(game, known)
    limit = int(game.option_words()["rounds"])
    if missing > seconds:
        raise Usage(
            f"solving this match of at most {counted(limit, 'round')} takes about {duration(missing)}"
        )
    if missing:
        logging.getLogger("upcard").warning(
            "solving %s (first time on this machine, about %s)", game.heading(), duration(missing)
        )
        known = store_of(game).extend(limit)
    return LimitedMatch(game, known)


def player(game: Game) -> Callable[[State], int]:
    """Return a function of a view that plays the solution of the match with its limit of rounds.

    It is in plain Python. Its attribute ``odds`` maps a view to the actions with their probabilities, and
    ``match`` is the solved match. Raises Usage as :func:`limited_match` does.
    """
    return player_of(limited_match(game))


def player_of(match: LimitedMatch) -> Callable[[State], int]:
    """Return the player of a solved match; see :func:`player`."""

    def solved_match(v: State) -> int:
        """Draw an action of the solution."""
        return match.choose(v)

    attributes: dict[str, Any] = {"is_plain": True, "odds": match.odds, "match": match}
    solved_match.__dict__.update(attributes)
    return solved_match
