"""Who is in which group, and who takes which seat: the roles go round from match to match."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from upcard.classroom.class_repository import BOT
from upcard.engine.errors import Usage

Groups = tuple[tuple[int, ...], ...]


def form(pupils: Sequence[int], size: int) -> Groups:
    """Groups of at most `size`, as few and as equal as can be.

    Parameters
    ----------
    pupils : sequence of int
        Their numbers, in the order in which they are dealt out.
    size : int
        How many a group has at most.
    """
    number = -(-len(pupils) // size)
    return tuple(tuple(pupils[i::number]) for i in range(number))


def with_late(groups: Groups, pupil: int, size: int) -> Groups:
    """The groups after somebody came late: into the smallest one, or, where all are full, into a new one.

    One in which nobody is left is as good as a new one, and comes before it.
    """
    with_room = [i for i, x in enumerate(groups) if len(x) < size]
    if not with_room:
        return (*groups, (pupil,))
    best = min(with_room, key=lambda i: len(groups[i]) or size)
    return tuple((*x, pupil) if i == best else x for i, x in enumerate(groups))


def name_of(groups: Groups) -> str:
    """By what a form tells which groups it shows."""
    return hashlib.sha256(repr(groups).encode()).hexdigest()[:16]


def members_of_changed(before: Groups, after: Groups) -> set[int]:
    """Everybody who is, or was, in a group that is not what it was."""
    return {x for a, b in zip_longest(before, after, fillvalue=()) if a != b for x in (*a, *b)}


def without(groups: Groups, pupil: int) -> Groups:
    """The groups without a pupil; each keeps its number."""
    return tuple(tuple(x for x in group if x != pupil) for group in groups)


def put(groups: Groups, wanted: Mapping[int, int], size: int) -> Groups:
    """The groups after some pupils were put into others; each keeps its number, and the last may be new.

    Who comes takes the place of who goes, which says who has which role.

    Parameters
    ----------
    groups : tuple of tuple of int
        The groups.
    wanted : mapping
        By pupil the group, counted from 0; who is not named stays. Who is in no group is passed over.
    size : int
        How many a group has at most.

    Raises
    ------
    Usage
        If there is no such group, or too many would be in one.
    """
    where = {x: i for i, group in enumerate(groups) for x in group}
    where |= {x: i for x, i in wanted.items() if x in where}
    number = max([len(groups), *(i + 1 for i in where.values())])
    if number > len(groups) + 1 or any(i < 0 for i in where.values()):
        raise Usage(f"choose one of the groups 1 to {len(groups)}, or a new one")
    after = []
    for i in range(number):
        there = groups[i] if i < len(groups) else ()
        new = [x for x, at in where.items() if at == i and x not in there]
        kept = [x if where[x] == i else new.pop(0) if new else None for x in there]
        group = (*(x for x in kept if x is not None), *new)
        if len(group) > size:
            raise Usage(f"group {i + 1} would have {len(group)} pupils; the maximum is {size}")
        after.append(group)
    return tuple(after)


def mixed(groups: Groups, size: int) -> Groups:
    """The same pupils in groups by lot; no number of a group is lost, though nobody may be left in it."""
    pupils = [x for group in groups for x in group]
    anew = form(random.sample(pupils, len(pupils)), size)
    return (*anew, *[()] * (len(groups) - len(anew)))


def in_pairs(groups: Groups) -> list[int]:
    """Everybody, two by two who play together: pairs of one group, then those whom groups leave over."""
    even = [len(group) // 2 * 2 for group in groups]
    pairs = [x for group, n in zip(groups, even, strict=True) for x in group[:n]]
    return pairs + [x for group, n in zip(groups, even, strict=True) for x in group[n:]]


def reseated(
    seats: Sequence[int], watchers: Sequence[int], group: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who sits and who watches at a table that goes on, after its group has changed.

    Who stays keeps his seat. Free are the seats of bots and of those who are gone: who is new takes them
    first, then who watched; a bot what is left.

    Parameters
    ----------
    seats, watchers : sequence of int
        Who sat and who watched; ``BOT`` for a bot.
    group : sequence of int
        Who belongs together now.
    """
    new = [x for x in group if x not in seats and x not in watchers]
    waiting = new + [x for x in watchers if x in group]
    after = tuple(x if x in group else waiting.pop(0) if waiting else BOT for x in seats)
    return after, tuple(waiting)


def seated(
    group: Sequence[int], match: int, sizes: Sequence[int], bots_rotate: bool = True
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who sits on the seats of a match, and who watches.

    Parameters
    ----------
    group : sequence of int
        Its pupils.
    match : int
        Which match of the group it is, from 0; with each one all go one place on.
    sizes : sequence of int
        How many seats a table may have, the fewest first; it has no more than are needed.
    bots_rotate : bool
        Whether bots go on like pupils; else they keep the last seats.

    Returns
    -------
    tuple of int, tuple of int
        The pupils by seat, ``BOT`` where there is none, and those without a seat.
    """
    seats = next((n for n in sizes if n >= len(group)), sizes[-1])
    bots = (BOT,) * (seats - len(group))
    turned = _turned((*group, *bots), match) if bots_rotate else (*_turned(group, match), *bots)
    return turned[:seats], turned[seats:]


def _turned(circle: Sequence[int], places: int) -> tuple[int, ...]:
    """Everybody so many places on."""
    return tuple(circle[(i + places) % len(circle)] for i in range(len(circle)))
