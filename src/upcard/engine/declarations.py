"""Checks of the declarations of rules and strategy files, which report each fault in a sentence.

The type of an attribute follows from its annotation in :mod:`upcard.kit.cards` or
:mod:`upcard.kit.strategy`, so new attributes are checked without a change here.
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
from upcard.kit.cards import OF_SEATS, Fact, Field, Header, Kind, Measure, Sight
from upcard.kit.strategy import Parameter

MOST_SEATS = 10
"""Maximum number of seats; a win that all share is a whole number of 2520ths."""

COUNTED = ("histories", "information sets", "finished games")
"""Sizes of a tree, about which facts can be stated."""

RESERVED = (*HEAD, "w", "chance", "seat_at", "seat_step", "become", "copy")

ALREADY = ", because every state has that name already"

HYPHENED = "lower-case words joined by hyphens"
NO_WORDS: Mapping[str, str] = {}


def _is_whole(x: Any) -> bool:
    return type(x) is int  # True does not count as a number, and numbers of numpy overflow


def _is_span(x: Any) -> bool:
    return isinstance(x, tuple) and len(x) == 2 and all(map(_is_whole, x)) and x[0] <= x[1]


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda x: isinstance(x, kind)


def _all(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda x: isinstance(x, tuple) and all(map(fits, x))


def _is_by_number(x: Any) -> bool:
    return isinstance(x, Mapping) and all(_is_whole(n) and isinstance(text, str) for n, text in x.items())


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
    Mapping[int, str]: (_is_by_number, "a dictionary of texts by whole numbers, such as {2: ''}"),
    Sight: (_is(Sight), "EVERYBODY, OWNER, OTHERS, TEAM, BY_RULE or NOBODY"),
    Kind: (_is(Kind), "a Kind; use number, slot, counts or row"),
}
ANYTHING: tuple[Callable[[Any], bool], str] = (lambda x: True, "")
FUNCTION: tuple[Callable[[Any], bool], str] = (lambda x: x is None or callable(x), "a function")


def attribute_problems(declared: Any, place: str, words: Mapping[str, str] = NO_WORDS) -> list[str]:
    """Return the attributes of a declaration, such as a ``Field``, with wrong types, as sentences.

    `place` is the text before the name of an attribute, such as ``"GAME."``; `words` describes the expected
    values of attributes whose type does not say enough.
    """
    faults = []
    for attribute in dataclasses.fields(declared):
        value = getattr(declared, attribute.name)
        fits, expected = KINDS.get(attribute.type, FUNCTION)
        if not fits(value):
            wanted = words.get(attribute.name, expected)
            faults.append(f"{place}{attribute.name} is {value!r}; expected {wanted}")
    return faults


def function_problems(
    module: ModuleType, name: str, arguments: tuple[str, ...], are_named: bool = False
) -> list[str]:
    """Return the faults of a function that must take these arguments, by name if `are_named`, in words."""
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


def argument_problems(function: Callable[..., Any], arguments: Mapping[str, Any]) -> list[str]:
    """Return the arguments of a call of a kit function, such as ``row``, with wrong types, as sentences."""
    faults = []
    for x in inspect.signature(function).parameters.values():
        fits, expected = KINDS.get(x.annotation, ANYTHING)
        if not fits(arguments[x.name]):
            faults.append(f"{x.name} is {arguments[x.name]!r}, expected {expected}")
    return faults


def is_hyphened(name: str) -> bool:
    """Whether a name consists of lower-case words joined by hyphens, as on a command line."""
    return re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) is not None


ONE_OF_WORDS = "the name of an option and one of its words"


def declaration_problems(rules: ModuleType) -> list[str]:
    """Return the faults of the values that a rules file declares, as sentences.

    The caller has checked that all declarations exist and have the right class.
    """
    faults = _kinds(rules)
    if faults:
        return faults
    faults = _names([f.name for f in fields_of(rules)]) + _header(rules.GAME) + _personal_best(rules)
    for o in rules.OPTIONS:
        faults += option_problems(o)
    for f in rules.STATE:
        faults += _field_problems(f)
    for preset, values in rules.PRESETS.items():
        faults += preset_problems(preset, values, {o.name: o for o in rules.OPTIONS})
    faults += _measures(getattr(rules, "MEASURES", ()))
    for fact in getattr(rules, "FACTS", ()):
        faults += _fact_problems(fact, rules)
    return sorted(set(faults))


def _kinds(rules: ModuleType) -> list[str]:
    """Return the attributes with wrong types; values can only be checked afterwards."""
    wanted = {
        "name": HYPHENED,
        "title": "the name of the game as printed",
        "sizes": "increasing whole numbers in a tuple",
        "personal_best": ONE_OF_WORDS,
    }
    faults = attribute_problems(rules.GAME, "GAME.", wanted)
    for kind, name in (("option", "OPTIONS"), ("field", "STATE"), ("measure", "MEASURES")):
        for x in getattr(rules, name, ()):
            faults += attribute_problems(x, f"{kind} {x.name!r}: ")
    for x in getattr(rules, "FACTS", ()):
        faults += attribute_problems(x, f"fact about {x.what!r}: ")
    return faults


def _names(names: Sequence[str]) -> list[str]:
    """Return the faults of names of fields."""
    twice = [
        f"{x} is declared twice among OPTIONS and STATE; every name once" for x in names if names.count(x) > 1
    ]
    return twice + [
        f"{x!r} cannot be the name of a field{ALREADY if x in RESERVED else ''}; choose another word"
        for x in names
        if x in RESERVED or keyword.iskeyword(x) or not x.isidentifier()
    ]


def _header(game: Header) -> list[str]:
    """Return the faults of values of GAME."""
    faults = []
    low, high = game.players
    if not is_hyphened(game.name):
        faults.append(f"GAME.name is {game.name!r}; expected {HYPHENED}")
    if not game.title.strip():
        faults.append(f"GAME.title is {game.title!r}; expected the name of the game as printed")
    if game.longest < 0:
        faults.append(
            f"GAME.longest is {game.longest}; expected the maximum number of decisions in a game, or 0"
        )
    if high > MOST_SEATS:
        faults.append(f"GAME.players is {low, high}; expected at most {MOST_SEATS}")
    if not 1 <= low <= game.usual <= high:
        faults.append(f"GAME.players is {low, high} and usual {game.usual}; expected low <= usual <= high")
    return faults + _unit(game) + _sizes(game)


def _personal_best(rules: ModuleType) -> list[str]:
    """Return the faults of ``personal_best``, which names an option and one of its words."""
    option, word = rules.GAME.personal_best
    if (option, word) == ("", "") or any(o.name == option and word in o.values for o in rules.OPTIONS):
        return []
    return [f"GAME.personal_best is {(option, word)}; expected {ONE_OF_WORDS}"]


def _unit(game: Header) -> list[str]:
    """Return the faults of ``payoff_unit``, the payoff for a score of 1."""
    if re.fullmatch(r"0*[1-9]\d*(/0*[1-9]\d*)?", game.payoff_unit, re.ASCII):
        return []
    return [
        f"GAME.payoff_unit is {game.payoff_unit!r}; "
        'expected a whole number or a fraction above 0, such as "1/4"'
    ]


def _sizes(game: Header) -> list[str]:
    """Return the faults of ``sizes``, the possible numbers of players."""
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
    faults = []
    least = 1 if f.kind in (Kind.COUNTS, Kind.ROW) else 0
    if not least <= f.length <= CELL_HIGH:
        faults.append(f"{f.name} has {f.length} cells; expected at most {CELL_HIGH}, and none below {least}")
    if f.sight in OF_SEATS and not f.per_seat:
        faults.append(
            f"who sees {f.name} depends on its owner, but it belongs to no seat; expected per_seat=True"
        )
    if not f.counted and f.sight is not Sight.NOBODY:
        faults.append(
            f"{f.name} has counted=False, which is only for a row that nobody sees; "
            "whoever sees a row also sees its number of cards"
        )
    return faults


def _measures(measures: Sequence[Measure]) -> list[str]:
    """Return the faults of MEASURES, those of single measures and those of their order."""
    names = [m.name for m in measures]
    faults = [f"measure {x} is declared twice; every name once" for x in names if names.count(x) > 1]
    faults += [
        f"{x!r} cannot be the name of a measure; expected a word, with underscores for spaces"
        for x in names
        if not x.isidentifier()
    ]
    kinds = [m.per_game for m in measures]
    if kinds != sorted(kinds):
        faults.append("MEASURES are out of order; expected those of a seat first, then those of the game")
    per_game = {m.name for m in measures if m.per_game}
    return faults + [
        f"measure {m.name} is a share of {m.of}; expected a measure with per_game=True"
        for m in measures
        if m.of and m.of not in per_game
    ]


def _fact_problems(fact: Fact, rules: ModuleType) -> list[str]:
    faults = []
    sizes = rules.GAME.table_sizes
    if fact.what not in COUNTED:
        faults.append(f"a fact is about {fact.what!r}; expected {' or '.join(COUNTED)}")
    if fact.preset and fact.preset not in rules.PRESETS:
        faults.append(
            f"the fact about {fact.what} is for the preset {fact.preset!r}; expected one of PRESETS"
        )
    if sizes and fact.players not in sizes:
        expected = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        players = counted(fact.players, "player")
        faults.append(f"the fact about {fact.what} is for {players}; expected {expected}")
    return faults
