"""Counts over recorded games: results, decisions, legal and chosen actions, and the cards that players held.

The games are replayed from their recorded actions, without their players, by a compiled program that is the
same for all strategies.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray, IntArray
from upcard.engine.determinization import MOST_KINDS
from upcard.engine.errors import Failure
from upcard.engine.game_loop import make_do, renew
from upcard.engine.heuristics import round_counter
from upcard.engine.legal_actions import next_legal_action
from upcard.engine.program import compiled_for
from upcard.engine.seeds import open_stream
from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.state import fields_of, to_record
from upcard.engine.winners import winning_score
from upcard.kit.cards import EVERYBODY, PRIVATE, Field, Kind
from upcard.simulation.game_recorder import RecordedGames
from upcard.simulation.kernel import SHARE

BLOCKS = 200
"""Maximum number of blocks into which games are divided; errors follow from the spread between them."""

TURNS = 400
"""Number of decisions in a game that are counted separately; later ones count as the last one."""

FIRST, EVER = 0, 1
"""Whether a card was in the first hand, or was held at any time."""

HELD, WON, SCORED = 0, 1, 2
"""For each card: hands with it, and the sums of their parts of the win and of their scores."""

LEGAL, CHOSEN, FORCED = 0, 1, 2
"""For each action: how often it was legal with a choice, chosen with a choice, and the only legal action."""


@dataclass(frozen=True)
class GameTallies:
    """Counts over recorded games; a block is a part of the games, in order."""

    games: RecordedGames
    scores: IntArray
    """Shape (games, seats)."""
    wins: IntArray
    """Shape (games, seats): the parts of the win, of which ``SHARE`` are a whole win."""
    decisions: IntArray
    """Shape (games, seats)."""
    forced: IntArray
    """Shape (games, seats): decisions with a single legal action."""
    rounds: IntArray
    """Shape (games,): rounds of the game; 1 for a game without rounds."""
    actions: IntArray
    """Shape (blocks, actions, 3), see ``LEGAL``."""
    widths: IntArray
    """Shape (blocks, TURNS, 2): for each decision of a game by its number, the sum of legal actions over
    games, and the number of games."""
    cards: IntArray
    """Shape (blocks, 2, kinds, 3), see ``FIRST`` and ``HELD``."""
    blocks: IntArray
    """Shape (games,): the block of each game."""

    @property
    def shares(self) -> FloatArray:
        """Shape (games, seats): the parts of the win, from 0 to 1."""
        shares: FloatArray = self.wins / SHARE
        return shares


def hand_fields(rules: ModuleType) -> list[Field]:
    """Return the zones of a seat that are its hand: those that some do not see, or else open ones."""
    zones = [f for f in fields_of(rules) if f.per_seat and f.is_zone]
    return [f for f in zones if f.sight in PRIVATE] or [f for f in zones if f.sight is EVERYBODY]


def make_hold(rules: ModuleType) -> Callable[..., None]:
    """Make ``hold(s, p, held)``, which sets ``held[p, k]`` to 1 for every kind of card in a seat's hand."""
    lines = ["def hold(s, p, held):", "    pass"]
    for f in hand_fields(rules):
        lines += [f"    {x}" for x in _held_lines(f)]
    return function_from_text("hold", "\n".join(lines), {})


def _held_lines(f: Field) -> list[str]:
    if f.kind is Kind.COUNTS:
        return [f"for k in range({f.length}):", f"    if s.{f.name}[p, k] > 0:", "        held[p, k] = 1"]
    note = [f"if 0 <= c and c < {MOST_KINDS}:", "    held[p, c] = 1"]
    if f.kind is Kind.SLOT and not f.length:
        return [f"c = s.{f.name}[p]", *note]
    places = f"range(1, s.{f.name}[p, 0] + 1)" if f.kind is Kind.ROW else f"range({f.length})"
    return [f"for i in {places}:", f"    c = s.{f.name}[p, i]", *(f"    {x}" for x in note)]


def make_tally(rules: ModuleType) -> Callable[..., None]:
    """Make the loop that replays games and counts; a plain function that can be compiled.

    Returns
    -------
    function
        ``run(states, blank, seed, streams, moves, ends, block, first, last, held, scores, wins, decisions,
        forced, rounds, actions, widths, cards)``: the last eight are those of :class:`GameTallies`, modified
        in place, as is ``held``, scratch of shape (2, seats, kinds).
    """
    start, note_game, note_end = rules.start, _make_note_game(rules), _make_note_end(rules)
    hold = make_hold(rules)

    def run(
        states: Any, blank: Any, seed: int, streams: Any, moves: Any, ends: Any, block: Any, first: int,
        last: int, held: Any, scores: Any, wins: Any, decisions: Any, forced: Any, rounds: Any, actions: Any,
        widths: Any, cards: Any,
    ) -> None:  # fmt: skip
        s = states[0]
        for i in range(first, last):
            renew(states, 0, blank, 0)
            open_stream(s, seed, streams[i, 0])
            start(s)
            if streams[i, 1] >= 0:
                open_stream(s, seed, streams[i, 1])
            for p in range(s.seats):
                for k in range(held.shape[2]):
                    held[FIRST, p, k] = 0
                    held[EVER, p, k] = 0
                hold(s, p, held[FIRST])
                hold(s, p, held[EVER])
            begun = ends[i - 1] if i > 0 else 0
            note_game(s, i, block[i], begun, ends[i], moves, held, decisions, forced, rounds, actions, widths)
            note_end(s, i, block[i], held, scores, wins, cards)

    return run


def _make_note_game(rules: ModuleType) -> Callable[..., None]:
    """Make the loop over the decisions of a game, which counts all but its result."""
    do, hold, round_of = make_do(rules), make_hold(rules), round_counter(rules)
    count_legal = _make_count_legal(rules)

    def note_game(
        s: Any, i: int, b: int, begun: int, end: int, moves: Any, held: Any, decisions: Any, forced: Any,
        rounds: Any, actions: Any, widths: Any,
    ) -> None:  # fmt: skip
        round_now = round_of(s)
        rounds[i] = 1
        for at in range(begun, end):
            p = s.player
            count = count_legal(s, moves[at], b, actions)
            t = min(at - begun, widths.shape[1] - 1)
            widths[b, t, 0] += count
            widths[b, t, 1] += 1
            decisions[i, p] += 1
            forced[i, p] += 1 if count == 1 else 0
            do(s, moves[at])
            for q in range(s.seats):
                hold(s, q, held[EVER])
            if s.over == 0 and round_of(s) != round_now:
                round_now = round_of(s)
                rounds[i] += 1

    return note_game


def _make_count_legal(rules: ModuleType) -> Callable[..., int]:
    """Make the function that counts the legal actions and the chosen one, and returns how many are legal."""
    next_legal = next_legal_action(rules)

    def count_legal(s: Any, a: int, b: int, actions: Any) -> int:
        count = 0
        x = next_legal(s, 0)
        while x < actions.shape[1]:
            count += 1
            x = next_legal(s, x + 1)
        if count == 1:
            actions[b, a, FORCED] += 1
            return count
        x = next_legal(s, 0)
        while x < actions.shape[1]:
            actions[b, x, LEGAL] += 1
            x = next_legal(s, x + 1)
        actions[b, a, CHOSEN] += 1
        return count

    return count_legal


def _make_note_end(rules: ModuleType) -> Callable[..., None]:
    score, best_of = rules.score, winning_score(rules)

    def note_end(s: Any, i: int, b: int, held: Any, scores: Any, wins: Any, cards: Any) -> None:
        best, winners = best_of(s), 0
        for p in range(s.seats):
            scores[i, p] = score(s, p)
            winners += 1 if scores[i, p] == best else 0
        for p in range(s.seats):
            wins[i, p] = SHARE // winners if scores[i, p] == best else 0
        for kind in range(2):
            for p in range(s.seats):
                for k in range(cards.shape[2]):
                    if held[kind, p, k] == 1:
                        cards[b, kind, k, HELD] += 1
                        cards[b, kind, k, WON] += wins[i, p]
                        cards[b, kind, k, SCORED] += scores[i, p]

    return note_end


class GameTallier:
    """Replays recorded games of one game and counts; `on_compile` is called before a program is compiled."""

    def __init__(self, rules: ModuleType, on_compile: Callable[[], None] | None = None) -> None:
        self.rules = rules
        self._run = compiled_for(rules, make_tally(rules), (), on_compile)

    def count(self, games: RecordedGames) -> GameTallies:
        """Return the counts over some games."""
        count, seats, blank = games.plans.games, games.game.players, games.game.blank()
        blocks = np.arange(count, dtype=np.int64) * min(count, BLOCKS) // count
        many = min(count, BLOCKS)

        def zeros(*shape: int) -> IntArray:
            return np.zeros(shape, np.int64)

        tallies = GameTallies(
            games, zeros(count, seats), zeros(count, seats), zeros(count, seats), zeros(count, seats),
            zeros(count), zeros(many, self.rules.ACTIONS, 3), zeros(many, TURNS, 2),
            zeros(many, 2, MOST_KINDS, 3), blocks,
        )  # fmt: skip
        t, record = tallies, to_record(self.rules, blank)
        self._run(
            record.copy(), record, games.plans.seed, games.plans.streams, games.moves, games.ends, blocks, 0,
            count, zeros(2, seats, MOST_KINDS), t.scores, t.wins, t.decisions, t.forced, t.rounds, t.actions,
            t.widths, t.cards,
        )  # fmt: skip
        if int(t.decisions.sum()) != len(games.moves):
            raise Failure("the recorded games could not be replayed; the rules draw from another source")
        return tallies
