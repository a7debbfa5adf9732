"""The loop over games, and the whole-number sums that it computes.

All statistics are sums of whole numbers, so the result does not depend on the order in which chunks of
games are finished. A *block* is the unit of repetition: one game, or, when seats rotate, one game per
rotation. Standard errors are computed from the spread between blocks.

Columns of an entrant: 0 win in ``SHARE`` parts (ties shared), 1 whether it is among the winners, 2 score,
then the rules file's measures of a seat. Columns of a game: 0 decisions, then the measures of a game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.arrays import IntArray
from upcard.engine.game_loop import FINISHED, Loop, renew
from upcard.engine.seeds import below, open_stream
from upcard.engine.winners import winning_score

SHARE = 2520  # divisible by 1 to 10, so that a win shared by up to ten players is a whole number
WIN, WIN_ANY, SCORE, MEASURES = 0, 1, 2, 3
DECISIONS = 0
SQUARES = 3  # index in `Sums.entrants` of the sums of squares of single games
FIXED, ROTATE, RANDOM = 0, 1, 2
MOST_SCORE = 2**26
"""Scores from here on are counted in steps of a power of two, since sums of their squares must fit."""
SEATING_STREAM = 0x5EA7


@dataclass(frozen=True)
class Sums:
    """Sums over blocks: int64 for one chunk, Python's unbounded whole numbers once chunks are added."""

    entrants: IntArray
    """Shape (4, entrants, columns): sums over blocks of x, of x squared, and of x times the game column of
    which it is a share; and sums over single games of squares, for scores and measures."""
    games: IntArray
    """Shape (3, game columns): sums over blocks of y, of y squared, and of y times the game column of which
    it is a share."""
    pairs: IntArray
    """Shape (2, entrants, entrants): sums over blocks of the squared difference of two entrants, for wins and
    for scores; 0 if a block is a single game."""

    @staticmethod
    def empty(n: int, columns: int, game_columns: int) -> "Sums":
        """Return sums of 0, for `n` entrants."""
        return Sums(
            np.zeros((4, n, columns), np.int64),
            np.zeros((3, game_columns), np.int64),
            np.zeros((2, n, n), np.int64),
        )

    def plus(self, other: "Sums") -> "Sums":
        """Return the sum of both, in Python's whole numbers."""
        pairs = zip(self._arrays(), other._arrays(), strict=True)
        return Sums(*(a.astype(object) + b.astype(object) for a, b in pairs))

    @staticmethod
    def total(several: "Sequence[Sums]") -> "Sums":
        """Return the sum of several sums, at least one."""
        return reduce(Sums.plus, several)

    def _arrays(self) -> tuple[IntArray, IntArray, IntArray]:
        return self.entrants, self.games, self.pairs


def make_run(rules: ModuleType, loop: Loop) -> Callable[..., None]:
    """Make the loop over blocks around the loop of one game: a plain function that can be compiled.

    Returns
    -------
    function
        ``run(states, blank, views, blank_view, weights, who, plan, seed, first, last, of, x, y, holder,
        entrants, games, pairs, fault)``: plays blocks `first` to `last` - 1 and adds to the three sums,
        which are modified, as is all scratch. `plan` holds games per block, whether a block repeats one deal,
        and the seating. If a game does not finish, `fault` gets its number, the seat, the action and the kind
        of fault, and the loop stops there.
    """
    prepare, begin, advance = loop.prepare, loop.begin, loop.advance
    note_game = _make_note(rules)

    def run(
        states: Any, blank: Any, views: Any, blank_view: Any, weights: Any, who: Any, plan: Any, seed: int,
        first: int, last: int, of: Any, x: Any, y: Any, holder: Any, entrants: Any, games: Any, pairs: Any,
        fault: Any,
    ) -> None:  # fmt: skip
        s = states[0]
        per_block = plan[0]
        for block in range(first, last):
            for r in range(per_block):
                game = block * per_block + r
                renew(states, 0, blank, 0)
                seat(s, plan[2], seed, game, r, holder)
                prepare(s, views, blank_view, weights, holder)
                begin(s, views, seed, block if plan[1] else game, game)
                advance(s, views, who, holder)
                if s.over != FINISHED:
                    fault[0] = game
                    fault[1] = s.player
                    fault[2] = s.at
                    fault[3] = s.over
                    return
                note_game(s, holder, x, y, entrants)
            if per_block > 1:
                close_pairs(x, pairs)
            close_block(x, y, of, entrants, games)

    return run


def make_gpu_run(run: Callable[..., None]) -> Callable[..., None]:
    """Make the loop over blocks for many threads, each of which plays its blocks at its own table.

    ``gpu_run(thread, ...)`` has the arguments of `run`, the function of :func:`make_run`, but states, views,
    scratch, sums and faults have a row for every thread.
    """

    def gpu_run(
        thread: int, states: Any, blank: Any, views: Any, blank_view: Any, weights: Any, who: Any, plan: Any,
        seed: int, first: int, last: int, of: Any, x: Any, y: Any, holder: Any, entrants: Any, games: Any,
        pairs: Any, fault: Any,
    ) -> None:  # fmt: skip
        threads = states.shape[0]
        begin = first + (last - first) * thread // threads
        end = first + (last - first) * (thread + 1) // threads
        run(
            states[thread], blank, views[thread], blank_view, weights, who, plan, seed, begin, end, of,
            x[thread], y[thread], holder[thread], entrants[thread], games[thread], pairs[thread],
            fault[thread],
        )  # fmt: skip

    return gpu_run


def seat(s: Any, seating: int, seed: int, game: int, r: int, holder: Any) -> None:
    """Seat the entrants: ``holder[p]`` becomes the entrant at seat `p`. Modified in place."""
    n = s.seats
    for p in range(n):
        holder[p] = (p + r) % n if seating == ROTATE else p
    if seating == RANDOM:
        open_stream(s, seed ^ SEATING_STREAM, game)
        for p in range(n - 1, 0, -1):
            q = below(s, p + 1)
            exchanged = holder[p]
            holder[p] = holder[q]
            holder[q] = exchanged


def score_step(rules: ModuleType) -> int:
    """Return the score that counts as 1 in the sums: 1, or more if squares of scores would be too large."""
    most: int = max(map(abs, rules.GAME.payoffs))
    return 1 if most < MOST_SCORE else 1 << (most.bit_length() - MOST_SCORE.bit_length() + 1)


def score_unit(rules: ModuleType) -> float:
    """Return the payoff that counts as 1 in the sums."""
    return float(rules.GAME.unit * score_step(rules))


def most_blocks(rules: ModuleType, per_block: int) -> int:
    """Return for how many blocks of games the sums of squares fit into 64 bits."""
    most: int = max(map(abs, rules.GAME.payoffs)) // score_step(rules) + 1
    return max(1, 2**62 // (2 * most * per_block) ** 2)


def _make_note(rules: ModuleType) -> Callable[..., None]:
    score, best_of = rules.score, winning_score(rules)
    step = score_step(rules)
    half = step // 2
    measure = getattr(rules, "measure", None) or no_measure
    measures = getattr(rules, "MEASURES", ())
    of_seat = sum(not m.per_game for m in measures)
    of_game = len(measures) - of_seat

    def note_game(s: Any, holder: Any, x: Any, y: Any, entrants: Any) -> None:
        best = best_of(s)
        winners = 0
        for p in range(s.seats):
            winners += 1 if score(s, p) == best else 0
        for p in range(s.seats):
            e = holder[p]
            points = score(s, p)
            if points == best:
                x[e, WIN] += SHARE // winners
                x[e, WIN_ANY] += 1
            amount = (points + half) // step
            x[e, SCORE] += amount
            entrants[SQUARES, e, SCORE] += amount * amount
            for m in range(of_seat):
                amount = measure(s, p, m)
                x[e, MEASURES + m] += amount
                entrants[SQUARES, e, MEASURES + m] += amount * amount
        y[DECISIONS] += s.turns
        for m in range(of_game):
            y[1 + m] += measure(s, 0, of_seat + m)

    return note_game


def no_measure(s: Any, p: int, m: int) -> int:
    """Return 0: the ``measure`` of a game that declares none."""
    return 0


def close_pairs(x: Any, pairs: Any) -> None:
    """Add the squared differences of a block's entrants to `pairs`, modified in place."""
    for e in range(x.shape[0]):
        for f in range(x.shape[0]):
            for k in range(2):
                column = WIN if k == 0 else SCORE
                difference = x[e, column] - x[f, column]
                pairs[k, e, f] += difference * difference


def close_block(x: Any, y: Any, of: Any, entrants: Any, games: Any) -> None:
    """Add a finished block to the sums and reset it to 0. All arguments but `of` are modified in place.

    `of` has the game column of which each column is a share: those of `x` first, then those of `y`.
    """
    for e in range(x.shape[0]):
        for c in range(x.shape[1]):
            entrants[0, e, c] += x[e, c]
            entrants[1, e, c] += x[e, c] * x[e, c]
            entrants[2, e, c] += x[e, c] * y[of[c]]
            x[e, c] = 0
    for g in range(y.shape[0]):
        games[0, g] += y[g]
        games[1, g] += y[g] * y[g]
        games[2, g] += y[g] * y[of[x.shape[1] + g]]
    for g in range(y.shape[0]):
        y[g] = 0
