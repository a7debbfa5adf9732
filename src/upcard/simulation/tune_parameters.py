"""The front door of tuning: search on some games, confirm on others, and report only the confirmed figure."""

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
"""Bits of the seed that the search leaves alone: above them stands for which generation games are fresh."""

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
    """Tune the parameters of a strategy, and confirm the result on games that the search never saw.

    The result depends on what is tuned, the numbers and the seed only: not on threads, nor on whether the
    search was stopped and resumed on the way.

    Parameters
    ----------
    strategy : str
        Name of the strategy whose parameters are tuned.
    against : str, function, or sequence of them
        The strategies of the other seats; repeated in turn until all are taken.
    players, preset : int, str, optional
        For a game given by name, as in ``uc.game``.
    games : int
        Games that every candidate plays; the better half plays twice as many more, and so on.
    budget : int
        How many candidates are tried, rounded down to whole generations.
    confirm_games : int
        Fresh games in the end.
    seed : int
        Seed of the search and of its games, from 0 to 2^40 - 1.
    fixed : mapping, optional
        Values of parameters that are not tuned.
    ranges : mapping, optional
        ``{"A": (5, 20)}``: a part of the declared range.
    goal : str
        The quantity to maximize: ``"win_share"`` (ties shared), ``"win_any"`` (among the winners) or
        ``"score_mean"``.
    threads : int, optional
        All cores by default.
    executor : concurrent.futures.Executor, optional
        Plays instead of threads: processes, or a cluster.
    level : float
        Confidence of the intervals.
    resume : mapping, optional
        The latest argument of `on_generation`, from which the search resumes.
    on_generation : function, optional
        Called after every generation with all that is needed to resume, as plain values.
    on_step : function, optional
        Called with what is being done and the fraction that is done.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    TuningResult
        After Ctrl-C in the search, the result so far is confirmed.

    Raises
    ------
    Usage
        If something asked for does not exist or is out of range, or another search is to be resumed.
    Unreadable
        If what is to be resumed is no search.
    Failure
        If a strategy chose what is not legal.
    """
    began = time.perf_counter()
    chosen = _chosen(game, players, preset, against)
    space = make_space(chosen.rules, strategy, fixed or {}, ranges or {})
    opponents = _opponents(chosen, against)
    _check(goal, games, budget, confirm_games, seed, threads, level, len(space.dials))
    search = ParameterSearch(space, games, seed)
    settings = _settings(chosen, space, opponents, goal, games, seed)
    if resume is not None:
        search.repeat(_stored_generations(resume, settings))
    last = max(len(search.generations), budget // search.population)
    meter = _TuningProgress(on_step, last - len(search.generations), search.work, 2 * confirm_games)
    arena = ParameterMatches(chosen, space, opponents, goal, threads, on_compile, executor)
    with arena.crew:

        def keep() -> None:
            if on_generation:
                on_generation({**settings, "generations": [g.to_json() for g in search.generations]})

        interrupted = _search(search, arena, seed, last, meter, keep)
        winner, fresh = search.generations[-1].mean, fresh_seed(seed, len(search.generations))
        confirmed = confirm(arena, winner, confirm_games, fresh, level, meter.confirming)
    played = len(search.generations) * search.work
    seconds = time.perf_counter() - began
    return make_tuning(space, goal, search.generations, confirmed, played, seed, interrupted, seconds)


def fresh_seed(seed: int, generations: int) -> int:
    """Return the seed of the games that confirm a search, which the search never plays.

    `seed` is that of the search, below 2^40; it went through at least one of `generations`.
    """
    return seed ^ (generations << FRESH)


def _search(
    search: ParameterSearch,
    arena: ParameterMatches,
    seed: int,
    last: int,
    meter: "_TuningProgress",
    keep: Callable[[], None],
) -> bool:
    """Go on to the last generation; whether it was interrupted. Before the first is done nothing is kept."""
    try:
        while len(search.generations) < last:
            meter.label = _label(search, last)
            search.advance(lambda several, a, b: arena.gains(several, seed, a, b, meter.count))
            meter.generation_ends()
            keep()
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
    """Turns games into the fraction of all that is done.

    Candidates that are rounded to the same whole numbers play only once, so how many games are left is not
    known before: each generation to come is taken to need as many as the last one did.
    """

    def __init__(
        self, on_step: Callable[[str, float], None] | None, generations: int, work: int, fresh: int
    ) -> None:
        self.on_step, self.label = on_step or (lambda what, fraction: None), ""
        self.left, self.fresh = generations, fresh
        self.done = self.before = 0
        self.all, self.shown = generations * work + fresh, 0.0

    def generation_ends(self) -> None:
        """Estimate the work of later generations by that of the last one."""
        self.left -= 1
        self.all = self.done + self.left * (self.done - self.before) + self.fresh
        self.before = self.done

    def search_ends(self) -> None:
        """Note that the search was cut short: only fresh games are left."""
        self.all = self.done + self.fresh

    def confirming(self, games: int) -> None:
        """Count some fresh games."""
        self.label = "confirming on fresh games"
        self.count(games)

    def count(self, games: int) -> None:
        """Count some games; move forwards only, even if more work is left than was estimated."""
        self.done += games
        self.shown = min(1.0, max(self.shown, self.done / max(1, self.all)))
        self.on_step(self.label, self.shown)


def _chosen(
    game: Game | str, players: int | None, preset: str | None, against: StrategyLike | Sequence[StrategyLike]
) -> Game:
    others = len(listed(against))
    return game_from(game, players, preset, usual=others + 1 if others > 1 else None)


def _opponents(game: Game, against: StrategyLike | Sequence[StrategyLike]) -> list[StrategyLike]:
    """Return one for every other seat, in turn."""
    chosen, seats = listed(against), game.players - 1
    if seats < 1:
        raise Usage(f"{game.name} is played alone here; a strategy is tuned against others")
    if not 1 <= len(chosen) <= seats:
        raise Usage(
            f"{len(chosen)} opponents were given, but {game.players} players leave {counted(seats, 'seat')} "
            f"beside the one that is tuned; give {sizes_text(range(1, seats + 1))}"
        )
    filled = [chosen[i % len(chosen)] for i in range(seats)]
    line_up(game, [filled[0], *filled])  # refuses what cannot sit there
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
    """Refuse what is out of range."""
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
                wanted = f"{low} or more, one generation for {counted(n, 'parameter')}"
            raise Usage(f"the {what} is {x:,}; expected {wanted}")
    check_threads(threads)
    check_level(level)


def _settings(
    game: Game, space: ParameterSpace, against: Sequence[StrategyLike], goal: str, games: int, seed: int
) -> dict[str, Any]:
    """Return what a search depends on, as plain values."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.rules.GAME.version,
        "players": game.players,
        "options": dict(game.option_words()),
        "strategy": space.strategy,
        "against": [x if isinstance(x, str) else x.__name__ for x in against],
        "parameters": space.values,
        "ranges": {d.name: [d.low, d.high, d.start] for d in space.dials},
        "goal": goal,
        "games": games,
        "seed": seed,
    }


def _stored_generations(written: Any, settings: dict[str, Any]) -> list[Generation]:
    """Return the generations of a stored search, if it is this one."""
    if not isinstance(written, Mapping) or written.get("format") != FORMAT:
        raise Unreadable(f"what was to be resumed is no search of Upcard; expected the format {FORMAT!r}")
    for name, wanted in settings.items():
        if written.get(name) != wanted:
            raise Usage(
                f"the search that was kept has {name} {_shown(written.get(name))}, but this one "
                f"{_shown(wanted)}; give the same, or begin a new search"
            )
    try:
        return [from_json(g) for g in written["generations"]]
    except (KeyError, TypeError, ValueError) as fault:
        raise Unreadable("the search that was kept is damaged; begin a new one") from fault


def _shown(x: Any) -> str:
    if isinstance(x, Mapping):
        return ", ".join(f"{k}={_shown(v)}" for k, v in x.items())
    if isinstance(x, list):
        return " ".join(map(_shown, x))
    return f"{x:g}" if isinstance(x, float) else str(x)
