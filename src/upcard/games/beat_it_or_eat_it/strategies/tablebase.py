"""Beat It Or Eat It: perfect play by a table of all hands that lead to an empty table.

Beside this file are tables of every size up to ``MOST_CARDS`` cards: the distance of each such hand in plies,
odd if its player wins, even if they lose, 0 for endless play. Within a round, the cards played since
determine the position: all possible sets of them are listed and then evaluated, the largest first. The
strategy chooses the quickest win, else endless play, else the slowest loss.

Two suits of 10 to 13 cards have tables too, in files; the players of this game use them in plain Python. In
other sizes and with ``trumps=own`` it searches as ``alpha-beta`` does. The reference of tablebases describes
how the tables are made and proved.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from upcard.games.beat_it_or_eat_it.rules import EAT, NO_TRUMPS, OWN, RANKS, SUITS, card, legal
from upcard.games.beat_it_or_eat_it.strategies import alpha_beta
from upcard.games.beat_it_or_eat_it.strategies.alpha_beta import deepen
from upcard.kit.strategy import Parameter, State, Strategy, memory

STRATEGY = Strategy(
    name="tablebase",
    games=("beat-it-or-eat-it",),
    words="plays perfectly by a table up to 18 cards and with two suits of 13; else searches as alpha-beta",
    source="K. Thompson, Retrograde analysis of certain endgames, 1986, for the tables",
    parameters=(
        Parameter(
            "positions", 20_000, 200, 1e9, "number of positions it searches where it has no table", whole=True
        ),
    ),
    quick="positions=200",
    title="Perfect by table",
    title_searching="Search without a table",
)

MOST_CARDS = 18
SIZES = tuple((s, n) for s in range(1, SUITS + 1) for n in range(2, RANKS + 1) if s * n <= MOST_CARDS)
"""Suits and length of all tables, in their order."""

NONE = -1
DEPTH, MIDDLE = 10, 0.5
SEARCH_CELLS = alpha_beta.CELLS


def starts(sizes: tuple[tuple[int, int], ...]) -> Any:
    """Return where the table of each size begins in ``TABLES``, or ``NONE``; int64 of shape (5, 27)."""
    begins = np.full((SUITS + 1, RANKS + 1), NONE, np.int64)
    begin = 0
    for suits, length in sizes:
        begins[suits, length] = begin
        begin += 1 << (suits * length)
    return begins


FILES = {
    (2, length): path
    for length in range(2, RANKS + 1)
    if (path := Path(__file__).with_name("tables") / f"2x{length}.table").is_file()
}
"""Files of larger tables, by suits and length."""


def file_of(suits: int, length: int) -> Path | None:
    """Return the file of a larger table that ships with Upcard, or None."""
    return FILES.get((suits, length))


def solution(options: Mapping[str, Any]) -> Path | None:
    """Return the file by which games with these options are played instead of :func:`choose`, or None."""
    return file_of(options["suits"], options["length"]) if options["trumps"] == NO_TRUMPS else None


STARTS = starts(SIZES)
TABLES = np.load(Path(__file__).with_suffix(".npy"))


def choose(v: State, positions: float) -> int:
    """Return the best move by the table of this size; search if there is none."""
    if has_cells(v):
        return best_move(v, TABLES, STARTS[v.suits, v.length])
    return deepen(v, memory(SEARCH_CELLS), DEPTH, positions, MIDDLE)


def has_cells(v: State) -> bool:
    """Whether ``TABLES`` contains the table of this size."""
    return v.trumps != OWN and STARTS[v.suits, v.length] != NONE


def knows(v: State) -> bool:
    """Whether there is a table of this size, so that nothing is searched."""
    return has_cells(v) or (v.trumps != OWN and file_of(v.suits, v.length) is not None)


def choose_from_file(v: State) -> int:
    """Return the best move if ``TABLES`` is a single table, such as that of a file."""
    return best_move(v, TABLES, 0)


def best_move(v: State, tables: Any, start: int) -> int:
    """Return the move with the best distance, the lowest card if several are equally good.

    Parameters
    ----------
    v : State
        The view, or a state whose ``me`` is the player whose turn it is.
    tables : table of whole numbers
        Distances of hands that lead.
    start : int
        Where the distances of this size begin.
    """
    mine = bits_of(v, v.me)
    theirs = bits_of(v, 1 - v.me)
    far = memory(1 << (v.suits * v.length))
    look_through(v, mine, theirs, far, tables, start)
    best = NONE
    choice = EAT
    if v.leads == 0:
        best = a_ply_before(tables[start + theirs])
    for i in range(v.suits * v.length):
        if (mine >> i) & 1 == 1 and legal(v, card(v, i)):
            x = far[1 << i]
            if v.leads == 1:
                x = after_lead(0, 1 << i, mine, theirs, v.suits, far, tables, start)
            if is_better(x, best):
                best = x
                choice = card(v, i)
    return choice


def bits_of(v: State, p: int) -> int:
    """Return the hand of seat `p`: a bit for each card in play, the lowest for the lowest card."""
    hand = 0
    for i in range(v.suits * v.length):
        if v.hand[p, card(v, i)] > 0:
            hand += 1 << i
    return hand


def look_through(v: State, mine: int, theirs: int, far: Any, tables: Any, start: int) -> int:
    """Compute the distances of all positions to the end of the round; return the number of positions.

    A position with a lead is identified by the cards played since, as bits: `far` has a cell for each set of
    cards. All cells are 0 before, and are modified. After every second card, the other player leads.
    """
    free = mine | theirs
    if v.leads == 1:
        far[0] = NONE
    else:
        for i in range(v.suits * v.length):
            if (mine >> i) & 1 == 1 and legal(v, card(v, i)):
                far[1 << i] = NONE
    played = 0
    while played != free:
        if far[played] == NONE:
            reach(played, hand_left(played, mine, theirs), hand_left(played, theirs, mine), v.suits, far)
        played = (played - free) & free  # the next subset of the free cards
    met = 0
    while played != 0:
        if far[played] == NONE:
            leader = hand_left(played, mine, theirs)
            far[played] = lead(played, leader, hand_left(played, theirs, mine), v.suits, far, tables, start)
            met += 1
        played = (played - 1) & free
    return met


def hand_left(played: int, first: int, second: int) -> int:
    """Return the leader's hand after the cards `played`: what is left of `first`, or of `second`."""
    cards = 0
    rest = played
    while rest > 0:
        rest &= rest - 1
        cards += 1
    hand = first if (cards // 2) % 2 == 0 else second
    return hand - (hand & played)


def reach(played: int, leader: int, other: int, suits: int, far: Any) -> int:
    """Mark in `far` all positions with a lead after a lead that is beaten; return how many were marked."""
    met = 0
    rest = leader
    if leader & (leader - 1) == 0:
        rest = 0  # leading the last card wins
    while rest > 0:
        low = rest - (rest & (rest - 1))
        rest -= low
        high = low << suits
        while high <= other:
            if high & other > 0:
                far[played | low | high] = NONE
                met += 1
            high <<= suits
    return met


def lead(played: int, leader: int, other: int, suits: int, far: Any, tables: Any, start: int) -> int:
    """Return the distance for the leader, from those of the positions with more cards played.

    A player with an empty hand has just won by beating, which is the same ply as a winning lead.
    """
    if leader & (leader - 1) == 0:
        return 1
    best = NONE
    rest = leader
    while rest > 0:
        low = rest - (rest & (rest - 1))
        rest -= low
        x = after_lead(played, low, leader, other, suits, far, tables, start)
        if is_better(x, best):
            best = x
    return best


def after_lead(
    played: int, low: int, leader: int, other: int, suits: int, far: Any, tables: Any, start: int
) -> int:
    """Return the distance for the leader of card `low`, which the other player beats in its suit, or eats."""
    if leader == low:
        return 1
    best = a_ply_before(tables[start + leader - low])
    high = low << suits
    while high <= other:
        if high & other > 0 and is_better(far[played | low | high], best):
            best = far[played | low | high]
        high <<= suits
    return a_ply_before(best)


def a_ply_before(distance: int) -> int:
    """Return the distance for a player who leaves the other one with such a distance."""
    return distance + 1 if distance > 0 else 0


def is_better(one: int, other: int) -> bool:
    """Whether a distance is better than another one, or the other one is ``NONE``."""
    if other == NONE:
        return True
    if one % 2 == 1:
        return other % 2 == 0 or one < other
    if one == 0:
        return other > 0 and other % 2 == 0
    return other % 2 == 0 and other > 0 and one > other
