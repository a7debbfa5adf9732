"""Assignment of pupils to groups and seats; roles rotate from match to match."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from upcard.classroom.class_repository import BOT
from upcard.engine.errors import Usage
from upcard.language.messages import gettext as _

Groups = tuple[tuple[int, ...], ...]


def form(pupils: Sequence[int], size: int) -> Groups:
    """Return as few groups of at most `size` pupils as possible, with sizes as equal as possible."""
    number = -(-len(pupils) // size)
    return tuple(tuple(pupils[i::number]) for i in range(number))


def with_late(groups: Groups, pupil: int, size: int) -> Groups:
    """Return the groups with a late pupil: in the smallest with room, else in an empty or a new one."""
    not_full = [i for i, x in enumerate(groups) if len(x) < size]
    if not not_full:
        return (*groups, (pupil,))
    best = min(not_full, key=lambda i: len(groups[i]) or size)
    return tuple((*x, pupil) if i == best else x for i, x in enumerate(groups))


def name_of(groups: Groups) -> str:
    """Return a digest of the groups, which a form sends back so that changes in the meantime are noticed."""
    return hashlib.sha256(repr(groups).encode()).hexdigest()[:16]


def members_of_changed(before: Groups, after: Groups) -> set[int]:
    """Return all former and present members of the groups that differ."""
    return {x for a, b in zip_longest(before, after, fillvalue=()) if a != b for x in (*a, *b)}


def without(groups: Groups, pupil: int) -> Groups:
    """Return the groups without a pupil; all groups keep their numbers."""
    return tuple(tuple(x for x in group if x != pupil) for group in groups)


def regrouped(groups: Groups, wanted: Mapping[int, int], size: int) -> Groups:
    """Return the groups after some pupils have moved; all groups keep their numbers, and one may be added.

    `wanted` maps each pupil who moves to the number of their new group, from 0; pupils without a group are
    ignored. New pupils take the places of pupils who leave a group, and so their roles. Raises Usage if there
    is no such group, or if a group would have more than `size` pupils.
    """
    where = {x: i for i, group in enumerate(groups) for x in group}
    where |= {x: i for x, i in wanted.items() if x in where}
    number = max([len(groups), *(i + 1 for i in where.values())])
    if number > len(groups) + 1 or any(i < 0 for i in where.values()):
        raise Usage(
            _("there is no such group; choose one of the groups 1 to {most}, or a new one", most=len(groups))
        )
    after = []
    for i in range(number):
        there = groups[i] if i < len(groups) else ()
        new = [x for x, at in where.items() if at == i and x not in there]
        places = [x if where[x] == i else new.pop(0) if new else None for x in there]
        group = (*(x for x in places if x is not None), *new)
        if len(group) > size:
            raise Usage(
                _(
                    "group {group} would have {pupils} pupils; put at most {most} into a group",
                    group=i + 1,
                    pupils=len(group),
                    most=size,
                )
            )
        after.append(group)
    return tuple(after)


def mixed(groups: Groups, size: int) -> Groups:
    """Return the same pupils in random groups; as many groups as before, of which the last may be empty."""
    pupils = [x for group in groups for x in group]
    shuffled = form(random.sample(pupils, len(pupils)), size)
    return (*shuffled, *[()] * (len(groups) - len(shuffled)))


def in_pairs(groups: Groups) -> list[int]:
    """Return all pupils so that each two neighbours form a pair: pairs within groups first, then the rest."""
    even = [len(group) // 2 * 2 for group in groups]
    pairs = [x for group, n in zip(groups, even, strict=True) for x in group[:n]]
    return pairs + [x for group, n in zip(groups, even, strict=True) for x in group[n:]]


def across_groups(groups: Groups, seed: str) -> list[int]:
    """Return all pupils so that each two neighbours form a pair of two groups, as far as that is possible.

    `seed` decides who meets whom. If the number of pupils is odd, the last one has no partner.
    """
    rng = random.Random(seed)
    shuffled = [rng.sample(x, len(x)) for x in rng.sample(groups, len(groups))]
    pupils = [x for group in sorted(shuffled, key=len, reverse=True) for x in group]
    alone, rest = pupils[: len(pupils) % 2], pupils[len(pupils) % 2 :]
    half = len(rest) // 2  # nobody in a group of at most this size meets a member of it
    return [x for pair in zip(rest[:half], rest[half:], strict=True) for x in pair] + alone


def reseated(
    seats: Sequence[int], watchers: Sequence[int], group: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the players by seat and the watchers of a match after its group has changed.

    `group` contains the present pupils of the group. Players who are still in it stay on their seats. Seats
    of bots (``BOT``) and of pupils who have left go to new pupils, then to watchers, and the rest to bots.
    """
    new = [x for x in group if x not in seats and x not in watchers]
    waiting = new + [x for x in watchers if x in group]
    after = tuple(x if x in group else waiting.pop(0) if waiting else BOT for x in seats)
    return after, tuple(waiting)


def seated(
    group: Sequence[int], match: int, sizes: Sequence[int], bots_rotate: bool = True
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the pupil on each seat of a match, ``BOT`` for a bot, and the watchers.

    After each match, everyone moves to the next place. Bots move too if `bots_rotate`; otherwise they have
    the last seats. Matches are counted from 0. The number of seats is the first of the increasing `sizes`
    that is large enough for the group, or the last one.
    """
    seats = next((n for n in sizes if n >= len(group)), sizes[-1])
    bots = (BOT,) * (seats - len(group))
    turned = _turned((*group, *bots), match) if bots_rotate else (*_turned(group, match), *bots)
    return turned[:seats], turned[seats:]


def _turned(circle: Sequence[int], places: int) -> tuple[int, ...]:
    """Return a circle of players after everyone has moved by some places."""
    return tuple(circle[(i + places) % len(circle)] for i in range(len(circle)))
