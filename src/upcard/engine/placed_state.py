"""Placed positions: a deal whose cards and numbers were moved by hand, as text and back.

The text lists the fields that differ from the deal, such as ``points~33.0-hand~0.1.0.0.0.0.2``: the first
cells of a field, with ``x`` for an empty place; further cells are those of the deal. Cards only change
places, so a placed position has the cards of its deal. A stock that nobody sees
has all cards that are nowhere else.
The file ``positions.py`` of a game may define ``SETTABLE``, the bounds of the numbers that may be placed, by
field, ``settle(s)``, which computes the numbers that follow from others, and ``misfit(s)``, which returns why
a position is not valid.
"""

import re
from collections import Counter
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.hand import cards_in_zone
from upcard.engine.legal_actions import next_legal_action
from upcard.engine.registry import part
from upcard.engine.state import CheckedRow, PlainState
from upcard.kit.cards import EMPTY, NOBODY, Field, Kind
from upcard.language.messages import marked

TURN, FIELDS, CELLS, NO_CARD = "player", "-", "~", "x"
NEXT_FIELD = re.compile(f"{FIELDS}(?=[a-z_])", re.IGNORECASE)
"""The sign between two fields; before a digit it is a minus sign."""

LONGEST_TEXT, MOST = 4000, 10_000
Bounds = Mapping[str, tuple[int, int]]


def settable_numbers(rules: ModuleType) -> Bounds:
    """Return the bounds, both included, of the numbers that may be placed, by field."""
    bounds: Bounds = getattr(part(rules.GAME.name, "positions"), "SETTABLE", {})
    return bounds


def placed_text(rules: ModuleType, dealt: PlainState, s: PlainState) -> str:
    """Return the text of state `s`, which was made from the state `dealt`; empty if nothing was placed."""
    names = [f.name for f in rules.STATE if f.is_zone and f is not rest_of(rules)]
    entries = []
    for name in dict.fromkeys([*names, *_bounds(rules, s)]):
        cells, before = (_cells(getattr(x, name)) for x in (s, dealt))
        while cells and cells[-1] == before[len(cells) - 1]:
            cells.pop()
        if cells:
            entries.append(name + CELLS + ".".join(NO_CARD if c == EMPTY else str(c) for c in cells))
    return FIELDS.join(entries)


def rest_of(rules: ModuleType) -> Field | None:
    """Return the row that has all cards that are nowhere else; None without a single row that nobody sees."""
    rows = [f for f in rules.STATE if f.kind is Kind.ROW and f.sight is NOBODY and not f.per_seat]
    return rows[0] if len(rows) == 1 else None


def _bounds(rules: ModuleType, s: PlainState) -> Bounds:
    """Return the bounds of all numbers that may be placed."""
    turn = {TURN: (0, int(s.seats) - 1)} if may_set_turn(rules) else {}
    return {**settable_numbers(rules), **turn}


def may_set_turn(rules: ModuleType) -> bool:
    """Return whether a placed position may say whose turn it is: whether the game can settle the rest."""
    return hasattr(part(rules.GAME.name, "positions"), "settle")


def _cells(x: Any) -> list[int]:
    return [int(c) for c in x.cells] if isinstance(x, CheckedRow) else [int(x)]


def read_placed(rules: ModuleType, s: PlainState, text: str) -> None:
    """Set the cells of `s`, the state after the deal, as the text says; modifies `s`.

    Raises
    ------
    Unreadable
        If the text does not name fields and cells of this game.
    Usage
        If a number is outside its bounds, or the cards are not those of the deal.
    """
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"a placed position has at most {LONGEST_TEXT:,} characters")
    rest, before, bounds = rest_of(rules), Counter(zone_cards(rules, s)), _bounds(rules, s)
    zones = {f.name: f for f in rules.STATE if f.is_zone and f is not rest}
    for entry in NEXT_FIELD.split(text):
        name, _, cells = entry.partition(CELLS)
        values = _values(name, cells)
        if name not in zones and name not in bounds:
            raise Unreadable(f"{name[:40]!r} cannot be placed in {rules.GAME.title}")
        if name in zones:
            _set_cells(rules, s, name, values)
            _check_zone(zones[name], _cells(getattr(s, name)))
        elif any(not bounds[name][0] <= x <= bounds[name][1] for x in values):
            low, high = bounds[name]
            raise Usage(f"{name} is {', '.join(map(str, values))}; expected {low} to {high}")
        else:
            _set_cells(rules, s, name, values)
    if rest:
        _fill_rest(rules, rest, s, before)
    if Counter(zone_cards(rules, s)) != before:
        raise Usage("the cards are not those of the deal; move cards from one place to another")


def _values(name: str, cells: str) -> list[int]:
    try:
        return [EMPTY if c == NO_CARD else int(c) for c in cells.split(".")]
    except ValueError:  # also for thousands of digits
        raise Unreadable(f"the placed {name[:40]!r} cannot be read: {cells[:60]!r}") from None


def _check_zone(f: Field, values: list[int]) -> None:
    """Refuse a row that counts more cards than it holds, and negative counts of cards."""
    starts = values[:: f.length] if f.kind is Kind.ROW else []
    if any(not 0 <= n < f.length for n in starts) or (f.kind is Kind.COUNTS and min(values) < 0):
        raise Usage(f"{f.name} holds at most {f.length - 1} cards")


def _set_cells(rules: ModuleType, s: PlainState, name: str, values: list[int]) -> None:
    x = getattr(s, name)
    size = 1
    if isinstance(x, CheckedRow):
        f = next(f for f in rules.STATE if f.name == name)
        size = int(s.seats) * max(f.length, 1) if f.per_seat else len(x.cells)
    if len(values) > size or any(abs(v) > MOST for v in values):
        raise Unreadable(f"the placed {name!r} has at most {size} whole numbers, none above {MOST:,}")
    if isinstance(x, CheckedRow):
        x.cells[: len(values)] = values
    else:
        setattr(s, name, values[0])


def _fill_rest(rules: ModuleType, rest: Field, s: PlainState, deck: Counter[int]) -> None:
    """Put all cards of the deck that are nowhere else into a row, in increasing order; modifies `s`."""
    line = getattr(s, rest.name)
    line.cells[:] = [0] * len(line.cells)
    cards = sorted((deck - Counter(zone_cards(rules, s))).elements())
    line.cells[: len(cards) + 1] = [len(cards), *cards]


def zone_cards(rules: ModuleType, s: PlainState) -> list[int]:
    """Return all cards in all zones of a state, in no particular order."""
    cards: list[int] = []
    for f in (f for f in rules.STATE if f.is_zone):
        x = getattr(s, f.name)
        for line in x if f.per_seat else [x]:
            cards += [c for c in cards_in_zone(f, line) if c != EMPTY]
    return cards


def settle(rules: ModuleType, dealt: PlainState, s: PlainState) -> str:
    """Compute the numbers that follow from others; modifies `s`. Return why `s` is not valid, or nothing."""
    hooks: Any = part(rules.GAME.name, "positions")
    if hasattr(hooks, "settle"):
        hooks.settle(s)
    misfit = str(hooks.misfit(s)) if hasattr(hooks, "misfit") else _changed_size(rules, dealt, s)
    if misfit or s.over:
        return misfit
    return "" if next_legal_action(rules)(s, 0) < rules.ACTIONS else marked("the player to move has no move")


def _changed_size(rules: ModuleType, dealt: PlainState, s: PlainState) -> str:
    """Return which zone has another number of cards than after the deal, if there is one."""
    for f in (f for f in rules.STATE if f.is_zone):
        before, after = getattr(dealt, f.name), getattr(s, f.name)
        pairs = zip(before, after, strict=True) if f.per_seat else [(before, after)]
        for p, (old, new) in enumerate(pairs):
            sizes = [sum(c != EMPTY for c in cards_in_zone(f, x)) for x in (old, new)]
            if sizes[0] != sizes[1]:
                return wrong_size(f, p if f.per_seat else None, sizes[1], sizes[0])
    return ""


def wrong_size(f: Field, seat: int | None, size: int, expected: int) -> str:
    """Return that a zone, of a seat if it has one, does not have the number of cards that the rules deal."""
    owner = "" if seat is None else f" of player {seat + 1}"
    return f"{f.label or f.name}{owner} has {size} cards; the rules deal {expected}"


def place(rules: ModuleType, s: PlainState, text: str) -> None:
    """Place a position in the state `s` after the deal; modifies `s`.

    Raises
    ------
    UpcardError
        If the text cannot be read, or the position is not valid.
    """
    dealt = s.copy()
    read_placed(rules, s, text)
    if reason := settle(rules, dealt, s):
        raise Usage(f"this is not a valid position: {reason}")
