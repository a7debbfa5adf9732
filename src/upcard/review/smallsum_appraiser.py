"""Smallsum appraised by its equilibrium: the chance to win the match, or the pennies of the cash game."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from upcard.engine.chance import Asked, Scripted
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game
from upcard.engine.lookup import Player
from upcard.engine.state import PlainState
from upcard.engine.words import counted
from upcard.review.appraisal import Moment, Prospect, Worths
from upcard.review.equilibrium import SURE, Equilibrium, World
from upcard.rules.cards import cards_in
from upcard.rules.smallsum import PENNIES, SHOWN, open_sum, purse_of, total, value
from upcard.solved.find import player_of
from upcard.solved.kept import certificate_for
from upcard.strategies.equilibrium import CERTIFICATES


class Smallsum(Equilibrium):
    """Positions of Smallsum by the equilibrium of the match or of the cash game.

    Parameters
    ----------
    game : Game
        The game.
    player : function
        Who plays as solved, with ``odds``.
    values : sequence of float
        What a match is worth to A, by his pennies, from 1; one number in the cash game.
    """

    def __init__(self, game: Game, player: Player, values: Sequence[float]) -> None:
        self.is_cash = game.options["objective"] == PENNIES
        self.values = [Fraction(0), *map(Fraction, values), Fraction(1)]
        purse = game.option_words()["purse"]
        super().__init__(game, player, self.values[1 if self.is_cash else int(purse)])
        self.unit = "pennies" if self.is_cash else "chance to win the match"
        self.source = "the equilibrium of the cash game" if self.is_cash else "the equilibrium of the match"

    def after(self, s: PlainState, action: int) -> Worths:
        """The worth after an action, and before the cards of the next round are dealt."""
        ((after, _),) = self.done(s, action)
        if after.round == s.round or after.over:
            return self.worth(after)
        a = int(after.seat_a)
        return self.of(a, self.values[int(after.pennies[a])])

    def lesson(self, moment: Moment, known: Mapping[int, Prospect], action: int, best: int) -> str:
        """With how many of the unseen cards the round would have been won."""
        s, me = moment.state, moment.mover
        own, other = total(s, me), open_sum(s, 1 - me)
        sums = [other + value(k) for k in _unseen(s, me)]
        better, equal = sum(x > own for x in sums), sums.count(own)
        words = self.game.words(self.game.view(s, me), (best,))[best]
        drawn = f" and {equal} divided it" if equal else ""
        return f"{better} of {counted(len(sums), 'unseen card')} would have won you the pot{drawn}: {words}."

    def of(self, seat: int, worth: Fraction) -> Worths:
        """The worths of both seats from that of one: a chance to win, or pennies won."""
        other = -worth if self.is_cash else 1 - worth
        return (worth, other) if seat == 0 else (other, worth)

    def result(self, s: PlainState) -> Worths:
        """The pennies won; or the share of all pennies, which is 1 or 0 of a match that was not stopped."""
        if self.is_cash:
            return self.of(0, Fraction(int(s.pennies[0]) - purse_of(s)))
        return self.of(0, Fraction(int(s.pennies[0]), 2 * purse_of(s)))

    def done(self, s: PlainState, action: int) -> list[World]:
        """The state after an action; where a round begins then, its cards are not dealt."""
        after = s.copy(Scripted(self.game.rules, ()))
        try:
            self.game.rules.apply(after, action)
        except Asked:  # for the next round's first card
            return [(after, SURE)]
        after.turns += 1
        return [(after, SURE)]

    def deals(self, began: PlainState, me: int) -> Iterator[World]:
        """The beginning of a round with every card that the other may hide."""
        other = 1 - me
        for k in _unseen(began, me):
            s = began.copy()
            for i in range(1, cards_in(s.stock) + 1):
                if s.stock[i] == k:
                    s.stock[i] = s.down[other]
            s.down[other] = k
            yield s, SURE

    def ways(self, s: PlainState, action: int, me: int, is_solved: bool) -> Sequence[tuple[int, Fraction]]:
        """As of any game; none where the round is over."""
        return () if s.stage >= SHOWN else super().ways(s, action, me, is_solved)


def appraiser(game: Game) -> Smallsum | None:
    """By the certificate that comes with Upcard, or as it is solved now; None if that takes long."""
    try:
        stated = certificate_for(CERTIFICATES, game)
        player = player_of(stated, game, "the certificate")
    except UpcardError:
        return None
    return Smallsum(game, player, stated["values"])


def _unseen(s: PlainState, me: int) -> list[int]:
    """The cards that a seat does not see: the other's hidden one and those not dealt."""
    return sorted([int(s.down[1 - me]), *(int(s.stock[i]) for i in range(1, cards_in(s.stock) + 1))])
