"""Running the simulations of a study: each one only once, and after an interrupt with few games."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from upcard.document.model import FAILS, HOLDS, OPEN, Section
from upcard.engine.errors import Usage
from upcard.engine.game import Game, make_game
from upcard.engine.option_values import OptionValue
from upcard.engine.progress_callback import OnProgress
from upcard.engine.wording import counted
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.paired_comparison import PairedComparison, compare
from upcard.simulation.scheduler import OnGames
from upcard.simulation.simulate_games import simulate_lineup
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulation_result import SimulationResult
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study

FEWEST = 100
HURRIED_GAMES, LEAST_GAMES = 1_000, 100


class Sample(Protocol):
    """A result of games that can be interrupted."""

    @property
    def games(self) -> int:
        """Number of games played."""

    @property
    def stop_requested(self) -> bool:
        """Whether the user requested a stop, even if all games were played anyway."""


class LeftOut(Exception):
    """Raised for a simulation that is skipped because the study was interrupted."""


Key = TypeVar("Key")
Result = TypeVar("Result", bound=Sample)


@dataclass(frozen=True)
class Job:
    """One simulation, with one strategy per seat."""

    game: str
    strategies: tuple[str, ...]
    preset: str | None = None
    options: tuple[tuple[str, OptionValue], ...] = ()
    """Names and values of options; they override those of the preset."""
    random_seats: bool = False
    """Whether seats are drawn at random for every game."""
    cast: tuple[str, ...] = ()
    """Further strategies to compile; jobs with the same strategies in all are compiled only once."""
    divided: int = 1
    """Divisor of the number of games, for games that take long."""
    times: int = 1
    """Factor of the number of games, for small differences."""
    weight: int = 1
    """Cost of a game, compared with a usual game of the study."""
    stream: int = 0
    """Number added to the seed, so that the games differ from those of another job."""

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.strategies)

    def table(self) -> Game:
        """Return the game with its number of players and options."""
        return make_game(self.game, self.players, self.preset, **dict(self.options))

    def lineup(self, table: Game | None = None) -> LineUp:
        """Return the line-up of the strategies, by default for a new instance of the game."""
        return line_up(table or self.table(), self.strategies, self.cast)

    def words(self) -> str:
        """Return a description of the job for the progress line."""
        return f"{self.players} players, {' '.join(sorted(set(self.strategies)))}"


def one_against(game: str, strategy: str, others: str, players: int, **more: Any) -> Job:
    """Return the :class:`Job` of one strategy against `others` on all other seats, with random seats."""
    return Job(game, (strategy, *(others,) * (players - 1)), random_seats=True, **more)


class Lab:
    """Runner of jobs that stores their results and reports the progress of the study.

    `games` is the usual number of games of a job; `threads` are by default all cores. `on_step` is called
    with a description of the current job and the fraction of the study that is done, `on_compile` when a
    program is compiled. For `patience` seconds after an interrupt, further jobs start with few games, unless
    they need a compilation; all later jobs raise LeftOut. Raises Usage for fewer than 100 games per job,
    because their intervals would be too wide.
    """

    def __init__(
        self,
        games: int,
        seed: int,
        threads: int | None,
        on_step: OnProgress | None,
        on_compile: Callable[[], None] | None,
        patience: float = math.inf,
    ) -> None:
        if games < FEWEST:
            raise Usage(f"the number of games per cell was given as {games}; expected {FEWEST} or more")
        self.games, self.seed, self.threads = games, seed, threads
        self.on_step, self.compile_listener = on_step, on_compile
        self.patience, self.ends = patience, math.inf
        self.results: dict[Job, SimulationResult] = {}
        self.pairs: dict[tuple[Job, Job], PairedComparison] = {}
        self.began = time.perf_counter()
        self.played = self.in_full = 0
        self.left_out: set[object] = set()
        self.is_hurrying = False
        """Whether the study was interrupted, so that the rest is played with few games."""
        self.work_done = 0.0
        self.work_planned = 1.0

    def hurry(self) -> None:
        """Play the rest with few games; raises KeyboardInterrupt at the second interrupt."""
        if self.is_hurrying:
            raise KeyboardInterrupt
        self.is_hurrying = True
        self.ends = time.perf_counter() + self.patience

    def on_compile(self) -> None:
        """Report that a program is compiled; after an interrupt, raises LeftOut, as do all later jobs."""
        if self.is_hurrying and math.isfinite(self.patience):
            self.ends = -math.inf
            raise LeftOut
        if self.compile_listener:
            self.compile_listener()

    def in_part(self, divided: int, times: int = 1) -> int:
        """Return the number of games of a job now: few after an interrupt, else the full number."""
        full = max(1, self.games * times // divided)
        return min(full, HURRIED_GAMES // divided) if self.is_hurrying else full

    def cost(self, job: Job) -> float:
        """Return the cost of a job, in usual games."""
        return max(1, self.games * job.times // job.divided) * job.weight

    def plan(self, jobs: Iterable[Job], further: float = 0) -> None:
        """Set the planned work for progress reports: some jobs, and further work in usual games."""
        self.work_planned = sum(self.cost(j) for j in jobs) + further

    def advance(self, what: str, work: float) -> None:
        """Report that `work` more usual games are done; an interrupt shortens the rest."""
        self.work_done += work
        try:
            self.report_progress(what, 0)
        except KeyboardInterrupt:
            self.hurry()

    def report_progress(self, what: str, part: float) -> None:
        """Report progress; `part` is the finished work of the current job, in usual games."""
        if self.on_step:
            self.on_step(what, min(1.0, (self.work_done + part) / self.work_planned))

    def meter(self, what: str, cost: float) -> OnGames:
        """Return a progress callback for a simulation of this cost."""
        return lambda done, planned: self.report_progress(what, cost * done / planned)

    def play(self, job: Job) -> SimulationResult:
        """Return the result of a job, stored or played now; see :meth:`play_once` for interrupts."""
        full = max(1, self.games * job.times // job.divided)
        return self.play_once(self.results, job, lambda: self._simulate(job), self.cost(job), full)

    def compare(self, first: Job, second: Job) -> PairedComparison:
        """Compare the first strategies of two jobs over the same deals; see :meth:`play_once`."""
        cost = self.cost(first) + self.cost(second)
        full = max(1, self.games // first.divided)
        pair = (first, second)
        return self.play_once(self.pairs, pair, lambda: self._compare(*pair, cost), cost, full)

    def play_once(
        self,
        results: dict[Key, Result],
        key: Key,
        play: Callable[[], Result],
        cost: float,
        full: float = math.inf,
    ) -> Result:
        """Return the stored result for a key, or play now and store it; an interrupt shortens the rest.

        `results` are the stored results by key, modified in place. `play` plays as many games as
        :meth:`in_part` returns; `full` is their number without an interrupt, and `cost` is in usual games.
        Raises KeyboardInterrupt at the second interrupt, and LeftOut if the patience has ended.
        """
        if key not in results:
            try:
                results[key] = self._patiently(play)
            except LeftOut:
                self.left_out.add(key)
                raise
            self.played += 1
            self.in_full += not self.is_hurrying or results[key].games >= full
            self.work_done += cost
        return results[key]

    def _patiently(self, play: Callable[[], Result]) -> Result:
        """Play now, after an interrupt with few games; raises LeftOut once the patience has ended."""
        if time.perf_counter() > self.ends:
            raise LeftOut
        try:
            result = play()
        except KeyboardInterrupt:
            self.hurry()
            result = play()
        if result.stop_requested:
            self.hurry()
            result = result if result.games >= LEAST_GAMES else play()
        return result

    def _simulate(self, job: Job) -> SimulationResult:
        what, cost = job.words(), self.cost(job)
        self.report_progress(what, 0)
        seating = "random" if job.random_seats else "fixed"
        plan = make_plan(self.in_part(job.divided, job.times), self.seed + job.stream, job.players, seating)
        return simulate_lineup(
            job.lineup(),
            plan,
            seating,
            self.threads,
            on_progress=self.meter(what, cost),
            on_compile=self.on_compile,
        )

    def _compare(self, first: Job, second: Job, cost: float) -> PairedComparison:
        what, table = f"{first.words()}, and the same deals with {second.strategies[0]}", first.table()
        self.report_progress(what, 0)
        return compare(
            first.lineup(table),
            second.lineup(table),
            self.in_part(first.divided),
            self.seed + first.stream,
            self.threads,
            self.meter(what, cost),
            self.on_compile,
        )

    def interruption(self) -> list[str]:
        """Return a sentence about the shortened simulations; empty if the study was not interrupted."""
        if not self.is_hurrying:
            return []
        fewer, none = self.played - self.in_full, len(self.left_out)
        if fewer + none == 0:
            return ["Stopped early: all simulations were played in full."]
        planned = f"of {self.played + none} simulations"
        full = counted(self.in_full, f"{planned} was", f"{planned} were")
        parts = [f"Stopped early: {full} played in full"]
        if fewer:
            games = f"fewer games, often {HURRIED_GAMES:,}, and wider intervals"
            parts.append(f"{counted(fewer, 'has', 'have')} {games}")
        if none:
            parts.append(f"{counted(none, 'was', 'were')} not played")
        return ["; ".join(parts) + "."]

    def settings(self, study: Study, rules: str, **more: Any) -> dict[str, Any]:
        """Return the settings of the study for its report; `more` are further ones."""
        return {
            "games per cell": self.games,
            **more,
            "stopped early": self.is_hurrying,
            "seed": self.seed,
            "rules": rules,
            "confidence of intervals": 0.95,
            "seconds": round(time.perf_counter() - self.began, 1),
            "repeat with": f"upcard study {study.name} --games {self.games} --seed {self.seed}",
        }


def finish(
    lab: Lab, study: Study, rules: str, summary: list[str], sections: list[Section], results: dict[str, Any]
) -> StudyReport:
    """Return the report of a study; `rules` describes the game, and the verdicts are counted at the end."""
    settings = lab.settings(study, rules)
    everything = {
        **results,
        "simulations": [r.to_json() for r in lab.results.values()],
        "comparisons": [p.to_json() for p in lab.pairs.values()],
    }
    sentences = [*lab.interruption(), *summary, tally(sections)]
    return StudyReport(study.name, study.title, sentences, settings, sections, everything)


def tally(sections: Iterable[Section]) -> str:
    """Return a sentence with the number of statements that hold, do not hold, and are undecided."""
    findings = [f for s in sections for f in s.findings]
    holds, fails, undecided = (sum(f.verdict == v for f in findings) for v in (HOLDS, FAILS, OPEN))
    return (
        f"{counted(len(findings), 'statement', 'statements')}: {counted(holds, 'holds', 'hold')}, "
        f"{counted(fails, 'does not', 'do not')}, and {counted(undecided, 'is', 'are')} undecided with this "
        "many games."
    )


def in_lab(study: Callable[..., StudyReport]) -> Callable[..., StudyReport]:
    """Turn a function of a lab into the function ``run`` of a study.

    The result takes ``games``, and optionally ``seed``, ``threads``, ``on_step`` and ``on_compile``, with the
    meanings of :class:`Lab`, and further arguments of the study by name. It raises Usage for fewer than 100
    games, and KeyboardInterrupt at a second interrupt.
    """

    def run(
        games: int,
        seed: int = 1,
        threads: int | None = None,
        on_step: OnProgress | None = None,
        on_compile: Callable[[], None] | None = None,
        **more: Any,
    ) -> StudyReport:
        return study(Lab(games, seed, threads, on_step, on_compile), **more)

    run.__doc__, run.__module__ = study.__doc__, study.__module__
    return run
