"""Cells of a state, one by one: their cards, the seats that see them, and changes that a seat cannot see.

This is derived from the declarations of a rules file alone, independently of the engine that makes the views,
so that each can be checked against the other.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType

from upcard.engine.game import Game
from upcard.engine.state import CheckedRow, PlainState, fields_of
from upcard.kit.cards import BY_RULE, EMPTY, EVERYBODY, NOBODY, OTHERS, OWNER, TEAM, Field, Kind

SHARED = -1
"""The owner of a line of cells that belongs to no seat."""


def lines(f: Field, s: PlainState) -> list[tuple[int, list[int]]]:
    """Return the cells of a field line by line: the seat they belong to, or ``SHARED``, and the cells."""
    table = getattr(s, f.name)
    if not isinstance(table, CheckedRow):
        return [(SHARED, [table])]
    cells, width = table.cells, f.length or 1
    if not f.per_seat:
        return [(SHARED, cells[:])]
    return [(i // width, cells[i : i + width]) for i in range(0, len(cells), width)]


def set_cell(f: Field, s: PlainState, seat: int, i: int, x: int) -> None:
    """Set cell `i` of a seat's line, or of the shared one; the state is modified in place."""
    if not f.per_seat and not f.length:
        setattr(s, f.name, x)
        return
    index = (seat, i) if f.per_seat and f.length else seat if f.per_seat else i
    getattr(s, f.name)[index] = x


@lru_cache(maxsize=64)
def zones(rules: ModuleType) -> tuple[Field, ...]:
    """Return the fields of a game that hold cards."""
    return tuple(f for f in fields_of(rules) if f.is_zone)


def cards_in_line(f: Field, line: Sequence[int]) -> list[int]:
    """Return the cards in a line of a zone."""
    if f.kind is Kind.COUNTS:
        return [k for k, n in enumerate(line) for _ in range(n)]
    if f.kind is Kind.ROW:
        return list(line[1 : line[0] + 1])
    return [c for c in line if c != EMPTY]


def cards(game: Game, s: PlainState) -> Counter[int]:
    """Count all cards in all zones of a state."""
    return Counter(c for f in zones(game.rules) for _, line in lines(f, s) for c in cards_in_line(f, line))


def seen_cells(game: Game, s: PlainState, f: Field, owner: int, seat: int, length: int) -> int:
    """Return how many leading cells of `owner`'s line (or the ``SHARED`` line) `seat` may see."""
    if f.sight is NOBODY:
        return int(f.kind is Kind.ROW and f.counted)
    rules, is_mine = game.rules, owner == seat
    if owner >= game.players and f.sight is not EVERYBODY:
        return 0
    if f.sight is TEAM:
        is_seen = rules.team(s, owner) == rules.team(s, seat)
    elif f.sight is BY_RULE:
        is_seen = getattr(rules, f"sees_{f.name}")(s, owner, seat)
    else:
        is_seen = {EVERYBODY: True, OWNER: is_mine, OTHERS: not is_mine}[f.sight]
    return length if is_seen else 0


def scrambled(
    game: Game, s: PlainState, seat: int, deck: Sequence[int], chances: random.Random
) -> PlainState:
    """Return a copy of a state with random contents in every cell that `seat` may not see."""
    other = s.copy()
    for f in fields_of(game.rules):
        for owner, line in lines(f, s):
            if owner < game.players:
                for i in range(seen_cells(game, s, f, owner, seat, len(line)), len(line)):
                    set_cell(f, other, owner, i, _anything(f, i, deck, chances))
    return other


def _anything(f: Field, i: int, deck: Sequence[int], chances: random.Random) -> int:
    """Return a random possible value of the cell."""
    if f.kind is Kind.ROW and i == 0:
        return chances.randrange(f.length)
    if f.kind in (Kind.ROW, Kind.SLOT):
        return chances.choice(deck) if deck else EMPTY  # zones may all be empty after the deal
    return chances.randrange(4)


def reordered(game: Game, s: PlainState, chances: random.Random) -> PlainState:
    """Return a copy of a state in which the rows that nobody sees lie in another order."""
    other = s.copy()
    for f in zones(game.rules):
        if f.kind is Kind.ROW and f.sight is NOBODY:
            for owner, line in lines(f, s):
                mixed = line[1 : line[0] + 1]
                chances.shuffle(mixed)
                for i, c in enumerate(mixed, 1):
                    set_cell(f, other, owner, i, c)
    return other
