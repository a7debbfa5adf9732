"""One round of Stoppers for three and more: equilibria of thresholds, and how much anybody could still gain.

Two rules are tried. By the first every seat has one threshold, the easy rule of thumb; who was made to swap
compares his card with the one that was taken. By the second it has one for all that it may know besides its
own card: who kept, swapped or was stopped before, and which card was taken from it.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries, write_certificate
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.progress_callback import OnProgress
from upcard.games.stoppers.certificates.threshold_certificate import KIND
from upcard.games.stoppers.solvers.round_values import (
    StoppersTurns,
    one_number,
    one_per_situation,
)
from upcard.games.stoppers.solvers.swap_rules import LEGEND, SwapSituation, situations, table_of
from upcard.kit.ranks import RANKS, card_text
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.thresholds import SettledThresholds, ThresholdRule, best_response_dynamics, outcome

METHOD = "thresholds"
NO_EQUILIBRIUM = "No thresholds were found that nobody wants to change"
FIRST_TRY = 6
NEARER = 0.9


@dataclass(frozen=True)
class JudgedThresholds:
    """Thresholds, and what comes of them."""

    settled: SettledThresholds
    """The thresholds."""
    losses: tuple[Fraction, ...]
    """How likely every seat loses a life."""
    gaps: tuple[Fraction, ...]
    """By how much it could lower that by any strategy."""

    def to_json(self) -> dict[str, Any]:
        """Losses and gaps, as numbers and as fractions."""
        return {
            "losses": [float(x) for x in self.losses],
            "losses_exact": [str(x) for x in self.losses],
            "gaps": [float(x) for x in self.gaps],
            "gaps_exact": [str(x) for x in self.gaps],
            "is_equilibrium": not any(self.gaps),
            "is_settled": self.settled.is_equilibrium,
        }


@dataclass(frozen=True)
class MultiplayerRound(InNotebooks, kind="finding"):
    """A round for three and more, and what was found."""

    game: Game
    """Stoppers, the last seat dealing."""
    best: JudgedThresholds
    """With a threshold for every situation."""
    simple: JudgedThresholds
    """With one threshold for each seat."""
    situations: tuple[SwapSituation, ...]
    """The thresholds of the situations that come if all play so."""
    deals: int
    """How many deals were played side by side."""
    seconds: float
    """How long it took."""
    value: None = None
    value_exact: None = None
    bounds: None = None
    is_whole: bool = True

    def to_json(self) -> dict[str, Any]:
        """The numbers, as `upcard solve --json` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": "round",
            "method": METHOD,
            "value": None,
            "value_exact": None,
            "bounds": None,
            **self.best.to_json(),
            "gaps_over": "all strategies of what the seat may know",
            "thresholds": [x.to_json() for x in self.situations],
            "one_number": {
                "thresholds": [x[0] for x in self.simple.settled.thresholds],
                **self.simple.to_json(),
            },
            "sweeps": self.best.settled.sweeps,
            "deals": self.deals,
            "stopped_early": False,
            "seconds": self.seconds,
            "certificate": None,
        }

    def sentences(self) -> list[str]:
        """How often everybody loses a life, and how close to an equilibrium that is."""
        worst = float(max(self.best.gaps))
        found = "Nobody could do better by any other strategy: this is an equilibrium, exactly."
        if worst > 0:
            why = "Nobody gains by another threshold" if self.best.settled.is_equilibrium else NO_EQUILIBRIUM
            found = f"{why}; by any other strategy somebody could still gain {worst:.2g}."
        price = float(max(self.simple.gaps))
        return [
            self.game.heading(),
            f"One round with a fresh deck; seats in order of action, the last one deals. {LEGEND}",
            f"Seats lose a life with probability {_listed(self.best.losses)}.",
            found,
            f"With one threshold each, {self._numbers()}, it is {_listed(self.simple.losses)}; who looks at "
            f"what the others did gains up to {price:.4f} on that.",
        ]

    def _numbers(self) -> str:
        return ", ".join(
            card_text(own[0] - 1) if own[0] else "none" for own in self.simple.settled.thresholds
        )

    def rows(self) -> list[tuple[str, ...]]:
        """Up to which card everybody swaps, and when."""
        return table_of(self.situations)

    def effort(self) -> str:
        """How it was found."""
        return (
            f"{self.deals:,} deals side by side; {METHOD}: iterated best responses, "
            f"{self.best.settled.sweeps} sweeps; {self.seconds:.1f} s"
        )

    def save(self, path: Path) -> None:
        """Write a certificate."""
        numbers = [
            [list(own[first : first + RANKS]) for first in range(0, len(own), RANKS)]
            for own in self.best.settled.thresholds
        ]
        found = self.best.to_json()
        stated = {name: found[name] for name in ("losses_exact", "gaps_exact")}
        write_certificate(path, {**common_entries(self.game, KIND), **stated, "thresholds": numbers})


def _listed(chances: Sequence[Fraction]) -> str:
    return ", ".join(f"{float(x):.6f}" for x in chances)


def solve_party(game: Game, terms: SolveTerms) -> MultiplayerRound:
    """Look for equilibria of thresholds.

    Parameters
    ----------
    game : Game
        Stoppers for three and more, the last seat dealing.
    terms : SolveTerms
        Only what is told on the way is used.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C, with the sentence that nothing is kept.
    """
    began = time.perf_counter()
    tell = terms.on_step or (lambda what, part: None)
    options = game.option_words()
    rule = one_per_situation(game.players)
    try:
        tell("laying out all deals", 0.0)
        turns = StoppersTurns(game.players, options["dealer_king"] == "void", options["all_tie"] == "nobody")
        simple = _judged(
            turns, one_number(game.players), _teller(tell, "one threshold for each seat", 0.1, 0.4)
        )
        best = _judged(turns, rule, _teller(tell, "a threshold for each situation", 0.4, 1.0))
    except KeyboardInterrupt:
        raise KeyboardInterrupt("the thresholds had not settled, and nothing of them is kept") from None
    found = tuple(_situations(turns, rule, best.settled))
    return MultiplayerRound(game, best, simple, found, len(turns.ways), time.perf_counter() - began)


def _teller(tell: OnProgress, what: str, begin: float, end: float) -> Callable[[], None]:
    """Tells of each reply; how many there will be is not known, so the share comes ever nearer to `end`."""
    replies = count()

    def on_reply() -> None:
        tell(what, end - (end - begin) * NEARER ** next(replies))

    return on_reply


def _judged(turns: StoppersTurns, rule: ThresholdRule, on_reply: Callable[[], None]) -> JudgedThresholds:
    settled = best_response_dynamics(turns, rule, rule.all_at(FIRST_TRY), on_reply)
    plan = rule.plan(settled.thresholds)
    found = [outcome(turns, plan, p) for p in range(turns.seats)]
    losses, gaps = zip(*found, strict=True)
    return JudgedThresholds(
        settled,
        tuple(Fraction(-x, turns.scale) for x in losses),
        tuple(Fraction(x, turns.scale) for x in gaps),
    )


def _situations(
    turns: StoppersTurns, rule: ThresholdRule, settled: SettledThresholds
) -> Iterator[SwapSituation]:
    """What everybody does in all situations that come if all play by the thresholds."""
    plan = rule.plan(settled.thresholds)
    for p, own in enumerate(plan):
        cells = np.flatnonzero(turns.ways_to(plan, p))
        yield from situations(p, cells, own[cells])
