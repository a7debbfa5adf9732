"""The simulations of a study: each is played once, whoever asks for it, and an interrupt hurries the rest."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

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
from upcard.study.study_parts import FAILS, HOLDS, OPEN, Section, StudyReport
from upcard.study.study_registry import Study

FEWEST = 100
HURRIED_GAMES, LEAST_GAMES = 1_000, 100


class Sample(Protocol):
    """What comes out of games that can be interrupted."""

    @property
    def games(self) -> int:
        """Games played."""
        ...

    @property
    def is_stop_asked(self) -> bool:
        """Whether it was to stop, even if that came too late to stop it."""
        ...


class LeftOut(Exception):
    """Games that are not played any more, since the study was interrupted."""


Key = TypeVar("Key")
Found = TypeVar("Found", bound=Sample)


@dataclass(frozen=True)
class Job:
    """One simulation."""

    game: str
    """Name of the game."""
    strategies: tuple[str, ...]
    """One per seat."""
    preset: str | None = None
    """A named set of its options."""
    options: tuple[tuple[str, OptionValue], ...] = ()
    """Single options, over those of the preset."""
    random_seats: bool = False
    """Whether seats are drawn at random for every game."""
    cast: tuple[str, ...] = ()
    """Who is in the program besides, so that jobs of one cast are compiled once."""
    divided: int = 1
    """The games asked for are divided by it, for a game that takes long."""
    times: int = 1
    """They are multiplied by it, where a difference is small."""
    weight: int = 1
    """What a game costs, compared with others of the study."""
    stream: int = 0
    """Added to the seed, for games that must not be those of another job."""

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.strategies)

    def table(self) -> Game:
        """The game with its players and its options."""
        return make_game(self.game, self.players, self.preset, **dict(self.options))

    def lineup(self, table: Game | None = None) -> LineUp:
        """Who plays, at a table of their own or one that is there."""
        return line_up(table or self.table(), self.strategies, self.cast)

    def words(self) -> str:
        """What is played, for a line of progress."""
        return f"{self.players} players, {' '.join(sorted(set(self.strategies)))}"


def one_against(game: str, strategy: str, others: str, players: int, **more: Any) -> Job:
    """One seat, drawn at random for every game, against all others.

    Parameters
    ----------
    game : str
        Name of the game.
    strategy, others : str
        Who plays against whom.
    players : int
        Number of players.
    **more
        As for :class:`Job`.
    """
    return Job(game, (strategy, *(others,) * (players - 1)), random_seats=True, **more)


class Lab:
    """Plays jobs, remembers their results, and tells how far the study is.

    Parameters
    ----------
    games, seed : int
        Games per job, and the seed of all of them.
    threads : int, optional
        All cores by default.
    on_step : function, optional
        Told what is played and the fraction that is done.
    on_compile : function, optional
        Told when a program is compiled.
    patience : float
        Seconds after an interrupt in which the rest is begun with few games, if nothing has to be compiled
        for it. What is asked for later is left out, which the study has to expect; without end by default.

    Raises
    ------
    Usage
        If `games` is below 100: intervals would mean little.
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
            asked = counted(games, "game per cell was", "games per cell were")
            raise Usage(f"{asked} asked for; expected {FEWEST} or more")
        self.games, self.seed, self.threads = games, seed, threads
        self.on_step, self.told_of_compiling = on_step, on_compile
        self.patience, self.ends = patience, math.inf
        self.results: dict[Job, SimulationResult] = {}
        self.pairs: dict[tuple[Job, Job], PairedComparison] = {}
        self.began = time.perf_counter()
        self.played = self.in_full = 0
        self.left_out: set[object] = set()
        self.is_hurrying = False
        """Whether it was interrupted, and plays the rest with few games."""
        self.work_done = 0.0
        self.work_planned = 1.0

    def hurry(self) -> None:
        """Play what is left with few games, so that there is a report all the same.

        Raises
        ------
        KeyboardInterrupt
            If it hurries already.
        """
        if self.is_hurrying:
            raise KeyboardInterrupt
        self.is_hurrying = True
        self.ends = time.perf_counter() + self.patience

    def on_compile(self) -> None:
        """Say that a program is compiled; who is in a hurry leaves out what it is for, and all that follows.

        Raises
        ------
        LeftOut
            If there is no time to compile.
        """
        if self.is_hurrying and math.isfinite(self.patience):
            self.ends = -math.inf
            raise LeftOut
        if self.told_of_compiling:
            self.told_of_compiling()

    def in_part(self, divided: int, times: int = 1) -> int:
        """How many games are played now where the games asked for are divided or multiplied."""
        full = max(1, self.games * times // divided)
        return min(full, HURRIED_GAMES // divided) if self.is_hurrying else full

    def cost(self, job: Job) -> float:
        """What a job costs, in games of the usual kind."""
        return max(1, self.games * job.times // job.divided) * job.weight

    def plan(self, jobs: Iterable[Job], further: float = 0) -> None:
        """Say what will be played, and what further work there is, in games of the usual kind."""
        self.work_planned = sum(self.cost(j) for j in jobs) + further

    def advance(self, what: str, work: float) -> None:
        """Say that some work is done; an interrupt hurries the rest."""
        self.work_done += work
        try:
            self.tell(what, 0)
        except KeyboardInterrupt:
            self.hurry()

    def tell(self, what: str, part: float) -> None:
        """Report progress, with `part` of the current job's work done."""
        if self.on_step:
            self.on_step(what, min(1.0, (self.work_done + part) / self.work_planned))

    def meter(self, what: str, cost: float) -> OnGames:
        """What a simulation of that cost reports its progress to."""
        return lambda done, planned: self.tell(what, cost * done / planned)

    def play(self, job: Job) -> SimulationResult:
        """The result of a job, played now or before; an interrupt keeps it and hurries the rest.

        Raises
        ------
        KeyboardInterrupt
            At the second interrupt.
        LeftOut
            If it was interrupted and its patience is at an end.
        """
        full = max(1, self.games * job.times // job.divided)
        return self.keep(self.results, job, lambda: self._simulate(job), self.cost(job), full)

    def compare(self, first: Job, second: Job) -> PairedComparison:
        """The first entrants of two jobs over the same deals; interrupts as in :meth:`play`."""
        cost = self.cost(first) + self.cost(second)
        full = max(1, self.games // first.divided)
        return self.keep(self.pairs, (first, second), lambda: self._compare(first, second, cost), cost, full)

    def keep(
        self,
        found: dict[Key, Found],
        key: Key,
        play: Callable[[], Found],
        cost: float,
        full: float = math.inf,
    ) -> Found:
        """What was found before under a key, or is played now; an interrupt keeps it and hurries the rest.

        Parameters
        ----------
        found : dict
            What was found before, modified in place.
        key : hashable
            What is asked for.
        play : function
            Plays it, with as many games as :meth:`in_part` gives then.
        cost : float
            What it costs, in games of the usual kind.
        full : float
            How many games it has when it is played in full, interrupted or not.

        Raises
        ------
        KeyboardInterrupt
            At the second interrupt.
        LeftOut
            If it was interrupted and its patience is at an end.
        """
        if key not in found:
            try:
                found[key] = self._patiently(play)
            except LeftOut:
                self.left_out.add(key)
                raise
            self.played += 1
            self.in_full += not self.is_hurrying or found[key].games >= full
            self.work_done += cost
        return found[key]

    def _patiently(self, play: Callable[[], Found]) -> Found:
        """What is played now, after an interrupt with few games, and in the end not at all."""
        if time.perf_counter() > self.ends:
            raise LeftOut
        try:
            result = play()
        except KeyboardInterrupt:
            self.hurry()
            result = play()
        if result.is_stop_asked:
            self.hurry()
            result = result if result.games >= LEAST_GAMES else play()
        return result

    def _simulate(self, job: Job) -> SimulationResult:
        what, cost = job.words(), self.cost(job)
        self.tell(what, 0)
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
        self.tell(what, 0)
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
        """The sentence that a report of an interrupted study begins with: what was cut, and what was not."""
        if not self.is_hurrying:
            return []
        fewer, none = self.played - self.in_full, len(self.left_out)
        if fewer + none == 0:
            return ["Stopped early: all simulations were played in full."]
        asked = f"of {self.played + none} simulations"
        full = counted(self.in_full, f"{asked} was", f"{asked} were")
        said = [f"Stopped early: {full} played in full"]
        if fewer:
            games = f"fewer games, often {HURRIED_GAMES:,}, and wider intervals"
            said.append(f"{counted(fewer, 'has', 'have')} {games}")
        if none:
            said.append(f"{counted(none, 'was', 'were')} not played")
        return ["; ".join(said) + "."]

    def settings(self, study: Study, rules: str, **more: Any) -> dict[str, Any]:
        """How the report was made."""
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
    """The report of a study of its own making: a summary, the count of its verdicts, sections and results.

    Parameters
    ----------
    lab : Lab
        Who played.
    study : Study
        What was asked.
    rules : str
        The game and its options in words.
    summary : list of str
        What was found, the plain answer first.
    sections : list of Section
        The parts.
    results : dict
        The findings as plain values.
    """
    settings = lab.settings(study, rules)
    everything = {
        **results,
        "simulations": [r.to_json() for r in lab.results.values()],
        "comparisons": [p.to_json() for p in lab.pairs.values()],
    }
    said = [*lab.interruption(), *summary, tally(sections)]
    return StudyReport(study.name, study.title, said, settings, sections, everything)


def tally(sections: Iterable[Section]) -> str:
    """How many of a report's statements hold, in a sentence."""
    findings = [f for s in sections for f in s.findings]
    holds, fails, undecided = (sum(f.verdict == v for f in findings) for v in (HOLDS, FAILS, OPEN))
    return (
        f"Of {counted(len(findings), 'statement', 'statements')}, {counted(holds, 'holds', 'hold')}, "
        f"{counted(fails, 'does not', 'do not')}, and {counted(undecided, 'is', 'are')} undecided with this "
        "many games."
    )
