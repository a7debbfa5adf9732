"""What the chapter on Stoppers counts: what a trade may bring, and when it pays."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from upcard.kit.ranks import CARDS, RANKS, SUITS

LOW = 6
"""A card up to this value is a low one."""


@dataclass(frozen=True)
class TradeCounts:
    """How many of the unseen cards would be higher than one's own, equal, lower, or a King that stops."""

    higher: int
    equal: int
    lower: int
    stops: int

    @property
    def unseen(self) -> int:
        """How many cards are unseen."""
        return self.higher + self.equal + self.lower + self.stops

    @property
    def better(self) -> Fraction:
        """The chance of a higher card."""
        return Fraction(self.higher, self.unseen)

    @property
    def better_if_given(self) -> Fraction:
        """The same, given that no King stops it."""
        return Fraction(self.higher, self.unseen - self.stops)


def trade(value: int, used: tuple[int, ...] = (0,) * RANKS, is_stopped: bool = True) -> TradeCounts:
    """What a trade may bring.

    Parameters
    ----------
    value : int
        Of one's own card, 1 for an ace to 13 for a King.
    used : tuple of int
        How many cards of each value lie open, an ace first.
    is_stopped : bool
        Whether Kings stop it: asking a neighbour, not the deck.
    """
    left = [SUITS - n - (v == value) for v, n in enumerate(used, 1)]
    kings = left[-1] if is_stopped else 0
    above = sum(left[value:]) - (kings if value < RANKS else 0)
    equal = left[value - 1] - (kings if value == RANKS else 0)
    return TradeCounts(above, equal, sum(left[: value - 1]), kings)


def spread(low: int, high: int, kings: int, own: int) -> tuple[int, ...]:
    """So many used low cards, high cards and Kings, spread evenly over their values beside one's own card.

    Parameters
    ----------
    low, high, kings : int
        Used cards from an ace to 6, from 7 to the queen, and Kings.
    own : int
        The value of one's own card, of which one less may be used.
    """
    used = [0] * RANKS
    for values, number in (
        (range(1, LOW + 1), low),
        (range(LOW + 1, RANKS), high),
        (range(RANKS, RANKS + 1), kings),
    ):
        room = [v for turn in range(SUITS) for v in values if turn < SUITS - (v == own)]
        for v in room[:number]:
            used[v - 1] += 1
    return tuple(used)


def room(own: int) -> tuple[int, int, int]:
    """How many low cards, high cards and Kings can be used beside one's own card."""
    return (
        SUITS * LOW - (own <= LOW),
        SUITS * (RANKS - 1 - LOW) - (LOW < own < RANKS),
        SUITS - (own == RANKS),
    )


@dataclass(frozen=True)
class DealerShowdown:
    """The chance to lose a life against a dealer who keeps whatever he has, keeping or trading oneself."""

    keeping: Fraction
    trading: Fraction


def duel(value: int) -> DealerShowdown:
    """The two chances with a card of some value, all other cards unseen."""
    found, rest = trade(value), CARDS - 1
    higher = found.higher + (found.stops if value < RANKS else 0)
    equal = found.equal + (found.stops if value == RANKS else 0)
    stopped = found.stops if value < RANKS else 0
    losing = found.lower + found.equal + stopped + (equal - found.equal)
    return DealerShowdown(Fraction(higher + equal, rest), Fraction(losing, rest))


def threshold() -> int:
    """The highest card that is better traded in such a duel."""
    return max(v for v in range(1, RANKS + 1) if duel(v).trading < duel(v).keeping)


def lowest(value: int, players: int) -> Fraction:
    """The chance to hold the lowest card, shared or alone, if nobody trades.

    Parameters
    ----------
    value : int
        Of one's own card.
    players : int
        All players.
    """
    not_lower = SUITS * (RANKS - value + 1) - 1
    return Fraction(comb(not_lower, players - 1), comb(CARDS - 1, players - 1))


def gives_low(out: int = 0) -> Fraction:
    """The chance that a neighbour who does not stop gives a low card for a low one.

    Parameters
    ----------
    out : int
        How many other low cards are used and stay out.
    """
    low = SUITS * LOW - 1 - out
    return Fraction(low, low + SUITS * (RANKS - 1 - LOW))


def streak(times: int) -> Fraction:
    """The chance that she does so so many times in a row, with a shuffle before each."""
    return gives_low() ** times


def somebody(times: int, people: int) -> Fraction:
    """The chance that at least one of some people sees such a row."""
    return 1 - (1 - streak(times)) ** people
