"""Retrograde analysis: who wins a game without chance and secrets that can go on for ever, and how soon.

For two players of whom one wins what the other loses. The positions are found by the rules themselves, as
they are interpreted: from some starts, by every legal action, told apart by ``position_key(s)`` of the rules
file, or by all that is on the table where it has none. Then the ends are gone back from:

1. A position is won if an action wins at once, or leads to one that is lost for the other player.
2. It is lost if every action loses at once, or leads to one that is won for the other player.
3. Every other position is a draw: neither player can be made to lose, and play goes on for ever.

A *ply* is all that a player does until the other one's turn. The distance of a won position is the number of
plies to the end of the game, the last one included, if the winner hurries and the loser holds out. Distances
are given in increasing order, as in Dijkstra's algorithm with buckets: an action is as long as 0 or 1 plies.

It is slow and knows no game; the fast solvers are held to it.

Sources: T. Ströhlein, Untersuchungen über kombinatorische Spiele, 1970; K. Thompson, Retrograde analysis of
certain endgames, 1986.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.state import PlainState, canonical_key

MOST_POSITIONS = 2_000_000

_StateKey = tuple[Any, ...]
"""The identity of a position among all others."""


class Verdict(IntEnum):
    """The result of a position for the player to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass
class PositionGraph:
    """Positions and what can be done in them, one entry per position."""

    actions: list[int] = field(default_factory=list)
    """How many actions there are."""
    ends: list[tuple[Verdict, ...]] = field(default_factory=list)
    """Results of the actions that end the game, for the player to move."""
    before: list[list[tuple[int, int]]] = field(default_factory=list)
    """From where actions lead to it: a position, and 0 if the same player goes on, 1 if it is the other's
    turn."""


@dataclass(frozen=True)
class SolvedPositions:
    """All positions of a game with their verdicts and distances."""

    verdicts: dict[_StateKey, Verdict]
    """By what tells positions apart."""
    distances: dict[_StateKey, int]
    """Plies to the end; 0 for a draw."""


def solve(game: Game, starts: Iterable[PlainState], most_positions: int = MOST_POSITIONS) -> SolvedPositions:
    """Solve all positions that can come up from some starts.

    Parameters
    ----------
    game : Game
        A game for two with perfect information whose one player wins what the other loses. An option that
        ends the game after a repetition must be off: then a position is what it is without its history.
    starts : iterable of PlainState
        Where to begin; a game that is over is passed over.
    most_positions : int
        Where to stop.

    Raises
    ------
    Usage
        If the game is of another kind.
    Failure
        If there are more positions than that.
    """
    kind = game.rules.GAME
    if game.players != 2 or not (kind.zero_sum and kind.perfect_information):
        raise Usage(f"{kind.title} cannot be solved backwards; expected two players, zero sum, open cards")
    keys, graph = explore(game, starts, most_positions)
    verdicts, distances = go_back(graph)
    return SolvedPositions(dict(zip(keys, verdicts, strict=True)), dict(zip(keys, distances, strict=True)))


def key_of(game: Game) -> Callable[[PlainState], _StateKey]:
    """Return the function that identifies the positions of a game."""
    declared = getattr(game.rules, "position_key", None)
    if declared is not None:
        key: Callable[[PlainState], _StateKey] = declared
        return key
    return lambda s: canonical_key(game.rules, s)


def explore(
    game: Game, starts: Iterable[PlainState], most_positions: int = MOST_POSITIONS
) -> tuple[list[_StateKey], PositionGraph]:
    """Return all positions that can occur, as keys and as a graph in the same order; see :func:`solve`."""
    explorer = _Explorer(game, most_positions)
    for s in starts:
        if not s.over:
            explorer.number(s)
    while explorer.waiting:
        explorer.look_at(explorer.waiting.popleft())
    return list(explorer.numbers), explorer.graph


class _Explorer:
    """Numbers positions in the order in which they are found, and looks at them in the same order."""

    def __init__(self, game: Game, most_positions: int) -> None:
        self.game, self.most_positions = game, most_positions
        self.key, self.graph = key_of(game), PositionGraph()
        self.numbers: dict[_StateKey, int] = {}
        self.waiting: deque[PlainState] = deque()

    def number(self, s: PlainState) -> int:
        n = self.numbers.setdefault(self.key(s), len(self.numbers))
        if n == len(self.graph.before):
            if n == self.most_positions:
                raise Failure(
                    f"{self.game.title} has more than {n:,} positions; choose a smaller game or allow more"
                )
            self.graph.before.append([])
            self.waiting.append(s)
        return n

    def look_at(self, s: PlainState) -> None:
        rules, ends = self.game.rules, []
        here, actions = len(self.graph.actions), self.game.legal_actions(s)
        for a in actions:
            after = s.copy()
            rules.apply(after, a)
            if after.over:
                score = rules.score(after, s.player)
                ends.append(Verdict((score > 0) - (score < 0)))
            else:
                self.graph.before[self.number(after)].append((here, int(after.player != s.player)))
        self.graph.actions.append(len(actions))
        self.graph.ends.append(tuple(ends))


def go_back(graph: PositionGraph) -> tuple[list[Verdict], list[int]]:
    """Return the verdict and the distance of every position of a graph."""
    return _Backwards(graph).run()


class _Backwards:
    """Verdicts in order of distance; a position is settled when it comes up in its bucket first."""

    def __init__(self, graph: PositionGraph) -> None:
        self.graph = graph
        self.verdicts = [Verdict.DRAW] * len(graph.actions)
        self.distances = [0] * len(graph.actions)
        self.open = list(graph.actions)  # actions not known to lose
        self.worst = [0] * len(graph.actions)  # plies that the best of the losing actions takes
        self.buckets: defaultdict[int, list[tuple[int, Verdict]]] = defaultdict(list)

    def run(self) -> tuple[list[Verdict], list[int]]:
        for n, ends in enumerate(self.graph.ends):
            for verdict in ends:
                self.offer(n, verdict, 1)
        distance = 0
        while self.buckets:
            bucket = self.buckets[distance]
            for n, verdict in bucket:  # it grows: an action can take no ply
                if self.verdicts[n] == Verdict.DRAW:
                    self.settle(n, verdict, distance)
            del self.buckets[distance]
            distance = min(self.buckets, default=0)
        return self.verdicts, self.distances

    def settle(self, n: int, verdict: Verdict, distance: int) -> None:
        self.verdicts[n], self.distances[n] = verdict, distance
        for before, plies in self.graph.before[n]:
            self.offer(before, Verdict(-verdict) if plies else verdict, distance + plies)

    def offer(self, n: int, verdict: Verdict, distance: int) -> None:
        """Note the outcome of an action in position `n`."""
        if verdict == Verdict.WIN:
            self.buckets[distance].append((n, verdict))
        elif verdict == Verdict.LOSS:
            self.open[n] -= 1
            self.worst[n] = max(self.worst[n], distance)
            if self.open[n] == 0:
                self.buckets[self.worst[n]].append((n, verdict))
