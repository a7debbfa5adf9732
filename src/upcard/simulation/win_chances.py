"""The winning chances of all seats at ten points of a game, and so who was ahead when.

Each chance is the share of wins in quick games from the true position with all cards known, in which
everybody plays by the weights of the rules file, or at random without them. So the chances say who is ahead,
not what a perfect player would make of it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.game_loop import FINISHED, make_do, renew
from upcard.engine.heuristics import leaning_action
from upcard.engine.program import compiled_for
from upcard.engine.seeds import open_stream
from upcard.engine.state import to_record
from upcard.engine.winners import winning_score
from upcard.simulation.game_recorder import RecordedGames

POINTS = 10
"""Points of a game: after 0, 1/10, ... 9/10 of its decisions."""

PLAYOUT_STREAM = 0x0DD5

LONGEST_PLAYOUT = 5_000
"""Decisions after which a quick game is stopped and counts as even."""


def make_chances(rules: ModuleType) -> Callable[..., None]:
    """Make the loop that estimates winning chances; a plain function that can be compiled.

    Returns
    -------
    function
        ``run(states, blank, seed, playouts, streams, moves, ends, first, last, weights, chances)``: adds to
        ``chances`` of shape (games, POINTS, seats). `states` holds two states, and ``weights`` is scratch for
        one number per action.
    """
    start, do, play_on = rules.start, make_do(rules), _make_play_on(rules)
    add_wins = _make_add_wins(rules)

    def run(
        states: Any, blank: Any, seed: int, playouts: int, streams: Any, moves: Any, ends: Any, first: int,
        last: int, weights: Any, chances: Any,
    ) -> None:  # fmt: skip
        s, twin = states[0], states[1]
        for i in range(first, last):
            renew(states, 0, blank, 0)
            open_stream(s, seed, streams[i, 0])
            start(s)
            if streams[i, 1] >= 0:
                open_stream(s, seed, streams[i, 1])
            begun = ends[i - 1] if i > 0 else 0
            length = ends[i] - begun
            done = 0
            for point in range(POINTS):
                while done < length * point // POINTS:
                    do(s, moves[begun + done])
                    done += 1
                for j in range(playouts):
                    renew(states, 1, states, 0)
                    open_stream(twin, seed ^ PLAYOUT_STREAM, (i * POINTS + point) * playouts + j)
                    play_on(twin, weights)
                    add_wins(twin, chances[i, point], 1.0 / playouts)

    return run


def _make_play_on(rules: ModuleType) -> Callable[..., None]:
    do, lean = make_do(rules), leaning_action(rules)

    def play_on(s: Any, weights: Any) -> None:
        for _ in range(LONGEST_PLAYOUT):
            if s.over != 0:
                return
            do(s, lean(s, weights))

    return play_on


def _make_add_wins(rules: ModuleType) -> Callable[..., None]:
    score, best_of = rules.score, winning_score(rules)

    def add_wins(s: Any, chances: Any, part: float) -> None:
        if s.over != FINISHED:
            for p in range(s.seats):
                chances[p] += part / s.seats
            return
        best, winners = best_of(s), 0
        for p in range(s.seats):
            winners += 1 if score(s, p) == best else 0
        for p in range(s.seats):
            if score(s, p) == best:
                chances[p] += part / winners

    return add_wins


class ChanceEstimator:
    """Estimates winning chances in recorded games of one game; `on_compile` is as usual."""

    def __init__(self, rules: ModuleType, on_compile: Callable[[], None] | None = None) -> None:
        self.rules = rules
        self._run = compiled_for(rules, make_chances(rules), (), on_compile)

    def chances(self, games: RecordedGames, playouts: int) -> npt.NDArray[np.float64]:
        """Return winning chances of shape (games, POINTS, seats), each by some quick games."""
        count, record = games.plans.games, to_record(self.rules, games.game.blank())
        chances = np.zeros((count, POINTS, games.game.players))
        self._run(
            np.concatenate([record, record]), record, games.plans.seed, playouts, games.plans.streams,
            games.moves, games.ends, 0, count, np.zeros(self.rules.ACTIONS, np.int64), chances,
        )  # fmt: skip
        return chances
