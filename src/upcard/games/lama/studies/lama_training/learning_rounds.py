"""Games to learn from: positions of the learner, and the result of each legal choice in them.

At some of its decisions, mostly where two choices seem nearly equal, the state is copied, including hidden
cards and random stream, once for each legal choice. Each copy is played to the end of the round. So the
choices are compared under the same luck (common random numbers). The true hidden cards are a fair sample of
what they may be for the learner, since the positions arise in play.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from upcard.engine.game import Game
from upcard.engine.program import compiled_for
from upcard.engine.seeds import below, open_stream
from upcard.engine.state import to_record
from upcard.games.lama.rules import apply, legal, start
from upcard.games.lama.strategies.fitted_values import WAYS, action, best_way, most_traits, notice
from upcard.games.lama.strategies.same_first import choose as first_of_the_paper
from upcard.games.lama.studies.lama_training.network import Network, run

SEATS = 4
MOST_TRAITS = most_traits(SEATS)
CLOSE = 0.04
CLOSE_EVERY, CLEAR_EVERY, STRAY_EVERY = 2, 12, 50
"""Examine one in this many decisions, first where the best choices differ by less than ``CLOSE`` in value,
then elsewhere. In every second game, one in ``STRAY_EVERY`` decisions is random."""

POSITIONS_PER_GAME, STARTS_PER_GAME = 7, 8
"""Room in the arrays; further positions are skipped."""

POSITIONS, STARTS, WINS, GAMES = 0, 1, 2, 3


class Positions(NamedTuple):
    """Decisions of the learner and their results."""

    traits: Any
    """Traits that the learner noticed, int16 of shape (positions, ``MOST_TRAITS``)."""
    counts: Any
    """Number of traits of each row that are used."""
    legal: Any
    """The choices that were tried."""
    points: Any
    """Everybody's points after the round, starting with the learner."""
    over: Any
    """Whether the game was over after the round."""
    seat: Any
    """The learner's seat."""


class Starts(NamedTuple):
    """Beginnings of rounds in games without random moves, and how the game ended."""

    points: Any
    """Everybody's points, starting with the learner."""
    seat: Any
    """The learner's seat."""
    won: Any
    """1 if nobody had fewer points at the end."""


def empty_arrays(games: int) -> tuple[Positions, Starts]:
    """Create empty arrays for the positions and starts of a number of games."""
    n, m = games * POSITIONS_PER_GAME, games * STARTS_PER_GAME
    positions = Positions(
        np.zeros((n, MOST_TRAITS), np.int16), np.zeros(n, np.int16), np.zeros((n, WAYS), np.bool_),
        np.zeros((n, WAYS, SEATS), np.int16), np.zeros((n, WAYS), np.bool_), np.zeros(n, np.int16),
    )  # fmt: skip
    return positions, Starts(np.zeros((m, SEATS), np.int16), np.zeros(m, np.int16), np.zeros(m, np.float32))


class LearnerMatches:
    """Plays the learner against three of the paper's first strategy and examines its decisions.

    `game` is L.A.M.A. for ``SEATS`` players; `on_compile` is called when a program is compiled.
    """

    def __init__(self, game: Game, on_compile: Callable[[], None] | None = None) -> None:
        self._blank = to_record(game.rules, game.blank())
        self._watch = compiled_for(game.rules, watch, on_compile=on_compile)

    def play(
        self, net: Network, seed: int, numbers: range, is_examining: bool
    ) -> tuple[Positions, Starts, int]:
        """Play the games of these numbers; those with odd numbers contain random moves.

        Positions and starts are empty unless `is_examining`. The third result is the number of wins in games
        without random moves.
        """
        positions, starts = empty_arrays(len(numbers) if is_examining else 0)
        tally = np.zeros(GAMES, np.int64)
        records = [self._blank.copy() for _ in range(3)]
        order = (numbers.start, numbers.stop, numbers.step)
        self._watch(*records, seed, *order, net.twin(), positions, starts, tally)
        n, m = tally[POSITIONS], tally[STARTS]
        seen = Positions(*(x[:n] for x in positions))
        return seen, Starts(*(x[:m] for x in starts)), int(tally[WINS])


def watch(
    record: Any, trial: Any, blank: Any, seed: int, first: int, last: int, step: int,
    net: Any, positions: Any, starts: Any, tally: Any
) -> None:  # fmt: skip
    """Play games and note positions; the records are working memory, the last three arrays are modified."""
    for game in range(first, last, step):
        record[0] = blank[0]
        open_stream(record[0], seed, game)
        start(record[0])
        learner = (game // 2) % record[0].seats
        watch_game(record, trial, learner, game % 2 == 1, net, positions, starts, tally)


def watch_game(
    record: Any, trial: Any, learner: int, strays: bool, net: Any, positions: Any, starts: Any, tally: Any
) -> None:
    """Play one game from its first deal to its end."""
    s = record[0]
    begun = tally[STARTS]
    known = 0
    while s.over == 0:
        if s.rounds != known and not strays:
            note_start(s, learner, starts, tally)
        known = s.rounds
        s.me = s.player
        if s.player == learner:
            a = learner_action(record, trial, strays, net, positions, tally)
        else:
            a = first_of_the_paper(s)
        apply(s, a)
        s.turns += 1
    if not strays:
        won = is_won(s, learner)
        tally[WINS] += 1 if won else 0
        for i in range(begun, tally[STARTS]):
            starts.won[i] = 1.0 if won else 0.0


def learner_action(record: Any, trial: Any, strays: bool, net: Any, positions: Any, tally: Any) -> int:
    """Return the learner's action, after examining the decision if it is selected."""
    s = record[0]
    way = usual_way(s, net)
    if below(s, CLOSE_EVERY if lead(s, way, net.out) < CLOSE else CLEAR_EVERY) == 0:
        examine(record, trial, net, positions, tally)
    if strays and below(s, STRAY_EVERY) == 0:
        return any_action(s)
    return action(s, way)


def lead(s: Any, best: int, worth: Any) -> float:
    """Return the lead of the best choice over the second best; 1 if there is no other."""
    ahead = 1.0
    for way in range(WAYS):
        if way != best and legal(s, action(s, way)):
            ahead = min(ahead, worth[best] - worth[way])
    return ahead


def note_start(s: Any, learner: int, starts: Any, tally: Any) -> None:
    """Note the points at the beginning of a round, if the arrays have room."""
    n = tally[STARTS]
    if n < starts.seat.shape[0]:
        for away in range(s.seats):
            starts.points[n, away] = s.points[(learner + away) % s.seats]
        starts.seat[n] = learner
        tally[STARTS] += 1


def examine(record: Any, trial: Any, net: Any, positions: Any, tally: Any) -> None:
    """Try every legal choice and note its result, if there are several and the arrays have room."""
    s = record[0]
    n = tally[POSITIONS]
    if n == positions.counts.shape[0]:
        return
    several = 0
    for way in range(WAYS):
        positions.legal[n, way] = legal(s, action(s, way))
        if positions.legal[n, way]:
            several += 1
            trial[0] = record[0]
            try_way(trial[0], way, net, positions, n)
    if several > 1:
        positions.seat[n] = s.me
        positions.counts[n] = notice(s, net.traits, net.counted)
        for i in range(positions.counts[n]):
            positions.traits[n, i] = net.traits[i]
        tally[POSITIONS] += 1


def try_way(t: Any, way: int, net: Any, positions: Any, n: int) -> None:
    """Make one choice, play to the end of the round, and note the points."""
    learner = t.me
    round_now = t.rounds
    a = action(t, way)
    while True:
        apply(t, a)
        t.turns += 1
        if t.over != 0 or t.rounds != round_now:
            break
        t.me = t.player
        a = usual_action(t, learner, net)
    positions.over[n, way] = t.over != 0
    for away in range(t.seats):
        positions.points[n, way, away] = t.points[(learner + away) % t.seats]


def usual_action(s: Any, learner: int, net: Any) -> int:
    """Return an action: the learner plays like ``fitted-values``, the others like ``same-first``."""
    return action(s, usual_way(s, net)) if s.me == learner else first_of_the_paper(s)


def usual_way(s: Any, net: Any) -> int:
    """Return the choice with the greatest value; ``net.out`` holds the values afterwards."""
    n = notice(s, net.traits, net.counted)
    run(net, net.traits, n)
    return best_way(s, net.out)


def any_action(s: Any) -> int:
    """Return a random legal action, drawn from the game's own stream."""
    while True:
        a = action(s, below(s, WAYS))
        if legal(s, a):
            return a


def is_won(s: Any, p: int) -> bool:
    """Return whether nobody has fewer points than seat `p`."""
    least = s.points[0]
    for q in range(1, s.seats):
        least = min(least, s.points[q])
    return bool(s.points[p] == least)
