"""Evaluator of any game by random playouts at thousands of tables with redealt hidden cards.

The value of an action to a player is the mean over tables that agree with what they see. The value of a state
with all cards known is the mean over the chance events that follow. Play continues at random with the weights
of the rules file, to the end or to a new round whose value the rules file states. All actions are tried at
the same tables with the same chance events, so their differences are more precise than their means.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.determinization import check_imagined
from upcard.engine.game import Game
from upcard.engine.game_loop import renew
from upcard.engine.heuristics import expectation, leaning, round_counter
from upcard.engine.program import compiled_for
from upcard.engine.seeds import below, open_seat_streams, open_stream
from upcard.engine.state import PlainState, to_record
from upcard.kit.strategy import act, imagine, memory, scratch
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths, improvement_text
from upcard.simulation.student_t import student_quantile
from upcard.strategies.flat_monte_carlo import play_on

TABLES, LEVEL, SEED = 2000, 0.95, 1
MOST_PLIES = 10_000
NOTHING = -1
"""In place of an action: play on from the state as it is."""


class PlayoutEvaluator:
    """Evaluator of positions of any game by playouts, at this number of redealt tables for each decision.

    `seed` determines the cards of the tables; `on_compile` is called if a program has to be compiled. Raises
    Usage if hidden cards of the game cannot be redealt.
    """

    def __init__(
        self, game: Game, tables: int = TABLES, seed: int = SEED, on_compile: Callable[[], None] | None = None
    ) -> None:
        check_imagined(game.rules)
        self.game, self.tables, self.seed = game, tables, seed
        self.unit = unit_of(game.rules)
        self.source = (
            f"{tables:,} redealt tables for each decision, played on at random with the weights of the rules"
        )
        self._imagined = compiled_for(game.rules, _make_imagined(game.rules), on_compile=on_compile)
        self._known = compiled_for(game.rules, _make_known(game.rules), on_compile=on_compile)

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

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the mean of each action over redealt tables; margins are of the difference from the best."""
        actions = self.game.legal_actions(moment.state)
        box, me = to_record(self.game.rules, moment.state), moment.mover
        worths = np.zeros((self.tables, len(actions)))
        self._imagined(box, me, np.array(actions, np.int64), self.seed, self.tables, worths)
        return compared(actions, worths)

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return how much better the best action would have been, as a sentence."""
        words = self.game.words(self.game.view(moment.state, moment.mover), (best,))[best]
        text, margin = improvement_text(self.unit, words, known[action], known[best]), known[action].margin
        error = f"{100 * margin:.1f} percentage points" if self.unit.startswith("chance") else f"{margin:.3f}"
        return f"{text}; the difference may be off by {error}."

    def _mean(self, s: PlainState, action: int) -> SeatWorths:
        tables = 1 if s.over else self.tables
        worths = np.zeros((tables, self.game.players))
        box, twin = (to_record(self.game.rules, s) for _ in range(2))
        self._known(box, twin, action, self.seed, tables, worths)
        return tuple(Fraction(float(x)) for x in worths.mean(axis=0))


def compared(actions: Sequence[int], worths: FloatArray) -> dict[int, ActionWorth]:
    """Return each action's mean of `worths`, of shape (tables, actions), compared with the best action."""
    means = worths.mean(axis=0)
    best = int(means.argmax())
    return {
        a: ActionWorth(Fraction(float(means[j])), half_width(worths[:, j] - worths[:, best]))
        for j, a in enumerate(actions)
    }


def has_rounds(rules: ModuleType) -> bool:
    """Return whether the rules file states the value of a new round, as a chance to win."""
    return hasattr(rules, "ROUND")


def unit_of(rules: ModuleType) -> str:
    """Return the unit of values for a rules file: ``chance to win`` or ``points``."""
    return "chance to win" if has_rounds(rules) else "points"


def half_width(differences: FloatArray) -> float:
    """Return half the width of the 95 % interval of a mean difference; 0 if all differences are equal."""
    spread = float(differences.std(ddof=1)) if len(differences) > 1 else 0.0
    return student_quantile(LEVEL, max(1, len(differences) - 1)) * spread / math.sqrt(len(differences))


def worth_of(rules: ModuleType) -> Callable[[Any, int, int], float]:
    """Return the function ``worth(s, p, began)``: p's chance to win if there are rounds, else p's score."""
    if has_rounds(rules):
        return expectation(rules)
    score, unit = rules.score, float(rules.GAME.unit)

    def points(s: Any, p: int, began: int) -> float:
        return unit * float(score(s, p))

    return points


@lru_cache(maxsize=64)
def _make_imagined(rules: ModuleType) -> Callable[..., None]:
    """Return a loop that sets ``worths[i, j]`` to the result of action number j for seat `me` at table i."""
    worth = worth_of(rules)

    def imagined(box: Any, me: int, actions: Any, seed: int, tables: int, worths: Any) -> None:
        v = box[0]
        v.me = me
        world = scratch(v)
        weights = memory(v.actions)
        for i in range(tables):
            for j in range(len(actions)):
                open_seat_streams(v, seed, i)
                imagine(v, world)
                act(world, actions[j])
                play_on(world, v.actions, MOST_PLIES, weights)
                worths[i, j] = worth(world[0][0], me, world[1][len(world[1]) - 1])

    return imagined


@lru_cache(maxsize=64)
def leaning_action(rules: ModuleType) -> Callable[[Any, Any], int]:
    """Return ``lean(s, weights)``, which draws an action with the weights of the rules, using scratch."""
    legal, lean_of, actions = rules.legal, leaning(rules), rules.ACTIONS

    def lean(s: Any, weights: Any) -> int:
        total = 0
        for a in range(actions):
            weights[a] = lean_of(s, a) if legal(s, a) else 0
            total += weights[a]
        pick = below(s, total)
        a = 0
        while pick >= weights[a]:
            pick -= weights[a]
            a += 1
        return a

    return lean


@lru_cache(maxsize=64)
def _make_known(rules: ModuleType) -> Callable[..., None]:
    """Return a loop that sets ``worths[i, p]`` to the result for seat p at table i, after any action."""
    apply, lean, round_of, actions = rules.apply, leaning_action(rules), round_counter(rules), rules.ACTIONS
    worth = worth_of(rules)

    def step(s: Any, weights: Any) -> None:
        apply(s, lean(s, weights))
        s.turns += 1

    def known(box: Any, twin: Any, action: int, seed: int, tables: int, worths: Any) -> None:
        weights = memory(actions)
        began = round_of(box[0])
        for i in range(tables):
            renew(twin, 0, box, 0)
            s = twin[0]
            open_stream(s, seed, i)
            if action >= 0 and s.over == 0:
                apply(s, action)
                s.turns += 1
            plies = 0
            while plies < MOST_PLIES and s.over == 0 and round_of(s) == began:
                step(s, weights)
                plies += 1
            for p in range(s.seats):
                worths[i, p] = worth(s, p, began)

    return known
