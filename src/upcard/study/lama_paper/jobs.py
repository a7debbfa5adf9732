"""The simulations behind the study: each is played once, whoever asks for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from upcard.engine.game import Game, make_game
from upcard.simulation.match import simulate
from upcard.simulation.result import SimulationResult
from upcard.study.find import Step

FIRST, SECOND, DEAR = "same-first", "next-first", "dear-first"
LONG_TARGET = 5000
LONG_COST = 125  # a game to 5000 points is about so many games to 40
HURRIED_GAMES, LEAST_GAMES = 1_000, 100


@dataclass(frozen=True)
class Job:
    """One simulation.

    Parameters
    ----------
    strategies : tuple of str
        One per seat.
    target : int
        Points that end the game.
    random_seats : bool
        Whether seats are drawn at random for every game.
    """

    strategies: tuple[str, ...]
    target: int = 40
    random_seats: bool = False

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.strategies)


def alike(strategy: str, players: int, target: int = 40) -> Job:
    """All seats play one strategy."""
    return Job((strategy,) * players, target)


def one_against(strategy: str, others: str, players: int = 4) -> Job:
    """One seat, drawn at random for every game, against all others."""
    return Job((strategy, *(others,) * (players - 1)), random_seats=True)


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
    """

    def __init__(
        self,
        games: int,
        seed: int,
        threads: int | None,
        on_step: Step | None,
        on_compile: Callable[[], None] | None,
    ) -> None:
        self.games, self.seed, self.threads = games, seed, threads
        self.on_step, self.on_compile = on_step, on_compile
        self.results: dict[Job, SimulationResult] = {}
        self.work_done = 0.0
        self.work_planned = 1.0
        self.in_full: int | None = None
        """After an interrupt: how many jobs had been played in full."""

    def long_games(self) -> int:
        """How many games to 5000 points are played: a tenth, as in the paper."""
        return max(1, self.games // 10)

    @property
    def is_hurrying(self) -> bool:
        """Whether it was interrupted, and plays the rest with few games."""
        return self.in_full is not None

    def hurry(self) -> None:
        """Play what is left with few games, so that there is a report all the same.

        Raises
        ------
        KeyboardInterrupt
            If it hurries already.
        """
        if self.is_hurrying:
            raise KeyboardInterrupt
        self.in_full = len(self.results)

    def games_of(self, job: Job) -> int:
        """How many games of a job are played now."""
        full, few = self.games, HURRIED_GAMES
        if job.target == LONG_TARGET:
            full, few = self.long_games(), LEAST_GAMES
        return min(full, few) if self.is_hurrying else full

    def cost(self, job: Job) -> float:
        """What a job costs, in games to 40 points."""
        return self.long_games() * LONG_COST if job.target == LONG_TARGET else self.games

    def plan(self, jobs: Sequence[Job], further: float) -> None:
        """Say what will be played, and what further work there is, in games to 40 points."""
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

    def game(self, players: int, target: int = 40) -> Game:
        """The game under the paper's rules."""
        return make_game("lama", players, "paper", target=target)

    def play(self, job: Job) -> SimulationResult:
        """The result of a job, played now or before; an interrupt keeps it and hurries the rest.

        Raises
        ------
        KeyboardInterrupt
            At the second interrupt.
        """
        if job not in self.results:
            try:
                result = self._simulate(job)
            except KeyboardInterrupt:
                self.hurry()
                result = self._simulate(job)
            if result.is_stop_asked:
                self.hurry()
                result = result if result.games >= LEAST_GAMES else self._simulate(job)
            self.results[job] = result
            self.work_done += self.cost(job)
        return self.results[job]

    def _simulate(self, job: Job) -> SimulationResult:
        what = f"{job.players} players, {' '.join(sorted(set(job.strategies)))}"
        cost = self.cost(job)
        self.tell(what, 0)
        return simulate(
            self.game(job.players, job.target),
            job.strategies,
            self.games_of(job),
            seed=self.seed,
            seating="random" if job.random_seats else "fixed",
            threads=self.threads,
            on_progress=lambda done, planned: self.tell(what, cost * done / planned),
            on_compile=self.on_compile,
        )
