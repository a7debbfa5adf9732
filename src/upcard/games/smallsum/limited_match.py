"""Matches of Smallsum with any limit of rounds, any purse and either first player, solved exactly.

The value of a purse depends on the number of rounds left. They are those of
:mod:`upcard.games.smallsum.solvers.limited_rounds`.

The strategy of a round follows from the values with one round less. It is shipped, or stored once the match
is solved, see :mod:`upcard.games.smallsum.strategy_files`; then the solution is a table and compiles.
Otherwise it is computed when it is needed, for the open cards of a position, which takes milliseconds. Both
ways lead to the same strategies.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.certificates.match_certificate import unpack_probabilities
from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.sampling import PARTS_OF_ONE, ViewCells, draw_action, limits_of, odds_of
from upcard.engine.tree.stochastic_game import Round
from upcard.engine.tree.strategy_table import ActionWeights, ChooseAction
from upcard.engine.wording import counted, duration
from upcard.games.smallsum.limited_player import table_player
from upcard.games.smallsum.match_player import MOST_DIFFERENCE, card_lookup, closed, node_lookup
from upcard.games.smallsum.match_rounds import (
    MOST_CHANGE,
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
from upcard.games.smallsum.strategy_files import PackedStrategies, StrategyFiles, packed, shares_of
from upcard.kit.strategy import State
from upcard.solving.part_chain import PartChain
from upcard.solving.rounds_left import ValuesByRoundsLeft

SOON = 10.0
"""Maximum estimated seconds to compute missing values when a solution is played."""

MOST_CACHED = 20_000
"""Maximum number of cached strategies of parts of a round."""

MOST_CHAINED = 60
"""Maximum number of rounds left for which a strategy is solved from those with fewer rounds left."""

MOST_TABLES = 500
"""Maximum number of different rounds times rounds left in a table; each takes about 150 kilobytes."""

SECONDS_PER_TABLE = {"basic": (2.0, 0.5), "choice": (6.0, 1.5), "alternate": (11.0, 2.0)}
"""Estimated seconds to solve all parts of a round, first with one round left, then with each further one."""

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
        self.betting: Callable[[int], Betting] = cache(lambda k: match_betting(game, k + 1))
        self.nodes: Callable[[int], tuple[ViewCells, ViewCells]] = cache(
            lambda k: node_lookup(game, self.betting(k))
        )
        self.files = StrategyFiles(game, lambda k: self.class_begins[-1] * len(self.betting(k).tree.legal))
        self._packed: dict[int, PackedStrategies] = {}
        self._solved: dict[tuple[int, int, int], FloatArray] = {}

    @property
    def layers(self) -> int:
        """The largest number of rounds left with strategies of its own; further rounds change nothing."""
        return self.limit if self.values.tail is not None else min(self.limit, self.values.layers + 1)

    def representative(self, k: int) -> int:
        """Return the first round that is the same game as round `k`.

        If the values are shares of the pennies, only purses that can run out in the round make a difference.
        """
        is_linear = self.values.tail is None and self.values.layers == 0
        return min(k, MOST_CHANGE - 1) if is_linear and len(self.match.names) - k >= MOST_CHANGE else k

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
        k, left = self.representative(k), left if self.values.tail is not None else min(left, self.layers)
        known = self.packed(k)
        if known is not None and left <= known.layers:
            size = len(self.betting(k).tree.legal)
            return known.chances(left, *(self.class_begins[i] * size for i in (part, part + 1)))
        if (k, part, left) not in self._solved:
            if len(self._solved) >= MOST_CACHED:
                self._solved.clear()
            first = 1 if left <= MOST_CHAINED else left
            for i, shares in enumerate(self.solved_shares(k, part, left, first), first):
                self._solved[k, part, i] = shares / PARTS_OF_ONE
        return self._solved[k, part, left]

    @cached_property
    def class_begins(self) -> list[int]:
        """The number of classes of hidden cards before each part, and finally of all."""
        begins: list[int] = np.cumsum([0, *(len(part.cards) for part in open_card_situations()[1])]).tolist()
        return begins

    @cached_property
    def rounds(self) -> list[int]:
        """The numbers of the rounds that are different games."""
        return sorted(set(map(self.representative, range(len(self.match.names)))))

    @property
    def has_tables(self) -> bool:
        """Whether all strategies fit into the tables of a player."""
        return self.layers <= MOST_CHAINED and self.layers * len(self.rounds) <= MOST_TABLES

    def missing(self) -> list[int]:
        """Return the numbers of the rounds whose strategies are neither shipped nor stored.

        A file counts only once it is read, since its first line does not show that the rest is undamaged.
        """
        files = ((k, self.packed(k)) for k in self.rounds)
        return [k for k, x in files if x is None or x.layers < self.layers]

    def solved_shares(self, k: int, part: int, left: int, first: int = 1) -> list[npt.NDArray[np.int32]]:
        """Return the solutions of a part of round `k` with `first` to `left` rounds left.

        They are the shares of all choices, see :func:`upcard.games.smallsum.strategy_files.shares_of`. They
        play well after mistakes too.
        """
        bets = self.betting(k)
        chain = PartChain(part_round(bets, part), lambda n: self._worths(first + n - 1))
        counts = np.tile(bets.tree.count, len(open_card_situations()[1][part].cards))
        return [shares_of(x, counts) for x in chain.strategies(left - first + 1)]

    def _worths(self, left: int) -> tuple[FloatArray, FloatArray]:
        later = self.values.at(left - 1)
        others = self.match.together - later
        return self.match.worth(later, others, 0), self.match.worth(others, later, 1)

    def packed(self, k: int) -> PackedStrategies | None:
        """Return the shipped or stored strategies of round `k`; None if none can be read.

        Those with fewer rounds left than this match needs are replaced once there are longer ones.
        """
        known = self._packed.get(k)
        layers = 0 if known is None else known.layers
        if layers < self.layers and self.files.layers(k) > layers:
            read = self.files.read(k, min(self.files.layers(k), self.layers)) or self.files.read(k)
            if read is not None:
                self._packed[k] = read
        return self._packed.get(k)

    @cached_property
    def compiled(self) -> ChooseAction:
        """The player by tables; they need all strategies."""
        return table_player(self)

    def solve_round(self, k: int) -> PackedStrategies:
        """Return the strategies of round `k` for all numbers of rounds left, which takes a while."""
        parts = range(len(open_card_situations()[1]))
        shares = [np.array(self.solved_shares(k, part, self.layers)) for part in parts]
        return packed(np.concatenate(shares, axis=1))


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
    return _match_of(game, known)


def _match_of(game: Game, known: ValuesByRoundsLeft) -> LimitedMatch:
    """Return the match with these values; the last ones keep the files that they have read."""
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
        self.certified = layers
        self._round = lru_cache(MOST_UNPACKED)(self._unpacked)

    def strategy(self, k: int, part: int, left: int) -> FloatArray:
        """Return the probabilities of all choices in a part of round `k`, shape (choices,)."""
        size = len(self.betting(k).tree.legal)
        begin, end = (self.class_begins[i] * size for i in (part, part + 1))
        return self._round(left, k)[begin:end]

    def _unpacked(self, left: int, k: int) -> FloatArray:
        length = self.class_begins[-1] * len(self.betting(k).tree.legal)
        stated = self.certified[left - 1][k]
        return np.array(unpack_probabilities(stated, length, f"round {k + 1}"), np.float64)


def player(game: Game) -> ChooseAction:
    """Return a function of a view that plays the solution of the match with its limit of rounds.

    It compiles if all strategies are shipped or stored; otherwise it is in plain Python. Its attribute
    ``odds`` maps a view to the actions with their probabilities, and ``match`` is the solved match. Raises
    Usage as :func:`limited_match` does.
    """
    match = limited_match(game)
    return match.compiled if match.has_tables and not match.missing() else player_of(match)


def preparation_seconds(game: Game) -> float:
    """Return the estimated seconds of :func:`prepare`; 0 if nothing is missing, or too much for a table.

    Raises Usage as :func:`limited_match` does.
    """
    known, missing = check(game)
    match = _match_of(game, known)
    if not match.has_tables:
        return missing
    first, further = SECONDS_PER_TABLE[str(game.option_words()["variant"])]
    return missing + len(match.missing()) * (first + further * (match.layers - 1))


def prepare(game: Game, on_step: OnProgress | None = None) -> None:
    """Solve and store the strategies of a match that are missing, so that its player compiles.

    `on_step` is called before each round. Those that are finished are stored if it raises an interrupt.
    """
    match = limited_match(game)
    missing = match.missing() if match.has_tables else []
    for i, k in enumerate(missing):
        if on_step:
            on_step(f"the strategies of round {match.match.names[k]}", i / len(missing))
        match.files.store(k, match.solve_round(k))


def certified_player(game: Game, values: FloatArray, layers: Sequence[Sequence[Any]]) -> ChooseAction:
    """Return the player of the strategies in a certificate; see :class:`CertifiedMatch`."""
    return player_of(CertifiedMatch(game, values, layers))


def player_of(match: LimitedMatch) -> ChooseAction:
    """Return the player of a solved match; see :func:`player`."""

    def solved_match(v: State) -> int:
        """Draw an action of the solution."""
        return match.choose(v)

    attributes: dict[str, Any] = {"is_plain": True, "odds": match.odds, "match": match}
    solved_match.__dict__.update(attributes)
    return solved_match
