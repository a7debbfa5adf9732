"""How long players may think: without limit, some seconds per action, or some days by correspondence.

Written as ``none``, ``move SECONDS`` or ``days DAYS``.
"""

import time
from dataclasses import dataclass

from upcard.engine.errors import Usage

DAY = 86_400.0
LEAST_SECONDS, MOST_SECONDS, MOST_DAYS = 5, 3600, 30


@dataclass(frozen=True)
class Clock:
    """Time limit for every action."""

    kind: str = "none"
    """``none``, ``move`` or ``days``."""
    length: int = 0
    """Seconds, or days; 0 without a limit."""

    def __str__(self) -> str:
        return f"{self.kind} {self.length}" if self.length else self.kind

    @property
    def seconds(self) -> float | None:
        """The limit in seconds; None if there is none."""
        if self.kind == "none":
            return None
        return self.length * (DAY if self.kind == "days" else 1.0)

    @property
    def words(self) -> str:
        """The limit in words."""
        if self.kind == "none":
            return "no clock"
        unit = "day" if self.kind == "days" else "second"
        return f"{self.length} {unit}{'s' * (self.length != 1)} for each action"


def read_clock(text: str) -> Clock:
    """Return the clock that a text describes; raises Usage if it describes none."""
    kind, _, length = text.strip().lower().partition(" ")
    if kind == "none" and not length:
        return Clock()
    bounds = {"move": (LEAST_SECONDS, MOST_SECONDS), "days": (1, MOST_DAYS)}.get(kind)
    if bounds and length.isascii() and length.isdecimal() and bounds[0] <= int(length[:6]) <= bounds[1]:
        return Clock(kind, int(length))
    raise Usage(
        f"{text[:40]!r} is not a clock; expected none, move SECONDS ({LEAST_SECONDS} to {MOST_SECONDS}) "
        f"or days DAYS (1 to {MOST_DAYS})"
    )


def due(clock: str) -> float | None:
    """Return the deadline of an action that starts now, in seconds since 1970; None without a limit."""
    seconds = read_clock(clock).seconds
    return None if seconds is None else time.time() + seconds
