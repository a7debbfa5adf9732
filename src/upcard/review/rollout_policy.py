"""The strategies by which simulated tables continue, and the compiled loops that play them.

Where only simulation can judge, everybody continues by the best known strategy that chooses without a search,
as its file declares with ``best_for``. Without one, play continues at random with the weights of the rules
file.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.arrays import IntArray
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure, UpcardError
from upcard.engine.game import Game
from upcard.engine.game_loop import renew
from upcard.engine.heuristics import expectation, leaning_action, round_counter
from upcard.engine.players import entrant_for
from upcard.engine.program import masked_choice
from upcard.engine.registry import is_shipped, strategies_for
from upcard.engine.seeds import open_seat_streams, open_stream
from upcard.engine.state import PlainState, to_record
from upcard.engine.strategy_contract import needs_imagined
from upcard.kit.strategy import act, imagine, memory, scratch

MOST_PLIES = 10_000
BY_WEIGHTS = -1
"""In place of the number of a strategy: the seat plays at random with the weights of the rules."""

ChooseByNumber = Callable[[int, Any], int]


def best_known(game: Game) -> Entrant | None:
    """Return the best known strategy that can continue games at thousands of tables; None if there is none.

    A strategy file declares it with ``best_for``. It must be compilable and choose without a search. Files of
    the user come before those of Upcard.
    """
    modules = strategies_for(game.rules).items()
    for name, module in sorted(modules, key=lambda x: (is_shipped(x[1]), x[0])):
        declared = module.STRATEGY
        if game.name in declared.games and game.players in declared.best_for:
            settings = declared.best_for[game.players]
            with suppress(UpcardError):
                entrant = entrant_for(f"{name}:{settings}" if settings else name, game)
                can_roll_out = entrant.compiles and not needs_imagined(module)
                if can_roll_out and masked_choice(game.rules, [entrant]) is not None:
                    return entrant
    return None


def policy_words(rules: ModuleType, best: Entrant | None) -> str:
    """Return how play continues, in words that can follow "plays on"."""
    if best is not None:
        return f"by {best.label}, the best known strategy that does not search"
    how = "with the weights of the rules" if hasattr(rules, "lean") else "with equal weights"
    return f"at random {how}, because no better strategy is declared"


class RolloutPolicy:
    """The strategy of every seat in simulated games of one game, ready to be written into its records.

    `seats` has a strategy for each seat, None for random play with the weights of the rules. `choose` calls
    the strategies by their numbers. Raises Failure if they cannot be compiled together.
    """

    def __init__(self, game: Game, seats: Sequence[Entrant | None]) -> None:
        self.seats = tuple(seats)
        kinds = {_key(x): x for x in seats if x is not None}
        self.kinds = list(kinds.values())
        numbers = {key: k for k, key in enumerate(kinds)}
        self.who: IntArray = np.array(
            [BY_WEIGHTS if x is None else numbers[_key(x)] for x in seats], np.int64
        )
        choose = masked_choice(game.rules, self.kinds) if self.kinds else _nobody
        if choose is None:
            raise Failure("one of these strategies is too slow to be played at thousands of tables")
        self.choose: ChooseByNumber = choose

    def record(self, rules: ModuleType, s: PlainState) -> Any:
        """Return a state as a record of length 1 with the parameters of all strategies."""
        box = to_record(rules, s)
        for p, one in enumerate(self.seats):
            if one is not None:
                box[0]["w"][p, : len(one.parameters)] = one.parameters
        return box


def _key(one: Entrant) -> tuple[Callable[..., int], int]:
    return one.choose, len(one.parameters)


def _nobody(k: int, s: Any) -> int:
    return -1


def has_rounds(rules: ModuleType) -> bool:
    """Return whether the rules file states the value of a new round, as a chance to win."""
    return hasattr(rules, "ROUND")


def unit_of(rules: ModuleType) -> str:
    """Return the unit of values for a rules file: ``chance to win`` or ``points``."""
    return "chance to win" if has_rounds(rules) else "points"


def worth_of(rules: ModuleType) -> Callable[[Any, int, int], float]:
    """Return the function ``worth(s, p, began)``: p's chance to win if there are rounds, else p's score."""
    if has_rounds(rules):
        return expectation(rules)
    score, unit = rules.score, float(rules.GAME.unit)

    def points(s: Any, p: int, began: int) -> float:
        return unit * float(score(s, p))

    return points


def _make_play_on(rules: ModuleType, choose: ChooseByNumber) -> Callable[[Any, Any, int, Any], bool]:
    """Return ``play_on(s, who, began, weights)``, which plays to the end or to a new round.

    It returns False at an illegal action.
    """
    legal, apply, lean, round_of = rules.legal, rules.apply, leaning_action(rules), round_counter(rules)
    actions = rules.ACTIONS

    def play_on(s: Any, who: Any, began: int, weights: Any) -> bool:
        plies = 0
        while plies < MOST_PLIES and s.over == 0 and round_of(s) == began:
            p = s.player
            if who[p] == BY_WEIGHTS:
                a = lean(s, weights)
            else:
                s.me = p
                chosen = choose(who[p], s)
                a = int(chosen)
                if a != chosen or a < 0 or a >= actions or not legal(s, a):
                    return False
            apply(s, a)
            s.turns += 1
            plies += 1
        return True

    return play_on


def make_imagined(rules: ModuleType, choose: ChooseByNumber) -> Callable[..., bool]:
    """Return a loop over redealt tables that tries every action of a seat at each of them.

    ``imagined(box, me, acts, who, seed, first, worths)`` sets ``worths[i, j]`` to the result of action number
    j for seat `me` at table ``first + i``, and returns False if a strategy chose an illegal action.
    """
    play_on, worth, round_of = _make_play_on(rules, choose), worth_of(rules), round_counter(rules)
    actions = rules.ACTIONS

    def imagined(box: Any, me: int, acts: Any, who: Any, seed: int, first: int, worths: Any) -> bool:
        v = box[0]
        world = scratch(v)
        weights = memory(actions)
        began = round_of(v)
        for i in range(len(worths)):
            for j in range(len(acts)):
                v.me = me
                open_seat_streams(v, seed, first + i)
                imagine(v, world)
                act(world, acts[j])
                s = world[0][0]
                if not play_on(s, who, began, weights):
                    return False
                worths[i, j] = worth(s, me, began)
        return True

    return imagined


def make_chosen(rules: ModuleType, choose: ChooseByNumber) -> Callable[..., None]:
    """Return a loop that counts what a strategy chooses in one position.

    ``chosen(box, me, who, seed, times, counts)`` adds 1 to ``counts[a]`` whenever the strategy of seat `me`
    chooses a.
    """
    actions = rules.ACTIONS

    def chosen(box: Any, me: int, who: Any, seed: int, times: int, counts: Any) -> None:
        v = box[0]
        for i in range(times):
            open_seat_streams(v, seed, i)
            v.me = me
            a = int(choose(who[me], v))
            if 0 <= a < actions:
                counts[a] += 1

    return chosen


def make_known(rules: ModuleType, choose: ChooseByNumber) -> Callable[..., bool]:
    """Return a loop over continuations of a state, in which all cards stay as they are.

    ``known(box, twin, action, who, seed, worths)`` sets ``worths[i, p]`` to the result for seat p in
    continuation i, after `action` if it is not negative. It returns False if a strategy chose an illegal
    action.
    """
    play_on, worth, round_of = _make_play_on(rules, choose), worth_of(rules), round_counter(rules)
    apply, actions = rules.apply, rules.ACTIONS

    def known(box: Any, twin: Any, action: int, who: Any, seed: int, worths: Any) -> bool:
        weights = memory(actions)
        began = round_of(box[0])
        for i in range(len(worths)):
            renew(twin, 0, box, 0)
            s = twin[0]
            open_seat_streams(s, seed, i)
            open_stream(s, seed, i)
            if action >= 0 and s.over == 0:
                apply(s, action)
                s.turns += 1
            if not play_on(s, who, began, weights):
                return False
            for p in range(s.seats):
                worths[i, p] = worth(s, p, began)
        return True

    return known
