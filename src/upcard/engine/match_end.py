"""Ends of matches before the game is over: resignation, lost on time, abandonment."""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.engine.errors import Usage

OF_A_SEAT = {"resigned": "seat {} resigned", "late": "the time of seat {} ran out"}
OF_NOBODY = {
    "abandoned": "the match was abandoned",
    "agreed": "the players agreed on a draw",
    "stopped": "the players agreed to stop",
    "aborted": "the match was aborted before everybody had acted",
}


@dataclass(frozen=True)
class MatchEnd:
    """The end of a match before the game was over; raises ``Usage`` for any other way to end."""

    how: str
    """``resigned``, ``late`` for a clock that ran out, ``abandoned``, ``agreed`` for a draw, ``stopped``
    by agreement with the score so far, ``aborted``."""
    seat: int | None = None
    """The seat that resigned or was late, counted from 1; None for the others."""

    def __post_init__(self) -> None:
        if self.how not in (OF_NOBODY if self.seat is None else OF_A_SEAT):
            of = "of no seat" if self.seat is None else f"of seat {self.seat}"
            raise Usage(
                f"{self.how!r} {of} is not an ending; expected resigned or late with a seat, or abandoned, "
                "agreed, stopped or aborted"
            )

    def words(self) -> str:
        """Return the words of a record: ``resigned 2``."""
        return self.how if self.seat is None else f"{self.how} {self.seat}"

    def sentence(self) -> str:
        """Return what happened, for people."""
        return OF_NOBODY[self.how] if self.seat is None else OF_A_SEAT[self.how].format(self.seat)


def ending_of(words: Sequence[str]) -> MatchEnd:
    """Return the end of a match from the words of a record; raise ``ValueError`` for any others."""
    how, *seats = words
    try:
        return MatchEnd(how, *map(int, seats))
    except (TypeError, Usage):
        raise ValueError("not an ending") from None
