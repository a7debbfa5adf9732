"""The request for best responses, and the results, for trees, rounds and rollouts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from upcard.certificates.certificate import write_certificate
from upcard.engine.entrants import Entrant
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.wording import signed
from upcard.solving.game_solver_contract import SolutionReport

DIGITS = 6
SHOWN_LINES = 20
"""Maximum number of printed lines of a chart."""

_ConfidenceInterval = tuple[float, float] | None
JUDGES, QUANTILE = 5, 2.776
"""Number of fresh estimates that judge a response, and Student's 95 % quantile for this number."""


@dataclass(frozen=True)
class ResponseQuery:
    """A request for best responses."""

    game: Game
    """The game."""
    friends: tuple[Entrant, ...]
    """The strategies of the other seats, starting on the left of the seat that responds."""
    seats: tuple[int, ...]
    """The seats that respond, each in turn."""
    baseline: Entrant | None
    """The strategy to compare with, if the user named one."""
    most_nodes: int
    """Maximum number of nodes of a tree."""
    on_step: OnProgress | None
    """Called with the current work and the fraction that is done."""

    def others(self, seat: int) -> dict[int, Entrant]:
        """Return the strategies of the other seats, by seat, if `seat` responds."""
        n = self.game.players
        return {(seat + 1 + i) % n: friend for i, friend in enumerate(self.friends)}

    def compared(self) -> Entrant | None:
        """Return the strategy to compare with: by default that of the next seat, if there is one."""
        return self.baseline or next(iter(self.friends), None)

    def compared_strategy(self) -> Entrant:
        """Return the strategy to compare with, in a game with another seat."""
        return self.baseline or self.friends[0]

    def names(self) -> tuple[str, ...]:
        """Return the names of the others in order; only one if all are equal."""
        labels = tuple(x.label for x in self.friends)
        return labels[:1] if len(set(labels)) == 1 else labels

    def report(self, what: str, part: float) -> None:
        """Report progress, if anybody listens."""
        if self.on_step:
            self.on_step(what, part)


@dataclass(frozen=True)
class SeatResponse:
    """The best response of one seat: its value and comparisons."""

    seat: int
    """The seat that responds, from 0."""
    against: tuple[str, ...]
    """Names of the others, starting on the left of the seat."""
    value: float
    """Expected payoff of the seat by the response."""
    value_exact: Fraction | None
    """This payoff as a fraction, if it is known exactly."""
    interval: _ConfidenceInterval = None
    """95 % confidence interval of the value, if it was estimated."""
    own: float | None = None
    """Expected payoff of the strategy to compare with."""
    sure: float | None = None
    """Guaranteed payoff of an equilibrium strategy, in a zero-sum game of two players."""
    careful: float | None = None
    """Expected payoff of this equilibrium strategy against the others."""
    gain_interval: _ConfidenceInterval = None
    """95 % confidence interval of the gain over the strategy to compare with, unless it is exact."""
    own_interval: _ConfidenceInterval = None
    careful_interval: _ConfidenceInterval = None
    """95 % confidence intervals of `own` and `careful`, if they were estimated or played."""
    is_played: bool = False
    """Whether the response comes from rollouts, as one step of policy improvement."""

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as plain values; seats are numbered from 1."""
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
class Response(SolutionReport):
    """The best responses of some seats."""

    game: Game
    """The game."""
    what: str
    """A sentence that explains payoffs; empty if they are scores of the game."""
    method: str
    """Name of the method."""
    size: str
    """Size of the work, in words."""
    own: str
    """Name of the strategy to compare with; empty if there is none."""
    seats: tuple[SeatResponse, ...]
    """The response of every seat."""
    lines: tuple[tuple[str, ...], ...]
    """Chart of the responses, with the headings first; empty if it is too long."""
    seconds: float
    """Wall-clock time, in seconds."""
    often: tuple[tuple[str, ...], ...] = ()
    """The most frequent lines, with the headings first, if the chart is too long to print; else empty."""

    @property
    def value(self) -> float:
        """Expected payoff of the first seat that responds."""
        return self.seats[0].value

    @property
    def value_exact(self) -> Fraction | None:
        """Its payoff as a fraction, if it is known exactly."""
        return self.seats[0].value_exact

    @property
    def bounds(self) -> tuple[float, float] | None:
        """95 % confidence interval of its payoff, if it was estimated."""
        return self.seats[0].interval

    def to_json(self) -> dict[str, Any]:
        """Return the numbers that ``upcard respond --json`` prints."""
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
        """Return the heading and the value of every response."""
        return [self.game.heading(), *([self.what] if self.what else []), *map(self._verdict, self.seats)]

    def _verdict(self, x: SeatResponse) -> str:
        others = f" against {', '.join(x.against)}" if x.against else ""
        who = f"Seat {x.seat + 1}{others}: {signed(x.value, DIGITS)}"
        own = "" if x.own is None else f"{self.own} gets {signed(x.own, DIGITS)}{_spread(x.own_interval)}"
        if x.is_played and x.own is not None:
            gained = f"{signed(x.value - x.own, 4)}{_spread(x.gain_interval)}"
            return f"{who}{_spread(x.interval)} by looking ahead; {own}; gained {gained}."
        exact = "" if x.value_exact is None else f", exactly {x.value_exact}"
        parts = [f"{who}{exact}{_spread(x.interval)} at best"]
        if x.own is not None:
            parts.append(f"{own}, {x.value - x.own:z.{DIGITS}f}{_spread(x.gain_interval)} less")
        if x.sure is not None and x.careful is not None:
            here = f"{signed(x.careful, DIGITS)}{_spread(x.careful_interval)}"
            parts.append(
                f"an equilibrium guarantees {signed(x.sure, DIGITS)} and gets {here} here, "
                f"{x.value - x.careful:z.{DIGITS}f} less"
            )
        return "; ".join(parts) + "."

    def rows(self) -> list[tuple[str, ...]]:
        """Return the chart of the responses; if it is long, only the most frequent lines."""
        return list(self.often if self._is_cut else self.lines)

    @property
    def _is_cut(self) -> bool:
        return 0 < len(self.often) < len(self.lines)

    def effort(self) -> str:
        """Return the method, the size of the work, the seconds, and which lines are left out."""
        shown, whole = len(self.often) - 1, len(self.lines) - 1
        each = " for each seat" if len(self.seats) > 1 else ""
        cut = f"the {shown} most frequent of {whole} lines{each}, all with --all or --json; "
        return f"{cut if self._is_cut else ''}{self.size}; {self.method}; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write the numbers into a file."""
        write_certificate(path, self.to_json())


def _listed(interval: _ConfidenceInterval) -> list[float] | None:
    return None if interval is None else list(interval)


def _spread(interval: _ConfidenceInterval) -> str:
    return "" if interval is None else f" (95 %: {signed(interval[0], 4)} to {signed(interval[1], 4)})"


def method_of(response: SeatResponse) -> str:
    """Return the name of the method that found a response."""
    return "exact best response" if response.interval is None else "best response to estimated strategies"


def mean_interval(numbers: Sequence[float], quantile: float) -> tuple[float, tuple[float, float]]:
    """Return the mean of independent numbers and its confidence interval."""
    middle = mean(numbers)
    far = quantile * stdev(numbers) / len(numbers) ** 0.5
    return middle, (middle - far, middle + far)


def estimated(
    response: SeatResponse, estimate: Callable[[int], Mapping[str, float]], is_exact: bool
) -> SeatResponse:
    """Return a response with the means and confidence intervals of fresh estimates.

    `estimate` takes a seed from 1 on, and returns ``value`` and ``own``, and ``careful`` if the response has
    it. If `is_exact`, the others are known exactly, and only the strategy to compare with is estimated.
    """
    rows = [estimate(seed) for seed in range(1, JUDGES + 1)]
    means = {name: mean_interval([row[name] for row in rows], QUANTILE) for name in rows[0]}
    if response.own is not None:
        _, gain_interval = mean_interval([row["value"] - row["own"] for row in rows], QUANTILE)
        own, own_interval = means["own"]
        response = replace(response, own=own, own_interval=own_interval, gain_interval=gain_interval)
    if is_exact:
        return response
    value, interval = means["value"]
    response = replace(response, value=value, interval=interval)
    if response.careful is None:
        return response
    careful, careful_interval = means["careful"]
    return replace(response, careful=careful, careful_interval=careful_interval)
