"""The odds of a trade at Stoppers: what may come back, and how likely keeping or trading costs a life.

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

from upcard.engine.arrays import FloatArray, IntArray
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
from upcard.solving.thresholds import BoolArray, best_response_dynamics

MOST_EXACT, MOST_SOLVED = 6, 5
SAMPLES, SEED, FEWEST = 200_000, 1, 200
FIRST_TRY, LEVEL = 6, 1.96


@dataclass(frozen=True)
class SeatKnowledge:
    """The knowledge of a seat that must keep or trade."""

    seats: int
    """Number of players with lives; seats count from 0 in the order of action, the last one deals."""
    seat: int
    """The seat to move."""
    dealt: int
    held: int
    """The rank that it was dealt, and the one it holds now, from 0 for an ace."""
    did: tuple[int, ...] = ()
    """The actions of the seats before it: ``KEPT``, ``SWAPPED`` or ``STOPPED``."""
    used: tuple[int, ...] = (0,) * RANKS
    """How many cards of each rank lie used under the deck."""
    known: dict[int, int] = field(default_factory=dict)
    """The ranks that it knows other seats to hold."""
    is_deck_empty: bool = False
    """Whether the dealer would draw one of the used cards, shuffled."""
    is_dealt_king: bool = False
    """Whether only a King stops that its holder was dealt."""
    is_king_void: bool = False
    is_tie_free: bool = False
    """As of :class:`StoppersTurns`."""

    @property
    def is_dealer(self) -> bool:
        """Whether it trades with the deck."""
        return self.seat == self.seats - 1

    def fresh(self) -> "SeatKnowledge":
        """Return the same card with a fresh deck, and nothing else known."""
        return SeatKnowledge(
            self.seats, self.seat, self.held, self.held,
            is_dealt_king=self.is_dealt_king, is_king_void=self.is_king_void, is_tie_free=self.is_tie_free,
        )  # fmt: skip


@dataclass(frozen=True)
class SwapOdds:
    """The odds of a trade."""

    ranks: tuple[float, ...]
    """Chance of each rank to come back, from an ace."""
    stopped: float
    """Chance that a King stops the trade, or is put aside where Kings from the deck are."""
    keeping: float
    trading: float
    """Chance to lose a life by keeping, and by trading."""
    held: int
    """The rank that is held."""
    margin: float = 0.0
    """How far each of these chances may be off, with 95 % confidence; 0 where all were counted."""

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
    """Possible deals: the ranks that all were dealt, and hold now, with their weights."""

    dealt: RankArray
    held: RankArray
    """The ranks."""
    weights: FloatArray
    """Number of ways of each deal."""
    is_exact: bool
    """Whether these are all deals."""


# ---- how the others play


@lru_cache(maxsize=16)
def solved_plan(seats: int, is_king_void: bool = False, is_tie_free: bool = False) -> tuple[BoolArray, ...]:
    """Return thresholds of a round with a fresh deck that nobody wants to change, as a plan.

    Seats are 2 to ``MOST_SOLVED``; the options are those of :class:`StoppersTurns`.
    """
    turns, rule = StoppersTurns(seats, is_king_void, is_tie_free), one_per_situation(seats)
    return tuple(rule.plan(best_response_dynamics(turns, rule, rule.all_at(FIRST_TRY)).thresholds))


def simple_plan(seats: int, most: int = 0) -> tuple[BoolArray, ...]:
    """Make a plan by which every seat trades cards of at most a value, from 1 for an ace; 0 for never."""
    return tuple(np.arange(HISTORIES**p * RANKS * RANKS) % RANKS < most for p in range(seats))


# ---- what may be


def trade(at: SeatKnowledge, plan: Sequence[BoolArray], tells: bool = True) -> SwapOdds | None:
    """Return what a trade may bring, by the knowledge `at` of a seat and the plan of the others.

    `tells` is whether the actions of the seats before say what they may hold. Otherwise they may hold all
    that is not seen, and everybody but the seat to move has had their turn. The result is None if nobody with
    that plan would have acted as they did, or too few such deals were drawn.
    """
    possible = _after_history(at, plan) if tells else _as_seen(at)
    if not possible.weights.any() or (not possible.is_exact and np.count_nonzero(possible.weights) < FEWEST):
        return None
    whole = possible.weights.sum()
    ranks, stopped = _coming(at, possible)
    keeping, trading = (
        (possible.weights * _losses(at, possible, plan, asks)).sum() / whole for asks in (0, 1)
    )
    margin = 0.0 if possible.is_exact else LEVEL * 0.5 / sqrt(np.count_nonzero(possible.weights))
    chances = tuple((ranks / whole).tolist())
    return SwapOdds(chances, float(stopped / whole), float(keeping), float(trading), at.held, margin)


def _after_history(at: SeatKnowledge, plan: Sequence[BoolArray]) -> PossibleDeals:
    """Return all deals in which the seats before would have acted as they did, and all that is seen fits."""
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
    """Return all deals that agree with what is seen, whatever the others did."""
    dealt, weights, is_exact = _deals(at, at.held)
    for q, k in at.known.items():
        weights = np.where(dealt[q] == k, weights, 0.0)
    return PossibleDeals(dealt, dealt, weights, is_exact)


def _deals(at: SeatKnowledge, own: int) -> tuple[RankArray, FloatArray, bool]:
    """Return the ranks of all seats, of which its own is known, their ways, and whether they are all."""
    if at.seats > MOST_EXACT:
        return (*_drawn(at, own), False)
    shape = [1 if p == at.seat else RANKS for p in range(at.seats)]
    dealt = np.indices(shape, np.int8).reshape(at.seats, -1)
    dealt[at.seat] = own
    weights = np.ones(dealt.shape[1])
    for p in range(at.seats):
        weights *= np.maximum(_there(at)[dealt[p]] - (dealt[:p] == dealt[p]).sum(axis=0), 0)
    return dealt[:, weights > 0], weights[weights > 0], True


def _drawn(at: SeatKnowledge, own: int) -> tuple[RankArray, FloatArray]:
    """Draw deals at random, which all count alike."""
    cards = np.repeat(np.arange(RANKS, dtype=np.int8), _there(at) - (np.arange(RANKS) == own))
    rng = np.random.default_rng(SEED)
    dealt = np.full((at.seats, SAMPLES), own, np.int8)
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
    """Return whether a seat stops the one that asks it."""
    is_king = held[p] == KING
    return np.asarray(is_king & (dealt[p] == KING) if at.is_dealt_king else is_king, np.bool_)


def _deck(at: SeatKnowledge, possible: PossibleDeals) -> IntArray:
    """Return how many cards of each rank the dealer may draw, int64 array of shape (ranks, worlds)."""
    if at.is_deck_empty:
        return np.repeat(np.array(at.used, np.int64)[:, None], len(possible.weights), axis=1)
    taken = [(possible.held == k).sum(axis=0) for k in range(RANKS)]
    return np.asarray(_there(at)[:, None] - np.array(taken), np.int64)


# ---- what comes of it


def _coming(at: SeatKnowledge, possible: PossibleDeals) -> tuple[FloatArray, float]:
    """Return the weight of each rank that may come, and of a King that stops the trade."""
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
    """Return the seat's chance to lose a life in every world, if it keeps (0) or trades (1)."""
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
    lowest, worlds = held[:-1].min(axis=0), np.arange(held.shape[1])
    left, below = deck.sum(axis=0), np.cumsum(deck, axis=0)
    lower, equal = below[lowest, worlds] - deck[lowest, worlds], deck[lowest, worlds]
    kings = deck[KING] if at.is_king_void else np.int64(0)
    equal = equal - np.where(lowest == KING, kings, 0)  # a void King leaves the dealer with the old card
    stays = np.where(is_drawing, kings, left)
    lower = np.where(is_drawing, lower, 0) + stays * (held[-1] < lowest)
    equal = np.where(is_drawing, equal, 0) + stays * (held[-1] == lowest)
    together = np.where((held[:-1] == lowest).all(axis=0), 0, equal) if at.is_tie_free else equal
    if at.is_dealer:
        return np.asarray((lower + together) / left, np.float64)
    return np.asarray((held[at.seat] == lowest) * (left - lower - equal + together) / left, np.float64)
