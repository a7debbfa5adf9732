"""Judge of decisions that redeals the hidden cards and plays on, with each opponent using their strategy.

It redeals as :mod:`upcard.review.playout_evaluator` does. The player continues at random with the weights of
the rules file, so this finds one step of improvement and not a best response. Earlier actions of the others
are not used to infer their cards.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.determinization import check_imagined
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.heuristics import round_counter
from upcard.engine.program import compiled_for, masked_choice
from upcard.engine.seeds import open_seat_streams
from upcard.engine.state import to_record
from upcard.kit.strategy import act, imagine, memory, scratch
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint
from upcard.review.opponents import Opponents
from upcard.review.playout_evaluator import MOST_PLIES, SEED, compared, leaning_action, unit_of, worth_of

TABLES = 2000
JUDGED_SEAT = -1
"""In place of the number of a strategy: the seat whose decision is judged."""


class OpponentPlayouts:
    """Judge of actions against known opponents, by this number of redealt tables for each decision.

    `on_compile` is called if a program has to be compiled. Raises Usage if hidden cards of the game cannot be
    redealt, and Failure if a strategy cannot be compiled.
    """

    unit = ""

    def __init__(
        self,
        game: Game,
        opponents: Opponents,
        tables: int = TABLES,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        check_imagined(game.rules)
        self.game, self.opponents, self.tables = game, opponents, tables
        self.unit = self.unit or unit_of(game.rules)
        self.source = f"{tables:,} redealt tables for each decision, with each opponent using their strategy"
        kinds = list({_key(x): x for x in opponents.who.values()}.values())
        self._numbers = {_key(x): k for k, x in enumerate(kinds)}
        self._imagined = _program(game.rules, kinds, on_compile)

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the mean of each action over redealt tables; raises Failure if an action is illegal."""
        actions, me = self.game.legal_actions(moment.state), moment.mover
        box = to_record(self.game.rules, moment.state)
        who = np.full(self.game.players, JUDGED_SEAT)
        for p, one in self.opponents.who.items():
            who[p] = self._numbers[_key(one)]
            box[0]["w"][p, : len(one.parameters)] = one.parameters
        worths = np.zeros((self.tables, len(actions)))
        if not self._imagined(box, me, np.array(actions, np.int64), who, SEED, self.tables, worths):
            raise Failure("one of these strategies chose an illegal action")
        return compared(actions, worths)


def judge(
    game: Game,
    opponents: Opponents,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> OpponentPlayouts:
    """Return a judge by redealt tables; raises the errors of :class:`OpponentPlayouts`."""
    return OpponentPlayouts(game, opponents, on_compile=on_compile)


def _key(one: Entrant) -> tuple[Callable[..., int], int]:
    return one.choose, len(one.parameters)


def _program(
    rules: ModuleType, kinds: list[Entrant], on_compile: Callable[[], None] | None
) -> Callable[..., bool]:
    """Return the compiled loop of a game with these strategies."""
    choose = masked_choice(rules, kinds)
    if choose is None:
        raise Failure("one of these strategies is too slow to be played at thousands of tables")
    return compiled_for(rules, _make_imagined(rules, choose), kinds, on_compile)


def _make_imagined(rules: ModuleType, choose: Callable[[int, Any], int]) -> Callable[..., bool]:
    legal, apply, lean, worth = rules.legal, rules.apply, leaning_action(rules), worth_of(rules)
    actions, round_of = rules.ACTIONS, round_counter(rules)

    def play_on(s: Any, me: int, who: Any, began: int, weights: Any) -> bool:
        plies = 0
        while plies < MOST_PLIES and s.over == 0 and round_of(s) == began:
            p = s.player
            if p == me:
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

    def imagined(box: Any, me: int, acts: Any, who: Any, seed: int, tables: int, worths: Any) -> bool:
        v = box[0]
        v.me = me
        world = scratch(v)
        weights = memory(actions)
        began = round_of(v)
        for i in range(tables):
            for j in range(len(acts)):
                v.me = me
                open_seat_streams(v, seed, i)
                imagine(v, world)
                act(world, acts[j])
                s = world[0][0]
                if not play_on(s, me, who, began, weights):
                    return False
                worths[i, j] = worth(s, me, began)
        return True

    return imagined
