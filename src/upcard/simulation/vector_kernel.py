"""A step of many tables, one decision each: the loop behind :class:`~upcard.simulation.vector_env.VectorEnv`.

A seat belongs to a learner, whose actions come from outside, or to a strategy, which plays inside the loop. A
learner has the position ``LEARNER`` in the list of strategies. After the end of a game, a table begins its
next game at once.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from upcard.engine.game_loop import ILLEGAL_ACTION, TOO_LONG, Loop, make_do, renew
from upcard.engine.legal_actions import next_legal_action
from upcard.engine.winners import winning_score

LEARNER = -1

Reward = Callable[[Any, int, Any], float]
"""``reward(s, p, best)`` returns the reward of seat `p` for a finished game whose best score is `best`."""


def make_reward(rules: ModuleType, kind: str) -> Reward:
    """Make the reward function: the payoff of a seat (``"score"``), or its share in the win (``"win"``)."""
    score, unit = rules.score, float(rules.GAME.unit)

    def by_score(s: Any, p: int, best: Any) -> float:
        return unit * float(score(s, p))

    def by_win(s: Any, p: int, best: Any) -> float:
        if score(s, p) != best:
            return 0.0
        winners = 0
        for q in range(s.seats):
            winners += 1 if score(s, q) == best else 0
        return 1.0 / winners

    return by_win if kind == "win" else by_score


def make_tables(
    rules: ModuleType, loop: Loop, flatten: Callable[..., None], kind: str
) -> Callable[..., None]:
    """Make the step of some tables: a plain function that can be compiled.

    `loop` plays the strategies at the seats that are not a learner's; `kind` is that of :func:`make_reward`.

    Returns
    -------
    function
        ``tables(states, blank, views, blank_view, weights, who, holder, seed, stride, first, last,
        is_opening, games, actions, rewards, ended, seen, legal_now, movers, fault)``. If `is_opening`, it
        begins game ``games[i]`` at tables `first` to `last` - 1, else it does ``actions[i]`` there, which
        must be legal. Then strategies play until a learner is to act; after a game comes game ``games[i] +
        stride``. Modified in place: states, views, games, and row i of the arrays after `actions`. `ended`
        counts games that ended by their rules in column 0, and games that were too long in column 1. If a
        strategy chooses an illegal action, `fault` gets table, seat, action and kind of fault, and the loop
        stops there.
    """
    enter, show, do, act = _make_enter(loop), _make_show(rules, flatten), make_do(rules), loop.act
    note = _make_note(rules, make_reward(rules, kind))

    # one function, since arrays that are passed to a function with loops are reference-counted at each call
    def tables(
        states: Any, blank: Any, views: Any, blank_view: Any, weights: Any, who: Any, holder: Any, seed: int,
        stride: int, first: int, last: int, is_opening: bool, games: Any, actions: Any, rewards: Any,
        ended: Any, seen: Any, legal_now: Any, movers: Any, fault: Any,
    ) -> None:  # fmt: skip
        for i in range(first, last):
            s = states[i]
            wipe(rewards, ended, i)
            if is_opening:
                enter(states, i, blank, views, blank_view, weights, holder, seed, games[i])
            else:
                do(s, actions[i])
            while s.over != 0 or who[holder[s.player]] != LEARNER:
                if s.over == 0:
                    act(s, views, who, holder)
                elif s.over == ILLEGAL_ACTION:
                    fault[0] = i
                    fault[1] = s.player
                    fault[2] = s.at
                    fault[3] = s.over
                    return
                else:
                    note(s, rewards, ended, i)
                    games[i] += stride
                    enter(states, i, blank, views, blank_view, weights, holder, seed, games[i])
            show(s, i, seen, legal_now, movers)

    return tables


def wipe(rewards: Any, ended: Any, i: int) -> None:
    """Reset rewards and ended games of table `i`. Modified in place."""
    for p in range(rewards.shape[1]):
        rewards[i, p] = 0.0
    ended[i, 0] = 0
    ended[i, 1] = 0


def _make_note(rules: ModuleType, reward: Reward) -> Callable[..., None]:
    best_of = winning_score(rules)

    def note(s: Any, rewards: Any, ended: Any, i: int) -> None:
        if s.over == TOO_LONG:
            ended[i, 1] += 1
        else:
            best = best_of(s)
            for p in range(s.seats):
                rewards[i, p] += reward(s, p, best)
            ended[i, 0] += 1

    return note


def _make_enter(loop: Loop) -> Callable[..., None]:
    prepare, begin = loop.prepare, loop.begin

    def enter(
        states: Any, i: int, blank: Any, views: Any, blank_view: Any, weights: Any, holder: Any, seed: int,
        game: int,
    ) -> None:  # fmt: skip
        renew(states, i, blank, 0)
        s = states[i]
        prepare(s, views, blank_view, weights, holder)
        begin(s, views, seed, game, game)

    return enter


def _make_show(rules: ModuleType, flatten: Callable[..., None]) -> Callable[..., None]:
    next_legal, actions = next_legal_action(rules), rules.ACTIONS

    def show(s: Any, i: int, seen: Any, legal_now: Any, movers: Any) -> None:
        movers[i] = s.player
        flatten(s, s.player, seen[i])
        for a in range(actions):
            legal_now[i, a] = False
        a = next_legal(s, 0)
        while a < actions:
            legal_now[i, a] = True
            a = next_legal(s, a + 1)

    return show
