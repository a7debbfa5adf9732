"""Records many games: the actions of every game, from which any other number about it can be computed later.

The players are chosen game by game. Every game has three random streams: one of the deal, one of chance after
the deal, and one of its players. Two games that share some of these streams and not the others show how much
of the result each of them explains. With the usual streams a game is that of :func:`simulate` with fixed
seats.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.arrays import IntArray
from upcard.engine.entrants import Entrant, StrategyLike
from upcard.engine.errors import Failure, fault_text
from upcard.engine.free_memory import usable_cores
from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED, MOST_TURNS, TOO_LONG, Loop, make_do, renew
from upcard.engine.players import entrant_for
from upcard.engine.program import program
from upcard.engine.seeds import open_stream
from upcard.simulation.action_ban import BAN, NO_BAN, can_ban, with_bans
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulator import COMPILED_FAULTS

SAME_STREAM = -1
"""In place of a stream of later chance: chance continues the stream of the deal."""

FULL = -2
"""Kind of fault: the list of actions was too short for the next game."""

FIRST_MOVES = 1 << 16
"""Room for actions at first; it grows if a game needs more."""

CHUNKS_PER_THREAD = 8

OnGamesDone = Callable[[int], None]
"""Called with the number of games that were played since the last call."""


@dataclass(frozen=True)
class GamePlans:
    """The players and the streams of some games; every array has a row or a number for each game."""

    seed: int
    """Seed of all streams."""
    seating: IntArray
    """Shape (games, seats): the entrant at each seat, by its position among those of the recorder."""
    deals: IntArray
    """The stream of the deal."""
    later: IntArray
    """The stream of chance after the deal; ``SAME_STREAM`` to continue that of the deal."""
    numbers: IntArray
    """The stream of the players."""
    bans: IntArray
    """Shape (games, 2): a seat and the action that it must not use; ``NO_BAN`` in place of the action."""

    @staticmethod
    def usual(games: int, seed: int, entrants: Sequence[int]) -> "GamePlans":
        """Return the plans of games 0 to `games` - 1 of a seed, with the same entrants in all of them."""
        numbers = np.arange(games, dtype=np.int64)
        return GamePlans.of(seed, np.tile(np.array(entrants, np.int64), (games, 1)), numbers)

    @staticmethod
    def of(seed: int, seating: IntArray, deals: IntArray) -> "GamePlans":
        """Return the plans of games that differ in their seating and their deals, without bans."""
        same, bans = np.full(len(deals), SAME_STREAM, np.int64), np.full((len(deals), 2), NO_BAN, np.int64)
        bans[:, 0] = 0
        return GamePlans(seed, np.ascontiguousarray(seating, np.int64), deals, same, deals, bans)

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.deals)

    @property
    def streams(self) -> IntArray:
        """Shape (games, 3): the streams of the deal, of later chance, and of the players."""
        return np.ascontiguousarray(np.stack([self.deals, self.later, self.numbers], axis=1))


@dataclass(frozen=True)
class RecordedGames:
    """Finished games: their plans and the actions of all of them."""

    game: Game
    plans: GamePlans
    moves: IntArray
    """The actions of all games, one game after the other."""
    ends: IntArray
    """For each game, the position in `moves` after its last action."""

    @property
    def lengths(self) -> IntArray:
        """Number of decisions of each game."""
        return np.diff(self.ends, prepend=0)


class GameRecorder:
    """Plays games of some entrants and records their actions.

    Entrants that cannot be compiled make the program interpreted, so give them a recorder of their own.
    `on_compile` is called before the program is compiled for the first time on this machine. Raises the
    errors of :func:`upcard.engine.players.entrant_for`.
    """

    def __init__(
        self, game: Game, strategies: Sequence[StrategyLike], on_compile: Callable[[], None] | None = None
    ) -> None:
        self.game = game
        self.entrants: tuple[Entrant, ...] = tuple(entrant_for(x, game) for x in strategies)
        self.has_bans = all(can_ban(len(x.parameters)) for x in self.entrants)
        played = with_bans(game) if self.has_bans else game
        lineup = LineUp(game, self.entrants)
        self._who, self._weights = lineup.who, lineup.weights
        make = make_recording if self.has_bans else make_recording_without_bans
        self.program = program(played, self.entrants, make, on_compile=on_compile)

    def record(
        self, plans: GamePlans, threads: int | None = None, on_games: OnGamesDone | None = None
    ) -> RecordedGames:
        """Play games; the result depends only on the plans, not on threads.

        Raises ``Failure`` if a strategy chooses an illegal action or a game does not end.
        """
        workers = threads or usable_cores()
        size = max(1, -(-plans.games // (workers * CHUNKS_PER_THREAD)))
        firsts = range(0, plans.games, size)
        width = workers if self.program.is_compiled else 1
        pool = ThreadPoolExecutor(width)
        try:
            futures = [pool.submit(self._play, plans, a, min(a + size, plans.games)) for a in firsts]
            parts = []
            for future, first in zip(futures, firsts, strict=True):
                parts.append(future.result())
                if on_games:
                    on_games(min(size, plans.games - first))
        finally:
            pool.shutdown(cancel_futures=True)
        lengths = np.concatenate([x for _, x in parts])
        return RecordedGames(self.game, plans, np.concatenate([m for m, _ in parts]), np.cumsum(lengths))

    def _play(self, plans: GamePlans, first: int, last: int) -> tuple[IntArray, IntArray]:
        """Play games `first` to `last` - 1; return their actions and their lengths."""
        moves, lengths, room = [], [], FIRST_MOVES
        while first < last:
            cells, ends = np.zeros(room, np.int64), np.zeros(last, np.int64)
            stop = self._play_until_full(plans, first, last, cells, ends)
            room *= 4
            if stop > first:
                done = ends[first:stop]
                moves.append(cells[: done[-1]].copy())
                lengths.append(np.diff(done, prepend=0))
            first = stop
        return np.concatenate(moves), np.concatenate(lengths)

    def _play_until_full(
        self, plans: GamePlans, first: int, last: int, moves: IntArray, ends: IntArray
    ) -> int:
        """Play games until all are done or `moves` is full; return the first game that is not done."""
        fault = np.full(4, -1, np.int64)
        tables, row = self.program.buffers(), self.program.row
        try:
            self.program(
                tables.state, tables.blank_state, tables.views, tables.blank_view, self._weights,
                row(self._who), plans.seating, plans.streams, plans.bans, plans.seed, first, last,
                row([0] * self.game.players), moves, ends, fault,
            )  # fmt: skip
        except COMPILED_FAULTS as stop:
            raise Failure(
                f"{fault_text(stop)} in games {first} to {last - 1} of seed {plans.seed}; "
                f"strategies: {self._names()}"
            ) from stop
        game, seat, action, kind = map(int, fault)
        if kind == -1:
            return last
        if kind == FULL:
            return game
        place = f"in game {game} of seed {plans.seed}"
        if kind == TOO_LONG:
            raise Failure(
                f"{place} {MOST_TURNS:,} decisions were made and the game was not over; change the strategies"
            )
        raise Failure(
            f"{place}, seat {seat + 1} chose action {action}, which is not legal; strategies: {self._names()}"
        )

    def _names(self) -> str:
        return ", ".join(dict.fromkeys(x.label for x in self.entrants))


def set_ban(s: Any, views: Any, bans: Any, i: int) -> None:
    """Set the ban of game `i`, and no other."""
    for p in range(s.seats):
        s.w[p, BAN] = 0.0
        views[p].w[p, BAN] = 0.0
    p = int(bans[i, 0])
    s.w[p, BAN] = bans[i, 1] + 1.0
    views[p].w[p, BAN] = bans[i, 1] + 1.0


def set_nothing(s: Any, views: Any, bans: Any, i: int) -> None:
    """Do nothing: the strategies use all cells of their parameters."""


def make_recording_without_bans(rules: ModuleType, loop: Loop) -> Callable[..., None]:
    """Make the same as :func:`make_recording`, for strategies that leave no cell for a ban."""
    return make_recording(rules, loop, set_nothing)


def make_recording(
    rules: ModuleType, loop: Loop, forbid: Callable[..., None] = set_ban
) -> Callable[..., None]:
    """Make the loop over games that records actions; a plain function that can be compiled.

    Returns
    -------
    function
        ``run(states, blank, views, blank_view, weights, who, seating, streams, bans, seed, first, last,
        holder, moves, ends, fault)``: plays games `first` to `last` - 1, writes their actions to `moves` and
        the position after the last one to `ends`. If a game does not finish, `fault` gets its number, the
        seat, the action and the kind of fault, and the loop stops there.
    """
    prepare, begin, decide, do = loop.prepare, loop.begin, loop.decide, make_do(rules)

    def set_up(
        s: Any, views: Any, blank_view: Any, weights: Any, seating: Any, streams: Any, bans: Any, seed: int,
        i: int, holder: Any,
    ) -> None:  # fmt: skip
        for p in range(s.seats):
            holder[p] = int(seating[i, p])
        prepare(s, views, blank_view, weights, holder)
        begin(s, views, seed, int(streams[i, 0]), int(streams[i, 2]))  # plain Python overflows with numpy's
        if streams[i, 1] >= 0:
            open_stream(s, seed, int(streams[i, 1]))
        forbid(s, views, bans, i)

    def run(
        states: Any, blank: Any, views: Any, blank_view: Any, weights: Any, who: Any, seating: Any,
        streams: Any, bans: Any, seed: int, first: int, last: int, holder: Any, moves: Any, ends: Any,
        fault: Any,
    ) -> None:  # fmt: skip
        s = states[0]
        at = 0
        for i in range(first, last):
            renew(states, 0, blank, 0)
            set_up(s, views, blank_view, weights, seating, streams, bans, seed, i, holder)
            while s.over == 0:
                if at == moves.shape[0]:
                    fault[0] = i
                    fault[3] = -2
                    return
                a = decide(s, views, who, holder)
                if a >= 0:
                    moves[at] = a
                    at += 1
                    do(s, a)
            if s.over != FINISHED:
                fault[0] = i
                fault[1] = s.player
                fault[2] = s.at
                fault[3] = s.over
                return
            ends[i] = at

    return run


def part_of(games: RecordedGames, count: int) -> RecordedGames:
    """Return the first `count` games of some."""
    p = games.plans
    cut = {name: getattr(p, name)[:count] for name in ("seating", "deals", "later", "numbers", "bans")}
    ends = games.ends[:count]
    return replace(games, plans=replace(p, **cut), moves=games.moves[: ends[-1]], ends=ends)
