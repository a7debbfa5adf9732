"""Calculations for the chapter on Smallsum: the lead of a hand, leads over all deals, ruin, a small bluff."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from upcard.games.smallsum import rules
from upcard.solving.matrix_game import MatrixSolution, solve_matrix


@dataclass(frozen=True)
class HandOdds:
    """Numbers of unseen cards against which a hand has the smaller sum, an equal sum, or the larger sum."""

    wins: int
    ties: int
    losses: int

    @property
    def unseen(self) -> int:
        """Number of unseen cards."""
        return self.wins + self.ties + self.losses

    @property
    def lead(self) -> Fraction:
        """The chance of the smaller sum minus that of the larger one: the average win of a bet of 1."""
        return Fraction(self.wins - self.losses, self.unseen)


def total(cards: Sequence[int]) -> int:
    """Return the sum of the values of cards, which are numbered from 0."""
    return sum(map(rules.value, cards))


def odds(held: Sequence[int], shown: Sequence[int]) -> HandOdds:
    """Return the odds of a hand of three cards, if the other player shows two cards."""
    signs = [sign for _, sign in outcomes(held, shown)]
    return HandOdds(signs.count(1), signs.count(0), signs.count(-1))


def outcomes(held: Sequence[int], shown: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield every unseen card with the result if the other player hides it: 1 win, 0 tie, -1 loss."""
    mine, open_sum = total(held), total(shown)
    for card in range(rules.CARDS):
        if card not in held and card not in shown:
            margin = open_sum + rules.value(card) - mine
            yield card, (margin > 0) - (margin < 0)


@lru_cache(maxsize=1)
def leads() -> tuple[Fraction, ...]:
    """Return the lead of a player in every deal of their three cards and the other's two open cards."""
    pack = range(rules.CARDS)
    hands = ((up, down) for up in combinations(pack, rules.OPEN) for down in pack if down not in up)
    return tuple(
        odds((*up, down), shown).lead
        for up, down in hands
        for shown in combinations([c for c in pack if c != down and c not in up], rules.OPEN)
    )


def bets_share() -> Fraction:
    """Return the share of deals in which the player has a lead and bets."""
    return Fraction(sum(x > 0 for x in leads()), len(leads()))


def gain() -> Fraction:
    """Return the average win in a round by betting with a lead, against a player who ignores their cards."""
    return sum((x for x in leads() if x > 0), Fraction(0)) / len(leads())


def ruin(mine: int, theirs: int, chance: Fraction) -> Fraction:
    """Return the chance to win all pennies in rounds for one penny; `chance` is that to win a round."""
    odd = (1 - chance) / chance
    return Fraction(mine, mine + theirs) if odd == 1 else (1 - odd**mine) / (1 - odd ** (mine + theirs))


def rounds(mine: int, theirs: int, chance: Fraction) -> Fraction:
    """Return the average number of rounds until one player has all pennies; see :func:`ruin`."""
    if chance == Fraction(1, 2):
        return Fraction(mine * theirs)
    most = (mine + theirs) * ruin(mine, theirs, chance)
    return (most - mine) / (2 * chance - 1)


@dataclass(frozen=True)
class SmallBluff:
    """A small betting game: the bettor has a sure win or a sure loss, and the other cannot tell which."""

    pot: int
    """Pennies in the middle."""
    bet: int
    """Pennies of the bet."""
    good: Fraction
    """The chance of the sure win."""

    @property
    def bluffs(self) -> Fraction:
        """Share of bluffs among the bets, if bluffing is right."""
        return Fraction(self.bet, self.pot + 2 * self.bet)

    @property
    def matches(self) -> Fraction:
        """Share of the bets that the other player should match."""
        return Fraction(self.pot, self.pot + self.bet)

    @property
    def payoffs(self) -> list[list[Fraction]]:
        """Payoffs of the bettor: rows never bluff and always bluff, columns fold and match."""
        good, bad = self.good, 1 - self.good
        sure, called = good * self.pot, good * (self.pot + self.bet)
        return [[sure, called], [sure + bad * self.pot, called - bad * self.bet]]

    def against_best(self, bluffing: Fraction) -> tuple[Fraction, Fraction]:
        """Return what the bettor gets if all bets are folded to, and if all are matched.

        `bluffing` is the share of the losing cards with which the bettor bets. The other player's best
        response leaves the smaller of the two.
        """
        never, always = self.payoffs
        folded, matched = (n + bluffing * (a - n) for n, a in zip(never, always, strict=True))
        return folded, matched

    @property
    def solution(self) -> MatrixSolution:
        """Optimal play of both players."""
        return solve_matrix(self.payoffs)

    @property
    def bluffing(self) -> Fraction:
        """Share of the losing cards with which the bettor bets."""
        return self.solution.row[1]
