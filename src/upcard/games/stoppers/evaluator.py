"""Evaluator of Stoppers for two players with a fresh deck in every round, by the match's equilibrium."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from upcard.certificates.certificate_player import player_from_certificate
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.engine.tree.successors import successors
from upcard.engine.wording import counted
from upcard.games.stoppers.rules import BY_LOT, KEEP, KEPT, WAITS
from upcard.kit.cards import EMPTY, cards_in
from upcard.kit.ranks import UNKNOWN, card_text, value
from upcard.review.equilibrium_evaluator import SURE, EquilibriumEvaluator, WeightedState
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths
from upcard.solving.solution_cache import certificate_for
from upcard.strategies.equilibrium import CERTIFICATES

EVEN = Fraction(1, 2)


class StoppersEvaluator(EquilibriumEvaluator):
    """Evaluator of a match of two players; `player` plays its equilibrium and has the attribute ``odds``.

    `values` are the values of a round to the player who does not deal, by that player's lives and then by the
    dealer's, from 1 on.
    """

    unit = "chance to win the match"
    source = "the equilibrium of the match"

    def __init__(self, game: Game, player: ChooseAction, values: Sequence[float]) -> None:
        self.values, self.lives = [Fraction(x) for x in values], int(game.option_words()["lives"])
        super().__init__(game, player, self.values[-1])

    def before(self) -> SeatWorths:
        """Return an even chance if the dealer is drawn by lot, else the value of the first round."""
        dealer = self.game.blank().first_dealer
        return (EVEN, EVEN) if dealer == BY_LOT else self.of(2 - int(dealer), self.value)

    def worth(self, s: PlainState) -> SeatWorths:
        """Return the mean value if both play the equilibrium; between two rounds, that of the next one."""
        first = self.settled(s, 0)
        return super().worth(s) if first is None else self.of(0, first)

    def settled(self, s: PlainState, me: int) -> Fraction | None:
        """Return a seat's value if the round is over, else None."""
        if s.over:
            return self.result(s)[me]
        if not is_between(s):
            return None
        first = 1 - int(s.dealer)
        number = (int(s.life[first]) - 1) * self.lives + int(s.life[s.dealer]) - 1
        return self.of(first, self.values[number])[me]

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Explain a decision: how many unseen cards are lower, and the winning chances of both actions."""
        words = self.game.words(self.game.view(moment.state, moment.mover), (action, best))
        chances = (f"{words[a]!r} wins with a chance of {float(known[a].worth):.3f}" for a in (action, best))
        return f"{lower_cards(moment)}; {', '.join(chances)}."

    def of(self, seat: int, worth: Fraction) -> SeatWorths:
        """Return both seats' chances to win from that of one."""
        return (worth, 1 - worth) if seat == 0 else (1 - worth, worth)

    def result(self, s: PlainState) -> SeatWorths:
        """Return both seats' results: 1 for a win, 1/2 for a shared win, 0 for a loss."""
        return self.of(0, Fraction(1 + int(s.won[0]) - int(s.won[1]), 2))

    def done(self, s: PlainState, action: int) -> list[WeightedState]:
        """Return the states after an action; a round that begins then is not yet dealt."""
        return list(successors(self.game, s, action, lambda after: bool(after.rounds != s.rounds)))

    def deals(self, began: PlainState, me: int) -> Iterator[WeightedState]:
        """Yield the beginning of a round with each card that the other player may hold, and its weight."""
        other, rounds = 1 - me, list[WeightedState]()
        unseen = [int(began.card[other]), *in_stock(began)]
        for k in sorted(set(unseen)):
            s = began.copy()
            if k != s.card[other]:
                s.stock[1 + in_stock(s).index(k)] = s.card[other]
            s.card[other], s.dealt[other], s.known[other, other] = k, value(k), value(k)
            rounds.append((s, Fraction(unseen.count(k))))
        yield from [(s, p) for s, w in rounds if (p := w * self.chance_kept(s, other))] or rounds

    def chance_kept(self, began: PlainState, other: int) -> Fraction:
        """Return the chance that the other player keeps the card; 1 unless a round was placed after that."""
        if began.did[other] != KEPT:
            return SURE
        before = began.copy()
        before.player, before.did[other] = other, WAITS
        chances = self.odds(self.game.view(before, other))
        return sum((p for a, p in chances if a == KEEP), Fraction(0))

    def ways(self, s: PlainState, action: int, me: int, is_solved: bool) -> Sequence[tuple[int, Fraction]]:
        """Return the ways to continue as in other games, but none if the round is over."""
        return () if is_between(s) else super().ways(s, action, me, is_solved)


def lower_cards(moment: DecisionPoint) -> str:
    """Return how many cards that the player cannot see are lower than their own, and how many are equal."""
    s, me = moment.state, moment.mover
    held = int(s.card[me])
    unseen = in_stock(s)
    unseen += [] if s.known[me, 1 - me] != UNKNOWN else [int(s.card[1 - me])]
    lower, equal = sum(k < held for k in unseen), unseen.count(held)
    cards = counted(len(unseen), "card that you cannot see", "cards that you cannot see")
    equals = f"{equal or 'none'} {'are' if equal > 1 else 'is'} equal to it"
    return f"{lower} of the {cards} are lower than your {card_text(held)}, and {equals}"


def in_stock(s: PlainState) -> list[int]:
    """Return the ranks of the cards that lie face down."""
    return [int(s.stock[i]) for i in range(1, cards_in(s.stock) + 1)]


def is_between(s: PlainState) -> bool:
    """Return whether a round is over and the next one is not yet dealt."""
    return bool(s.card[0] == EMPTY)


def evaluator_of(game: Game) -> StoppersEvaluator | None:
    """Return an evaluator by the certificate in Upcard or one computed now; None without a solution."""
    try:
        stated = certificate_for(CERTIFICATES, game)
        player = player_from_certificate(stated, game, "the certificate")
    except UpcardError:
        return None
    return StoppersEvaluator(game, player, stated["values"]) if "values" in stated else None
