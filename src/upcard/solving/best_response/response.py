"""What is asked for, and what is told, when the best response to given strategies is looked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from upcard.certificates.certificate import write_certificate
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.progress_callback import OnProgress
from upcard.engine.registry import Entrant
from upcard.engine.wording import signed

DIGITS = 6
SHOWN_LINES = 20
"""Of a longer chart only so many lines are printed."""

_ConfidenceInterval = tuple[float, float] | None
JUDGES, QUANTILE = 5, 2.776
"""So often a strategy that is estimated is asked again, and Student's quantile of 95 % for as many."""


@dataclass(frozen=True)
class ResponseQuery:
    """What is asked for."""

    game: Game
    """What is played."""
    friends: tuple[Entrant, ...]
    """Who sits on the other seats, in order from the left of the one who responds."""
    seats: tuple[int, ...]
    """Whose responses are wanted, each in turn."""
    own: Entrant | None
    """A strategy to compare with."""
    most_nodes: int
    """A tree with more nodes is refused."""
    on_step: OnProgress | None
    """Told what is done and the fraction that is done."""

    def others(self, seat: int) -> dict[int, Entrant]:
        """Who sits on the other seats when one of them responds."""
        n = self.game.players
        return {(seat + 1 + i) % n: friend for i, friend in enumerate(self.friends)}

    def compared(self) -> Entrant:
        """The strategy to compare with: by default that of the next seat."""
        return self.own or self.friends[0]

    def names(self) -> tuple[str, ...]:
        """Who they are, in order; one name if all are alike."""
        labels = tuple(x.label for x in self.friends)
        return labels[:1] if len(set(labels)) == 1 else labels

    def tell(self, what: str, part: float) -> None:
        """Tell what is done, if anybody listens."""
        if self.on_step:
            self.on_step(what, part)


@dataclass(frozen=True)
class SeatResponse:
    """What one seat can get at most against the others."""

    seat: int
    """From 0."""
    against: tuple[str, ...]
    """Who sits on the other seats, in order from his left."""
    value: float
    """His payoff in the mean."""
    value_exact: Fraction | None
    """The same without any error."""
    interval: _ConfidenceInterval = None
    """Where the value lies with 95 %, if it had to be estimated."""
    own: float | None = None
    """What the strategy gets that it is compared with."""
    sure: float | None = None
    """What an equilibrium is sure of, in a zero-sum game of two."""
    careful: float | None = None
    """What the equilibrium that was found gets against these others."""
    gain_interval: _ConfidenceInterval = None
    """Where what it gains on that strategy lies with 95 %, if that was estimated or played."""
    own_interval: _ConfidenceInterval = None
    careful_interval: _ConfidenceInterval = None
    """Where `own` and `careful` lie with 95 %, if they were estimated or played."""
    is_played: bool = False
    """Whether all was found by playing, and is one step of improvement only."""

    def to_json(self) -> dict[str, Any]:
        """The numbers, seats from 1."""
        return {
            "seat": self.seat + 1,
            "against": list(self.against),
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "interval": _listed(self.interval),
            "own": self.own,
            "own_interval": _listed(self.own_interval),
            "gain": None if self.own is None else self.value - self.own,
            "gain_interval": _listed(self.gain_interval),
            "equilibrium_sure": self.sure,
            "equilibrium_gets": self.careful,
            "equilibrium_gets_interval": _listed(self.careful_interval),
        }


@dataclass(frozen=True)
class Response(InNotebooks, kind="finding"):
    """The best responses of some seats."""

    game: Game
    """What is played."""
    what: str
    """What a payoff is, as a sentence."""
    method: str
    """How they were found."""
    size: str
    """How much there was to be looked at."""
    own: str
    """The strategy that they are compared with; empty for none."""
    seats: tuple[SeatResponse, ...]
    """What was found."""
    lines: tuple[tuple[str, ...], ...]
    """What to do, headings first; empty if it is too long to be read."""
    seconds: float
    """How long it took."""
    is_whole: bool = True
    """Whether it was not cut short."""
    often: tuple[tuple[str, ...], ...] = ()
    """The lines that come most often, headings first, where there are too many to be printed; empty for
    all."""

    @property
    def value(self) -> float:
        """What the first of the seats gets."""
        return self.seats[0].value

    @property
    def value_exact(self) -> Fraction | None:
        """The same as a fraction, if it is known."""
        return self.seats[0].value_exact

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Where it lies with 95 %, if it was estimated."""
        return self.seats[0].interval

    def to_json(self) -> dict[str, Any]:
        """The numbers, as `upcard respond --json` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "method": self.method,
            "strategy": self.own or None,
            "seats": [x.to_json() for x in self.seats],
            "chart": [dict(zip(self.lines[0], line, strict=True)) for line in self.lines[1:]],
            "seconds": self.seconds,
        }

    def sentences(self) -> list[str]:
        """What the responses are worth."""
        return [self.game.heading(), *([self.what] if self.what else []), *map(self._told, self.seats)]

    def _told(self, x: SeatResponse) -> str:
        who = f"Seat {x.seat + 1} against {', '.join(x.against)}: {signed(x.value, DIGITS)}"
        own = "" if x.own is None else f"{self.own} gets {signed(x.own, DIGITS)}{_spread(x.own_interval)}"
        if x.is_played and x.own is not None:
            gained = f"{signed(x.value - x.own, 4)}{_spread(x.gain_interval)}"
            return f"{who}{_spread(x.interval)} by looking ahead; {own}; gained {gained}."
        exact = "" if x.value_exact is None else f", exactly {x.value_exact}"
        said = [f"{who}{exact}{_spread(x.interval)} at best"]
        if x.own is not None:
            said.append(f"{own}, {x.value - x.own:z.{DIGITS}f}{_spread(x.gain_interval)} less")
        if x.sure is not None and x.careful is not None:
            here = f"{signed(x.careful, DIGITS)}{_spread(x.careful_interval)}"
            said.append(
                f"an equilibrium is sure of {signed(x.sure, DIGITS)} and gets {here} here, "
                f"{x.value - x.careful:z.{DIGITS}f} less"
            )
        return "; ".join(said) + "."

    def rows(self) -> list[tuple[str, ...]]:
        """What to do, with which cards; of many lines those that come most often."""
        return list(self.often if self._is_cut else self.lines)

    @property
    def _is_cut(self) -> bool:
        return 0 < len(self.often) < len(self.lines)

    def effort(self) -> str:
        """How it was found, and which lines are left out."""
        shown, whole = len(self.often) - 1, len(self.lines) - 1
        each = " for each seat" if len(self.seats) > 1 else ""
        cut = f"the {shown} of {whole} lines that come most often{each}, all with --all or --json; "
        return f"{cut if self._is_cut else ''}{self.size}; {self.method}; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write all of it into a file."""
        write_certificate(path, self.to_json())


def _listed(interval: _ConfidenceInterval) -> list[float] | None:
    return None if interval is None else list(interval)


def _spread(interval: _ConfidenceInterval) -> str:
    return "" if interval is None else f" (95 %: {signed(interval[0], 4)} to {signed(interval[1], 4)})"


def method_of(found: SeatResponse) -> str:
    """How a response was found, in words."""
    return "exact best response" if found.interval is None else "best response to estimated strategies"


def estimate_means(once: Callable[[int], Sequence[float]]) -> list[tuple[float, tuple[float, float]]]:
    """The means of independent estimates of some numbers, and where they lie with 95 %.

    Parameters
    ----------
    once : function
        Of a seed from 1 on: an estimate of each number.
    """
    found = [once(seed) for seed in range(1, JUDGES + 1)]
    out = []
    for estimates in zip(*found, strict=True):
        middle = mean(estimates)
        far = QUANTILE * stdev(estimates) / JUDGES**0.5
        out.append((middle, (middle - far, middle + far)))
    return out
