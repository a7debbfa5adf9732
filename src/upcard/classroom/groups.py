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
