"""Games of stages: both players choose at the same moment, then everything is open again.

Sometimes two players know everything except what the other is choosing right now. Such a game can be solved
backwards: a stage is a matrix whose cells hold the immediate gain and the value of the next position, and its
value is that of the matrix game (L. S. Shapley, "Stochastic games", 1953, for games that end; on simultaneous
moves in games B. Bosansky and others, "Algorithms for computing strategies in two-player simultaneous move
games", Artificial Intelligence 237, 2016). Moves in turn, which the other sees, are matrices of one row or
one column. Every value is a fraction without error.

The positions come from the rules themselves, which are interpreted. That nothing else is hidden is checked:
after every stage each player must be able to tell the resulting positions apart, by their own actions and by
what they see. A position is identified by ``position_key(s)`` of the rules, or by all that is on the table.
Positions with the same key add the same to the current score, whatever led to them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.state import PlainState, canonical_key, cells_of
from upcard.engine.tree.successors import successors
from upcard.solving.matrix_game import MatrixSolution, solve_matrix
from upcard.solving.retrograde import key_of

MOST_POSITIONS, MOST_OUTCOMES = 1_000_000, 1_000
STEP = 20
ROW, COLUMN = 0, 1

_ChanceOutcomes = list[tuple[PlainState, Fraction]]


@dataclass(frozen=True)
class Stage:
    """A position in which somebody chooses, and what is best there."""

    value: Fraction
    """Expected gain of the first seat's score from here to the end."""
    actions: tuple[tuple[int, ...], tuple[int, ...]]
    """The actions of each seat; empty for a seat that does not choose."""
    chances: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    """How likely each of it is in a best mixture."""


class Stages:
    """The stages of a game for two from some position on, each solved once.

    `found` has all that were solved, by the keys of their positions. `on_stages` is called from time to time
    with their number.
    """

    def __init__(
        self,
        game: Game,
        most_positions: int = MOST_POSITIONS,
        on_stages: Callable[[int], None] | None = None,
    ) -> None:
        if game.players != 2:
            raise Usage(f"{game.title} has {game.players} players here; stages are solved for two")
        self.game, self.key = game, key_of(game)
        self.most_positions, self.on_stages = most_positions, on_stages
        self.found: dict[tuple[Any, ...], Stage] = {}

    def whole(self) -> Fraction:
        """Return the value of the game to the first seat, from its deal on.

        Raises
        ------
        Usage
            If the deal, or what is done later, stays hidden from a player, or the game is not zero-sum.
        Failure
            If there are too many positions.
        """
        first = outcomes(self.game, None, None)
        self._check_seen([(None, s) for s, _ in first], None)
        return sum((chance * (self._score(s) + self.rest(s)) for s, chance in first), Fraction(0))

    def rest(self, s: PlainState) -> Fraction:
        """Return what the first seat's score gains from a position that both players know.

        Nobody has chosen yet in it, or a player chooses openly. Raises what :meth:`whole` raises.
        """
        return Fraction(0) if s.over else self.stage(s).value

    def stage(self, s: PlainState) -> Stage:
        """Return the stage of a position that is not over; raise what :meth:`rest` raises."""
        key = self.key(s)
        if key not in self.found:
            stage = self._solve(s)
            if len(self.found) == self.most_positions:
                raise Failure(
                    f"{self.game.title} has more than {self.most_positions:,} positions from here; choose a "
                    "smaller game or a later position, or allow more"
                )
            self.found[key] = stage
            if self.on_stages and len(self.found) % STEP == 0:
                self.on_stages(len(self.found))
        return self.found[key]

    def _solve(self, s: PlainState) -> Stage:
        p = int(s.player)
        actions = self.game.legal_actions(s)
        after = {a: outcomes(self.game, s, a) for a in actions}
        replies = self._replies(p, list(after.values()))
        if not replies:
            return self._in_turn(s, p, after)
        cells = {(a, b): outcomes(self.game, after[a][0][0], b) for a in actions for b in replies}
        self._check_cells(p, cells)
        worth = {ab: self._worth(s, ends) for ab, ends in cells.items()}
        own, other = (tuple(actions), tuple(replies)) if p == ROW else (tuple(replies), tuple(actions))
        lines = [[worth[(i, j) if p == ROW else (j, i)] for j in other] for i in own]
        return _staged(solve_matrix(lines), (own, other))

    def _in_turn(self, s: PlainState, p: int, after: dict[int, _ChanceOutcomes]) -> Stage:
        """Return the stage of a position in which one player chooses openly."""
        self._check_seen([(None, t) for ends in after.values() for t, _ in ends], 1 - p)
        for a, ends in after.items():
            self._check_seen([(a, t) for t, _ in ends], p)
        worth = [self._worth(s, ends) for ends in after.values()]
        lines = [[x] for x in worth] if p == ROW else [worth]
        none: tuple[int, ...] = ()
        actions = (tuple(after), none) if p == ROW else (none, tuple(after))
        return _staged(solve_matrix(lines), actions)

    def _worth(self, s: PlainState, ends: _ChanceOutcomes) -> Fraction:
        """Return what the score gains from a position to the end by way of these outcomes."""
        before = self._score(s)
        return sum((chance * (self._score(t) - before + self.rest(t)) for t, chance in ends), Fraction(0))

    def _score(self, s: PlainState) -> int:
        """Return the current score of the first seat; at the end check the other one's too."""
        own = int(self.game.rules.score(s, ROW))
        if s.over and own + int(self.game.rules.score(s, COLUMN)) != 0:
            raise Usage(f"{self.game.title} is not zero-sum with these options: stages have no value then")
        return own

    def _replies(self, p: int, after: list[_ChanceOutcomes]) -> list[int]:
        """Return the other player's choices if they do not know that of `p`; nothing if they see it."""
        other, states = 1 - p, [t for ends in after for t, _ in ends]
        is_open = len(states) > len(after) or any(t.over or t.player != other for t in states)
        if is_open or len({self._sight(t, other) for t in states}) > 1:
            return []
        return self.game.legal_actions(states[0])

    def _check_cells(self, p: int, cells: dict[tuple[int, int], _ChanceOutcomes]) -> None:
        """Refuse a stage after which a player cannot tell positions apart."""
        ends = [(a, b, t) for (a, b), reached in cells.items() for t, _ in reached]
        self._check_seen([(a, t) for a, _, t in ends], p)
        self._check_seen([(b, t) for _, b, t in ends], 1 - p)

    def _check_seen(self, ends: Iterable[tuple[int | None, PlainState]], seat: int | None) -> None:
        """Refuse positions, each after an action, that look alike to the seat, or to any, and are not."""
        reached = list(ends)
        for p in (ROW, COLUMN) if seat is None else (seat,):
            seen: dict[Any, Any] = {}
            for did, t in reached:
                if not t.over:
                    here = canonical_key(self.game.rules, t)
                    if seen.setdefault((did, self._sight(t, p)), here) != here:
                        raise Usage(
                            f"{self.game.title} keeps something from seat {p + 1} here beside what the other "
                            "is choosing: it cannot be solved stage by stage"
                        )

    def _sight(self, s: PlainState, p: int) -> tuple[Any, ...]:
        return tuple(cells_of(self.game.view(s, p)).values())


def _staged(solved: MatrixSolution, actions: tuple[tuple[int, ...], tuple[int, ...]]) -> Stage:
    own, other = actions
    return Stage(solved.value, actions, (solved.row if own else (), solved.column if other else ()))


def outcomes(game: Game, s: PlainState | None, a: int | None) -> _ChanceOutcomes:
    """Return the outcomes of an action with their probabilities; without a position, those of the deal.

    Raises ``Failure`` if there are more than ``MOST_OUTCOMES``.
    """
    reached = list(islice(successors(game, s, a), MOST_OUTCOMES + 1))
    if len(reached) > MOST_OUTCOMES:
        raise Failure(
            f"chance can go on in more than {MOST_OUTCOMES:,} ways at one place of {game.title}: it cannot "
            "be solved stage by stage from there"
        )
    return reached
