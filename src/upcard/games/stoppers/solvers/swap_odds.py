"""The odds of a swap at Stoppers: what may come back, and how likely keeping or swapping costs a life.

Everything is computed from what one seat sees: its card, the used cards under the deck, the cards it knows,
and the actions of the seats before it. These actions say something about their cards only together with a
*plan*, which says for every cell (see :mod:`upcard.games.stoppers.solvers.round_values`) whether a seat asks
for a swap.

All ranks that the others may have been dealt are played side by side, each with as many ways as there are
unseen cards of these ranks. With more than ``MOST_EXACT`` players some of these are drawn at random, and the
results have an interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

import numpy as np

from upcard.engine.arrays import BoolArray, FloatArray, IntArray
from upcard.games.stoppers.solvers.round_values import (
    HISTORIES,
    KEPT,
    STOPPED,
    SWAPPED,
    RankArray,
    StoppersTurns,
    one_per_situation,
)
from upcard.kit.ranks import KING, RANKS, SUITS
from upcard.solving.thresholds import best_response_dynamics

MOST_EXACT, MOST_SOLVED = 6, 5
SAMPLES, SEED, FEWEST = 200_000, 1, 200
FIRST_TRY, LEVEL = 6, 1.96


@dataclass(frozen=True)
class SeatKnowledge:
    """The knowledge of a seat that must keep or swap."""

    seats: int
    """Number of players with lives; seats count from 0 in the order of action, the last one deals."""
    seat: int
    """The seat to move."""
    dealt: int
    held: int
    """The rank that the seat was dealt, and the one it holds now, from 0 for an ace."""
    did: tuple[int, ...] = ()
    """The results of the turns before: ``KEPT``, ``SWAPPED`` or ``STOPPED``."""
    used: tuple[int, ...] = (0,) * RANKS
    """Number of used cards of each rank, aces first."""
    known: dict[int, int] = field(default_factory=dict)
    """The ranks that other seats are known to hold, by seat."""
    is_deck_empty: bool = False
    """Whether all cards of the deck are used, so that the dealer draws from the shuffled used cards."""
    is_dealt_king: bool = False
    """Whether a King stops a swap only if it was dealt to its holder."""
    is_king_void: bool = False
    is_tie_free: bool = False
    """As of :class:`StoppersTurns`."""

    @property
    def is_dealer(self) -> bool:
        """Whether the seat deals, so that it swaps with the deck."""
        return self.seat == self.seats - 1

    def fresh(self) -> "SeatKnowledge":
        """Return the knowledge of the same seat and card with a fresh deck, and nothing else known."""
        return SeatKnowledge(
            self.seats, self.seat, self.held, self.held,
            is_dealt_king=self.is_dealt_king, is_king_void=self.is_king_void, is_tie_free=self.is_tie_free,
        )  # fmt: skip


@dataclass(frozen=True)
class SwapOdds:
    """The odds of a swap."""

    ranks: tuple[float, ...]
    """Chance of each rank to come back, aces first."""
    stopped: float
    """Chance that a King stops the swap or, for a dealer whose Kings are void, is drawn and set aside."""
    keeping: float
    swapping: float
    """Chance to lose a life by keeping, and by swapping."""
    held: int
    """The rank that is held."""
    margin: float = 0.0
    """Half the length of the 95 % confidence interval of each chance; 0 if all deals were counted."""

    @property
    def higher(self) -> float:
        """Chance of a higher card."""
        return sum(self.ranks[self.held + 1 :])

    @property
    def equal(self) -> float:
        """Chance of an equal card."""
        return self.ranks[self.held]

    @property
    def lower(self) -> float:
        """Chance of a lower card."""
        return sum(self.ranks[: self.held])


@dataclass(frozen=True)
class PossibleDeals:
    """Possible deals: the ranks that every seat was dealt and holds now, with their weights."""

    dealt: RankArray
    held: RankArray
    """The ranks, int8 arrays of shape (seats, deals)."""
    weights: FloatArray
    """Number of ways of each deal, float64 array of shape (deals,)."""
    is_exact: bool
    """Whether these are all possible deals, not a sample."""


# ---- plans of the others


@lru_cache(maxsize=16)
def solved_plan(seats: int, is_king_void: bool = False, is_tie_free: bool = False) -> tuple[BoolArray, ...]:
    """Return equilibrium thresholds of a round with a fresh deck, as a plan.

    Seats are 2 to ``MOST_SOLVED``; the options are those of :class:`StoppersTurns`.
    """
    turns, rule = StoppersTurns(seats, is_king_void, is_tie_free), one_per_situation(seats)
    return tuple(rule.plan(best_response_dynamics(turns, rule, rule.all_at(FIRST_TRY)).thresholds))


def simple_plan(seats: int, most: int = 0) -> tuple[BoolArray, ...]:
    """Make a plan by which every seat swaps cards up to the value `most`, from 1 for an ace; 0 for never."""
    return tuple(np.arange(HISTORIES**p * RANKS * RANKS) % RANKS < most for p in range(seats))


# ---- the possible deals, and their odds


def odds_of_swap(at: SeatKnowledge, plan: Sequence[BoolArray], with_history: bool = True) -> SwapOdds | None:
    """Return the odds of a swap, by the knowledge `at` of a seat and the plan of the others.

    With `with_history`, the actions of the seats before limit what they may hold. Otherwise they may hold
    any unseen card. The result is None if players who follow the plan would never have acted in this way, or
    if too few such deals were drawn.
    """
    possible = _after_history(at, plan) if with_history else _as_seen(at)
    if not possible.weights.any() or (not possible.is_exact and np.count_nonzero(possible.weights) < FEWEST):
        return None
    whole = possible.weights.sum()
    ranks, stopped = _coming(at, possible)
    keeping, swapping = (
        (possible.weights * _losses(at, possible, plan, asks)).sum() / whole for asks in (0, 1)
    )
    margin = 0.0 if possible.is_exact else LEVEL * 0.5 / sqrt(np.count_nonzero(possible.weights))
    chances = tuple((ranks / whole).tolist())
    return SwapOdds(chances, float(stopped / whole), float(keeping), float(swapping), at.held, margin)


def _after_history(at: SeatKnowledge, plan: Sequence[BoolArray]) -> PossibleDeals:
    """Return all deals that agree with the seen cards and, by the plan, with the actions of earlier seats."""
    dealt, weights, is_exact = _deals(at, at.dealt)
    held, did = dealt.copy(), 0
    for p, how in enumerate(at.did):
        cell = (did * RANKS + dealt[p].astype(np.int64)) * RANKS + held[p]
        is_asking, is_stopping = plan[p][cell], _stops(at, dealt, held, p + 1)
        fits = ~is_asking if how == KEPT else is_asking & (is_stopping == (how == STOPPED))
        weights = np.where(fits, weights, 0.0)
        if how == SWAPPED:
            held[[p, p + 1]] = held[[p + 1, p]]
        did = HISTORIES * did + how
    seen = held[at.seat] == at.held
    for q, k in at.known.items():
        seen &= held[q] == k
    return PossibleDeals(dealt, held, np.where(seen, weights, 0.0), is_exact)


def _as_seen(at: SeatKnowledge) -> PossibleDeals:
    """Return all deals that agree with the seen cards, whatever the others did."""
    dealt, weights, is_exact = _deals(at, at.held)
    for q, k in at.known.items():
        weights = np.where(dealt[q] == k, weights, 0.0)
    return PossibleDeals(dealt, dealt, weights, is_exact)


def _deals(at: SeatKnowledge, rank: int) -> tuple[RankArray, FloatArray, bool]:
    """Return the deals in which the seat has `rank`, their ways, and whether these are all such deals."""
    if at.seats > MOST_EXACT:
        return (*_drawn(at, rank), False)
    shape = [1 if p == at.seat else RANKS for p in range(at.seats)]
    dealt = np.indices(shape, np.int8).reshape(at.seats, -1)
    dealt[at.seat] = rank
    weights = np.ones(dealt.shape[1])
    for p in range(at.seats):
        weights *= np.maximum(_there(at)[dealt[p]] - (dealt[:p] == dealt[p]).sum(axis=0), 0)
    return dealt[:, weights > 0], weights[weights > 0], True


def _drawn(at: SeatKnowledge, rank: int) -> tuple[RankArray, FloatArray]:
    """Draw deals in which the seat has `rank` at random; all have the same weight."""
    cards = np.repeat(np.arange(RANKS, dtype=np.int8), _there(at) - (np.arange(RANKS) == rank))
    rng = np.random.default_rng(SEED)
    dealt = np.full((at.seats, SAMPLES), rank, np.int8)
    others = [p for p in range(at.seats) if p != at.seat]
    for begin in range(0, SAMPLES, SAMPLES // 10):
        end = begin + SAMPLES // 10
        order = rng.random((end - begin, len(cards))).argpartition(len(others), axis=1)
        dealt[others, begin:end] = cards[order[:, : len(others)]].T
    return dealt, np.ones(SAMPLES)


def _there(at: SeatKnowledge) -> IntArray:
    """Return how many cards of each rank are not used."""
    return SUITS - np.array(at.used, np.int64)


def _stops(at: SeatKnowledge, dealt: RankArray, held: RankArray, p: int) -> BoolArray:
    """Return whether seat `p` stops the player who wants to swap with it, for each deal."""
    is_king = held[p] == KING
    return np.asarray(is_king & (dealt[p] == KING) if at.is_dealt_king else is_king, np.bool_)


def _deck(at: SeatKnowledge, possible: PossibleDeals) -> IntArray:
    """Return how many cards of each rank the dealer may draw, int64 array of shape (ranks, deals)."""
    if at.is_deck_empty:
        return np.repeat(np.array(at.used, np.int64)[:, None], len(possible.weights), axis=1)
    taken = [(possible.held == k).sum(axis=0) for k in range(RANKS)]
    return np.asarray(_there(at)[:, None] - np.array(taken), np.int64)


# ---- the results of a choice


def _coming(at: SeatKnowledge, possible: PossibleDeals) -> tuple[FloatArray, float]:
    """Return the weight of each rank that may come, and of a King that stops the swap."""
    if at.is_dealer:
        deck = _deck(at, possible)
        ranks = (deck / deck.sum(axis=0) * possible.weights).sum(axis=1)
        stopped = float(ranks[KING]) if at.is_king_void else 0.0
        return (ranks * (np.arange(RANKS) != KING) if at.is_king_void else ranks), stopped
    is_stopping = _stops(at, possible.dealt, possible.held, at.seat + 1)
    open_ones = np.where(is_stopping, 0.0, possible.weights)
    ranks = np.bincount(possible.held[at.seat + 1], open_ones, RANKS).astype(np.float64)
    return ranks, float(possible.weights[is_stopping].sum())


def _losses(at: SeatKnowledge, possible: PossibleDeals, plan: Sequence[BoolArray], asking: int) -> FloatArray:
    """Return the seat's chance to lose a life in each deal, if it keeps (`asking` 0) or swaps (1)."""
    history = sum(how * HISTORIES**i for i, how in enumerate(reversed(at.did)))
    held, did = possible.held.copy(), np.full(len(possible.weights), history)
    for p in range(at.seat, at.seats):
        cell = (did * RANKS + possible.dealt[p].astype(np.int64)) * RANKS + held[p]
        is_asking = np.full(len(did), asking == 1) if p == at.seat else plan[p][cell]
        if p + 1 < at.seats:
            is_stopping = _stops(at, possible.dealt, held, p + 1)
            is_swap = is_asking & ~is_stopping
            did = HISTORIES * did + np.where(is_swap, SWAPPED, np.where(is_asking, STOPPED, KEPT))
            held[p], held[p + 1] = np.where(is_swap, held[[p + 1, p]], held[[p, p + 1]])
    return _lost(at, held, is_asking, _deck(at, possible))


def _lost(at: SeatKnowledge, held: RankArray, is_drawing: BoolArray, deck: IntArray) -> FloatArray:
    """Return the seat's chance to hold the lowest card after the dealer's exchange."""
    lowest, deals = held[:-1].min(axis=0), np.arange(held.shape[1])
    left, below = deck.sum(axis=0), np.cumsum(deck, axis=0)
    lower, equal = below[lowest, deals] - deck[lowest, deals], deck[lowest, deals]
    kings = deck[KING] if at.is_king_void else np.int64(0)
    equal = equal - np.where(lowest == KING, kings, 0)  # a void King leaves the dealer with the old card
    stays = np.where(is_drawing, kings, left)
    lower = np.where(is_drawing, lower, 0) + stays * (held[-1] < lowest)
    equal = np.where(is_drawing, equal, 0) + stays * (held[-1] == lowest)
    together = np.where((held[:-1] == lowest).all(axis=0), 0, equal) if at.is_tie_free else equal
    if at.is_dealer:
        return np.asarray((lower + together) / left, np.float64)
    return np.asarray((held[at.seat] == lowest) * (left - lower - equal + together) / left, np.float64)
