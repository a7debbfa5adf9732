"""How a match can end before its game is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.engine.errors import Usage

OF_A_SEAT = {"resigned": "seat {} resigned", "late": "the time of seat {} ran out"}
OF_NOBODY = {"abandoned": "the match was abandoned"}


@dataclass(frozen=True)
class MatchEnd:
    """How a match ended before the game was over.

    Raises
    ------
    Usage
        If matches do not end like this.
    """

    how: str
    """``resigned``, ``late`` for a clock that ran out, or ``abandoned``."""
    seat: int | None = None
    """Who resigned or was late, counted from 1; None for ``abandoned``."""

    def __post_init__(self) -> None:
        if self.how not in (OF_NOBODY if self.seat is None else OF_A_SEAT):
            of = "of no seat" if self.seat is None else f"of seat {self.seat}"
            raise Usage(
                f"the ending {self.how!r} {of} was given; expected resigned or late with a seat, or abandoned"
            )

    def words(self) -> str:
        """As it stands in a record: ``resigned 2``."""
        return self.how if self.seat is None else f"{self.how} {self.seat}"

    def sentence(self) -> str:
        """What happened, for people."""
        return OF_NOBODY[self.how] if self.seat is None else OF_A_SEAT[self.how].format(self.seat)


def ending_of(words: Sequence[str]) -> MatchEnd:
    """The ending that a record tells.

    Raises
    ------
    ValueError
        If matches do not end like this.
    """
    how, *seats = words
    try:
        return MatchEnd(how, *map(int, seats))
    except (TypeError, Usage):
        raise ValueError("no ending") from None
