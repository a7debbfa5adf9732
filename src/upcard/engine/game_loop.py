"""The game loop, written once to be both interpreted and compiled.

The functions made here refer only to plain functions and constants. Some functions are replaced when they
are compiled: chance, worlds, and :func:`renew`, since objects and records are reset differently.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from upcard.engine import seeds
from upcard.engine.call_strategy import call_strategy, strategy_name
from upcard.engine.compile.masked_views import CannotMask, conditional_reads, mask_function
from upcard.engine.determinization import world_replacements
from upcard.engine.entrants import Entrant
from upcard.engine.legal_actions import listing, next_legal_action
from upcard.engine.source.fingerprint import Replacements, function_from_text, reached_names
from upcard.engine.state import fields_of
from upcard.engine.view import interpreted_views, make_observe, mentions
from upcard.kit import cards
from upcard.kit import strategy as kit

FINISHED, ILLEGAL_ACTION, TOO_LONG = 1, 2, 3
"""Values of ``s.over``: finished by the rules; stopped at an illegal action (``s.at`` is the action, or the
integer part of a fraction); stopped after ``MOST_TURNS`` turns."""

MOST_TURNS = 10_000_000


def renew(states: Any, i: int, blanks: Any, j: int) -> None:
    """Reset ``states[i]``, in place, to the contents of ``blanks[j]``."""
    states[i].become(blanks[j])


def attach(v: Any, s: Any) -> None:
    """Store in view `v` the state that it shows; only worlds read it."""
    v.chance.state = s


def attach_nothing(v: Any, s: Any) -> None:
    """Do nothing: compiled searches run without copied views."""


def renew_record(states: Any, i: int, blanks: Any, j: int) -> None:
    """Reset a record; see :func:`renew`."""
    states[i] = blanks[j]


@dataclass(frozen=True)
class Loop:
    """Functions of a game loop for one game and one list of strategies.

    ``holder[p]`` is the entry of the line-up in seat p, and ``who[holder[p]]`` the number of its strategy.
    """

    prepare: Callable[..., None]
    """``prepare(s, views, blank_view, weights, holder)``: reset the views and set the parameters,
    ``weights[holder[p]]`` to seat p."""
    begin: Callable[..., None]
    """``begin(s, views, seed, deal, game)``: open the random streams and start the game."""
    decide: Callable[..., int]
    """``decide(s, views, who, holder)``: the action that the seat whose turn it is chooses, not yet done; -1
    if it is illegal, and then the game has stopped."""
    act: Callable[..., None]
    """``act(s, views, who, holder)``: one decision, of the seat whose turn it is."""
    advance: Callable[..., None]
    """``advance(s, views, who, holder)``: play until ``s.over``."""
    replacements: Replacements
    """Functions to replace when compiling."""


@dataclass(frozen=True)
class Chooser:
    """A strategy's function with the number of its parameters."""

    function: Callable[..., int]
    """A function of a view and `parameters` numbers that returns an action."""
    parameters: int = 0
    """The number of parameters after the view."""
    whole: tuple[int, ...] = ()
    """The positions of parameters that are whole numbers; the function gets them as such."""


def chooser_of(entrant: Entrant) -> Chooser:
    """Return the function of a strategy that is ready for a game, with its parameters."""
    whole = tuple(i for i, x in enumerate(entrant.parameters) if isinstance(x, int))
    return Chooser(entrant.choose, len(entrant.parameters), whole)


def choosers_of(entrants: Sequence[Entrant]) -> list[Chooser]:
    """Return the different functions of some strategies, each once."""
    return list(dict.fromkeys(map(chooser_of, entrants)))


def replacements_of(rules: ModuleType) -> Replacements:
    """Return the functions that replace others in a compiled program of this game."""
    return {
        cards.below: seeds.below,
        cards.draw: seeds.draw,
        **_legality(rules),
        renew: renew_record,
        attach: attach_nothing,
        **world_replacements(rules),
    }


def _legality(rules: ModuleType) -> Replacements:
    """Return the functions of the rules that answer what a strategy asks about legal actions."""
    return {
        kit.legal: rules.legal, kit.next_legal: next_legal_action(rules), kit.lists_legal: listing(rules)
    }  # fmt: skip


def searches(choosers: Sequence[Chooser]) -> bool:
    """Whether any of the strategies searches in worlds."""
    return kit.imagine in reached_names([c.function for c in choosers], {}).functions


def of_view(chooser: Chooser) -> Callable[..., int]:
    """Return a function of the view alone that passes a strategy its parameters from ``v.w``."""
    if chooser.parameters == 0:
        return chooser.function
    weights = [f"v.w[v.me, {i}]" for i in range(chooser.parameters)]
    arguments = "".join(f", int({w})" if i in chooser.whole else f", {w}" for i, w in enumerate(weights))
    text = f"def call(v):\n    return choose(v{arguments})"
    return function_from_text("call", text, {"choose": chooser.function})


def make_choose(strategies: Sequence[Callable[..., int]]) -> Callable[..., int]:
    """Make ``choose(k, v)``, which calls strategy number k; a chain of ifs, which compilers can inline."""

    def last(f: Callable[..., int]) -> Callable[..., int]:
        def choose(k: int, v: Any) -> int:
            return f(v)

        return choose

    def link(f: Callable[..., int], rest: Callable[..., int]) -> Callable[..., int]:
        def choose(k: int, v: Any) -> int:
            return f(v) if k == 0 else rest(k - 1, v)

        return choose

    choose = last(strategies[-1])
    for f in reversed(strategies[:-1]):
        choose = link(f, choose)
    return choose


def mask_strategies(rules: ModuleType, choosers: Sequence[Chooser]) -> list[Chooser] | None:
    """Return the strategies with masked views; None if one of them cannot be rewritten."""
    fields = {f.name: f for f in fields_of(rules)}
    replacements = {cards.below: seeds.seat_below, **_legality(rules)}
    search, reads = world_replacements(rules), conditional_reads(rules)
    try:
        return [
            replace(c, function=mask_function(c.function, fields, replacements, search, reads))
            for c in choosers
        ]
    except CannotMask:
        return None


def make_loop(
    rules: ModuleType, choosers: Sequence[Chooser], copies: bool = True, whole_views: bool = False
) -> Loop:
    """Make the game loop of one game for a list of strategies.

    Parameters
    ----------
    choosers : sequence of Chooser
        The strategies; a seat refers to one by its position.
    copies : bool
        Whether every seat gets a copied view. Otherwise the strategies must be those that
        :func:`mask_strategies` returns, and the loop must be compiled.
    whole_views : bool
        Whether to fill whole views, and not only the fields that the strategies mention. Errors inside a
        strategy are then reported in a sentence, and the loop cannot be compiled.
    """
    replacements = replacements_of(rules)
    functions = [of_view(c) for c in choosers]
    reached = () if whole_views else reached_names(functions, replacements).functions
    place = GameCounter()
    if whole_views:
        functions = [_reporting(f, c.function, place) for f, c in zip(functions, choosers, strict=True)]
    choose = make_choose(functions)
    uses_chance = whole_views or not {seeds.below, seeds.seat_below, cards.below}.isdisjoint(reached)
    parameters = max(c.parameters for c in choosers)
    prepare = _make_prepare(copies, parameters)
    begin = _make_begin(rules, copies, uses_chance)
    begin = _noting(begin, place) if whole_views else begin
    if not copies:
        observe = None
    elif whole_views:
        observe = interpreted_views(rules)[0]
    else:
        observe = make_observe(rules, mentions(reached, fields_of(rules)))
    decide = _make_decide(rules, choose, observe)
    act = _make_act(rules, decide)
    return Loop(prepare, begin, decide, act, _make_advance(act), replacements)


@dataclass
class GameCounter:
    """The game that an interpreted loop plays now: its seed and its number."""

    seed: int = 0
    game: int = 0


def _noting(begin: Callable[..., None], place: GameCounter) -> Callable[..., None]:
    """Return a function that begins a game and stores in `place` which game it is."""

    def noted(s: Any, views: Any, seed: int, deal: int, game: int) -> None:
        place.seed, place.game = seed, game
        begin(s, views, seed, deal, game)

    return noted


def _reporting(
    choose: Callable[[Any], Any], strategy: Callable[..., Any], place: GameCounter
) -> Callable[[Any], int]:
    """Return a function of the view alone whose errors name game, seat and strategy."""
    name = strategy_name(strategy)

    def choose_or_report(v: Any) -> int:
        return call_strategy(choose, v, (), name, f"in game {place.game} of seed {place.seed}, ")

    return choose_or_report


def _make_prepare(copies: bool, parameters: int) -> Callable[..., None]:
    def prepare(s: Any, views: Any, blank_view: Any, weights: Any, holder: Any) -> None:
        if copies:
            for p in range(s.seats):
                renew(views, p, blank_view, 0)
                views[p].me = p
                for i in range(parameters):
                    views[p].w[p, i] = weights[holder[p], i]
        else:
            for p in range(s.seats):
                for i in range(parameters):
                    s.w[p, i] = weights[holder[p], i]

    return prepare


def _make_begin(rules: ModuleType, copies: bool, uses_chance: bool) -> Callable[..., None]:
    start, open_stream, open_seat_streams = rules.start, seeds.open_stream, seeds.open_seat_streams

    def begin(s: Any, views: Any, seed: int, deal: int, game: int) -> None:
        if uses_chance and copies:
            for p in range(s.seats):
                open_stream(views[p], ~seed, game * s.seats + p)
        if uses_chance and not copies:
            open_seat_streams(s, seed, game)
        open_stream(s, seed, deal)
        start(s)

    return begin


def make_do(rules: ModuleType) -> Callable[..., None]:
    """Make ``do(s, a)``, which does a legal action and stops a game that takes too long."""
    apply = rules.apply

    def do(s: Any, a: int) -> None:
        apply(s, a)
        s.turns += 1
        if s.turns == MOST_TURNS and s.over == 0:
            s.over = TOO_LONG

    return do


def _make_decide(
    rules: ModuleType, choose: Callable[..., int], observe: Callable[..., None] | None
) -> Callable[..., int]:
    legal, actions = rules.legal, rules.ACTIONS

    def look(s: Any, views: Any, p: int) -> Any:
        v = views[p]
        observe(s, p, v)  # type: ignore[misc]
        attach(v, s)
        return v

    def use_state(s: Any, views: Any, p: int) -> Any:
        s.me = p
        return s

    view_of = look if observe is not None else use_state

    def decide(s: Any, views: Any, who: Any, holder: Any) -> int:
        p = s.player
        chosen = choose(who[holder[p]], view_of(s, views, p))
        a = int(chosen)
        if a != chosen or a < 0 or a >= actions or not legal(s, a):
            s.over = ILLEGAL_ACTION
            s.at = a
            return -1
        return a

    return decide


def _make_act(rules: ModuleType, decide: Callable[..., int]) -> Callable[..., None]:
    do = make_do(rules)

    def act(s: Any, views: Any, who: Any, holder: Any) -> None:
        a = decide(s, views, who, holder)
        if a >= 0:
            do(s, a)

    return act


def _make_advance(act: Callable[..., None]) -> Callable[..., None]:
    def advance(s: Any, views: Any, who: Any, holder: Any) -> None:
        while s.over == 0:
            act(s, views, who, holder)

    return advance
