"""A game appraised by its equilibrium, from the probabilities with which every view is played.

What a state is worth is the mean over all that can follow, if everybody plays as solved. What a player knows
of hidden cards and hidden choices follows from what he sees, and from how the others would have acted with
each: what they would seldom have done counts little. If they would never have acted so, they do not play as
solved, and all that agrees with what he sees counts alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import read_certificate, read_fraction
from upcard.certificates.certificate_player import player_from_certificate
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game
from upcard.engine.state import PlainState, canonical_key, cells_of
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.engine.tree.successors import successors
from upcard.engine.wording import signed
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths
from upcard.solving.solution_cache import shipped_certificate
from upcard.strategies.equilibrium import CERTIFICATES

WeightedState = tuple[PlainState, Fraction]
"""A state as it may be, and how much it counts."""

KIND = "equilibrium"
SURE = Fraction(1)
KEPT = 100_000
"""So many worths are remembered."""


class EquilibriumEvaluator:
    """Positions of a game of one round, by how it was solved.

    Parameters
    ----------
    game : Game
        The game, for two players, one of whom wins what the other loses.
    player : function
        Who plays as solved, with ``odds``.
    value : Fraction
        What the game is worth to the first seat.
    """

    unit = "points"
    source = "the equilibrium of the game"

    def __init__(self, game: Game, player: ChooseAction, value: Fraction) -> None:
        self.game, self.odds, self.value = game, player.__dict__["odds"], value
        self._known: dict[tuple[Any, ...], Fraction] = {}

    def is_sampled(self, s: PlainState) -> bool:
        """Never: the game is solved."""
        return False

    def before(self) -> SeatWorths:
        """The value of the game."""
        return self.of(0, self.value)

    def worth(self, s: PlainState) -> SeatWorths:
        """The mean of a state over what both do as solved from here; the result at the end."""
        if s.over:
            return self.result(s)
        key = canonical_key(self.game.rules, s)
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            chances = self.odds(self.game.view(s, int(s.player)))
            self._known[key] = sum((p * self.after(s, a)[0] for a, p in chances), Fraction(0))
        return self.of(0, self._known[key])

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """The worth after an action, in the mean over what chance may bring then."""
        ways = self.done(s, action)
        return self.of(0, sum((p * self.worth(x)[0] for x, p in ways), Fraction(0)))

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """The mean of every action over all that the others may hold and may have done."""
        worlds = self.worlds(moment)
        whole = sum((w for _, w in worlds), Fraction(0))
        found = {}
        for a in self.game.legal_actions(moment.state):
            worth = sum((w * self.after(s, a)[moment.mover] for s, w in worlds), Fraction(0))
            found[a] = ActionWorth(worth / whole)
        return found

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """What both actions are worth."""
        words = self.game.words(self.game.view(moment.state, moment.mover), (action, best))
        told = [f"{words[a]!r} is worth {signed(float(known[a].worth), 3)}" for a in (action, best)]
        return f"{told[0]}, {told[1]} by what could be known then."

    def of(self, seat: int, worth: Fraction) -> SeatWorths:
        """The worths of both seats from that of one."""
        return (worth, -worth) if seat == 0 else (-worth, worth)

    def result(self, s: PlainState) -> SeatWorths:
        """What a game that is over came to."""
        return self.of(0, Fraction(int(self.game.rules.score(s, 0))))

    def done(self, s: PlainState, action: int) -> list[WeightedState]:
        """The states after an action, one for every outcome of chance, with their probabilities."""
        return list(successors(self.game, s, action))

    def deals(self, began: PlainState, me: int) -> Iterator[WeightedState]:
        """Every beginning that looks to a seat like the one that was, with its probability."""
        seen = cells_of(self.game.view(began, me))
        for s, w in successors(self.game, None, None):
            if cells_of(self.game.view(s, me)) == seen:
                yield s, w

    def by_card(self, moment: DecisionPoint) -> Mapping[int, DecisionPoint]:
        """The moment with every card that its mover might hide from the other; none where he hides none."""
        return {}

    def worlds(self, moment: DecisionPoint) -> list[WeightedState]:
        """All states that look like this one to the mover, with what they count."""
        likely = self.agreeing(moment, True) or self.agreeing(moment, False)
        return likely or [(moment.state, SURE)]

    def agreeing(self, moment: DecisionPoint, is_solved: bool) -> list[WeightedState]:
        """The states that look like this one to the mover and can come about; none if none can.

        `is_solved` tells whether the others act by their odds, or do anything that is legal.
        """
        me = moment.mover
        seen = cells_of(self.game.view(moment.state, me))
        found = (
            (s, begun * w)
            for began, begun in self.deals(moment.began, me)
            for s, w in self._played(began, moment.actions, me, is_solved)
            if cells_of(self.game.view(s, me)) == seen
        )
        return [(s, w) for s, w in found if w]

    def settled(self, s: PlainState, me: int) -> Fraction | None:
        """What a state that an action has led to is worth to a seat; None while it has to be played on."""
        return self.result(s)[me] if s.over else None

    def ways(self, s: PlainState, action: int, me: int, is_solved: bool) -> Sequence[tuple[int, Fraction]]:
        """What may be done in a state with what it counts: `action` by `me`, anything by another."""
        legal = self.game.legal_actions(s)
        if s.player == me:
            return [(action, SURE)] if action in legal else []
        if is_solved:
            chances: Sequence[tuple[int, Fraction]] = self.odds(self.game.view(s, int(s.player)))
            return chances
        return [(a, SURE) for a in legal]

    def _played(
        self, s: PlainState, actions: Sequence[int], me: int, is_solved: bool
    ) -> Iterator[WeightedState]:
        """The states after as many actions as were done: `me` does his own, the others whatever they may."""
        if not actions:
            yield s, SURE
            return
        if s.over:
            return
        for a, p in self.ways(s, actions[0], me, is_solved):
            for after, chance in self.done(s, a):
                for way, w in self._played(after, actions[1:], me, is_solved):
                    yield way, p * chance * w


def appraiser(game: Game) -> EquilibriumEvaluator | None:
    """By a certificate of the whole game that comes with Upcard; None if there is none."""
    path = shipped_certificate(CERTIFICATES, game)
    stated = {} if path is None else read_certificate(path)
    if stated.get("kind") != KIND:
        return None
    try:
        player = player_from_certificate(stated, game, "the certificate")
    except UpcardError:
        return None
    return EquilibriumEvaluator(game, player, value_of(stated))


def value_of(stated: dict[str, Any]) -> Fraction:
    """What the game is worth to the first seat, by a certificate."""
    exact = stated.get("value_exact")
    return read_fraction(stated.get("value") if exact is None else exact, "value")
