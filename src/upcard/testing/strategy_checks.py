"""Suite for one strategy in one game: its legal choices, its knowledge, and its claims."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from upcard.engine import seeds
from upcard.engine.encodable import encodable
from upcard.engine.entrants import Entrant, StrategyLike
from upcard.engine.errors import fault_text
from upcard.engine.game import Game
from upcard.engine.players import can_play, entrant_for, is_solved
from upcard.engine.progress_callback import OnProgress
from upcard.engine.registry import match_case, strategy_modules
from upcard.engine.state import cells_of
from upcard.engine.strategy_contract import is_of_certificates
from upcard.engine.wording import counted
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.testing.compiled_checks import check_compiled
from upcard.testing.game_variants import plain_variants
from upcard.testing.random_walk import ConformanceError, Walk, checked_lines, promise_of

GAMES_PER_WALK = 50
STREAMS = 4
"""Number of random streams with which a strategy chooses from each view."""

QUICK_GAMES, QUICK_VIEWS, QUICK_VARIANTS = 2, 12, 2
"""For a strategy that searches: games of each line-up, views in each variant, and number of variants."""


@dataclass(frozen=True)
class StrategyReport:
    """Checks of a strategy in a game; a report exists only if every promise was kept."""

    strategy: str
    game: str
    settings: tuple[str, ...]
    """The strategy with every set of parameters that was played."""
    checked: Mapping[str, int]
    """Number of checks of every promise, in games or in views."""

    def __str__(self) -> str:
        """Return a line about the strategy, and a line per promise."""
        head = f"{self.strategy} at {self.game}: {counted(len(self.settings), 'set')} of parameters"
        return encodable("\n".join([head, *checked_lines(self.checked)]))

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, by the names of its fields."""
        return asdict(self)


def check_strategy(
    strategy: StrategyLike,
    game: Game | str,
    *,
    games: int = 1_000,
    seed: int = 1,
    copied: bool = True,
    cast: Sequence[StrategyLike] = (),
    on_step: OnProgress | None = None,
) -> StrategyReport:
    """Check a strategy against every promise in a game.

    Parameters
    ----------
    strategy : str or function
        ``"NAME"``: with its parameters at their defaults and at their bounds. ``"NAME:key=value"`` or a
        function of a view: as it is.
    game : Game or str
        A name: every variant of :func:`~upcard.testing.check_game` except the extreme ones, and those that a
        strategy of certificates refuses. A :class:`~upcard.engine.game.Game`: this one only.
    games : int
        Number of games against ``random`` that are played interpreted, compiled, and compiled with copied
        views, and compared; half as many are played against itself.
    seed : int
        Seed of all random choices.
    copied : bool
        Whether to compile a second program, with copied views, which takes as long as the first.
    cast : sequence of str or function
        Further strategies in the compiled program of every variant. To check several strategies, pass all
        of them each time: the program is then compiled once.
    on_step : function, optional
        Called with a description and the fraction that is done.

    Raises
    ------
    ConformanceError
        With the first broken promise, what was expected, what was seen, and how to repeat it.
    Usage
        If there is no such strategy or it does not play this game.

    Notes
    -----
    In a test file of your own package::

        from upcard.testing import check_strategy

        def test_my_strategy_keeps_its_promises():
            check_strategy("my-strategy", "my-game")
    """
    variants = [game] if isinstance(game, Game) else _played_variants(strategy, game)
    tuned = settings(strategy)
    is_slow = bool(quick_settings(strategy))
    if is_slow:
        variants = variants[:QUICK_VARIANTS]
    count = max(len(variants), len(tuned))
    pairs = [(variants[i % len(variants)], tuned[i % len(tuned)]) for i in range(count)]
    each = QUICK_GAMES if is_slow else -(-games // len(pairs))
    walks = max(len(variants), games // GAMES_PER_WALK)
    checked = _check_choices(tuned[0], variants, walks, seed, QUICK_VIEWS if is_slow else None)
    for i, (g, one) in enumerate(pairs):
        if on_step:
            on_step("interpreted and compiled", (i + 1) / (len(pairs) + 1))
        checked[promise_of(check_against_itself)] += check_against_itself(g, one, -(-each // 2), seed)
        lineup = _against_random(g, one)
        checked[promise_of(check_compiled)] += check_compiled(g, lineup, each, seed, copied, cast)
    labels = tuple(entrant_for(one, variants[0]).label for one in tuned)
    name = entrant_for(strategy, variants[0]).label
    return StrategyReport(name, variants[0].name, labels, dict(checked))


def settings(strategy: StrategyLike) -> list[StrategyLike]:
    """Return a strategy at its defaults, with each parameter at a bound, and with all of them at a bound.

    A searching strategy is played only with the parameters that make it quick.
    """
    if callable(strategy):
        return [strategy]
    strategy = match_case(strategy, strategy_modules())
    if strategy not in strategy_modules():  # also when it comes with parameters
        return [strategy]
    if quick_settings(strategy):
        return [f"{strategy}:{quick_settings(strategy)}"]
    declared = strategy_modules()[strategy].STRATEGY.parameters
    bounds = [(p.name, x) for p in declared for x in (p.low, p.high)]
    several = [[(p.name, p.low) for p in declared], [(p.name, p.high) for p in declared]]
    texts = [",".join(f"{name}={x!r}" for name, x in some) for some in [*([b] for b in bounds), *several]]
    return list(dict.fromkeys([strategy, *(f"{strategy}:{text}" for text in texts if text)]))


def quick_settings(strategy: StrategyLike) -> str:
    """Return the parameters that make a searching strategy quick; empty for every other."""
    if callable(strategy):
        return ""
    module = strategy_modules().get(strategy.partition(":")[0])
    return str(module.STRATEGY.quick) if module else ""


def _played_variants(strategy: StrategyLike, name: str) -> list[Game]:
    """Return the variants that a strategy plays; if there are none, all, so that the error says why."""
    every = plain_variants(name)
    return [g for g in every if can_play(strategy, g)] or every


def _against_random(game: Game, strategy: StrategyLike) -> list[StrategyLike]:
    """Return a line-up of the strategy on every other seat and ``random`` between."""
    return [strategy if p % 2 == 0 else "random" for p in range(game.players)]


def check_against_itself(game: Game, strategy: StrategyLike, games: int, seed: int) -> int:
    """Check that against itself a strategy plays legally until the game is over; return the games played."""
    lineup = line_up(game, strategy)
    try:
        Simulator(lineup, interpreted=True).play(make_plan(games, seed, game.players), 0, games)
    except Exception as fault:
        promise, expected = promise_of(check_against_itself), f"{lineup.entrants[0].label} to play to the end"
        repeat = f"games 0 to {games - 1} of seed {seed}"
        raise ConformanceError(promise, repr(game), expected, fault_text(fault), repeat) from fault
    return games


def _check_choices(
    strategy: StrategyLike, variants: list[Game], walks: int, seed: int, most: int | None
) -> Counter[str]:
    claim = _claim(strategy)
    checked: Counter[str] = Counter()
    varied = 0
    for number in range(walks):
        one = entrant_for(strategy, variants[number % len(variants)])
        walk = Walk(variants[number % len(variants)], seed, number)
        while most is None or len(walk.history) < most:
            if not walk.state.over:
                with walk.works(check_choice, f"a choice of {one.label}"):
                    varied += check_choice(walk, one, claim)
                checked[promise_of(check_choice)] += 1
            if not walk.step():
                break
    if claim and not varied and most is None:
        label = entrant_for(strategy, variants[0]).label
        expected = f"{label} to choose differently in some view, since it claims to be random"
        seen = f"the same choice from {STREAMS} random streams in all {checked.total()} views"
        raise ConformanceError(promise_of(check_choice), repr(variants[0]), expected, seen, f"seed {seed}")
    return checked


def _claim(strategy: StrategyLike) -> bool | None:
    """Return whether a strategy claims to be random; None for functions and solutions, which may be pure."""
    if callable(strategy) or is_solved(strategy):
        return None
    module = strategy_modules()[match_case(strategy.partition(":")[0], strategy_modules())]
    return None if is_of_certificates(module) else bool(module.STRATEGY.is_random)


def check_choice(walk: Walk, one: Entrant, is_random: bool | None = None) -> bool:
    """Check that a choice is legal, leaves the view as it was, and follows from view and stream alone.

    Parameters
    ----------
    walk : Walk
        A game at a position with a decision.
    is_random : bool, optional
        The claim of the strategy; if False, the choice must follow from the view alone.

    Returns
    -------
    bool
        Whether different streams led to different choices.

    Raises
    ------
    ConformanceError
        If the promise is broken.
    """
    first = [_choice(walk, one, stream) for stream in range(STREAMS)]
    again = [_choice(walk, one, stream) for stream in range(STREAMS)]
    if first != again:
        seen = f"{first} and then {again} from the same {STREAMS} streams"
        raise walk.broken(check_choice, f"{one.label} to choose the same in the same view", seen)
    varied = len(set(first)) > 1
    if varied and is_random is False:
        expected = f"{one.label} to need no chance, since it does not claim to be random"
        raise walk.broken(check_choice, expected, f"{first} from {STREAMS} random streams")
    return varied


def _choice(walk: Walk, one: Entrant, stream: int) -> int:
    v = walk.match.view(walk.match.player)
    seeds.open_stream(v, walk.seed, STREAMS * walk.number + stream)
    before = cells_of(v)
    a = one.choose(v, *one.parameters)
    walk.compare(check_choice, f"{one.label} to leave its view as it was", before, cells_of(v))
    if a not in walk.match.legal():
        raise walk.broken(check_choice, f"{one.label} to choose from {walk.match.legal()}", f"action {a}")
    return a
