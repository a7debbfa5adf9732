"""The computed numbers of the chapter on Stoppers: what a trade may bring, and when it pays."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from upcard.kit.ranks import CARDS, RANKS, SUITS

LOW = 6
"""A card up to this value is a low one."""


@dataclass(frozen=True)
class TradeCounts:
    """How many unseen cards are higher than your own, equal, lower, or a King that stops the trade."""

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
    def better_if_given(self) -> Fraction:
        """The same, if no King stops the trade."""
        return Fraction(self.higher, self.unseen - self.stops)


def trade(value: int, used: tuple[int, ...] = (0,) * RANKS, is_stopped: bool = True) -> TradeCounts:
    """Count what a trade may bring for a card of some value, 1 for an ace to 13 for a King.

    `used` are the cards of each value that lie open, an ace first. Kings stop a trade with a neighbour, but
    not with the deck.
    """
    left = [SUITS - n - (v == value) for v, n in enumerate(used, 1)]
    kings = left[-1] if is_stopped else 0
    above = sum(left[value:]) - (kings if value < RANKS else 0)
    equal = left[value - 1] - (kings if value == RANKS else 0)
    return TradeCounts(above, equal, sum(left[: value - 1]), kings)


def spread(low: int, high: int, kings: int, own: int) -> tuple[int, ...]:
    """Spread used low cards, high cards and Kings evenly over their values, beside a card of value `own`."""
    used = [0] * RANKS
    groups = ((range(1, LOW + 1), low), (range(LOW + 1, RANKS), high), ((RANKS,), kings))
    for values, number in groups:
        room = [v for turn in range(SUITS) for v in values if turn < SUITS - (v == own)]
        for v in room[:number]:
            used[v - 1] += 1
    return tuple(used)


def room(own: int) -> tuple[int, int, int]:
    """Return how many low cards, high cards and Kings can be used beside your own card."""
    high = SUITS * (RANKS - 1 - LOW) - (LOW < own < RANKS)
    return SUITS * LOW - (own <= LOW), high, SUITS - (own == RANKS)


@dataclass(frozen=True)
class DealerShowdown:
    """The chances to lose a life by keeping or trading, against a dealer who always keeps."""

    keeping: Fraction
    trading: Fraction


def duel(value: int) -> DealerShowdown:
    """Return both chances for a card of some value, all other cards unseen."""
    counts, rest = trade(value, is_stopped=False), CARDS - 1
    stopped = SUITS if value < RANKS else 0
    losing = counts.lower + counts.equal + stopped
    return DealerShowdown(Fraction(counts.higher + counts.equal, rest), Fraction(losing, rest))


def threshold() -> int:
    """Return the highest card that is better traded in such a duel."""
    return max(v for v in range(1, RANKS + 1) if duel(v).trading < duel(v).keeping)


def lowest(value: int, players: int) -> Fraction:
    """Return the chance that your card is the lowest, shared or alone, if nobody trades."""
    not_lower = SUITS * (RANKS - value + 1) - 1
    return Fraction(comb(not_lower, players - 1), comb(CARDS - 1, players - 1))


def gives_low(out: int = 0) -> Fraction:
    """Return the chance of a low card from a neighbour who does not stop, with `out` low ones used."""
    low = SUITS * LOW - 1 - out
    return Fraction(low, low + SUITS * (RANKS - 1 - LOW))


def streak(times: int) -> Fraction:
    """Return the chance of a row of such cards, with a shuffle before each."""
    return gives_low() ** times


def somebody(times: int, people: int) -> Fraction:
    """Return the chance that at least one of some people sees such a row."""
    return 1 - (1 - streak(times)) ** people
