"""Records and stores the games of a balance report, so that its sections share them."""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from upcard.engine.game import Game
from upcard.engine.players import entrant_for
from upcard.simulation.game_recorder import GamePlans, GameRecorder, RecordedGames
from upcard.simulation.game_tallies import GameTallier, GameTallies
from upcard.simulation.win_chances import ChanceEstimator
from upcard.study.balance.gathered_words import words_of_actions
from upcard.study.balance.play_levels import (
    INTERPRETED_DECISIONS,
    MOST_GAMES,
    RANDOM,
    PlayLevel,
    affordable,
    ladder_of,
    search_size,
    strategies_of_levels,
)

PILOT_GAMES, RANDOM_PILOT = 8, 200
LEVEL_WORK = 7e7
"""Work for the games of one level: decisions in playouts, about 0.1 microseconds each."""

OnBalanceStep = Callable[[str], None]
"""Called with the name of the work that begins."""


class GameBank:
    """The games of a balance report.

    Parameters
    ----------
    strategies : sequence of str
        The levels of play; empty for the usual ones.
    effort : float
        How many times the usual number of games is played.
    """

    def __init__(
        self, game: Game, strategies: Sequence[str], seed: int, effort: float, threads: int | None = None,
        on_part: OnBalanceStep | None = None, on_compile: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.seed, self.effort, self.threads = game, seed, effort, threads
        self.strategies = tuple(strategies)
        self._on_part, self._on_compile = on_part or (lambda what: None), on_compile
        self._named = strategies_of_levels(game, strategies)
        self.ladder = ladder_of(game)
        names = dict.fromkeys([*(x for _, x in self._named), *self.ladder])
        self.compiled = [x for x in names if entrant_for(x, game).compiles]
        self._recorders: dict[str, GameRecorder] = {}
        self._tallies: dict[tuple[str, int], GameTallies] = {}

    def begin(self, what: str) -> None:
        """Report the work that begins now."""
        self._on_part(what)

    @cached_property
    def levels(self) -> list[PlayLevel]:
        """The levels of play, the weakest first, with their numbers of games."""
        self.begin("pilot games")
        return [PlayLevel(name, x, self._games_of(x, LEVEL_WORK)) for name, x in self._named]

    @property
    def strongest(self) -> PlayLevel:
        """The strongest level."""
        return self.levels[-1]

    @property
    def strongest_search(self) -> PlayLevel:
        """The strongest level that can be compiled, or the strongest one if none can."""
        return next((x for x in reversed(self.levels) if x.strategy in self.compiled), self.levels[-1])

    def _games_of(self, strategy: str, budget: float) -> int:
        most = int(MOST_GAMES * self.effort) or 1
        return affordable(self.work(strategy), budget * self.effort, most)

    def work(self, strategy: str) -> float:
        """Return the work of a game in which all play a strategy, in decisions of playouts."""
        if strategy == RANDOM:
            return LEVEL_WORK / MOST_GAMES
        pilot = self.tallies(strategy, PILOT_GAMES)
        free = float((pilot.decisions - pilot.forced).sum()) / PILOT_GAMES
        if strategy not in self.compiled:
            return LEVEL_WORK * max(free, 1.0) / INTERPRETED_DECISIONS
        return max(free, 1.0) * max(1, search_size(strategy, self.game)) * self._playout_length

    @cached_property
    def _playout_length(self) -> float:
        """Decisions of a random game from its middle to its end, or to the end of a round; at least 10."""
        pilot = self.tallies(RANDOM, RANDOM_PILOT)
        return max(10.0, float(pilot.decisions.sum() / pilot.rounds.sum()) / 2)

    def tallies_of(self, level: PlayLevel) -> GameTallies:
        """Return the counts over all games of a level."""
        return self.tallies(level.strategy, level.games)

    def tallies(self, strategy: str, games: int) -> GameTallies:
        """Return the counts over the first games in which all seats play a strategy."""
        if (strategy, games) not in self._tallies:
            self.begin(f"{games:,} games of {strategy}")
            recorder, k = self._recorder(strategy)
            played = recorder.record(GamePlans.usual(games, self.seed, [k] * self.game.players), self.threads)
            self._tallies[strategy, games] = self.counter.count(played)
        return self._tallies[strategy, games]

    def entrant(self, strategy: str) -> int:
        """Return the number of a compiled strategy in the plans of :meth:`record`."""
        return self.compiled.index(strategy)

    def record(self, plans: GamePlans) -> GameTallies:
        """Return the counts over games of compiled strategies."""
        recorder, _ = self._recorder(self.compiled[0])
        return self.counter.count(recorder.record(plans, self.threads))

    def chances(self, games: RecordedGames, playouts: int) -> npt.NDArray[np.float64]:
        """Return the winning chances in recorded games; see :mod:`upcard.simulation.win_chances`."""
        return ChanceEstimator(self.game.rules, self._on_compile).chances(games, playouts)

    @cached_property
    def action_words(self) -> dict[int, str]:
        """The words of the actions, from games of the strongest and of the weakest level."""
        strong, weak = (words_of_actions(self.tallies_of(x).games) for x in (self.levels[-1], self.levels[0]))
        return weak | strong

    @cached_property
    def counter(self) -> GameTallier:
        """The program that counts."""
        return GameTallier(self.game.rules, self._on_compile)

    def _recorder(self, strategy: str) -> tuple[GameRecorder, int]:
        """Return the recorder of a strategy, and the number of the strategy in it."""
        together = strategy in self.compiled
        key = "" if together else strategy
        if key not in self._recorders:
            entrants = self.compiled if together else [strategy]
            self._recorders[key] = GameRecorder(self.game, entrants, self._on_compile)
        return self._recorders[key], self.compiled.index(strategy) if together else 0
