"""Evaluator of a game by its equilibrium, from the action probabilities in every view.

The value of a state is the mean over all continuations in which everybody plays the solution. A player infers
hidden cards and choices from what they see, and from the actions of the others: a possible state counts
little if the others were unlikely to act like this in it. If the solution never plays the actions of the
others, :mod:`upcard.review.beliefs` weighs the states that agree with the player's view.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from upcard.certificates.certificate import read_certificate, read_fraction
from upcard.certificates.certificate_player import player_from_certificate
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game
from upcard.engine.state import PlainState, canonical_key, cells_of
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.engine.tree.successors import successors
from upcard.language.messages import marked
from upcard.review.beliefs import supporting_belief
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths, improvement_text
from upcard.solving.solution_cache import shipped_certificate
from upcard.strategies.equilibrium import CERTIFICATES

WeightedState = tuple[PlainState, Fraction]
"""A possible state and its weight."""

KIND = "equilibrium"
SURE = Fraction(1)
MOST_CACHED = 100_000
"""Maximum number of cached values."""


class EquilibriumEvaluator:
    """Evaluator of positions of a zero-sum game of one round for two players, by its solution.

    `player` plays the solution; its attribute ``odds`` maps a view to pairs of an action and its probability.
    `value` is the value of the game to the first seat.
    """

    unit = "points"
    source = marked("the equilibrium of the game")

    def __init__(self, game: Game, player: ChooseAction, value: Fraction) -> None:
        self.game, self.odds, self.value = game, player.__dict__["odds"], value
        self._values: dict[tuple[Any, ...], Fraction] = {}

    def is_sampled(self, s: PlainState) -> bool:
        """Return False, because the game is solved."""
        return False

    def before(self) -> SeatWorths:
        """Return the value of the game to each seat."""
        return self.of(0, self.value)

    def worth(self, s: PlainState) -> SeatWorths:
        """Return the value of a state to each seat if both play the solution from here on."""
        if s.over:
            return self.result(s)
        key = canonical_key(self.game.rules, s)
        if key not in self._values:
            if len(self._values) >= MOST_CACHED:
                self._values.clear()
            chances = self.odds(self.game.view(s, int(s.player)))
            self._values[key] = sum((p * self.after(s, a)[0] for a, p in chances), Fraction(0))
        return self.of(0, self._values[key])

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return the value after an action to each seat, averaged over the chance events that follow."""
        ways = self.done(s, action)
        return self.of(0, sum((p * self.worth(x)[0] for x, p in ways), Fraction(0)))

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the mean value of every action over all possible hidden cards and earlier choices."""
        worlds, me = self.worlds(moment), moment.mover
        whole = sum((w for _, w in worlds), Fraction(0))
        return {
            a: ActionWorth(sum((w * self.after(s, a)[me] for s, w in worlds), Fraction(0)) / whole)
            for a in self.game.legal_actions(moment.state)
        }

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return how much better the best action would have been, as a sentence."""
        words = self.game.words(self.game.view(moment.state, moment.mover), (best,))[best]
        return f"{improvement_text(self.unit, words, known[action], known[best])}."

    def of(self, seat: int, worth: Fraction) -> SeatWorths:
        """Return the values to both seats from the value to one."""
        return (worth, -worth) if seat == 0 else (-worth, worth)

    def result(self, s: PlainState) -> SeatWorths:
        """Return the result of a finished game to each seat."""
        return self.of(0, Fraction(self.game.rules.GAME.payoff(int(self.game.rules.score(s, 0)))))

    def done(self, s: PlainState, action: int) -> list[WeightedState]:
        """Return the states after an action, one for every outcome of chance, with their probabilities."""
        return list(successors(self.game, s, action))

    def deals(self, began: PlainState, me: int) -> Iterator[WeightedState]:
        """Yield every initial state that looks to a seat like the actual one, with its probability."""
        seen = cells_of(self.game.view(began, me))
        for s, w in successors(self.game, None, None):
            if cells_of(self.game.view(s, me)) == seen:
                yield s, w

    def by_card(self, moment: DecisionPoint) -> Mapping[int, DecisionPoint]:
        """Return the decision with every card that its mover might hide; empty if they hide none."""
        return {}

    def worlds(self, moment: DecisionPoint) -> list[WeightedState]:
        """Return all states that look like this one to the player to move, with their weights.

        Where the solution never expects this position, the weights are those under which its own actions are
        best, see :mod:`upcard.review.beliefs`.
        """
        likely = self.agreeing(moment, True)
        if likely:
            return likely
        return self._believed(moment, self.agreeing(moment, False)) or [(moment.state, SURE)]

    def _believed(self, moment: DecisionPoint, worlds: list[WeightedState]) -> list[WeightedState]:
        """Return unexpected states with weights under which the solution's own actions are best."""
        legal, me = list(self.game.legal_actions(moment.state)), moment.mover
        odds = self.odds(self.game.view(moment.state, me))
        chosen = [legal.index(a) for a, p in odds if p and a in legal]
        if len(worlds) < 2 or not chosen:
            return worlds
        worths = np.array([[float(self.after(s, a)[me]) for a in legal] for s, _ in worlds])
        guess = np.array([float(w) for _, w in worlds])
        belief = supporting_belief(worths, guess / guess.sum(), chosen)
        if belief is None:
            return worlds
        return [(s, Fraction(float(p))) for (s, _), p in zip(worlds, belief, strict=True) if p > 0]

    def agreeing(self, moment: DecisionPoint, is_solved: bool) -> list[WeightedState]:
        """Return the reachable states that look like this one to the player to move, with their weights.

        If `is_solved`, the others act by their odds, and there may be no such state; otherwise they may have
        played any legal action.
        """
        me = moment.mover
        seen = cells_of(self.game.view(moment.state, me))
        reached = (
            (s, begun * w)
            for began, begun in self.deals(moment.began, me)
            for s, w in self._played(began, moment.actions, me, is_solved)
            if cells_of(self.game.view(s, me)) == seen
        )
        return [(s, w) for s, w in reached if w]

    def settled(self, s: PlainState, me: int) -> Fraction | None:
        """Return the value of a state to seat `me`; None if play has to continue to find it."""
        return self.result(s)[me] if s.over else None

    def ways(self, s: PlainState, action: int, me: int, is_solved: bool) -> Sequence[tuple[int, Fraction]]:
        """Return the possible actions in a state with weights: `action` for `me`, any for the others."""
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
        """Yield the states after as many actions, in which seat `me` acted as in `actions`, with weights."""
        if not actions:
            yield s, SURE
            return
        if s.over:
            return
        for a, p in self.ways(s, actions[0], me, is_solved):
            for after, chance in self.done(s, a):
                for way, w in self._played(after, actions[1:], me, is_solved):
                    yield way, p * chance * w


def evaluator_of(game: Game) -> EquilibriumEvaluator | None:
    """Return an evaluator by the shipped certificate of the whole game; None if there is none."""
    path = shipped_certificate(CERTIFICATES, game)
    certificate = {} if path is None else read_certificate(path)
    if certificate.get("kind") != KIND:
        return None
    try:
        player = player_from_certificate(certificate, game, "the certificate")
    except UpcardError:
        return None
    return EquilibriumEvaluator(game, player, value_of(certificate))


def value_of(certificate: dict[str, Any]) -> Fraction:
    """Return the value of the game to the first seat that a certificate states."""
    exact = certificate.get("value_exact")
    return read_fraction(certificate.get("value") if exact is None else exact, "value")
