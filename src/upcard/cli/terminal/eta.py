"""How long something still takes: told only where the share that is done has kept pace with time."""

import math

FORESEEN = 0.05
"""The share that is done when it can be told how long the rest takes."""

AGREED = 1.5
"""What is foreseen of the whole time now and at half of this time may differ by this factor."""

CLOSE = 1.05
"""What came less than this factor later is not noted apart."""


class RemainingTime:
    """What remains of some work, judged by the shares that were told so far.

    A share need not grow with time: it may count iterations of which few are needed, or stand still in one
    long step. So what is foreseen is believed only if the same was foreseen when half of the time had gone.
    Where the share falls, other work has begun, and all begins anew.
    """

    def __init__(self) -> None:
        self._noted: list[tuple[float, float]] = []

    def left(self, now: float, share: float) -> float:
        """Seconds that remain; infinite where nobody can tell.

        Parameters
        ----------
        now : float
            The time in seconds, by any clock that does not go back.
        share : float
            Which share of all is done, 0 to 1.
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
        """Seconds that the work takes from its beginning to its end, if the share goes on to grow so."""
        begun, first = self._noted[0]
        done = share - first
        return (now - begun) * (1 - first) / done if done > 0 else math.nan

    def _note(self, now: float, share: float) -> None:
        """Keep the beginning, and then times that are some way apart."""
        begun = self._noted[0][0]
        if len(self._noted) == 1 or now - begun >= CLOSE * (self._noted[-1][0] - begun):
            self._noted.append((now, share))
