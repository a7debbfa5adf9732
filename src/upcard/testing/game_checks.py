"""Suite for one game: the variants to play, the promises to check, and the report."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from upcard.engine.determinization import check_imagined
from upcard.engine.encodable import encodable
from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.rules_contract import check_rules
from upcard.engine.wording import counted, join_names
from upcard.testing import chance_checks as chances
from upcard.testing import imagined_checks as imagined
from upcard.testing import position_checks as positions
from upcard.testing import prospect_checks as prospects
from upcard.testing import scene_checks as scenes
from upcard.testing import view_checks as views
from upcard.testing import word_checks as words
from upcard.testing.compiled_checks import PLAYERS, check_compiled, leaning
from upcard.testing.end_checks import check_ends
from upcard.testing.game_variants import different, extreme_variants, fact_variants, plain_variants
from upcard.testing.random_walk import ConformanceError, Walk, checked_lines, promise_of, words_of
from upcard.testing.tree_checks import SMALL, check_facts, check_tree, check_tree_scores, small_tree

WalkCheck = Callable[[Walk], int]

FIRST_CHECKS: tuple[WalkCheck, ...] = (words.check_card_names,)
POSITION_CHECKS: tuple[WalkCheck, ...] = (
    positions.check_questions_change_nothing,
    positions.check_zones,
    positions.check_deck,
    positions.check_listed_actions,
    positions.check_turn,
    positions.check_length,
    positions.check_every_action,
    views.check_view,
    views.check_view_again,
    views.check_visibility,
    views.check_secrets,
    views.check_knowledge,
    words.check_action_words,
    words.check_why,
    scenes.check_scene,
    scenes.check_number_words,
    chances.check_order,
    imagined.check_imagination,
    imagined.check_imagined_secrets,
    prospects.check_prospects,
)
LAST_CHECKS: tuple[WalkCheck, ...] = (
    positions.check_payoffs,
    positions.check_measures,
    positions.check_perfect_information,
    chances.check_questions,
    chances.check_seed,
    chances.check_deal,
    words.check_undo,
    words.check_record,
)

GAMES_PER_POSITION = 5
WALKS_AT_LEAST = 3
LEANING_SHARE = 20
ENDS_SHARE = 100

IDLE_NAMED = 6

WALKS_SHARE, COMPILED_SHARE = 0.5, 0.4
"""Approximate shares of the time for the walks, and for the games played interpreted and compiled."""


@dataclass(frozen=True)
class GameReport:
    """Checks of a game; a report exists only if every promise was kept."""

    game: str
    """Name of the game."""
    variants: tuple[str, ...]
    """Every number of players and set of options that was played, in words."""
    walks: int
    """Number of random games that were stopped at every position."""
    checked: Mapping[str, int]
    """Number of checks of every promise, counted in positions, actions, seats, games, facts or nodes;
    promises that do not apply to the game are missing.
    """
    trees: Mapping[str, int] = field(default_factory=dict)
    """The variants that were checked completely, every deal and every line of play, with their tree nodes."""
    too_large: tuple[str, ...] = ()
    """The variants that were checked only in random games, because their trees have more nodes than
    ``upcard.testing.tree_checks.SMALL``.
    """
    idle: tuple[str, ...] = ()
    """Actions that were never legal, in words; the rules allow them hardly ever or never. Empty if only one
    choice of several options was checked, because other options may allow them.
    """
    notes: tuple[str, ...] = ()
    """Probable mistakes that the contract allows, as sentences."""

    def __str__(self) -> str:
        """Return a line about the game, a line per promise, and what was checked completely or not."""
        variants, games = counted(len(self.variants), "variant"), counted(self.walks, "game")
        head = f"{self.game}: {variants}, {games} checked position by position"
        lines = [head, *checked_lines(self.checked), *self._whole(), *self._idle(), *self.notes]
        return encodable("\n".join(lines))

    def _idle(self) -> list[str]:
        """Return a line about actions that were never legal: some by name, the rest by number."""
        if not self.idle:
            return []
        more = len(self.idle) - IDLE_NAMED
        named = [*map(repr, self.idle[:IDLE_NAMED]), *([f"{more} more"] if more > 0 else [])]
        return [f"legal at no checked position: {join_names(named)}; if that is a mistake, see `legal`"]

    def _whole(self) -> list[str]:
        """Return lines about variants that were checked completely, and how to do so for a small one."""
        count = f"{len(self.trees) or 'none'} of {counted(len(self.variants), 'variant')}"
        lines = [f"checked completely, every deal and every line of play: {count}"]
        lines += [f"{n:>9,}  nodes, {variant}" for variant, n in self.trees.items()]
        if self.too_large:
            lines += [
                f"checked only in random games: {len(self.too_large)}, with more than {SMALL:,} nodes; "
                f"choose options for a smaller one, `upcard rules {self.game}` lists them"
            ]
        return lines

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, by the names of its fields."""
        return asdict(self)


def check_game(
    game: Game | str,
    *,
    games: int = 10_000,
    seed: int = 1,
    walks: int = WALKS_AT_LEAST,
    copied: bool = True,
    on_step: OnProgress | None = None,
) -> GameReport:
    """Check a game against every promise of a rules file.

    Parameters
    ----------
    game : Game or str
        A name: the game with its fewest, usual and most players, under every preset, every word of an
        option and the bounds of every number. A :class:`~upcard.engine.game.Game`: this one only,
        installed or not.
    games : int
        Number of random games that are played interpreted and compiled, and compared; the other checks use
        a share of it.
    seed : int
        Seed of all random choices.
    walks : int
        Minimum number of random games of every variant that are stopped at every position.
    copied : bool
        Whether to compile and compare a program with copied views too.
    on_step : function, optional
        Called with a description and the fraction that is done.

    Raises
    ------
    ConformanceError
        With the first broken promise, what was expected, what was seen, and how to repeat it.

    Notes
    -----
    In a test file of your own package::

        from upcard.testing import check_game

        def test_my_game_keeps_its_promises():
            check_game("my-game")
    """
    report = on_step or (lambda what, fraction: None)
    plain, every, with_facts = _variants(game)
    _check_contract(plain[0])
    met: set[int] = set()
    checked, number = _check_positions(every, walks, games // GAMES_PER_POSITION, seed, report, met)
    for g in with_facts:
        checked[promise_of(check_facts)] += check_facts(g)
    for i, g in enumerate(plain):
        report("interpreted and compiled", WALKS_SHARE + COMPILED_SHARE * i / len(plain))
        checked[promise_of(check_compiled)] += _check_compiled(g, -(-games // len(plain)), seed, copied)
    report("whole games", WALKS_SHARE + COMPILED_SHARE)
    for g in every:
        checked[promise_of(check_ends)] += check_ends(g, -(-games // ENDS_SHARE), seed)
    trees = _check_trees(every, games, seed, checked, met)
    variants = tuple(map(repr, every))
    is_part = isinstance(game, Game) and bool(game.rules.OPTIONS)
    idle = () if is_part else _idle(plain[0], seed, met)
    too_large = tuple(x for x in variants if x not in trees)
    notes = tuple(_notes(plain[0]))
    return GameReport(plain[0].name, variants, number, dict(+checked), trees, too_large, idle, notes)


def _notes(game: Game) -> Iterator[str]:
    """Yield why strategies that search, hints and reviews cannot play a game, if they cannot."""
    try:
        check_imagined(game.rules)
    except Usage as fault:
        yield f"{fault}; without it, no bot can think ahead, and there are no hints and no reviews"


def _variants(game: Game | str) -> tuple[list[Game], list[Game], list[Game]]:
    """Return the variants to compile, to play position by position, and to check against known values."""
    if isinstance(game, Game):
        return [game], [game], [game]
    plain = plain_variants(game)
    return plain, different([*plain, *extreme_variants(game)]), fact_variants(game)


def _check_positions(
    every: list[Game], walks: int, at_least: int, seed: int, report: OnProgress, met: set[int]
) -> tuple[Counter[str], int]:
    """Play at least `walks` games of every variant and `at_least` positions: return counts and games played.

    Every action that was legal somewhere is added to `met`.
    """
    checked: Counter[str] = Counter()
    number = seen = 0
    while number < walks * len(every) or seen < at_least:
        walk = Walk(every[number % len(every)], seed, number)
        checked += check_walk(walk)
        met |= walk.met
        number, seen = number + 1, seen + len(walk.history)
        share = min(number / (walks * len(every)), seen / max(at_least, 1), 1)
        report("position by position", WALKS_SHARE * share)
    return checked, number


def check_walk(walk: Walk) -> Counter[str]:
    """Check every position of one random game, from the deal to its end; return the checks of each promise.

    Raises
    ------
    ConformanceError
        With the first broken promise.
    """
    checked: Counter[str] = Counter()
    _run(FIRST_CHECKS, walk, checked)
    while True:
        _run(POSITION_CHECKS, walk, checked)
        if not walk.step():
            break
    _run(LAST_CHECKS, walk, checked)
    return checked


def _run(checks: tuple[WalkCheck, ...], walk: Walk, checked: Counter[str]) -> None:
    for check in checks:
        with walk.works(check, "everything"):
            checked[promise_of(check)] += check(walk)


def _check_contract(game: Game) -> None:
    try:
        check_rules(game.rules)
    except BrokenRules as fault:
        expected, repeat = "a rules file that keeps the contract", "check_rules(rules)"
        raise ConformanceError("the contract", repr(game), expected, str(fault), repeat) from fault


def _check_trees(
    every: list[Game], games: int, seed: int, checked: Counter[str], met: set[int]
) -> dict[str, int]:
    """Check the whole tree of every variant that has a small one: return the nodes of each.

    Every action that is legal somewhere is added to `met`.
    """
    trees = {}
    for g in every:
        tree = small_tree(g, seed)
        if tree is not None:
            trees[repr(g)] = check_tree(tree)
            met |= set(tree.legal.tolist())
            checked[promise_of(check_tree)] += tree.nodes
            checked[promise_of(check_tree_scores)] += check_tree_scores(tree, 10 * games, seed)
    return trees


def _idle(game: Game, seed: int, met: set[int]) -> tuple[str, ...]:
    """Return the actions not in `met`, in their words after the first deal, or by number."""
    match = game.match(seed, 0)
    return tuple(words_of(match, a) or f"number {a}" for a in range(game.rules.ACTIONS) if a not in met)


def _check_compiled(game: Game, games: int, seed: int, copied: bool) -> int:
    random_games = check_compiled(game, "random", games, seed, copied, PLAYERS)
    leaning_games = -(-games // LEANING_SHARE)
    return random_games + check_compiled(game, leaning, leaning_games, seed, False, PLAYERS)
