"""Steps that both solvers of a round of Beat It Or Eat It share, in the compilable subset.

States of a table are numbered by sets of free cards, one bit for each. A state without one of the cards lacks
its bit, so that runs of consecutive states stay together.
"""

from typing import Any


def list_free(table: int, cards: int, free_cards: Any) -> int:
    """Write the cards that are not on the table, in increasing order; return their number."""
    free = 0
    for card in range(cards):
        if (table >> card) & 1 == 0:
            free_cards[free] = card
            free += 1
    return free


def copy_without(place: int, rest: int, mine: int, source: Any, out: Any) -> None:
    """Copy the states in which the leader no longer has the card of bit `place`; `rest` other cards are free.

    `mine` is the bit of the leader's cards. The length of short runs is written out, so that the compiler can
    make use of it.
    """
    start = 0 if mine == 1 else 1 << place
    blocks = 1 << (rest - place)
    if place == 0:
        copy_runs(1, blocks, start, source, out)
    elif place == 1:
        copy_runs(2, blocks, start, source, out)
    elif place == 2:
        copy_runs(4, blocks, start, source, out)
    elif place == 3:
        copy_runs(8, blocks, start, source, out)
    else:
        copy_runs(1 << place, blocks, start, source, out)


def copy_runs(run: int, blocks: int, start: int, source: Any, out: Any) -> None:
    """Copy every second run of `source`, from `start` on."""
    for block in range(blocks):
        for i in range(run):
            out[block * run + i] = source[block * 2 * run + start + i]
