"""What a rules or strategy file declares, checked with sentences: every attribute, and what it stands for.

What an attribute may hold is told by its annotation in :mod:`upcard.kit.cards` or
:mod:`upcard.kit.strategy`, so that a new attribute is checked without being named here.
"""

import dataclasses
import inspect
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from upcard.engine.option_values import option_problems, preset_problems
from upcard.engine.state import CELL_HIGH, HEAD, fields_of
from upcard.engine.wording import counted
from upcard.kit.cards import Fact, Field, Header, Kind, Measure, Sight
from upcard.kit.strategy import Parameter

MOST_SEATS = 10
"""So that a win shared by all is a whole number of 2520ths."""

COUNTED = ("histories", "information sets", "finished games")
"""What a tree counts, and so what a fact can be about."""

RESERVED = (*HEAD, "w", "chance", "seat_at", "seat_step", "become", "copy")

HYPHENED = "lower-case words joined by hyphens"
NO_WORDS: Mapping[str, str] = {}


def _is_whole(x: Any) -> bool:
    return type(x) is int  # True is none, and a number of numpy has a width


def _is_span(x: Any) -> bool:
    return isinstance(x, tuple) and len(x) == 2 and all(map(_is_whole, x)) and x[0] <= x[1]


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda x: isinstance(x, kind)


def _all(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda x: isinstance(x, tuple) and all(map(fits, x))


KINDS: dict[Any, tuple[Callable[[Any], bool], str]] = {
    str: (_is(str), "a text"),
    int: (_is_whole, "a whole number"),
    float: (lambda x: isinstance(x, (int, float)) and not isinstance(x, bool), "a number"),
    bool: (_is(bool), "True or False"),
    tuple[int, int]: (_is_span, "two whole numbers, the smaller first"),
    tuple[str, str]: (lambda x: _all(_is(str))(x) and len(x) == 2, "two texts, for one and for several"),
    tuple[int, ...]: (_all(_is_whole), "a tuple of whole numbers"),
    tuple[str, ...]: (_all(_is(str)), "a tuple of texts"),
    tuple[Parameter, ...]: (_all(_is(Parameter)), "a tuple of Parameters"),
    Sight: (_is(Sight), "EVERYBODY, OWNER or NOBODY"),
    Kind: (_is(Kind), "a Kind; use number, slot, counts or row"),
}
ANYTHING: tuple[Callable[[Any], bool], str] = (lambda x: True, "")
FUNCTION: tuple[Callable[[Any], bool], str] = (lambda x: x is None or callable(x), "a function")


def attribute_problems(declared: Any, place: str, words: Mapping[str, str] = NO_WORDS) -> list[str]:
    """What is wrong with the kinds of the attributes of something declared, as sentences.

    Parameters
    ----------
    declared : dataclass
        Such as a ``Header`` or a ``Field``.
    place : str
        What stands before the name of an attribute in a sentence, such as ``"GAME."``.
    words : mapping
        What is expected of an attribute, where more can be said than its kind.
    """
    found = []
    for attribute in dataclasses.fields(declared):
        given = getattr(declared, attribute.name)
        fits, expected = KINDS.get(attribute.type, FUNCTION)
        if not fits(given):
            said = words.get(attribute.name, expected)
            found.append(f"{place}{attribute.name} is {given!r}; expected {said}")
    return found


def function_problems(
    module: ModuleType, name: str, arguments: tuple[str, ...], are_named: bool = False
) -> list[str]:
    """What is wrong with a function of a file that has to take such arguments, as sentences.

    Parameters
    ----------
    module : module
        The file.
    name : str
        What the function is called.
    arguments : tuple of str
        What the arguments are called.
    are_named : bool
        Whether they are given by their names.
    """
    expected = f"expected {name}({', '.join(arguments)})"
    function = getattr(module, name, None)
    if not callable(function):
        return [f"{name} is missing; {expected}"]
    in_order, by_name = ((), dict.fromkeys(arguments)) if are_named else (arguments, {})
    try:
        inspect.signature(function).bind(*in_order, **by_name)
    except TypeError as fault:
        return [f"{name}{inspect.signature(function)} cannot be called: {fault}; {expected}"]
    return []


def argument_problems(function: Callable[..., Any], given: Mapping[str, Any]) -> list[str]:
    """What is wrong with the kinds of the arguments that a word of the kit was given, as sentences.

    Parameters
    ----------
    function : function
        The word, such as ``row``; its annotations say what it expects.
    given : mapping of str to object
        Its arguments by name.
    """
    found = []
    for x in inspect.signature(function).parameters.values():
        fits, expected = KINDS.get(x.annotation, ANYTHING)
        if not fits(given[x.name]):
            found.append(f"{x.name} is {given[x.name]!r}, expected {expected}")
    return found


def is_hyphened(name: str) -> bool:
    """Whether a name is made of lower-case words joined by hyphens, as on a command line."""
    return re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) is not None


def declaration_problems(rules: ModuleType) -> list[str]:
    """What is wrong with the values of what a rules file declares, as sentences.

    Parameters
    ----------
    rules : module
        A rules file that has all its declarations, each of the right class.
    """
    found = _kinds(rules)
    if found:
        return found
    found = _names([f.name for f in fields_of(rules)]) + _header(rules.GAME)
    for o in rules.OPTIONS:
        found += option_problems(o)
    for f in rules.STATE:
        found += _field_problems(f)
    for preset, values in rules.PRESETS.items():
        found += preset_problems(preset, values, {o.name: o for o in rules.OPTIONS})
    found += _measures(getattr(rules, "MEASURES", ()))
    for fact in getattr(rules, "FACTS", ()):
        found += _fact_problems(fact, rules)
    return sorted(set(found))


def _kinds(rules: ModuleType) -> list[str]:
    """What is wrong with the kinds of all attributes; what they stand for can only be read afterwards."""
    said = {
        "name": HYPHENED,
        "title": "the name of the game as printed",
        "sizes": "increasing whole numbers in a tuple",
    }
    found = attribute_problems(rules.GAME, "GAME.", said)
    for kind, name in (("option", "OPTIONS"), ("field", "STATE"), ("measure", "MEASURES")):
        for x in getattr(rules, name, ()):
            found += attribute_problems(x, f"{kind} {x.name!r}: ")
    for x in getattr(rules, "FACTS", ()):
        found += attribute_problems(x, f"fact about {x.what!r}: ")
    return found


def _names(names: Sequence[str]) -> list[str]:
    """What is wrong with the names of fields."""
    twice = [
        f"{x} is declared twice among OPTIONS and STATE; every name once" for x in names if names.count(x) > 1
    ]
    return twice + [
        f"{x!r} cannot be the name of a field; choose another word"
        for x in names
        if x in RESERVED or keyword.iskeyword(x) or not x.isidentifier()
    ]


def _header(game: Header) -> list[str]:
    """What is wrong with the values of GAME."""
    found = []
    low, high = game.players
    if not is_hyphened(game.name):
        found.append(f"GAME.name is {game.name!r}; expected {HYPHENED}")
    if not game.title.strip():
        found.append(f"GAME.title is {game.title!r}; expected the name of the game as printed")
    if game.longest < 0:
        found.append(f"GAME.longest is {game.longest}; expected the most decisions of a game, or 0")
    if high > MOST_SEATS:
        found.append(f"GAME.players is {low, high}; expected at most {MOST_SEATS}")
    if not 1 <= low <= game.usual <= high:
        found.append(f"GAME.players is {low, high} and usual {game.usual}; expected low <= usual <= high")
    return found + _sizes(game)


def _sizes(game: Header) -> list[str]:
    """What is wrong with the numbers of players that are named one by one."""
    (low, high), sizes = game.players, game.sizes
    if sizes == ():
        return []
    if list(sizes) != sorted(set(sizes)) or (sizes[0], sizes[-1]) != game.players:
        return [
            f"GAME.sizes is {sizes!r}; expected increasing whole numbers, the first {low}, the last {high}"
        ]
    if game.usual not in sizes:
        return [f"GAME.usual is {game.usual} and sizes {sizes}; expected one of these"]
    return []


def _field_problems(f: Field) -> list[str]:
    found = []
    least = 1 if f.kind in (Kind.COUNTS, Kind.ROW) else 0
    if not least <= f.length <= CELL_HIGH:
        found.append(f"{f.name} has {f.length} cells; expected at most {CELL_HIGH}, and none below {least}")
    if f.sight is Sight.OWNER and not f.per_seat:
        found.append(f"{f.name} is seen by its owner and is not of a seat; expected per_seat=True")
    if not f.counted and f.sight is not Sight.NOBODY:
        found.append(
            f"{f.name} says counted=False, which is only for a row that nobody sees; "
            "how many cards a row has is seen by whoever sees the row"
        )
    return found


def _measures(measures: Sequence[Measure]) -> list[str]:
    """What is wrong with MEASURES, each by itself and in their order."""
    names = [m.name for m in measures]
    found = [f"measure {x} is declared twice; every name once" for x in names if names.count(x) > 1]
    found += [
        f"{x!r} cannot be the name of a measure; expected a word, with underscores for spaces"
        for x in names
        if not x.isidentifier()
    ]
    kinds = [m.per_game for m in measures]
    if kinds != sorted(kinds):
        found.append("MEASURES are out of order; expected those of a seat first, then those of the game")
    per_game = {m.name for m in measures if m.per_game}
    return found + [
        f"measure {m.name} is a share of {m.of}; expected a measure with per_game=True"
        for m in measures
        if m.of and m.of not in per_game
    ]


def _fact_problems(fact: Fact, rules: ModuleType) -> list[str]:
    found = []
    sizes = rules.GAME.table_sizes
    if fact.what not in COUNTED:
        found.append(f"a fact is about {fact.what!r}; expected {' or '.join(COUNTED)}")
    if fact.preset and fact.preset not in rules.PRESETS:
        found.append(f"the fact about {fact.what} is for the preset {fact.preset!r}; expected one of PRESETS")
    if sizes and fact.players not in sizes:
        expected = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        players = counted(fact.players, "player")
        found.append(f"the fact about {fact.what} is for {players}; expected {expected}")
    return found
