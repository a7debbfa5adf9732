"""What the chapter on Smallsum counts: the lead of a hand, over all deals; ruin; a bluff in small."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from upcard.games.smallsum import rules
from upcard.solving.matrix_game import MatrixSolution, solve_matrix


@dataclass(frozen=True)
class HandOdds:
    """Against how many of the unseen cards a hand has the smaller sum, an equal one, and the larger one."""

    wins: int
    ties: int
    losses: int

    @property
    def unseen(self) -> int:
        """How many cards are unseen."""
        return self.wins + self.ties + self.losses

    @property
    def lead(self) -> Fraction:
        """The chance of the smaller sum less that of the larger one: what a penny wins in the mean."""
        return Fraction(self.wins - self.losses, self.unseen)


def total(cards: Sequence[int]) -> int:
    """The sum of some cards."""
    return sum(map(rules.value, cards))


def odds(own: Sequence[int], shown: Sequence[int]) -> HandOdds:
    """The odds of three own cards against two open ones of the other.

    Parameters
    ----------
    own, shown : sequence of int
        Cards as the rules number them, from 0.
    """
    signs = [sign for _, sign in outcomes(own, shown)]
    return HandOdds(signs.count(1), signs.count(0), signs.count(-1))


def outcomes(own: Sequence[int], shown: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every unseen card, and what it would mean if it were the other's hidden one: 1 win, 0 tie, -1 loss."""
    mine, open_sum = total(own), total(shown)
    for card in range(rules.CARDS):
        if card not in own and card not in shown:
            margin = open_sum + rules.value(card) - mine
            yield card, (margin > 0) - (margin < 0)


@lru_cache(maxsize=1)
def leads() -> tuple[Fraction, ...]:
    """The lead of one player in every deal of his three cards and the other's two open ones, all alike."""
    pack = range(rules.CARDS)
    hands = ((up, down) for up in combinations(pack, rules.OPEN) for down in pack if down not in up)
    return tuple(
        odds((*up, down), shown).lead
        for up, down in hands
        for shown in combinations([c for c in pack if c != down and c not in up], rules.OPEN)
    )


def bets_share() -> Fraction:
    """In which part of all deals there is a lead, so that a penny is put."""
    return Fraction(sum(x > 0 for x in leads()), len(leads()))


def gain() -> Fraction:
    """What one wins in a round by putting a penny with a lead, against anybody who goes by nothing."""
    return sum((x for x in leads() if x > 0), Fraction(0)) / len(leads())


def ruin(mine: int, theirs: int, chance: Fraction) -> Fraction:
    """The chance to win all pennies by rounds of one penny each, each won with the same chance.

    Parameters
    ----------
    mine, theirs : int
        The pennies at the start.
    chance : Fraction
        To win a round, between 0 and 1.
    """
    odd = (1 - chance) / chance
    return Fraction(mine, mine + theirs) if odd == 1 else (1 - odd**mine) / (1 - odd ** (mine + theirs))


def rounds(mine: int, theirs: int, chance: Fraction) -> Fraction:
    """How many such rounds it takes in the mean."""
    if chance == Fraction(1, 2):
        return Fraction(mine * theirs)
    most = (mine + theirs) * ruin(mine, theirs, chance)
    return (most - mine) / (2 * chance - 1)


@dataclass(frozen=True)
class SmallBluff:
    """A bet in small: somebody has a sure card or a lost one, and the other cannot tell which."""

    pot: int
    bet: int
    """Pennies in the middle, and the bet."""
    good: Fraction
    """The chance of the sure card."""

    @property
    def bluffs(self) -> Fraction:
        """How many of the bets are to be bluffs, where bluffs are to be made."""
        return Fraction(self.bet, self.pot + 2 * self.bet)

    @property
    def matches(self) -> Fraction:
        """How often the other is to match."""
        return Fraction(self.pot, self.pot + self.bet)

    @property
    def payoffs(self) -> list[list[Fraction]]:
        """What the bettor gets: he bluffs never or always, the other folds or matches."""
        good, bad = self.good, 1 - self.good
        sure, called = good * self.pot, good * (self.pot + self.bet)
        return [[sure, called], [sure + bad * self.pot, called - bad * self.bet]]

    @property
    def solution(self) -> MatrixSolution:
        """How both play it best."""
        return solve_matrix(self.payoffs)

    @property
    def bluffing(self) -> Fraction:
        """In which part of the lost cards a bet is made."""
        return self.solution.row[1]
