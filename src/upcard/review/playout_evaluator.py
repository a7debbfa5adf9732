"""Any game appraised by playing on: thousands of imagined tables, the same for all actions.

What an action is worth to a player is the mean over tables that agree with what he sees, dealt again for
each; what a state is worth to who knows all its cards is the mean over what chance may bring. Play goes on
as the rules file leans, to the end or to a new round whose worth it tells. Imagined table number i and its
chance are the same for all actions, so that their differences are surer than their means.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths
from upcard.simulation.student_t import student_quantile
from upcard.strategies.flat_monte_carlo import play_on

TABLES, LEVEL, SEED = 2000, 0.95, 1
MOST_PLIES = 10_000
NOTHING = -1
"""In place of an action: play on as it stands."""


@dataclass(frozen=True)
class PlayoutPrograms:
    """The two compiled loops of a game."""

    imagined: Callable[..., None]
    """``imagined(box, me, actions, seed, tables, worths)``: fills ``worths[i, j]`` with what action number
    `j` came to for seat `me` on table `i`."""
    known: Callable[..., None]
    """``known(box, twin, action, seed, tables, worths)``: fills ``worths[i, p]`` with what the state, after
    the action if it is one, came to for seat `p`."""


class PlayoutEvaluator:
    """Positions of any game by playing on.

    Parameters
    ----------
    game : Game
        The game.
    tables : int
        So many imagined tables for each decision.
    seed : int
        Of their cards.
    on_compile : function, optional
        Called when a program has to be compiled.

    Raises
    ------
    Usage
        If the game cannot be imagined.
    """

    def __init__(
        self, game: Game, tables: int = TABLES, seed: int = SEED, on_compile: Callable[[], None] | None = None
    ) -> None:
        check_imagined(game.rules)
        self.game, self.tables, self.seed = game, tables, seed
        self.unit = "chance to win" if has_rounds(game.rules) else "points"
        self.source = f"{tables:,} imagined tables for each decision, played on at random as the rules lean"
        self._programs = programs(game.rules)
        self._imagined = compiled_for(game.rules, self._programs.imagined, on_compile=on_compile)
        self._known = compiled_for(game.rules, self._programs.known, on_compile=on_compile)

    def is_sampled(self, s: PlainState) -> bool:
        """Always, also where all tables agree."""
        return True

    def before(self) -> SeatWorths:
        """An equal chance for all, or no points."""
        part = Fraction(1, self.game.players) if has_rounds(self.game.rules) else Fraction(0)
        return (part,) * self.game.players

    def worth(self, s: PlainState) -> SeatWorths:
        """The mean of playing on from a state; at the end its result."""
        return self._mean(s, NOTHING)

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """The mean of playing on from a state after an action, whatever chance brings then."""
        return self._mean(s, action)

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """The mean of each action over imagined tables; its margin is that of the difference to the best."""
        actions = self.game.legal_actions(moment.state)
        box, me = self._box(moment.state), moment.mover
        worths = np.zeros((self.tables, len(actions)))
        self._imagined(box, me, np.array(actions, np.int64), self.seed, self.tables, worths)
        return compared(actions, worths)

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """What both actions came to."""
        words = self.game.words(self.game.view(moment.state, moment.mover), (action, best))
        told = [f"{words[a]!r} came to {float(known[a].worth):.3f}" for a in (action, best)]
        return f"{told[0]} and {told[1]}; the difference may be off by {known[action].margin:.3f}."

    def _mean(self, s: PlainState, action: int) -> SeatWorths:
        tables = 1 if s.over else self.tables
        worths = np.zeros((tables, self.game.players))
        self._known(self._box(s), self._box(s), action, self.seed, tables, worths)
        return tuple(Fraction(float(x)) for x in worths.mean(axis=0))

    def _box(self, s: PlainState) -> Any:
        return to_record(self.game.rules, s)


def compared(actions: Sequence[int], worths: FloatArray) -> dict[int, ActionWorth]:
    """Actions by what they came to at the same tables; the margin is that of the difference to the best.

    Parameters
    ----------
    actions : sequence of int
        What could be done.
    worths : float64 array of shape (tables, actions)
        What each came to.
    """
    means = worths.mean(axis=0)
    best = int(means.argmax())
    return {
        a: ActionWorth(Fraction(float(means[j])), half_width(worths[:, j] - worths[:, best]))
        for j, a in enumerate(actions)
    }


def has_rounds(rules: ModuleType) -> bool:
    """Whether the rules tell what a new round is worth, as a chance to win."""
    return hasattr(rules, "ROUND")


def half_width(differences: FloatArray) -> float:
    """Half the interval of a mean; 0 of nothing but equals.

    Parameters
    ----------
    differences : float64 array of shape (tables,)
        Of what two actions came to.
    """
    spread = float(differences.std(ddof=1)) if len(differences) > 1 else 0.0
    return student_quantile(LEVEL, max(1, len(differences) - 1)) * spread / math.sqrt(len(differences))


@lru_cache(maxsize=64)
def programs(rules: ModuleType) -> PlayoutPrograms:
    """The loops of a game, plain and compilable.

    Parameters
    ----------
    rules : module
        The rules file.
    """
    return PlayoutPrograms(_make_imagined(worth_of(rules)), _make_known(rules, worth_of(rules)))


def worth_of(rules: ModuleType) -> Callable[[Any, int, int], float]:
    """``worth(s, p, began)``: the chance to win where there are rounds, else the score.

    Parameters
    ----------
    rules : module
        The rules file.
    """
    if has_rounds(rules):
        return expectation(rules)
    score = rules.score

    def points(s: Any, p: int, began: int) -> float:
        return float(score(s, p))

    return points


def _make_imagined(worth: Callable[[Any, int, int], float]) -> Callable[..., None]:
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
    """``lean(s, weights)``: an action at random, as the rules file leans; `weights` is scratch.

    Parameters
    ----------
    rules : module
        The rules file.
    """
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


def _make_known(rules: ModuleType, worth: Callable[[Any, int, int], float]) -> Callable[..., None]:
    apply, lean, round_of, actions = rules.apply, leaning_action(rules), round_counter(rules), rules.ACTIONS

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
