"""Matches of Smallsum with any limit of rounds, any purse and either first player, solved exactly.

The value of a purse depends on the number of rounds left. They are those of
:mod:`upcard.games.smallsum.solvers.limited_rounds`.

The strategy of a round follows from the values with one round less. So it is computed when it is needed, for
the open cards of a position, which takes milliseconds.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from upcard.certificates.match_certificate import unpack_probabilities
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
from upcard.games.smallsum.rules import PENNIES, open_sum, value
from upcard.games.smallsum.solvers.limited_rounds import (
    known_values,
    missing_seconds,
    most_layers,
    needs_layers,
    store_of,
)
from upcard.kit.strategy import State
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.round_refinement import refined_strategy
from upcard.solving.rounds_left import ValuesByRoundsLeft

SOON = 10.0
"""Maximum estimated seconds to compute missing values when a solution is played."""

MOST_CACHED = 20_000
"""Maximum number of cached strategies of parts of a round."""

MOST_UNPACKED = 40
"""Maximum number of whole rounds of a certificate in memory; one takes about two megabytes."""

MOST_MATCHES = 8
"""Maximum number of solved matches in memory."""


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
        if self.values.tail is None:
            left = min(left, self.values.layers + 1)
        key = k, part, left
        if key not in self._solved:
            if len(self._solved) >= MOST_CACHED:
                self._solved.clear()
            self._solved[key] = self._solve(k, part, self.values.at(left - 1))
        return self._solved[key]

    def _solve(self, k: int, part: int, later: FloatArray) -> FloatArray:
        """Return the solution of a part of round `k`, if the values of the next round are `later`.

        It plays well after mistakes too.
        """
        round, others = part_round(self.betting(k), part), self.match.together - later
        plan, programs = round.plan(round.strategy(np.ones(round.sequences))), RoundPrograms(round)
        worths = self.match.worth(later, others, 0), self.match.worth(others, later, 1)
        programs.solve(0, worths[0], plan)
        return refined_strategy(programs, plan, worths)


def part_round(bets: Betting, part: int) -> Round:
    """Return a part of a round as a round by itself."""
    return whole_round(bets, open_card_situations()[1][part : part + 1])


_matches: dict[tuple[Any, ...], LimitedMatch] = {}
"""The matches that were solved or loaded last, with their cached strategies, by options and values."""


def limited_match(game: Game, seconds: float = SOON) -> LimitedMatch:
    """Return the solved match; missing values are computed if that takes at most about `seconds`.

    Raises Usage for the cash game, and if it would take longer.
    """
    known, missing = check(game, seconds)
    if missing:
        logging.getLogger("upcard").warning(
            "solving %s (first time on this machine, about %s)", game.heading(), duration(missing)
        )
        known = store_of(game).extend(int(game.option_words()["rounds"]))
    key = *sorted(game.options.items()), known.layers
    if key not in _matches:
        if len(_matches) >= MOST_MATCHES:
            del _matches[next(iter(_matches))]
        _matches[key] = LimitedMatch(game, known)
    return _matches[key]


def check(game: Game, seconds: float = SOON) -> tuple[ValuesByRoundsLeft, float]:
    """Return the known values of a match, and the estimated seconds to compute the missing ones.

    Raises Usage as :func:`limited_match` does.
    """
    if game.options["objective"] == PENNIES:
        raise Usage(f"{game.heading()} is a single round, not a match with a limit of rounds")
    limit = int(game.option_words()["rounds"])
    if needs_layers(game) and limit > most_layers(game):
        raise Usage(
            f"only matches of at most {counted(most_layers(game), 'round')} are solved with these options"
        )
    known = known_values(game)
    missing = missing_seconds(game, known)
    if missing > seconds:
        raise Usage(
            f"solving this match of at most {counted(limit, 'round')} takes about {duration(missing)}"
        )
    return known, missing


def missing_time(game: Game) -> float:
    """Return the estimated seconds to compute the missing values of a match; 0 if none is missing."""
    return check(game)[1]


class CertifiedMatch(LimitedMatch):
    """A match whose strategies a certificate holds.

    `values` are of shape (layers, rounds), the first row for 0 rounds left. `layers` has for 1 and more
    rounds left the probabilities of each round as packed in the certificate.
    """

    def __init__(self, game: Game, values: FloatArray, layers: Sequence[Sequence[Any]]) -> None:
        super().__init__(game, ValuesByRoundsLeft(values, np.zeros(len(values))))
        self.layers = layers
        self._round = lru_cache(MOST_UNPACKED)(self._unpacked)
        self._classes = np.cumsum([0, *(len(part.cards) for part in open_card_situations()[1])]).tolist()

    def strategy(self, k: int, part: int, left: int) -> FloatArray:
        """Return the probabilities of all choices in a part of round `k`, shape (choices,)."""
        size = len(self.betting(k).tree.legal)
        begin, end = (self._classes[i] * size for i in (part, part + 1))
        return self._round(left, k)[begin:end]

    def _unpacked(self, left: int, k: int) -> FloatArray:
        length = self._classes[-1] * len(self.betting(k).tree.legal)
        return np.array(unpack_probabilities(self.layers[left - 1][k], length, f"round {k + 1}"), np.float64)


def player(game: Game) -> Callable[[State], int]:
    """Return a function of a view that plays the solution of the match with its limit of rounds.

    It is in plain Python. Its attribute ``odds`` maps a view to the actions with their probabilities, and
    ``match`` is the solved match. Raises Usage as :func:`limited_match` does.
    """
    return player_of(limited_match(game))


def certified_player(
    game: Game, values: FloatArray, layers: Sequence[Sequence[Any]]
) -> Callable[[State], int]:
    """Return the player of the strategies in a certificate; see :class:`CertifiedMatch`."""
    return player_of(CertifiedMatch(game, values, layers))


def player_of(match: LimitedMatch) -> Callable[[State], int]:
    """Return the player of a solved match; see :func:`player`."""

    def solved_match(v: State) -> int:
        """Draw an action of the solution."""
        return match.choose(v)

    attributes: dict[str, Any] = {"is_plain": True, "odds": match.odds, "match": match}
    solved_match.__dict__.update(attributes)
    return solved_match
