"""Saying where a rules file seems to run without end, while somebody waits for what is made of it."""

import sys
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Self

from upcard.engine.source.user_errors import call_location, running_user_call

PATIENCE = 10.0
"""A function of a rules file takes less than a thousandth of a second."""

BRIEF = frozenset(("GAME", "STRATEGY"))
"""What files declare whose functions are soon done; a solver may work for hours in one call."""

LOOKS = 4
"""So often it is looked at within this time."""


class StuckWatch:
    """Looks from time to time where the thread stands that entered it.

    Where one and the same call of a function of somebody's own file runs for long, that is said, once for
    each call. What is compiled cannot be looked into; games are interpreted before they are compiled.

    Parameters
    ----------
    say : function
        What it is said with.
    patience : float
        For so many seconds a call may run.
    """

    def __init__(self, say: Callable[[str], None], patience: float = PATIENCE) -> None:
        self.say, self.patience = say, patience
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._look, args=(threading.get_ident(),), daemon=True)

    def __enter__(self) -> Self:
        """It begins."""
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """It ends."""
        self.is_over.set()
        self.thread.join()

    def _look(self, watched: int) -> None:
        seen: FrameType | None = None
        looks = 0
        while not self.is_over.wait(self.patience / LOOKS):
            found = running_user_call(sys._current_frames().get(watched), BRIEF)
            looks = looks + 1 if found is seen else 0
            seen = found
            if seen is not None and looks == LOOKS:
                where = call_location(seen)
                self.say(f"for {self.patience:g} s now: {where}; does every loop there end? Ctrl-C stops")
