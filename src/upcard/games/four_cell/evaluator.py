"""Four-Cell for two by the difference of the scores: its last turns are solved, the turns before played on.

With the stock empty both know all cards, so what is left is a game of stages; see
:mod:`upcard.games.four_cell.solvers.endgame_stages`. Where the judgement goes over from imagined tables to
what is solved, the change of worth counts as luck of the draw.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from upcard.engine.chance import Script
from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action
from upcard.engine.wording import signed
from upcard.games.four_cell.rules import DIFFERENCE, TURNS
from upcard.games.four_cell.solvers.endgame_stages import Endgame, Endgames, endgame_of
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths
from upcard.review.playout_evaluator import PlayoutEvaluator

LAST = 4
"""So many turns before the end all is solved in fractions, within a second or two."""

PAIR = 2


class FourCellEvaluator:
    """Positions of Four-Cell for two.

    Parameters
    ----------
    game : Game
        The game.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.early, self.solved = game, PlayoutEvaluator(game), Endgames(game)
        self.unit = self.early.unit
        self.source = f"{self.early.source}, and the last {LAST} turns exactly"

    def is_sampled(self, s: PlainState) -> bool:
        """Before the last turns, which are solved."""
        return not is_late(s)

    def before(self) -> SeatWorths:
        """As much for one as for the other."""
        return self.early.before()

    def worth(self, s: PlainState) -> SeatWorths:
        """The difference so far with that to come; at the end the result."""
        return self._of(s) if is_late(s) else self.early.worth(s)

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """The same after an action; chance brings nothing more in the last turns."""
        return self._of(self._done(s, action)) if is_late(s) else self.early.after(s, action)

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Every card against the best mixture of the other; every rotation by what follows."""
        s, me = moment.state, moment.mover
        if not is_late(s):
            return self.early.prospects(moment)
        if s.rotating:
            return {a: ActionWorth(self.after(s, a)[me]) for a in self.game.legal_actions(s)}
        at = undisclosed(s)
        cards, others = (at.own, at.other) if me == 0 else (at.other, at.own)
        mixture = self.mixtures(at)[1 - me]
        so_far = Fraction(int(self.game.rules.score(s, me)))
        return {k: ActionWorth(so_far + self._mean(at, me, k, others, mixture)) for k in cards}

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """What both actions come to at the end."""
        if not is_late(moment.state):
            return self.early.lesson(moment, known, action, best)
        words = self.game.words(self.game.view(moment.state, moment.mover), (action, best))
        told = [f"{words[a]!r} leads to {signed(float(known[a].worth), 3)}" for a in (action, best)]
        return f"{told[0]} at the end and {told[1]}, with the best play after it: it is solved."

    def _of(self, s: PlainState) -> SeatWorths:
        """What a position of the last turns comes to, by seat."""
        worth = Fraction(int(self.game.rules.score(s, 0))) + self._rest(s)
        return worth, -worth

    def _rest(self, s: PlainState) -> Fraction:
        """What S gains on W from a position of the last turns to the end."""
        if s.over:
            return Fraction(0)
        at = undisclosed(s)
        if s.rotating:
            best = max if s.player == 0 else min
            return best(self.solved.rest(x) for _, x in self.solved.rotations(at))
        if s.player == s.first:
            return self.solved.rest(at)
        return self._mean(at, 0, int(s.disclosed[0]), at.other, self.mixtures(at)[1])

    def _mean(
        self, at: Endgame, me: int, card: int, others: Sequence[int], mixture: Sequence[Fraction]
    ) -> Fraction:
        """What a seat gains by a card against a mixture over the other's cards."""
        pairs = [(card, x) if me == 0 else (x, card) for x in others]
        gained = sum((p * self.solved.pair(at, *x) for x, p in zip(pairs, mixture, strict=True)), Fraction(0))
        return gained if me == 0 else -gained

    def mixtures(self, at: Endgame) -> tuple[Sequence[Fraction], Sequence[Fraction]]:
        """How S and W play best, over their cards in increasing order."""
        if len(at.own) == 1:
            return (Fraction(1),), (Fraction(1),)
        stage = self.solved.stage(at)
        return stage.row, stage.column

    def _done(self, s: PlainState, action: int) -> PlainState:
        after = s.copy(Script(self.game.rules, ()))
        apply_action(self.game.rules, after, action)
        return after


def is_late(s: PlainState) -> bool:
    """Whether a position is one of the last turns, which are solved."""
    return bool(TURNS - s.played <= LAST)


def undisclosed(s: PlainState) -> Endgame:
    """The position with what S has disclosed, and W has not answered, still in the hand of S."""
    at = endgame_of(s)
    if s.rotating or s.over or s.player == s.first:
        return at
    return Endgame(tuple(sorted((*at.own, int(s.disclosed[0])))), at.other, at.crosses)


def appraiser(game: Game) -> FourCellEvaluator | None:
    """For two by the difference of the scores; with another score nobody loses what the other wins."""
    if game.players != PAIR or game.options["objective"] != DIFFERENCE:
        return None
    return FourCellEvaluator(game)
