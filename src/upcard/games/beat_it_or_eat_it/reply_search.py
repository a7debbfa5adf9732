"""Beat It Or Eat It against an opponent who always does the same in the same position: looked through.

Such an opponent leaves one player only: every position in which that player is to act leads by each of his
actions to another one, or to the end. What he can win is found backwards from the ends; where he can go on
for ever without losing it is a draw. As in the tablebases it is not asked what has occurred before.
"""

from collections import deque
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from upcard.engine.chance import Script
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.games.beat_it_or_eat_it.rules import position_key
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
MOST = 20_000
"""More positions than that are not looked through."""

PositionKey = tuple[int, ...]
StrategyOdds = Callable[[Any], list[tuple[int, Fraction]]]


class ReplySearch:
    """What actions are worth against an opponent who never draws lots.

    Parameters
    ----------
    game : Game
        The game.
    odds : function
        Of a view: what the opponent does, with its probability.
    unit : str
        What worths count.
    most : int
        More positions than that are refused.
    """

    def __init__(self, game: Game, odds: StrategyOdds, unit: str, most: int = MOST) -> None:
        self.game, self.odds, self.unit, self.most = game, odds, unit, most
        self.source = "the best response to these opponents, exactly"
        self._ways: dict[PositionKey, dict[int, PositionKey | Fraction]] = {}
        self._worth: dict[PositionKey, Fraction] = {}

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """All actions with what they lead to if the player does his best.

        Raises
        ------
        Failure
            If there are too many positions, or the opponent draws lots.
        """
        key = position_key(moment.state)
        if key not in self._worth:
            self._look_through(moment.state)
            self._worth = solved(self._ways)
        return {a: ActionWorth(self._of(x)) for a, x in self._ways[key].items()}

    def _of(self, ahead: PositionKey | Fraction) -> Fraction:
        return ahead if isinstance(ahead, Fraction) else self._worth[ahead]

    def _look_through(self, s: PlainState) -> None:
        """Note every position that can follow, and where the actions lead."""
        ahead = [s]
        while ahead:
            at = ahead.pop()
            key = position_key(at)
            if key in self._ways:
                continue
            if len(self._ways) == self.most:
                raise Failure(f"more than {self.most:,} positions can follow")
            self._ways[key] = {}
            for a in self.game.legal_actions(at):
                after = self.answered(at, a)
                if after.over:
                    self._ways[key][a] = WIN if after.size[at.player] == 0 else LOSS
                else:
                    self._ways[key][a] = position_key(after)
                    ahead.append(after)

    def answered(self, s: PlainState, action: int) -> PlainState:
        """The next position in which the same player is to act, or the end."""
        me, after = s.player, s.copy(Script(self.game.rules, ()))
        self._do(after, action)
        while not after.over and after.player != me:
            told = self.odds(self.game.view(after, int(after.player)))
            if len(told) > 1:
                raise Failure("the opponent draws lots")
            self._do(after, told[0][0])
        return after

    def _do(self, s: PlainState, action: int) -> None:
        s.notes, s.turns = 0, 0  # which positions have occurred does not count here
        self.game.rules.apply(s, action)


def solved(ways: Mapping[PositionKey, Mapping[int, PositionKey | Fraction]]) -> dict[PositionKey, Fraction]:
    """What every position is worth to the player who chooses the way.

    Parameters
    ----------
    ways : mapping
        By position, where each action leads: to another position, or to an end with its worth.
    """
    before: dict[PositionKey, list[PositionKey]] = {key: [] for key in ways}
    for key, ends in ways.items():
        for x in ends.values():
            if not isinstance(x, Fraction):
                before[x].append(key)
    wins = {key for key, ends in ways.items() if WIN in ends.values()}
    found = dict.fromkeys(ways, DRAW) | dict.fromkeys(_reached(wins, before), WIN)
    open_ways = {
        key: sum(not isinstance(x, Fraction) for x in ends.values())
        for key, ends in ways.items()
        if found[key] != WIN
    }
    lost = deque(key for key, n in open_ways.items() if not n)
    while lost:
        key = lost.popleft()
        found[key] = LOSS
        for above in before[key]:
            if above in open_ways:
                open_ways[above] -= 1
                if not open_ways[above]:
                    lost.append(above)
    return found


def _reached(wins: set[PositionKey], before: Mapping[PositionKey, list[PositionKey]]) -> set[PositionKey]:
    """All positions from which one of these can be reached."""
    found, ahead = set(wins), list(wins)
    while ahead:
        for key in before[ahead.pop()]:
            if key not in found:
                found.add(key)
                ahead.append(key)
    return found
