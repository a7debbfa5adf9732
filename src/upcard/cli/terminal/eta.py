"""Remaining time, shown only where progress has been steady."""

import math

FORESEEN = 0.05
"""Minimum share that is done before the remaining time is estimated."""

AGREED = 1.5
"""Maximum factor between the estimates of the total time now and at half of the time."""

CLOSE = 1.05
"""Minimum factor between two times that are stored."""


class RemainingTime:
    """The remaining time of some work, estimated from the reported shares.

    A share need not grow with time: it may count iterations of which few are needed, or stop in one long
    step. So an estimate counts only if the estimate at half of the time agreed. Where the share falls, other
    work has begun, and estimation starts again.
    """

    def __init__(self) -> None:
        self._noted: list[tuple[float, float]] = []

    def left(self, now: float, share: float) -> float:
        """Return the remaining seconds; infinite where they cannot be estimated.

        `now` is the time in seconds, by any clock that never goes back; `share` is the part that is done,
        from 0 to 1.
        """
        if not self._noted or share < self._noted[-1][1]:
            self._noted = [(now, share)]
            return math.inf
        whole = self._whole(now, share)
        half = self._noted[0][0] + (now - self._noted[0][0]) / 2
        earlier = self._whole(*max(x for x in self._noted if x[0] <= half))
        self._note(now, share)
        if share < FORESEEN or not whole <= AGREED * earlier or not earlier <= AGREED * whole:
            return math.inf
        return whole - (now - self._noted[0][0])

    def _whole(self, now: float, share: float) -> float:
        """Return the total seconds of the work, if the share continues to grow at this rate."""
        begun, first = self._noted[0]
        done = share - first
        return (now - begun) * (1 - first) / done if done > 0 else math.nan

    def _note(self, now: float, share: float) -> None:
        """Store the beginning, and then times that are far enough apart."""
        begun = self._noted[0][0]
        if len(self._noted) == 1 or now - begun >= CLOSE * (self._noted[-1][0] - begun):
            self._noted.append((now, share))
