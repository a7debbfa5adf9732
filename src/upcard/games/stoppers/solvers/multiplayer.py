"""One round of Stoppers for three or more players: equilibria of thresholds, and the remaining gains.

Two rules are tried. By the first, an easy rule of thumb, every seat has one threshold; a player who had to
swap compares their card with the one that was taken. By the second, a seat has a threshold for everything
that it may know besides its card: who kept, swapped or was stopped before, and which card was taken from it.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.games.stoppers.certificates.threshold_certificate import KIND
from upcard.games.stoppers.solvers.round_values import StoppersTurns, one_number, one_per_situation, turns_of
from upcard.games.stoppers.solvers.swap_rules import LEGEND, SwapSituation, situations, table_of
from upcard.kit.ranks import RANKS, card_text
from upcard.solving.game_solver_contract import GameSolution, SolveTerms
from upcard.solving.thresholds import SettledThresholds, ThresholdRule, best_response_dynamics, outcome

METHOD = "thresholds"
NO_EQUILIBRIUM = "No thresholds were found that nobody wants to change"
FIRST_TRY = 6
NEARER = 0.9


@dataclass(frozen=True)
class JudgedThresholds:
    """Thresholds with the losses and gaps of all seats."""

    settled: SettledThresholds
    """The thresholds."""
    losses: tuple[Fraction, ...]
    """Each seat's chance to lose a life."""
    gaps: tuple[Fraction, ...]
    """How much each seat could lower that chance by its best strategy."""

    def to_json(self) -> dict[str, Any]:
        """Return losses and gaps, as numbers and as fractions."""
        return {
            "losses": [float(x) for x in self.losses],
            "losses_exact": [str(x) for x in self.losses],
            "gaps": [float(x) for x in self.gaps],
            "gaps_exact": [str(x) for x in self.gaps],
            "is_equilibrium": not any(self.gaps),
            "is_settled": self.settled.is_equilibrium,
        }


@dataclass(frozen=True)
class MultiplayerRound(GameSolution):
    """A solved round of three or more players, with its thresholds."""

    best: JudgedThresholds
    """The solution with a threshold for every situation."""
    simple: JudgedThresholds
    """The solution with one threshold for each seat."""
    situations: tuple[SwapSituation, ...]
    """The thresholds of the situations that occur in play by this solution."""
    deals: int
    """Number of deals played side by side."""

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {
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
        }

    def sentences(self) -> list[str]:
        """Return sentences: how often each seat loses a life, and how close to an equilibrium this is."""
        worst = float(max(self.best.gaps))
        verdict = "Nobody could do better by any other strategy: this is an equilibrium, exactly."
        if worst > 0:
            why = "Nobody gains by another threshold" if self.best.settled.is_equilibrium else NO_EQUILIBRIUM
            verdict = f"{why}; by any other strategy somebody could still gain {worst:.2g}."
        price = float(max(self.simple.gaps))
        return [
            self.game.heading(),
            f"One round with a fresh deck; seats in order of action, the last one deals. {LEGEND}",
            f"Seats lose a life with probability {_listed(self.best.losses)}.",
            verdict,
            f"With one threshold each, {', '.join(self.numbers())}, it is {_listed(self.simple.losses)}; "
            f"a player who watches the others gains up to {price:.4f} on that.",
        ]

    def numbers(self) -> list[str]:
        """Return the name of the highest card that each seat swaps by the rule of thumb."""
        return [card_text(x[0] - 1) if x[0] else "none" for x in self.simple.settled.thresholds]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the highest card that each seat swaps in each situation, as rows with the headings first."""
        return table_of(self.situations)

    def effort(self) -> str:
        """Return the number of deals, the method, the sweeps and the seconds."""
        return (
            f"{self.deals:,} deals side by side; {METHOD}: iterated best responses, "
            f"{self.best.settled.sweeps} sweeps; {self.seconds:.1f} s"
        )

    def certificate(self) -> dict[str, Any]:
        """Return the certificate: the thresholds with losses and gaps."""
        numbers = [
            [list(line[i : i + RANKS]) for i in range(0, len(line), RANKS)]
            for line in self.best.settled.thresholds
        ]
        entries = self.best.to_json()
        stated = {name: entries[name] for name in ("losses_exact", "gaps_exact")}
        return {**common_entries(self.game, KIND), **stated, "thresholds": numbers}


def _listed(chances: Sequence[Fraction]) -> str:
    return ", ".join(f"{float(x):.6f}" for x in chances)


def solve_party(game: Game, terms: SolveTerms) -> MultiplayerRound:
    """Find equilibria of thresholds in a round of three or more players in which the last seat deals.

    Only ``terms.on_step`` has an effect.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C; the message says that nothing is stored.
    """
    began = time.perf_counter()
    report = terms.on_step or (lambda what, part: None)
    rule = one_per_situation(game.players)
    try:
        report("laying out all deals", 0.0)
        turns = turns_of(game)
        on_reply = _reporter(report, "one threshold for each seat", 0.1, 0.4)
        simple = _judged(turns, one_number(game.players), on_reply)
        best = _judged(turns, rule, _reporter(report, "a threshold for each situation", 0.4, 1.0))
    except KeyboardInterrupt:
        raise KeyboardInterrupt("the thresholds had not settled, and none of them are stored") from None
    plan = rule.plan(best.settled.thresholds)
    occurring = [np.flatnonzero(turns.ways_to(plan, p)) for p in range(turns.seats)]
    charts = (situations(p, cells, plan[p][cells]) for p, cells in enumerate(occurring))
    return MultiplayerRound(
        best, simple, tuple(chain(*charts)), len(turns.ways), game=game,
        objective="round", method=METHOD, value_exact=None, bounds=None,
        seconds=time.perf_counter() - began,
    )  # fmt: skip


def _reporter(report: OnProgress, what: str, begin: float, end: float) -> Callable[[], None]:
    """Return a reporter of best responses; their number is unknown, so the share only approaches `end`."""
    replies = count()

    def on_reply() -> None:
        report(what, end - (end - begin) * NEARER ** next(replies))

    return on_reply


def _judged(turns: StoppersTurns, rule: ThresholdRule, on_reply: Callable[[], None]) -> JudgedThresholds:
    settled = best_response_dynamics(turns, rule, rule.all_at(FIRST_TRY), on_reply)
    plan = rule.plan(settled.thresholds)
    losses, gaps = zip(*(outcome(turns, plan, p) for p in range(turns.seats)), strict=True)
    scale = turns.scale
    return JudgedThresholds(
        settled, tuple(Fraction(-x, scale) for x in losses), tuple(Fraction(x, scale) for x in gaps)
    )
