"""Inner loops over the runs of an array: ``2 ** place`` items whose numbers have the same bit `place`."""

from collections.abc import Callable
from typing import Any

InnerLoop = Callable[[int, int, int, int, Any, Any], None]


def written_out(loop: InnerLoop) -> InnerLoop:
    """Return a function that calls `loop` with the constants 0 to 3 where they are its first argument.

    Then the compiler knows the length of short runs, or how far lanes are moved, and writes faster code.
    """

    def chosen(place: int, rest: int, first: int, owner: int, reading: Any, writing: Any) -> None:
        if place == 0:
            loop(0, rest, first, owner, reading, writing)
        elif place == 1:
            loop(1, rest, first, owner, reading, writing)
        elif place == 2:
            loop(2, rest, first, owner, reading, writing)
        elif place == 3:
            loop(3, rest, first, owner, reading, writing)
        else:
            loop(place, rest, first, owner, reading, writing)

    return chosen


@written_out
def copy_runs(place: int, rest: int, first: int, owner: int, reading: Any, writing: Any) -> None:
    """Copy ``2 ** rest`` items from number `first` on: those whose numbers have `owner` as bit `place`.

    The copies are written to `writing` in the same order, from 0.
    """
    run = 1 << place
    start = first + (run if owner == 1 else 0)
    for block in range(1 << (rest - place)):
        for i in range(run):
            writing[block * run + i] = reading[start + block * 2 * run + i]
