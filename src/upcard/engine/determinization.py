"""Worlds (determinizations): states with redealt hidden cards, in which strategies that search try actions.

A searching strategy knows what its seat sees, and how many cards lie in every place, as at a real table. A
world agrees with that: it is the state after all cards that the seat does not see are gathered, sorted,
shuffled and put back in the same numbers. Since they are sorted before they are shuffled, the result follows
from the view and the random stream alone; the conformance suite checks this. Numbers that the seat does not
see are erased. A rules file that declares such numbers, or lets a seat know a card that it does not hold,
defines ``imagine(s, p)``, which sets values consistent with what seat `p` knows.

Strategies call the functions that :mod:`upcard.kit.strategy` declares. :class:`World` implements them for
interpreted games, :func:`world_replacements` for compiled ones.
"""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine import seeds
from upcard.engine.chance import Stream
from upcard.engine.errors import Usage
from upcard.engine.heuristics import expectation, leaning, round_counter
from upcard.engine.legal_actions import next_legal_action
from upcard.engine.sight import condition, condition_scope, has_condition
from upcard.engine.source.fingerprint import Replacements, function_from_text
from upcard.engine.state import PlainState, fields_of, record_type
from upcard.engine.strategy_contract import unimagined_number
from upcard.kit import strategy as kit
from upcard.kit.cards import EVERYBODY, HIDDEN, OWNER, Field, Kind

MOST_KINDS, MOST_CARDS = 256, 1024
"""Upper bound of card numbers, and maximum number of hidden cards."""

FRESH_STREAM = 1 << 30


def make_redeal(rules: ModuleType) -> Callable[..., None]:
    """Make ``redeal(w, p, pool)``, which shuffles all cards of state `w` that seat `p` does not see.

    Returns
    -------
    function
        Plain and compilable. Modifies `w` in place, and `pool`, a table of at least ``MOST_KINDS +
        MOST_CARDS`` whole numbers, as scratch. Numbers that `p` does not see become ``HIDDEN``.
    """
    hidden = [f for f in fields_of(rules) if f.sight is not EVERYBODY]
    lines = ["def redeal(w, p, pool):", f"    for k in range({MOST_KINDS}):", "        pool[k] = 0"]
    for f in hidden:
        lines += [f"    {x}" for x in _of_others(f, _gather(f))]
    lines += [
        "    n = 0",
        f"    for k in range({MOST_KINDS}):",
        "        for _ in range(pool[k]):",
        f"            pool[{MOST_KINDS} + n] = k",
        "            n += 1",
        "    at = 0",
    ]
    for f in hidden:
        lines += [f"    {x}" for x in _of_others(f, _scatter(f))]
    scope = {"below": seeds.below, **condition_scope(rules)}
    return function_from_text("redeal", "\n".join(lines), scope)


def _of_others(f: Field, body: list[str]) -> list[str]:
    """Return `body` in a loop over the seats whose field is hidden from seat p, if each seat has one."""
    if has_condition(f):
        hidden = [f"if not ({condition(f, 'w')}):", *(f"    {x}" for x in body)]
        return ["for q in range(w.seats):", *(f"    {x}" for x in hidden)] if f.per_seat else hidden
    if not f.per_seat:
        return body
    if f.sight is OWNER:
        return ["for q in range(w.seats):", "    if q != p:", *(f"        {x}" for x in body)]
    return ["for q in range(w.seats):", *(f"    {x}" for x in body)]


def _cell(f: Field, index: str = "") -> str:
    inside = ", ".join(x for x in ("q" if f.per_seat else "", index) if x)
    return f"w.{f.name}[{inside}]" if inside else f"w.{f.name}"


def _gather(f: Field) -> list[str]:
    if f.kind is Kind.NUMBER:
        if not f.length:
            return [f"{_cell(f)} = {HIDDEN}"]
        return [f"for i in range({f.length}):", f"    {_cell(f, 'i')} = {HIDDEN}"]
    if f.kind is Kind.COUNTS:
        return [f"for k in range({f.length}):", f"    pool[k] += {_cell(f, 'k')}"]
    if f.kind is Kind.ROW:
        return [f"for i in range(1, {_cell(f, '0')} + 1):", f"    pool[{_cell(f, 'i')}] += 1"]
    loop, cell = _places(f)
    return [*loop, *_indent(loop, [f"if {cell} >= 0:", f"    pool[{cell}] += 1"])]


def _scatter(f: Field) -> list[str]:
    """Return lines that put the shuffled cards back in the same numbers."""
    take = [
        "j = at + below(w, n - at)",
        f"card = pool[{MOST_KINDS} + j]",
        f"pool[{MOST_KINDS} + j] = pool[{MOST_KINDS} + at]",
        f"pool[{MOST_KINDS} + at] = card",
        "at += 1",
    ]
    if f.kind is Kind.NUMBER:
        return ["pass"]
    if f.kind is Kind.COUNTS:
        wiped = [f"for k in range({f.length}):", f"    held += {_cell(f, 'k')}", f"    {_cell(f, 'k')} = 0"]
        put = [*take, f"{_cell(f, 'card')} += 1"]
        return ["held = 0", *wiped, "for _ in range(held):", *(f"    {x}" for x in put)]
    if f.kind is Kind.ROW:
        put = [*take, f"{_cell(f, 'i')} = card"]
        return [f"for i in range(1, {_cell(f, '0')} + 1):", *(f"    {x}" for x in put)]
    loop, cell = _places(f)
    return [*loop, *_indent(loop, [f"if {cell} >= 0:", *(f"    {x}" for x in [*take, f"{cell} = card"])])]


def _places(f: Field) -> tuple[list[str], str]:
    """Return a loop over the places of a slot, if it has several, and the cell inside it."""
    return ([f"for i in range({f.length}):"], _cell(f, "i")) if f.length else ([], _cell(f))


def _indent(loop: list[str], lines: list[str]) -> list[str]:
    return [f"    {x}" for x in lines] if loop else lines


def nothing_to_add(s: Any, p: int) -> None:
    """Do nothing, instead of the ``imagine`` of a rules file that needs none."""


def check_imagined(rules: ModuleType) -> None:
    """Raise ``Usage`` for a game that declares hidden numbers without ``imagine``."""
    if hidden := unimagined_number(rules):
        raise Usage(
            f"{rules.GAME.title} cannot be searched: it has the hidden number {hidden}; "
            "define imagine(s, p) in its rules file"
        )


class World:
    """World of an interpreted game; the functions of :mod:`upcard.kit.strategy` call its methods."""

    def __init__(self, rules: ModuleType) -> None:
        check_imagined(rules)
        self.rules = rules
        self.state = PlainState(rules, chance=Stream(rules, World))
        self.pool = [0] * (MOST_KINDS + MOST_CARDS)
        self.redeal = _redeal_of(rules)
        self.round = 0
        self._round_of, self._expect, self._lean = round_counter(rules), expectation(rules), leaning(rules)
        self._next_legal = next_legal_action(rules)

    def imagine(self, v: Any) -> None:
        """Redeal the hidden cards so that the world agrees with view `v`, whose random stream advances."""
        w = self.state
        w.become(v.chance.state)
        seeds.open_stream(w, v.chance.below(v, FRESH_STREAM), v.turns)
        self.redeal(w, v.me, self.pool)
        getattr(self.rules, "imagine", nothing_to_add)(w, v.me)
        self.round = self._round_of(w)

    def turn(self) -> int:
        """Return the seat whose turn it is; -1 when the game is over or a new round has begun."""
        is_beyond = self.state.over or self._round_of(self.state) != self.round
        return -1 if is_beyond else self.state.player

    def allowed(self, a: int) -> bool:
        """Whether action `a` is legal now."""
        return bool(self.rules.legal(self.state, a))

    def next_allowed(self, a: int) -> int:
        """Return the least legal action from `a` on; the number of actions if there is none."""
        return self._next_legal(self.state, a)

    def act(self, a: int) -> None:
        """Do action `a`, and count the turn."""
        self.rules.apply(self.state, a)
        self.state.turns += 1

    def share(self, p: int) -> float:
        """Return seat `p`'s share of the win: expected at a new round, else as if the game ended now."""
        return self._expect(self.state, p, self.round)

    def lean(self, a: int) -> int:
        """Return the weight of action `a` for a sensible player; 0 if it is not legal."""
        return self._lean(self.state, a) if self.rules.legal(self.state, a) else 0

    def chance(self, n: int) -> int:
        """Return a fair whole number from 0 to n - 1."""
        return seeds.below_interpreted(self.state, n)


@lru_cache(maxsize=64)
def _redeal_of(rules: ModuleType) -> Callable[..., None]:
    return make_redeal(rules)


def _numbers(n: int) -> Any:
    return np.zeros(n, np.int64)


def _fractions(n: int) -> Any:
    return np.zeros(n, np.float64)


def _short_fractions(n: int) -> Any:
    return np.zeros(n, np.float32)


@lru_cache(maxsize=64)
def world_replacements(rules: ModuleType) -> Replacements:
    """Return the functions of worlds for compiled programs of a game, by the kit functions they replace.

    A compiled world is a pair: a record array of length 1, and int64 of shape (MOST_KINDS + MOST_CARDS + 1,),
    whose last cell is the round in which the cards were redealt; the others are scratch. The functions get
    the state itself instead of a view, since compiled searches run without copied views.
    """
    tables = {kit.memory: _numbers, kit.fractions: _fractions, kit.short_fractions: _short_fractions}
    return {**_dealing(rules), **_playing(rules), **tables}


def _dealing(rules: ModuleType) -> Replacements:
    """Return the compiled functions that make a world and deal its cards."""
    layout, length = record_type(rules), MOST_KINDS + MOST_CARDS
    round_of, redeal, add = round_counter(rules), _redeal_of(rules), getattr(rules, "imagine", nothing_to_add)
    open_stream, seat_below = seeds.open_stream, seeds.seat_below

    def scratch(v: Any) -> Any:
        return np.empty(1, layout), np.zeros(length + 1, np.int64)

    def imagine(v: Any, world: Any) -> None:
        world[0][0] = v
        w = world[0][0]
        open_stream(w, seat_below(v, FRESH_STREAM), v.turns)
        redeal(w, v.me, world[1])
        add(w, v.me)
        world[1][length] = round_of(w)

    return {kit.scratch: scratch, kit.imagine: imagine}


def _playing(rules: ModuleType) -> Replacements:
    """Return the compiled functions that play in a world."""
    length, legal, apply, draw_below = MOST_KINDS + MOST_CARDS, rules.legal, rules.apply, seeds.below
    round_of, expect, lean_of = round_counter(rules), expectation(rules), leaning(rules)
    next_legal = next_legal_action(rules)

    def turn(world: Any) -> int:
        w = world[0][0]
        return -1 if w.over != 0 or round_of(w) != world[1][length] else w.player

    def allowed(world: Any, a: int) -> bool:
        return legal(world[0][0], a)  # type: ignore[no-any-return]

    def next_allowed(world: Any, a: int) -> int:
        return next_legal(world[0][0], a)

    def act(world: Any, a: int) -> None:
        w = world[0][0]
        apply(w, a)
        w.turns += 1

    def share(world: Any, p: int) -> float:
        return expect(world[0][0], p, world[1][length])

    def lean(world: Any, a: int) -> int:
        w = world[0][0]
        return lean_of(w, a) if legal(w, a) else 0

    def chance(world: Any, n: int) -> int:
        return draw_below(world[0][0], n)

    return {
        kit.turn: turn, kit.allowed: allowed, kit.next_allowed: next_allowed, kit.act: act,
        kit.share: share, kit.lean: lean, kit.chance: chance,
    }  # fmt: skip
