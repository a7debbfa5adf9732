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
ONE_JOB = 1.0


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

    def long_games(self) -> int:
        """How many games to 5000 points are played: a tenth, as in the paper."""
        return max(1, self.games // 10)

    def cost(self, job: Job) -> float:
        """What a job costs, in games to 40 points."""
        return self.long_games() * LONG_COST if job.target == LONG_TARGET else self.games

    def plan(self, jobs: Sequence[Job], further: float) -> None:
        """Say what will be played, and what further work there is, in games to 40 points."""
        self.work_planned = sum(self.cost(j) for j in jobs) + further

    def advance(self, what: str, work: float) -> None:
        """Say that some work is done."""
        self.work_done += work
        self.tell(what, 0)

    def tell(self, what: str, part: float) -> None:
        """Report progress, with `part` of the current job's work done."""
        if self.on_step:
            self.on_step(what, min(1.0, (self.work_done + part) / self.work_planned))

    def game(self, players: int, target: int = 40) -> Game:
        """The game under the paper's rules."""
        return make_game("lama", players, "paper", target=target)

    def play(self, job: Job) -> SimulationResult:
        """The result of a job, played now or before."""
        if job not in self.results:
            what = f"{job.players} players, {' '.join(sorted(set(job.strategies)))}"
            cost = self.cost(job)
            self.tell(what, 0)
            self.results[job] = simulate(
                self.game(job.players, job.target),
                job.strategies,
                self.long_games() if job.target == LONG_TARGET else self.games,
                seed=self.seed,
                seating="random" if job.random_seats else "fixed",
                threads=self.threads,
                on_progress=lambda done, planned: self.tell(what, cost * done / planned),
                on_compile=self.on_compile,
            )
            if self.results[job].interrupted:
                raise KeyboardInterrupt
            self.advance(what, cost)
        return self.results[job]
