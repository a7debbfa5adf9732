"""The tables of a tournament, which share compiled programs."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from upcard.engine.entrants import Entrant
from upcard.engine.game import Game
from upcard.simulation.kernel import ROTATE
from upcard.simulation.lineup import LineUp
from upcard.simulation.scheduler import OnGames, play_plan
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator
from upcard.simulation.table_composition import SeatNumbers, TableTally


class TournamentTables:
    """Plays the tables of a tournament. All strategies that compile are in one program, compiled once.

    Parameters are those of :func:`upcard.simulation.play_tournament.tournament`.
    """

    def __init__(
        self,
        game: Game,
        entrants: Sequence[Entrant],
        threads: int | None,
        on_progress: OnGames | None = None,
        on_compile: Callable[[], None] | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.game, self.entrants, self.threads, self.executor = game, entrants, threads, executor
        self.on_progress = on_progress
        self.done = self.planned = 0
        fast = tuple(e for e in entrants if e.compiles)
        casts = [fast] if len(fast) > 1 else []
        casts += [tuple(entrants)] if len(fast) < len(entrants) else []
        self.programs = [
            Simulator(LineUp(game, (cast[0],) * game.players, cast), on_compile) for cast in casts
        ]

    def play(self, tallies: tuple[TableTally, ...], blocks: int) -> tuple[tuple[TableTally, ...], bool]:
        """Play tables up to `blocks` blocks each; return their tallies and whether Ctrl-C was pressed."""
        out = list(tallies)
        for k, before in enumerate(tallies):
            plan = SimulationPlan(blocks, self.game.players, True, ROTATE, before.seed)
            program, report = self._simulator_for(before.seats), self._overall_progress(before.games)
            played = play_plan(program, plan, self.threads, report, before.blocks, self.executor)
            out[k] = before.plus(played.sums, played.blocks)
            self.done += played.blocks * plan.per_block
            if played.stop_requested:
                return tuple(out), True
        return tuple(out), False

    def _simulator_for(self, seats: SeatNumbers) -> Simulator:
        """Return a simulator with these strategies at the seats, by the first program that has them all."""
        entrants = tuple(self.entrants[s] for s in seats)
        program = next(p for p in self.programs if set(entrants) <= set(p.lineup.cast))
        return program.retuned(LineUp(self.game, entrants, program.lineup.cast))

    def _overall_progress(self, before: int) -> OnGames | None:
        """Return a function that reports progress at one table as progress of all; None if nobody listens."""
        report, rest = self.on_progress, self.done - before
        if report is None:
            return None
        return lambda done, _: report(rest + done, self.planned)
