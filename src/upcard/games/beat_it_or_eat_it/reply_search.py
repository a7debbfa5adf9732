"""Beat It Or Eat It against a deterministic opponent: a search of all continuations.

Against a deterministic opponent, only one player has choices: each of their actions leads from one of their
positions to another one, or to the end of the game. Wins are propagated backwards from there
(:mod:`upcard.solving.retrograde`). A position from which the player can continue for ever without losing is a
draw. As in the tablebases, earlier occurrences of a position don't count.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from upcard.engine.chance import Script
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.games.beat_it_or_eat_it.rules import position_key
from upcard.review.best_response_judge import EXACT
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint
from upcard.solving.retrograde import PositionGraph, Verdict, go_back

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
MOST = 20_000
"""The maximum number of positions in a search."""

PositionKey = tuple[int, ...]
StrategyOdds = Callable[[Any], list[tuple[int, Fraction]]]


class ReplySearch:
    """Search for the values of actions against an opponent who never plays at random.

    `odds` returns the opponent's action probabilities in a view; `most` is the maximum number of positions.
    """

    def __init__(self, game: Game, odds: StrategyOdds, unit: str, most: int = MOST) -> None:
        self.game, self.odds, self.unit, self.most = game, odds, unit, most
        self.source = EXACT
        self._successors: dict[PositionKey, dict[int, PositionKey | Fraction]] = {}
        self._scores: dict[PositionKey, Fraction] = {}

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the value of each action if the player plays best afterwards.

        Raises
        ------
        Failure
            If there are too many positions, or the opponent plays at random.
        """
        key = position_key(moment.state)
        if key not in self._scores:
            self._explore(moment.state)
            self._scores = solved(self._successors)
        return {a: ActionWorth(self._of(x)) for a, x in self._successors[key].items()}

    def _of(self, ahead: PositionKey | Fraction) -> Fraction:
        return ahead if isinstance(ahead, Fraction) else self._scores[ahead]

    def _explore(self, s: PlainState) -> None:
        """Record every position that can follow, and where the actions lead."""
        ahead = [s]
        while ahead:
            at = ahead.pop()
            key = position_key(at)
            if key in self._successors:
                continue
            if len(self._successors) == self.most:
                raise Failure(f"more than {self.most:,} positions can follow")
            self._successors[key] = {}
            for a in self.game.legal_actions(at):
                after = self.answered(at, a)
                if after.over:
                    self._successors[key][a] = WIN if after.size[at.player] == 0 else LOSS
                else:
                    self._successors[key][a] = position_key(after)
                    ahead.append(after)

    def answered(self, s: PlainState, action: int) -> PlainState:
        """Return the state after an action and the opponent's replies: the same player's turn, or the end."""
        me, after = s.player, s.copy(Script(self.game.rules, ()))
        self._do(after, action)
        while not after.over and after.player != me:
            replies = self.odds(self.game.view(after, int(after.player)))
            if len(replies) > 1:
                raise Failure("the opponent plays at random")
            self._do(after, replies[0][0])
        return after

    def _do(self, s: PlainState, action: int) -> None:
        s.notes, s.turns = 0, 0  # earlier occurrences of a position don't count here
        self.game.rules.apply(s, action)


def solved(
    successors: Mapping[PositionKey, Mapping[int, PositionKey | Fraction]],
) -> dict[PositionKey, Fraction]:
    """Return the value of every position for the player who chooses the action.

    `successors` maps each position and action to the next position, or to the final score.
    """
    numbers = {key: n for n, key in enumerate(successors)}
    graph = PositionGraph(before=[[] for _ in numbers])
    for n, ways in enumerate(successors.values()):
        graph.actions.append(len(ways))
        graph.ends.append(tuple(Verdict(int(2 * x - 1)) for x in ways.values() if isinstance(x, Fraction)))
        for x in ways.values():
            if not isinstance(x, Fraction):
                graph.before[numbers[x]].append((n, 0))
    verdicts, _ = go_back(graph)
    return {key: Fraction(1 + verdicts[n], 2) for key, n in numbers.items()}
