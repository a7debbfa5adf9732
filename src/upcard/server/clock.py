"""How long players may think: without limit, per action, by correspondence, or for the whole match.

Written as ``none``, ``move SECONDS``, ``days DAYS`` or ``total SECONDS [PLUS]``.
"""

import time
from dataclasses import dataclass

from upcard.engine.errors import Usage
from upcard.language.messages import gettext as _
from upcard.language.messages import ngettext

DAY = 86_400.0
TOTAL = "total"
LEAST_SECONDS, MOST_SECONDS, MOST_DAYS = 5, 3600, 30
LEAST_TOTAL, MOST_TOTAL, MOST_PLUS = 30, 14_400, 300
"""Bounds in seconds of the time for a whole match, and of the seconds that every action adds."""


@dataclass(frozen=True)
class Clock:
    """Time limit for every action, or for all actions of a player together."""

    kind: str = "none"
    """``none``, ``move``, ``days`` or ``total``."""
    length: int = 0
    """Seconds, or days; 0 without a limit."""
    plus: int = 0
    """Seconds that every action adds to the time for the whole match."""

    def __str__(self) -> str:
        numbers = [x for x in (self.length, self.plus) if x]
        return " ".join(map(str, (self.kind, *numbers)))

    @property
    def seconds(self) -> float | None:
        """The limit in seconds for one action; None if there is none."""
        if self.kind in ("none", TOTAL):
            return None
        return self.length * (DAY if self.kind == "days" else 1.0)

    @property
    def words(self) -> str:
        """The limit in words."""
        if self.kind == "none":
            return _("no clock")
        if self.kind == "days":
            return ngettext("{n} day for each action", "{n} days for each action", self.length)
        if self.kind != TOTAL:
            n = self.length
            return ngettext("{n} second for each action", "{n} seconds for each action", n, n=n)
        time_each = _spoken(self.length)
        if not self.plus:
            return _("{time} each for the whole match", time=time_each)
        return ngettext(
            "{time} each for the whole match, plus {n} second for each action",
            "{time} each for the whole match, plus {n} seconds for each action",
            self.plus,
            time=time_each,
        )


def read_clock(text: str) -> Clock:
    """Return the clock that a text describes; raises Usage if it describes none."""
    kind, _, length = text.strip().lower().partition(" ")
    if kind == "none" and not length:
        return Clock()
    length, _, plus = length.partition(" ") if kind == TOTAL else (length, "", "")
    bounds = {
        "move": (LEAST_SECONDS, MOST_SECONDS),
        "days": (1, MOST_DAYS),
        TOTAL: (LEAST_TOTAL, MOST_TOTAL),
    }.get(kind)
    if bounds and _is_between(length, *bounds) and (not plus or _is_between(plus, 1, MOST_PLUS)):
        return Clock(kind, int(length), int(plus or 0))
    raise Usage(
        f"{text[:40]!r} is not a clock; expected none, move SECONDS ({LEAST_SECONDS} to {MOST_SECONDS}), "
        f"days DAYS (1 to {MOST_DAYS}), or total SECONDS PLUS ({LEAST_TOTAL} to {MOST_TOTAL} for the match, "
        f"and 1 to {MOST_PLUS} more for each action)"
    )


def _is_between(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdecimal() and low <= int(text[:6]) <= high


def _spoken(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    whole, left = ngettext("{n} minute", "{n} minutes", minutes), ngettext("{n} second", "{n} seconds", rest)
    if minutes and rest:
        return _("{minutes} and {seconds}", minutes=whole, seconds=left)
    return whole if minutes else left


def due(clock: str) -> float | None:
    """Return the deadline of a match's first action, or of one with a limit of its own, that starts now.

    It is in seconds since 1970; None without a limit. :mod:`upcard.server.match_time` computes the deadline
    of later actions with a total time.
    """
    limit = read_clock(clock)
    seconds = float(limit.length) if limit.kind == TOTAL else limit.seconds
    return None if seconds is None else time.time() + seconds
