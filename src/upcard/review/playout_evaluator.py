"""Evaluator of any game by playouts at thousands of tables with redealt hidden cards.

The value of an action to a player is the mean over tables that agree with what they see. The value of a state
with all cards known is the mean over the chance events that follow. Everybody continues by the best known
strategy, or without one at random with the weights of the rules file, to the end or to a new round whose
value the rules file states. All actions are tried at the same tables with the same chance events, so their
differences are more precise than their means. The others' earlier actions are not
used to infer their cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.determinization import check_imagined
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.program import compiled_for
from upcard.engine.state import PlainState
from upcard.review.evaluator_contract import (
    ActionWorth,
    DecisionPoint,
    JudgementLook,
    SeatWorths,
    improvement_text,
)
from upcard.review.mistake_rule import standard_error
from upcard.review.rollout_policy import (
    RolloutPolicy,
    best_known,
    has_rounds,
    make_chosen,
    make_imagined,
    make_known,
    policy_words,
    unit_of,
)

TABLES, SEED = 2000, 1
NEAR, TIMES = 1 / 3, 500
"""Part of the threshold from which a loss is near it; how often a strategy is asked for one decision."""

NOTHING = -1
"""In place of an action: play on from the state as it is."""


class RolloutJudge:
    """Judge of actions by playouts in which every seat has a strategy, or None for random play.

    `tables` is the number of redealt tables for each decision and `seed` determines their cards; `on_compile`
    is called if a program has to be compiled. Raises Usage if hidden cards of the game cannot be redealt, and
    Failure if a strategy cannot be compiled.
    """

    unit = ""
    has_strategy = False
    source = ""
    source_of_review = ""
    advice = ""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Entrant | None],
        tables: int = TABLES,
        seed: int = SEED,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        check_imagined(game.rules)
        self.game, self.tables, self.seed = game, tables, seed
        self.unit = self.unit or unit_of(game.rules)
        self.policy = RolloutPolicy(game, seats)
        loop = make_imagined(game.rules, self.policy.choose)
        self._imagined = compiled_for(game.rules, loop, self.policy.kinds, on_compile)

    def describe(self, how: str) -> None:
        """Set the sources from words that follow the number of redealt tables."""
        first, *_, last = self.looks
        self.source = f"{self.tables:,} redealt tables for each decision, {how}"
        self.source_of_review = f"{first:,} to {last:,} redealt tables for each decision, {how}"

    @property
    def looks(self) -> tuple[int, ...]:
        """The numbers of tables at which the loss of a played action is looked at, in order."""
        return self.tables // 8, self.tables // 2, 2 * self.tables

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the mean of each action over redealt tables, and its error compared with the best action.

        Raises Failure if a strategy chooses an illegal action.
        """
        actions = self.game.legal_actions(moment.state)
        return self.compared(actions, self._results(moment, actions, 0, self.tables))

    def prospects_of_played(
        self, moment: DecisionPoint, action: int, threshold: float
    ) -> Mapping[int, ActionWorth]:
        """Return the same at few tables, and at more of them if the loss of `action` is near the threshold.

        That is so if the loss is over a third of `threshold` standard errors, and not over all of them.
        """
        look = self.look_at_played(moment, action, threshold)
        while not look.is_last:
            look = self.look_at_played(moment, action, threshold, look)
        return look.known

    def look_at_played(
        self, moment: DecisionPoint, action: int, threshold: float, before: JudgementLook | None = None
    ) -> JudgementLook:
        """Return the values at the next larger number of tables, which include those of the look `before`."""
        actions = self.game.legal_actions(moment.state)
        results = np.zeros((0, len(actions))) if before is None else before.results
        tables = next(x for x in self.looks if x > len(results))
        more = self._results(moment, actions, len(results), tables - len(results))
        results = np.concatenate([results, more])
        is_largest = tables == self.looks[-1]
        known = {a: replace(x, is_rough=not is_largest) for a, x in self.compared(actions, results).items()}
        loss = float(max(x.worth for x in known.values()) - known[action].worth)
        is_near = NEAR < loss / (threshold * known[action].standard_error or 1.0) <= 1
        return JudgementLook(results, known, not is_near or is_largest)

    def compared(self, actions: Sequence[int], results: FloatArray) -> Mapping[int, ActionWorth]:
        """Return each action's mean of `results`, of shape (tables, actions), and its standard error."""
        means, span = results.mean(axis=0), float(np.ptp(results))
        best = int(means.argmax())
        differences = results - results[:, [best]]
        return {
            a: ActionWorth(
                Fraction(float(means[j])),
                standard_error=0.0 if j == best else standard_error(differences[:, j], span),
            )
            for j, a in enumerate(actions)
        }

    def _results(self, moment: DecisionPoint, actions: Sequence[int], first: int, tables: int) -> FloatArray:
        """Return the result of every action at these tables, of shape (tables, actions)."""
        box, me = self.policy.record(self.game.rules, moment.state), moment.mover
        worths = np.zeros((tables, len(actions)))
        acts = np.array(actions, np.int64)
        if not self._imagined(box, me, acts, self.policy.who, self.seed, first, worths):
            raise Failure("one of these strategies chose an illegal action")
        return worths


class PlayoutEvaluator(RolloutJudge):
    """Evaluator of positions of any game by playouts, by the best known strategy or else at random.

    Takes the arguments of :class:`RolloutJudge` but for the strategies. Raises Usage if hidden cards of the
    game cannot be redealt.
    """

    def __init__(
        self, game: Game, tables: int = TABLES, seed: int = SEED, on_compile: Callable[[], None] | None = None
    ) -> None:
        best = best_known(game)
        super().__init__(game, [best] * game.players, tables, seed, on_compile)
        self.describe(f"where everybody plays on {policy_words(game.rules, best)}")
        loop = make_known(game.rules, self.policy.choose)
        self._known = compiled_for(game.rules, loop, self.policy.kinds, on_compile)
        self.has_strategy = best is not None
        self._on_compile = on_compile

    @cached_property
    def _chosen(self) -> Callable[..., None]:
        """The program that counts how often the strategy chooses each action; few positions need it."""
        loop = make_chosen(self.game.rules, self.policy.choose)
        return compiled_for(self.game.rules, loop, self.policy.kinds, self._on_compile)

    def is_sampled(self, s: PlainState) -> bool:
        """Return True, even where the results of all tables are equal."""
        return True

    def before(self) -> SeatWorths:
        """Return an equal chance to win for all seats, or 0 points."""
        part = Fraction(1, self.game.players) if has_rounds(self.game.rules) else Fraction(0)
        return (part,) * self.game.players

    def worth(self, s: PlainState) -> SeatWorths:
        """Return the mean result of playouts from a state to each seat; for a finished game its result."""
        return self._mean(s, NOTHING)

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return the mean result of playouts after an action to each seat."""
        return self._mean(s, action)

    def look_at_played(
        self, moment: DecisionPoint, action: int, threshold: float, before: JudgementLook | None = None
    ) -> JudgementLook:
        """Return the values at more tables; the last look says if the best known strategy may do the same."""
        look = super().look_at_played(moment, action, threshold, before)
        known = dict(look.known)
        loss = float(max(x.worth for x in known.values()) - known[action].worth)
        if look.is_last and self.has_strategy and loss > threshold * known[action].standard_error:
            known[action] = replace(known[action], is_best_known=self._may_choose(moment, action))
        return replace(look, known=known)

    def _may_choose(self, moment: DecisionPoint, action: int) -> bool:
        """Return whether the best known strategy chooses an action, in some of ``TIMES`` decisions."""
        counts = np.zeros(self.game.rules.ACTIONS, np.int64)
        box = self.policy.record(self.game.rules, moment.state)
        self._chosen(box, moment.mover, self.policy.who, self.seed, TIMES, counts)
        return bool(counts[action])

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return how much better the best action would have been, as a sentence."""
        words = self.game.words(self.game.view(moment.state, moment.mover), (best,))[best]
        text, error = (
            improvement_text(self.unit, words, known[action], known[best]),
            known[action].standard_error,
        )
        size = f"{100 * error:.1f} percentage points" if self.unit.startswith("chance") else f"{error:.3f}"
        return f"{text}; the standard error of the difference is {size}."

    def _mean(self, s: PlainState, action: int) -> SeatWorths:
        tables = 1 if s.over else self.tables // 4
        worths = np.zeros((tables, self.game.players))
        box, twin = (self.policy.record(self.game.rules, s) for _ in range(2))
        if not self._known(box, twin, action, self.policy.who, self.seed, worths):
            raise Failure("the strategy by which play continues chose an illegal action")
        return tuple(Fraction(float(x)) for x in worths.mean(axis=0))
