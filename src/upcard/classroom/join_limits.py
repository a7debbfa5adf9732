"""Limits of the places of a class that one address takes, so that nobody fills a class without being seen.

A school often has one address for all its phones. So an address takes many places at once, but further ones
slowly. Only few of its pupils may be without an open page, which every phone has some seconds after joining.

A browser that has joined has its place. A program that discards its cookies looks like forty phones:
in one burst it takes the places of a whole class, but then no more until the teacher removes those pupils.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Illegal
from upcard.language.messages import gettext as _

AT_ONCE, SECONDS_EACH = 40, 5.0
"""Places that an address takes at once, and seconds until it may take another one."""

MOST_UNSEEN = 20
"""Maximum number of pupils from one address whose page was never open, though they joined some time ago."""

OPENING_SECONDS = 30.0
"""Seconds after joining in which a phone opens its page; all of a class may join in the same moment."""

MOST_STORED = 10_000
"""Maximum number of addresses, each in one room, that are remembered."""


@dataclass
class _Joined:
    """Account of an address in a room: places left at a time."""

    left: float
    since: float


class JoinLimit:
    """Counts the places that each address takes in each room; unless it `is_on`, there is no limit."""

    def __init__(self, is_on: bool = True) -> None:
        self.is_on = is_on
        self._joined: OrderedDict[tuple[str, str], _Joined] = OrderedDict()

    @contextmanager
    def place(self, live: LiveRoom, address: str, now: float | None = None) -> Iterator[list[int]]:
        """Reserve a place inside the block, which adds the number of the pupil to the list that it gets.

        If it adds none, the place is free again. Raises Illegal if the address may not take a place now.
        """
        if not self.is_on:
            yield []
            return
        moment = time.time() if now is None else now
        joined = self._of_address(live, address, moment)
        if joined.left < 1.0:
            wait = math.ceil((1.0 - joined.left) * SECONDS_EACH)
            raise Illegal(
                _("many pupils have just joined from your network; try again in {seconds} s", seconds=wait)
            )
        opened_by = moment - OPENING_SECONDS
        unseen = sum(
            live.unconfirmed.get(x.number) == address and x.joined_at <= opened_by for x in live.pupils
        )
        if unseen >= MOST_UNSEEN:
            raise Illegal(
                _(
                    "{count} pupils from your network have joined without opening their page; "
                    "ask your teacher to remove those who have not played",
                    count=MOST_UNSEEN,
                )
            )
        joined.left -= 1.0
        new: list[int] = []
        try:
            yield new
        finally:
            live.unconfirmed |= dict.fromkeys(new, address)
            joined.left += not new

    def _of_address(self, live: LiveRoom, address: str, moment: float) -> _Joined:
        """Return what an address has taken in a room, with the places that it has regained."""
        joined = self._joined.setdefault((live.code, address), _Joined(AT_ONCE, moment))
        self._joined.move_to_end((live.code, address))
        joined.left = min(AT_ONCE, joined.left + max(0.0, moment - joined.since) / SECONDS_EACH)
        joined.since = moment
        if len(self._joined) > MOST_STORED:
            self._joined.popitem(last=False)
        return joined
