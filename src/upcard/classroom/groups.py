"""Who is in which group, and who takes which seat: the roles go round from match to match."""

from collections.abc import Sequence

from upcard.classroom.kept import BOT

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
    """The groups after somebody came late: into the smallest one, or, where all are full, into a new one."""
    smallest = min(range(len(groups)), key=lambda i: len(groups[i]), default=None)
    if smallest is None or len(groups[smallest]) >= size:
        return (*groups, (pupil,))
    return tuple((*x, pupil) if i == smallest else x for i, x in enumerate(groups))


def without(groups: Groups, pupil: int) -> Groups:
    """The groups without a pupil; each keeps its number."""
    return tuple(tuple(x for x in group if x != pupil) for group in groups)


def seated(
    group: Sequence[int], match: int, seats: tuple[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who sits on the seats of a match, and who watches.

    Parameters
    ----------
    group : sequence of int
        Its pupils.
    match : int
        Which match of the group it is, from 0; with each one all go one place on.
    seats : (int, int)
        The fewest and the most seats of a table.

    Returns
    -------
    tuple of int, tuple of int
        The pupils by seat, ``BOT`` where there is none, and those without a seat.
    """
    least, most = seats
    turned = [group[(i + match) % len(group)] for i in range(len(group))]
    sitting = turned[:most]
    sitting += [BOT] * (least - len(sitting))
    if least > len(turned):  # the bots go round too
        sitting = [sitting[(i + match) % least] for i in range(least)]
    return tuple(sitting), tuple(turned[most:])
