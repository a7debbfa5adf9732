"""A game that checks itself: the same rules, which also check cards, turns, length and scores.

Checking a position from outside takes a thousand times as long as playing it. Here the checks are part of the
rules, as plain functions that compile with them. They check the whole state after the deal and after every
action; a fault ends the game and is counted as a measure. All zones follow from ``STATE``, so a game need not
declare anything for it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED
from upcard.engine.picklable_rules import derive
from upcard.engine.seeds import GOLDEN, plus, scramble, times
from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.state import CELL_LOW, fields_of, most_seats
from upcard.kit.cards import EMPTY, EVERYBODY, Field, Kind, Measure, number

SOUND, TURN, CARDS, LENGTH, PAYOFFS, SUM, SHARES = range(7)
FAULTS = ("turn", "cards", "length", "payoffs", "sum", "shares")
"""Possible faults; the fault of number k + 1 is measure number k of a watched game."""

NO_CARD = CELL_LOW - 1
"""Stands for a negative count of cards: no cell can hold this number, so no other card can compensate it."""


def watched_game(game: Game) -> Game:
    """Return the same game with the same players and options, which checks itself."""
    rules = derive(watched(game.rules), watched_game, game)
    return Game(rules, game.players, game.options)


def watched(rules: ModuleType) -> ModuleType:
    """Return rules that play like `rules`, and check the state after every action.

    Deals, actions and scores are those of `rules`. The measures are new: one for each of ``FAULTS``, 1 in a
    game that ended with this fault. Since the module is no file of Upcard's own, its programs check every
    index and every number stored into a table.
    """
    watching = ModuleType(f"watched.{rules.__name__}", rules.__doc__)
    vars(watching).update({k: x for k, x in vars(rules).items() if not k.startswith("__")})
    dealt = number("watched_cards", EVERYBODY, "the sum of the cards of the deal")
    fault = number("watched_fault", EVERYBODY, "what is wrong; 0 for nothing")
    watching.STATE = (*rules.STATE, dealt, fault)  # type: ignore[attr-defined]
    watching.MEASURES = tuple(Measure(x, f"ends with a fault: {x}", per_game=True) for x in FAULTS)  # type: ignore[attr-defined]
    watching.start, watching.apply = _make_start(rules), _make_apply(rules)  # type: ignore[attr-defined]
    watching.measure = _make_measure(rules)  # type: ignore[attr-defined]
    return watching


def _make_start(rules: ModuleType) -> Callable[[Any], None]:
    deal, cards_of = rules.start, make_cards(rules)

    def start(s: Any) -> None:
        deal(s)
        s.watched_cards = cards_of(s)
        if not is_turn(s):
            s.watched_fault = TURN
            s.over = FINISHED

    return start


def _make_apply(rules: ModuleType) -> Callable[[Any, int], None]:
    play, cards_of, longest = rules.apply, make_cards(rules), rules.GAME.longest

    def apply(s: Any, a: int) -> None:
        play(s, a)
        if not is_turn(s):
            s.watched_fault = TURN
        elif cards_of(s) != s.watched_cards:
            s.watched_fault = CARDS
        elif s.over == 0 and longest > 0 and s.turns + 1 >= longest:
            s.watched_fault = LENGTH
        if s.watched_fault != SOUND:
            s.over = FINISHED

    return apply


def is_turn(s: Any) -> bool:
    """Return whether the game is over, or it is the turn of a seat."""
    is_valid: bool = s.over == FINISHED or (s.over == 0 and 0 <= s.player < s.seats)
    return is_valid


def _make_measure(rules: ModuleType) -> Callable[[Any, int, int], int]:
    """Make ``measure(s, p, m)``: 1 if the game has ended with fault number m + 1."""
    fault_of_end = _make_fault_of_end(rules)

    def measure(s: Any, p: int, m: int) -> int:
        fault = s.watched_fault if s.watched_fault != SOUND else fault_of_end(s)
        return 1 if fault == m + 1 else 0

    return measure


def _make_fault_of_end(rules: ModuleType) -> Callable[[Any], int]:
    """Make ``fault_of_end(s)``: the fault in the scores and shares of a finished game."""
    score, shares_fit = rules.score, _make_shares_fit(rules)
    low, high = rules.GAME.payoffs
    zero_sum = rules.GAME.zero_sum

    def fault_of_end(s: Any) -> int:
        total = 0
        for p in range(s.seats):
            points = score(s, p)
            if points < low or points > high:
                return PAYOFFS
            total += points
        if zero_sum and total != 0:
            return SUM
        return SOUND if shares_fit(s) else SHARES

    return fault_of_end


def _make_shares_fit(rules: ModuleType) -> Callable[[Any], bool]:
    """Make ``shares_fit(s)``: whether each measure that is a share is from 0 to 1, or to its whole."""
    declared = getattr(rules, "MEASURES", ())
    place = {m.name: i for i, m in enumerate(declared)}
    lines = ["def shares_fit(s):"]
    for i, m in enumerate(declared):
        if m.share:
            most = f"measure(s, 0, {place[m.of]})" if m.of else "1"
            lines += ["    for p in range(s.seats):", f"        part = measure(s, p, {i})"]
            lines += [f"        if part < 0 or part > {most}:", "            return False"]
    scope = {"measure": rules.measure} if declared else {}
    return function_from_text("shares_fit", "\n".join([*lines, "    return True"]), scope)


def make_cards(rules: ModuleType) -> Callable[[Any], int]:
    """Make ``cards_of(s)``: one whole number for all the cards in all zones, wherever they lie.

    It is the sum of a scrambled 64-bit number for every card. States with the same cards have the same sum;
    states with other cards have it with a probability of 1 in 2^64.
    """
    lines = ["def cards_of(s):", "    total = 0"]
    for f in fields_of(rules):
        if f.is_zone:
            lines += [f"    {line}" for line in _sum_lines(f, most_seats(rules))]
    scope = {f.__name__: f for f in (plus, in_place, in_places, in_counts, in_row)}
    return function_from_text("cards_of", "\n".join([*lines, "    return total"]), scope)


def _sum_lines(f: Field, seats: int) -> list[str]:
    """Return the lines of code that add the cards of one zone, of every possible seat."""
    cells = f"s.{f.name}[p]" if f.per_seat else f"s.{f.name}"
    several = {Kind.SLOT: "in_places", Kind.COUNTS: "in_counts", Kind.ROW: "in_row"}[f.kind]
    added = f"{several}({cells}, {f.length})" if f.length else f"in_place({cells})"
    line = f"total = plus(total, {added})"
    return [f"for p in range({seats}):", f"    {line}"] if f.per_seat else [line]


def mark(k: int) -> int:
    """Return the number of a card in the sum: 64 scrambled bits, and not 0 for any card."""
    return scramble(plus(k, GOLDEN))


def in_place(k: int) -> int:
    """Return the sum for the card in one place, 0 if it is empty."""
    return 0 if k == EMPTY else mark(k)


def in_places(places: Any, length: int) -> int:
    """Return the sum for the cards in a line of places."""
    total = 0
    for i in range(length):
        total = plus(total, in_place(places[i]))
    return total


def in_counts(line: Any, length: int) -> int:
    """Return the sum for the cards in a line of counts."""
    total = 0
    for k in range(length):
        if line[k] != 0:
            total = plus(total, times(line[k], mark(k)))
        if line[k] < 0:
            total = plus(total, mark(NO_CARD))
    return total


def in_row(line: Any, length: int) -> int:
    """Return the sum for the cards in a row."""
    total = 0 if 0 <= line[0] < length else mark(NO_CARD)
    for i in range(1, min(line[0], length - 1) + 1):
        total = plus(total, mark(line[i]))
    return total
