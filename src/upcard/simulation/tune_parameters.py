"""Tuning: search for good parameters on some games, and confirm the result on others."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.option_values import whole_number
from upcard.engine.wording import counted, sizes_text
from upcard.simulation.estimate import check_level
from upcard.simulation.executors import check_threads
from upcard.simulation.lineup import line_up, listed
from upcard.simulation.parameter_search import Generation, ParameterSearch, from_json, population
from upcard.simulation.parameter_space import ParameterRange, ParameterSpace, make_space
from upcard.simulation.simulation_result import LEVEL
from upcard.simulation.tuning_matches import GOALS, ParameterMatches
from upcard.simulation.tuning_result import TuningResult, confirm, make_tuning

FORMAT = "upcard tuning 1"
FRESH = 40
"""Number of low bits for the seed of the search; for fresh games, higher bits hold the generations."""

MOST_SEED, MOST_EVALUATIONS, MOST_GAMES = 2**FRESH, 10**6, 10**9


def tune(
    game: Game | str,
    strategy: str,
    against: StrategyLike | Sequence[StrategyLike],
    *,
    players: int | None = None,
    preset: str | None = None,
    games: int = 1000,
    budget: int = 600,
    confirm_games: int = 100_000,
    seed: int = 0,
    fixed: Mapping[str, float] | None = None,
    ranges: Mapping[str, ParameterRange] | None = None,
    goal: str = "win_share",
    threads: int | None = None,
    executor: Executor | None = None,
    level: float = LEVEL,
    resume: Mapping[str, Any] | None = None,
    on_generation: Callable[[dict[str, Any]], None] | None = None,
    on_step: Callable[[str, float], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> TuningResult:
    """Tune the parameters of a strategy, and confirm the result on games that the search did not play.

    The result depends neither on threads nor on whether the search was stopped and resumed.

    Parameters
    ----------
    game : Game or str
        The game, or its name.
    strategy : str
        Name of the strategy whose parameters are tuned.
    against : str, function, or sequence of them
        The strategies of the other seats; repeated in turn until all are taken.
    players, preset : int, str, optional
        For a game given by name, as in ``uc.game``.
    games : int
        Number of games that every candidate plays; the better half plays twice as many more, and so on.
    budget : int
        Number of candidates that are tried, rounded down to whole generations, at least one.
    confirm_games : int
        Number of fresh games at the end, 2 or more, rounded up to whole batches.
    seed : int
        Seed of the search and of its games, from 0 to 2^40 - 1.
    fixed : mapping, optional
        Values of parameters that are not tuned.
    ranges : mapping, optional
        Ranges of parameters within their declared ranges, such as ``{"A": (5, 20)}``.
    goal : str
        The quantity to maximize: ``"win_share"`` (ties shared), ``"win_any"`` (among the winners) or
        ``"score_mean"``.
    threads : int, optional
        Number of threads; all cores by default.
    executor : concurrent.futures.Executor, optional
        Processes or a cluster that play instead of threads.
    level : float
        Confidence of the intervals, between 0 and 1.
    resume : mapping, optional
        The last argument that `on_generation` received; the search resumes from it.
    on_generation : function, optional
        Called after every generation with plain values from which the search can resume.
    on_step : function, optional
        Called with the current work and the fraction that is done.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    TuningResult
        After Ctrl-C in the search, the result so far is confirmed.

    Raises
    ------
    Usage
        If a game, strategy or setting does not exist or is out of range, or `resume` is of another search.
    Unreadable
        If `resume` is not a search of Upcard, or damaged.
    Failure
        If a strategy chose an illegal action.
    KeyboardInterrupt
        After Ctrl-C before the first generation, or before enough fresh games, were done.
    """
    began = time.perf_counter()
    chosen = _chosen(game, players, preset, against)
    space = make_space(chosen.rules, strategy, fixed or {}, ranges or {})
    opponents = _opponents(chosen, against)
    _check(goal, games, budget, confirm_games, seed, threads, level, len(space.tuned))
    search = ParameterSearch(space, games, seed)
    settings = _settings(chosen, space, opponents, goal, games, seed)
    if resume is not None:
        search.repeat(_stored_generations(resume, settings))
    last = max(len(search.generations), budget // search.population)
    meter = _TuningProgress(on_step, last - len(search.generations), search.work, 2 * confirm_games)
    matches = ParameterMatches(chosen, space, opponents, goal, threads, on_compile, executor)
    with matches.executor:

        def store() -> None:
            if on_generation:
                on_generation({**settings, "generations": [g.to_json() for g in search.generations]})

        interrupted = _search(search, matches, seed, last, meter, store)
        winner, fresh = search.generations[-1].mean, fresh_seed(seed, len(search.generations))
        confirmed = confirm(matches, winner, confirm_games, fresh, level, meter.confirming)
    played = len(search.generations) * search.work
    seconds = time.perf_counter() - began
    return make_tuning(space, goal, search.generations, confirmed, played, seed, interrupted, seconds)


def fresh_seed(seed: int, generations: int) -> int:
    """Return the seed of the fresh games after a search, none of which the search plays.

    `seed` is the seed of the search, below 2^40; `generations`, 1 or more, is how many it carried out.
    """
    return seed ^ (generations << FRESH)


def _search(
    search: ParameterSearch,
    matches: ParameterMatches,
    seed: int,
    last: int,
    meter: "_TuningProgress",
    store: Callable[[], None],
) -> bool:
    """Search up to generation `last`; return whether Ctrl-C cut it short.

    Before the first generation is done, Ctrl-C raises ``KeyboardInterrupt``.
    """
    try:
        while len(search.generations) < last:
            meter.label = _label(search, last)
            search.advance(lambda several, a, b: matches.gains(several, seed, a, b, meter.count))
            meter.generation_ends()
            store()
    except KeyboardInterrupt:
        if not search.generations:
            raise
        meter.search_ends()
        return True
    return False


def _label(search: ParameterSearch, last: int) -> str:
    now = f"generation {len(search.generations) + 1} of {last}"
    return f"{now}, spread {search.generations[-1].spread:.2f}" if search.generations else now


class _TuningProgress:
    """Reports progress: the fraction of all games that is done.

    Candidates with the same rounded parameters play only once, so the number of games left is not known.
    It is estimated as if each later generation needed as many games as the last one.
    """

    def __init__(
        self, on_step: Callable[[str, float], None] | None, generations: int, work: int, fresh: int
    ) -> None:
        self.on_step, self.label = on_step or (lambda what, fraction: None), ""
        self.left, self.fresh = generations, fresh
        self.done = self.before = 0
        self.all, self.shown = generations * work + fresh, 0.0

    def generation_ends(self) -> None:
        """Estimate the games of later generations by those of the last one."""
        self.left -= 1
        self.all = self.done + self.left * (self.done - self.before) + self.fresh
        self.before = self.done

    def search_ends(self) -> None:
        """Note that the search was cut short, so that only fresh games are left."""
        self.all = self.done + self.fresh

    def confirming(self, games: int) -> None:
        """Count some fresh games."""
        self.label = "confirming on fresh games"
        self.count(games)

    def count(self, games: int) -> None:
        """Count some games; never report less than before, even if more games are left than was estimated."""
        self.done += games
        self.shown = min(1.0, max(self.shown, self.done / max(1, self.all)))
        self.on_step(self.label, self.shown)


def _chosen(
    game: Game | str, players: int | None, preset: str | None, against: StrategyLike | Sequence[StrategyLike]
) -> Game:
    others = len(listed(against))
    return game_from(game, players, preset, usual=others + 1 if others > 1 else None)


def _opponents(game: Game, against: StrategyLike | Sequence[StrategyLike]) -> list[StrategyLike]:
    """Return the strategies of the other seats, repeated in turn until all are taken."""
    chosen, seats = listed(against), game.players - 1
    if seats < 1:
        raise Usage(f"{game.name} has only one player here; tuning needs opponents")
    if not 1 <= len(chosen) <= seats:
        raise Usage(
            f"{len(chosen)} opponents were given, but {game.players} players leave {counted(seats, 'seat')} "
            f"for opponents; give {sizes_text(range(1, seats + 1))}"
        )
    filled = [chosen[i % len(chosen)] for i in range(seats)]
    line_up(game, [filled[0], *filled])  # raises Usage if one cannot play this game
    return filled


def _check(
    goal: str,
    games: int,
    budget: int,
    confirm_games: int,
    seed: int,
    threads: int | None,
    level: float,
    n: int,
) -> None:
    """Raise ``Usage`` for a setting that is out of range; `n` is the number of tuned parameters."""
    if goal not in GOALS:
        raise Usage(f"the goal is {goal!r}; expected {', '.join(GOALS)}")
    least = population(n)
    for what, x, low, high in (
        ("number of evaluations", budget, least, MOST_EVALUATIONS),
        ("number of games", games, 1, MOST_GAMES),
        ("number of fresh games", confirm_games, 2, MOST_GAMES),
        ("seed", seed, 0, MOST_SEED - 1),
    ):
        if not low <= whole_number(what, x) <= high:
            wanted = f"{low:,} to {high:,}"
            if what == "number of evaluations":
                wanted += f"; one generation needs {low} for {counted(n, 'parameter')}"
            raise Usage(f"the {what} is {x:,}; expected {wanted}")
    check_threads(threads)
    check_level(level)


def _settings(
    game: Game, space: ParameterSpace, against: Sequence[StrategyLike], goal: str, games: int, seed: int
) -> dict[str, Any]:
    """Return the settings on which a search depends, as plain values."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.rules.GAME.version,
        "players": game.players,
        "options": dict(game.option_words()),
        "strategy": space.strategy,
        "against": [x if isinstance(x, str) else x.__name__ for x in against],
        "parameters": space.values,
        "ranges": {d.name: [d.low, d.high, d.start] for d in space.tuned},
        "goal": goal,
        "games": games,
        "seed": seed,
    }


def _stored_generations(written: Any, settings: dict[str, Any]) -> list[Generation]:
    """Return the generations of a stored search; raise ``Usage`` if it has other settings than this one."""
    if not isinstance(written, Mapping) or written.get("format") != FORMAT:
        raise Unreadable(f"the search to resume is not from Upcard; expected the format {FORMAT!r}")
    for name, wanted in settings.items():
        if written.get(name) != wanted:
            raise Usage(
                f"the stored search has {name} {_shown(written.get(name))}, but this one has "
                f"{_shown(wanted)}; use the same, or begin a new search"
            )
    try:
        return [from_json(g) for g in written["generations"]]
    except (KeyError, TypeError, ValueError) as fault:
        raise Unreadable("the stored search is damaged; begin a new one") from fault


def _shown(x: Any) -> str:
    if isinstance(x, Mapping):
        return ", ".join(f"{k}={_shown(v)}" for k, v in x.items())
    if isinstance(x, list):
        return " ".join(map(_shown, x))
    return f"{x:g}" if isinstance(x, float) else str(x)
