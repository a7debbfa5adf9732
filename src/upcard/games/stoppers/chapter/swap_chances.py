"""The computed numbers of the chapter on Stoppers: what a swap may bring, and when it pays."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from upcard.kit.ranks import CARDS, RANKS, SUITS

LOW = 6
"""A card up to this value is a low one."""


@dataclass(frozen=True)
class SwapCounts:
    """How many unseen cards are higher than your own, equal, lower, or a King that stops the swap."""

    higher: int
    equal: int
    lower: int
    stops: int

    @property
    def unseen(self) -> int:
        """Number of unseen cards."""
        return self.higher + self.equal + self.lower + self.stops

    @property
    def better(self) -> Fraction:
        """Chance of a higher card."""
        return Fraction(self.higher, self.unseen)

    @property
    def better_if_not_stopped(self) -> Fraction:
        """Chance of a higher card, given that no King stops the swap."""
        return Fraction(self.higher, self.unseen - self.stops)


def swap_counts(value: int, used: tuple[int, ...] = (0,) * RANKS, is_stopped: bool = True) -> SwapCounts:
    """Count what a swap may bring for a card of value `value`, from 1 for an ace to 13 for a King.

    `used` counts the used cards of each value, aces first. `is_stopped` is whether Kings stop the swap: with
    a neighbour they do, with the deck they do not.
    """
    left = [SUITS - n - (v == value) for v, n in enumerate(used, 1)]
    kings = left[-1] if is_stopped else 0
    above = sum(left[value:]) - (kings if value < RANKS else 0)
    equal = left[value - 1] - (kings if value == RANKS else 0)
    return SwapCounts(above, equal, sum(left[: value - 1]), kings)


def spread(low: int, high: int, kings: int, card: int) -> tuple[int, ...]:
    """Spread used low cards, high cards and Kings evenly over their values, beside your `card`."""
    used = [0] * RANKS
    groups = ((range(1, LOW + 1), low), (range(LOW + 1, RANKS), high), ((RANKS,), kings))
    for values, number in groups:
        free = [v for turn in range(SUITS) for v in values if turn < SUITS - (v == card)]
        for v in free[:number]:
            used[v - 1] += 1
    return tuple(used)


def used_limits(card: int) -> tuple[int, int, int]:
    """Return how many low cards, high cards and Kings can be used beside your `card`."""
    high = SUITS * (RANKS - 1 - LOW) - (LOW < card < RANKS)
    return SUITS * LOW - (card <= LOW), high, SUITS - (card == RANKS)


@dataclass(frozen=True)
class DealerShowdown:
    """The chances to lose a life by keeping or swapping, against a dealer who always keeps."""

    keeping: Fraction
    swapping: Fraction


def duel(value: int) -> DealerShowdown:
    """Return both chances for a card of value `value` if all other cards are unseen."""
    counts, rest = swap_counts(value, is_stopped=False), CARDS - 1
    stopped = SUITS if value < RANKS else 0
    losing = counts.lower + counts.equal + stopped
    return DealerShowdown(Fraction(counts.higher + counts.equal, rest), Fraction(losing, rest))


def threshold() -> int:
    """Return the highest card that is better swapped in such a duel."""
    return max(v for v in range(1, RANKS + 1) if duel(v).swapping < duel(v).keeping)


def lowest(value: int, players: int) -> Fraction:
    """Return the chance that your card is the lowest, alone or with others, if nobody swaps."""
    not_lower = SUITS * (RANKS - value + 1) - 1
    return Fraction(comb(not_lower, players - 1), comb(CARDS - 1, players - 1))


def gives_low(out: int = 0) -> Fraction:
    """Return the chance of a low card from a neighbour without a King, if `out` other low cards are used."""
    low = SUITS * LOW - 1 - out
    return Fraction(low, low + SUITS * (RANKS - 1 - LOW))


def streak(times: int) -> Fraction:
    """Return the chance to get `times` low cards in a row, with a shuffle before each swap."""
    return gives_low() ** times


def somebody(times: int, people: int) -> Fraction:
    """Return the chance that at least one of `people` gets `times` low cards in a row."""
    return 1 - (1 - streak(times)) ** people
