"""Evaluator of Four-Cell for two players, scored by difference; only the last turns are solved.

When the stock is empty, both players know all cards, so the rest is a game of stages; see
:mod:`upcard.games.four_cell.solvers.endgame_stages`. The change of the value between the last sampled turn
and the first solved one counts as luck of the draw.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from upcard.engine.chance import Script
from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action
from upcard.engine.wording import signed
from upcard.games.four_cell.rules import DIFFERENCE, TURNS
from upcard.games.four_cell.solvers.endgame_stages import Endgame, Endgames, endgame_of
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, JudgementLook, SeatWorths
from upcard.review.playout_evaluator import PlayoutEvaluator

LAST = 4
"""Number of turns at the end that are solved in fractions, within a second or two."""

PAIR = 2


class FourCellEvaluator(PlayoutEvaluator):
    """Evaluator of positions of Four-Cell for two players."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.solved = Endgames(game)
        self.source += f"; the last {LAST} turns exactly"
        self.source_of_review += f"; the last {LAST} turns exactly"

    def is_sampled(self, s: PlainState) -> bool:
        """Return whether the value is an estimate, as it is before the last turns."""
        return not is_late(s)

    def worth(self, s: PlainState) -> SeatWorths:
        """Return the expected difference of points at the end to each seat."""
        return self._of(s) if is_late(s) else super().worth(s)

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return the expected difference after an action to each seat."""
        return self._of(self._done(s, action)) if is_late(s) else super().after(s, action)

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the value of every card against the opponent's best mixture, or of every rotation."""
        s, me = moment.state, moment.mover
        if not is_late(s):
            return super().prospects(moment)
        if s.rotating:
            return {a: ActionWorth(self.after(s, a)[me]) for a in self.game.legal_actions(s)}
        at = undisclosed(s)
        cards, others = (at.south, at.west) if me == 0 else (at.west, at.south)
        mixture = self.solved.mixtures(at)[1 - me]
        so_far = Fraction(int(self.game.rules.score(s, me)))
        return {k: ActionWorth(so_far + self._gain(at, me, k, others, mixture)) for k in cards}

    def look_at_played(
        self, moment: DecisionPoint, action: int, threshold: float, before: JudgementLook | None = None
    ) -> JudgementLook:
        """Return the values of all legal actions, in the last turns exactly and finally."""
        if is_late(moment.state):
            return JudgementLook(np.zeros((0, 0)), self.prospects(moment), is_last=True)
        return super().look_at_played(moment, action, threshold, before)

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return a sentence that compares the results of both actions."""
        if not is_late(moment.state):
            return super().lesson(moment, known, action, best)
        words = self.game.words(self.game.view(moment.state, moment.mover), (action, best))
        results = [f"{words[a]!r} leads to {signed(float(known[a].worth), 3)}" for a in (action, best)]
        return f"With the best play afterwards, {results[0]} points at the end and {results[1]} (exact)."

    def _of(self, s: PlainState) -> SeatWorths:
        """Return the value of a position of the last turns to each seat."""
        difference = Fraction(int(self.game.rules.score(s, 0))) + self._rest(s)
        return difference, -difference

    def _rest(self, s: PlainState) -> Fraction:
        """Return how many more points S is expected to gain over W from a position of the last turns."""
        if s.over:
            return Fraction(0)
        at = undisclosed(s)
        if s.rotating:
            best = max if s.player == 0 else min
            return best(self.solved.rest(x) for _, x in self.solved.rotations(at))
        if s.player == s.first:
            return self.solved.rest(at)
        return self._gain(at, 0, int(s.disclosed[0]), at.west, self.solved.mixtures(at)[1])

    def _gain(
        self, at: Endgame, me: int, card: int, others: Sequence[int], mixture: Sequence[Fraction]
    ) -> Fraction:
        """Return the expected gain of seat `me` by a card against a mixture over the other's cards."""
        pairs = [(card, x) if me == 0 else (x, card) for x in others]
        gained = sum((p * self.solved.pair(at, *x) for x, p in zip(pairs, mixture, strict=True)), Fraction(0))
        return gained if me == 0 else -gained

    def _done(self, s: PlainState, action: int) -> PlainState:
        after = s.copy(Script(self.game.rules, ()))
        apply_action(self.game.rules, after, action)
        return after


def is_late(s: PlainState) -> bool:
    """Return whether a position belongs to the last turns, which are solved."""
    return bool(TURNS - s.played <= LAST)


def undisclosed(s: PlainState) -> Endgame:
    """Return the cards of a position; a card that S has disclosed first counts as still in S's hand."""
    at = endgame_of(s)
    if s.rotating or s.over or s.player == s.first:
        return at
    return Endgame(tuple(sorted((*at.south, int(s.disclosed[0])))), at.west, at.crosses)


def evaluator_of(game: Game) -> FourCellEvaluator | None:
    """Return the evaluator of the game for two players scored by difference; None for other options."""
    if game.players != PAIR or game.options["objective"] != DIFFERENCE:
        return None
    return FourCellEvaluator(game)
