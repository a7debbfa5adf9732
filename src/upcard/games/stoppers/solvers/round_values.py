"""One round of Stoppers with a fresh deck, computed over all deals at once.

Suits do not matter, so a deal is a rank for every seat, in order of action, with as many ways as there are
cards of these ranks. All deals are played side by side. The card that the dealer draws is not dealt; instead,
the remaining cards are counted that are lower than the others' lowest card, equal, or higher.

A *cell* is all that a seat knows at its turn: what every seat before it did (kept, swapped or was stopped),
the rank it was dealt, and the rank it holds now, another one if the seat before it swapped. Everything else
that it sees follows from these. The rules file is not used here; tests compare both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import perm

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import BoolArray, IntArray
from upcard.engine.game import Game, make_game
from upcard.kit.ranks import CARDS, KING, RANKS, SUITS
from upcard.solving.thresholds import CHANGE, KEEP, ThresholdRule

RankArray = npt.NDArray[np.int8]
KEPT, SWAPPED, STOPPED, HISTORIES = 0, 1, 2, 3


@dataclass(frozen=True)
class PlayedDeals:
    """The result of playing all deals up to the dealer's exchange."""

    held: RankArray
    """The rank that each seat holds before the dealer's exchange, int8 of shape (seats, deals)."""
    is_drawing: BoolArray
    """Whether the dealer draws, bool of shape (deals,)."""
    cells: list[IntArray]
    """For each seat: its cell at its turn, int64 of shape (deals,)."""


class StoppersTurns:
    """All deals of a round for a number of `seats`, for the search for thresholds.

    Payoffs are -1 for a seat that loses a life, and else 0. `is_king_void` is whether a King from the deck is
    set aside, `is_tie_free` whether nobody loses a life when all hold the same rank.
    """

    def __init__(self, seats: int, is_king_void: bool = False, is_tie_free: bool = False) -> None:
        self.seats, self.is_king_void, self.is_tie_free = seats, is_king_void, is_tie_free
        self.left = CARDS - seats
        self.scale = perm(CARDS, seats) * self.left
        dealt = np.indices((RANKS,) * seats, np.int64).reshape(seats, -1)
        ways = np.ones(dealt.shape[1], np.int64)
        for p in range(seats):
            ways *= np.maximum(SUITS - (dealt[:p] == dealt[p]).sum(axis=0), 0)
        self.dealt, self.ways = dealt[:, ways > 0].astype(np.int8), ways[ways > 0]

    def worth(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """Return the values of keeping and swapping in every cell, see ``OneTurnGame``."""
        values = []
        for action in (KEEP, CHANGE):
            forced = np.full(len(plan[seat]), action == CHANGE)
            course = self.course([*plan[:seat], forced, *plan[seat + 1 :]])
            losses = self.ways * self.losses(course, seat)
            summed = np.bincount(course.cells[seat], losses, len(plan[seat]))
            values.append(-summed.astype(np.int64))  # sums stay below 2**53, so that floats hold them
        return np.array(values)

    def worth_by_mistake(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """Return the values as :meth:`worth` does, if the seat before always swaps, so any card may come."""
        if seat == 0:
            return self.worth(plan, seat)
        return self.worth([*plan[: seat - 1], np.ones_like(plan[seat - 1]), *plan[seat:]], seat)

    def ways_to(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """Return the number of deals that reach each cell of a seat, int64 of shape (cells of the seat,)."""
        return np.bincount(self.course(plan).cells[seat], self.ways, len(plan[seat])).astype(np.int64)

    def course(self, plan: Sequence[BoolArray]) -> PlayedDeals:
        """Play all deals; `plan` marks the cells in which each seat swaps."""
        held, did = self.dealt.copy(), np.zeros(len(self.ways), np.int64)
        cells = []
        for p in range(self.seats):
            cells.append((did * RANKS + self.dealt[p]) * RANKS + held[p])
            is_asking = plan[p][cells[p]]
            if p + 1 < self.seats:
                is_stopped = is_asking & (held[p + 1] == KING)
                is_swap = is_asking & ~is_stopped
                did = HISTORIES * did + is_swap + STOPPED * is_stopped
                held[p], held[p + 1] = np.where(is_swap, held[[p + 1, p]], held[[p, p + 1]])
        return PlayedDeals(held, is_asking, cells)

    def losses(self, course: PlayedDeals, seat: int) -> IntArray:
        """Return how many remaining cards would cost a seat a life as the top card, int64 (deals,)."""
        held, is_drawing, last = course.held, course.is_drawing, self.seats - 1
        lowest = held[:last].min(axis=0)
        lower = SUITS * lowest - (self.dealt < lowest).sum(axis=0)
        equal = SUITS - (self.dealt == lowest).sum(axis=0)
        kings = SUITS - (self.dealt == KING).sum(axis=0) if self.is_king_void else np.int64(0)
        equal = equal - np.where(lowest == KING, kings, 0)  # a void King leaves the dealer with the old card
        stays = np.where(is_drawing, kings, self.left)
        lower = np.where(is_drawing, lower, 0) + stays * (held[last] < lowest)
        equal = np.where(is_drawing, equal, 0) + stays * (held[last] == lowest)
        together = np.where((held[:last] == lowest).all(axis=0), 0, equal) if self.is_tie_free else equal
        if seat == last:
            return np.asarray(lower + together, np.int64)
        return np.asarray((held[seat] == lowest) * (self.left - lower - equal + together), np.int64)


def last_seat_deals(game: Game) -> Game:
    """Return the same game with the last seat dealing, so that seats are in order of action."""
    return make_game(
        game.name, game.players, None, **{**game.option_words(), "first_dealer": str(game.players)}
    )


def turns_of(game: Game) -> StoppersTurns:
    """Return all deals of a round with the options of a game."""
    options = game.option_words()
    return StoppersTurns(game.players, options["dealer_king"] == "void", options["all_tie"] == "nobody")


def one_number(seats: int) -> ThresholdRule:
    """Make a rule with one threshold per seat that ignores what others did.

    A player who had to swap keeps a card above the one that was taken, and swaps one below it.
    """
    levels = []
    for p in range(seats):
        _, dealt, held = _parts(p)
        levels.append(np.where(held == dealt, held, np.where(held > dealt, RANKS, -1)))
    return ThresholdRule((1,) * seats, tuple(np.zeros_like(x) for x in levels), tuple(levels), RANKS)


def one_per_situation(seats: int) -> ThresholdRule:
    """Make a rule with a threshold for everything that a seat may know besides its card."""
    groups, levels = [], []
    for p in range(seats):
        did, dealt, held = _parts(p)
        is_swapped = (did % HISTORIES == SWAPPED) & (p > 0)
        groups.append(did * RANKS + np.where(is_swapped, dealt, 0))
        levels.append(held)
    sizes = tuple(HISTORIES**p * RANKS for p in range(seats))
    return ThresholdRule(sizes, tuple(groups), tuple(levels), RANKS)


def _parts(seat: int) -> tuple[IntArray, IntArray, IntArray]:
    """Return the history, the rank dealt and the rank held in every cell of a seat."""
    cell = np.arange(HISTORIES**seat * RANKS * RANKS)
    return cell // RANKS**2, cell // RANKS % RANKS, cell % RANKS
