"""The contract of a rules file, checked with sentences.

A rules file defines, beside its docstring:

required
    ``GAME``, ``OPTIONS``, ``PRESETS``, ``STATE``, ``ACTIONS``, ``card_text(k)``, ``action_text(v, a)``,
    ``start(s)``, ``legal(s, a)``, ``apply(s, a)``, ``score(s, p)``
optional
    ``MEASURES`` with ``measure(s, p, m)``, ``why(v, a)``, ``refuse(options)``, ``scene(v)``, ``FACTS``,
    and for searching strategies ``imagine(s, p)``, ``lean(s, a)``, ``ROUND`` with ``outlook(s, p)``

and as many constants and functions of its own as it needs. That of a strategy file is in
:mod:`upcard.engine.strategy_contract`.
"""

import inspect
import keyword
import re
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.chance import Sampled
from upcard.engine.errors import BrokenRules
from upcard.engine.options import option_problems, option_value, preset_problems, refused_sets, set_options
from upcard.engine.seeds import open_stream
from upcard.engine.source import reach
from upcard.engine.state import CELL_HIGH, HEAD, PlainState, fields_of
from upcard.engine.subset import problems
from upcard.rules.cards import EMPTY, Fact, Field, Header, Kind, Measure, Option, Sight

FUNCTIONS = {
    "card_text": ("k",),
    "action_text": ("v", "a"),
    "start": ("s",),
    "legal": ("s", "a"),
    "apply": ("s", "a"),
    "score": ("s", "p"),
}
TUPLES: dict[str, type] = {"OPTIONS": Option, "STATE": Field, "MEASURES": Measure, "FACTS": Fact}
OPTIONAL_TUPLES = ("MEASURES", "FACTS")
OPTIONAL = {
    "measure": ("s", "p", "m"),
    "why": ("v", "a"),
    "refuse": ("options",),
    "scene": ("v",),
    "imagine": ("s", "p"),
    "lean": ("s", "a"),
    "outlook": ("s", "p"),
}
MOST_SEATS = 10
"""So that a win shared by all is a whole number of 2520ths."""

COMPILED = ("start", "legal", "apply", "score", "measure", "imagine", "lean", "outlook")
RULES_READ = ("seats", "player", "over", "turns", "actions")
RULES_SET = ("player", "over")
RESERVED = (*HEAD, "w", "chance", "seat_at", "seat_step", "become", "copy")

COUNTED = ("histories", "information sets", "finished games")
"""What a tree counts, and so what a fact can be about."""


def check_rules(rules: ModuleType) -> None:
    """Refuse a rules file that breaks the contract.

    Parameters
    ----------
    rules : module
        The rules file.

    Raises
    ------
    BrokenRules
        With every problem as a sentence: which name, what is wrong, what is expected.
    """
    found = _declarations(rules) or [*_state(rules), *_signatures(rules), *_measures(rules), *_rounds(rules)]
    found = found or refused_sets(rules) or _bodies(rules) or _card_names(rules)
    if found:
        raise BrokenRules(f"the rules file {file_name(rules)} cannot be used:\n  " + "\n  ".join(found))


def own_functions(start: FunctionType) -> list[FunctionType]:
    """`start` and what it calls, without what the engine and the kit provide."""
    kit = ("upcard.rules.cards", "upcard.strategies.kit", "upcard.engine.seeds")
    return [f for f in reach([start], {}).functions if f.__module__ not in kit]


def file_name(module: ModuleType) -> str:
    """The name of a file as people know it, such as ``lama.py``."""
    return (module.__file__ or module.__name__).rsplit("/", 1)[-1]


def _is(x: Any, kind: type) -> bool:
    return isinstance(x, tuple) and all(isinstance(e, kind) for e in x)


def _declarations(rules: ModuleType) -> list[str]:
    found = []
    if not (rules.__doc__ or "").strip():
        found.append("the docstring is missing; expected the rules in about ten lines, with sources")
    if not isinstance(getattr(rules, "GAME", None), Header):
        found.append("GAME is missing or of the wrong kind; expected GAME = Header(name=..., title=..., ...)")
    found += [
        f"{name} is missing or of the wrong kind; expected a tuple of {kind.__name__}s"
        for name, kind in TUPLES.items()
        if not _is(getattr(rules, name, () if name in OPTIONAL_TUPLES else None), kind)
    ]
    if not isinstance(getattr(rules, "PRESETS", None), dict):
        found.append("PRESETS is missing; expected a dict of preset names to dicts of options")
    actions = getattr(rules, "ACTIONS", None)
    if type(actions) is not int or actions < 1:
        given = "missing" if actions is None else repr(actions)
        found.append(f"ACTIONS is {given}; expected the number of actions, at least 1")
    return found


def _state(rules: ModuleType) -> list[str]:
    found = _names([f.name for f in fields_of(rules)])
    for o in rules.OPTIONS:
        found += option_problems(o)
    for f in rules.STATE:
        found += _field_problems(f)
    for fact in getattr(rules, "FACTS", ()):
        found += _fact_problems(fact, rules)
    for preset, values in rules.PRESETS.items():
        found += preset_problems(preset, values, {o.name: o for o in rules.OPTIONS})
    found += _header(rules.GAME)
    if found:
        return sorted(set(found))
    found += _sizes(rules.GAME)
    low, high = rules.GAME.players
    if high > MOST_SEATS:
        found.append(f"GAME.players is {low, high}; expected at most {MOST_SEATS}")
    if not 1 <= low <= rules.GAME.usual <= high:
        found.append(
            f"GAME.players is {low, high} and usual {rules.GAME.usual}; expected low <= usual <= high"
        )
    found += [
        f"the fact about {f.what} is for {f.players} players; expected {low} to {high}"
        for f in getattr(rules, "FACTS", ())
        if f.players not in range(low, high + 1)
    ]
    return sorted(set(found))


def _names(names: list[str]) -> list[str]:
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
    pairs: dict[str, Any] = {"players": game.players, "payoffs": game.payoffs}
    for name, pair in pairs.items():
        whole = isinstance(pair, tuple) and len(pair) == 2 and all(type(x) is int for x in pair)
        if not whole or pair[0] > pair[1]:
            found.append(f"GAME.{name} is {pair!r}; expected two whole numbers, the smaller first")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(game.name)):
        found.append(f"GAME.name is {game.name!r}; expected lower-case words joined by hyphens")
    title: Any = game.title
    if not isinstance(title, str) or not title.strip():
        found.append(f"GAME.title is {title!r}; expected the name of the game as printed")
    return found + [
        f"GAME.{name} is {getattr(game, name)!r}; expected a whole number"
        for name in ("usual", "longest", "version")
        if type(getattr(game, name)) is not int
    ]


def _fact_problems(fact: Fact, rules: ModuleType) -> list[str]:
    found = []
    if fact.what not in COUNTED:
        found.append(f"a fact is about {fact.what!r}; expected {' or '.join(COUNTED)}")
    if type(fact.value) is not int:
        found.append(f"the fact about {fact.what} has the value {fact.value!r}; expected a whole number")
    if fact.preset and fact.preset not in rules.PRESETS:
        found.append(f"the fact about {fact.what} is for the preset {fact.preset!r}; expected one of PRESETS")
    return found


def _sizes(game: Header) -> list[str]:
    """What is wrong with the numbers of players that are named one by one."""
    low, high = game.players
    sizes: Any = game.sizes
    if sizes == ():
        return []
    whole = isinstance(sizes, tuple) and all(type(n) is int for n in sizes)
    if not whole or list(sizes) != sorted(set(sizes)) or (sizes[0], sizes[-1]) != game.players:
        return [
            f"GAME.sizes is {sizes!r}; expected increasing whole numbers, the first {low}, the last {high}"
        ]
    if game.usual not in sizes:
        return [f"GAME.usual is {game.usual} and sizes {sizes}; expected one of these"]
    return []


def _field_problems(f: Field) -> list[str]:
    found = []
    if not 0 <= f.length <= CELL_HIGH:
        found.append(f"{f.name} has {f.length} cells; expected at most {CELL_HIGH}, and none below 0")
    if not f.counted and f.sight is not Sight.NOBODY:
        found.append(
            f"{f.name} says counted=False, which is only for a row that nobody sees; "
            "how many cards a row has is seen by whoever sees the row"
        )
    return found


def _signatures(rules: ModuleType) -> list[str]:
    found = []
    for name, expected in {**FUNCTIONS, **OPTIONAL}.items():
        f = getattr(rules, name, None)
        if f is None and name in OPTIONAL:
            continue
        if not isinstance(f, FunctionType):
            found.append(f"{name} is missing; expected def {name}({', '.join(expected)})")
        elif len(plain_arguments(f)) != len(expected):
            found.append(f"{bare_text(name, f)} has other arguments; expected {name}({', '.join(expected)})")
    return found


def plain_arguments(f: FunctionType) -> list[str]:
    """The names of a function's arguments, if all of them may be given by place and by name."""
    given = inspect.signature(f).parameters.values()
    plain = all(x.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for x in given)
    return [x.name for x in given] if plain else []


def bare_text(name: str, f: FunctionType) -> str:
    """A function with the names of its arguments, without types and defaults."""
    signature = inspect.signature(f)
    empty = inspect.Parameter.empty
    names = [x.replace(annotation=empty, default=empty) for x in signature.parameters.values()]
    return f"{name}{inspect.Signature(names)}"


def _measures(rules: ModuleType) -> list[str]:
    measures = getattr(rules, "MEASURES", ())
    found: list[str] = []
    if measures and not hasattr(rules, "measure"):
        found.append("MEASURES are declared; expected def measure(s, p, m) beside them")
    kinds = [m.per_game for m in measures]
    if kinds != sorted(kinds):
        found.append("MEASURES are out of order; expected those of a seat first, then those of the game")
    per_game = {m.name for m in measures if m.per_game}
    return found + [
        f"measure {m.name} is a share of {m.of}; expected a measure with per_game=True"
        for m in measures
        if m.of and m.of not in per_game
    ]


def _rounds(rules: ModuleType) -> list[str]:
    """What is wrong with the name of the number that tells rounds apart."""
    told, name = hasattr(rules, "outlook"), getattr(rules, "ROUND", None)
    numbers = [f.name for f in rules.STATE if f.kind is Kind.NUMBER and not f.per_seat and f.length == 0]
    if told and name not in numbers:
        return [
            f"outlook is defined and ROUND is {name!r}; expected the number of STATE that tells rounds apart"
        ]
    return [] if told or name is None else ["ROUND is declared; expected def outlook(s, p) beside it"]


def _bodies(rules: ModuleType) -> list[str]:
    fields = [f.name for f in fields_of(rules)]
    may_set = [*RULES_SET, *(f.name for f in rules.STATE)]
    found: list[str] = []
    seen: set[FunctionType] = set()
    for name in COMPILED:
        if not hasattr(rules, name):
            continue
        try:
            reached = own_functions(getattr(rules, name))
        except BrokenRules as fault:
            return [f"{file_name(rules)}, {name}: {fault}"]
        for f in reached:
            if f not in seen:
                seen.add(f)
                found += problems(f, [*RULES_READ, *fields], may_set, fractions=False)
    return found


def _card_names(rules: ModuleType) -> list[str]:
    """What is wrong with the names of the cards that lie somewhere after a deal."""
    try:
        names = {k: rules.card_text(k) for k in sorted(_cards_dealt(rules))}
    except Exception:  # noqa: BLE001 - a deal that fails is found, with all that led to it, by the conformance suite
        return []
    return [
        f"card_text({k}) is {name!r}; expected one word, since records list cards by their names"
        for k, name in names.items()
        if not isinstance(name, str) or name.split() != [name]
    ]


def _cards_dealt(rules: ModuleType) -> set[int]:
    """The cards in all zones after a deal with the usual players and the options' defaults."""
    s = PlainState(rules, chance=Sampled(rules))
    s.seats = rules.GAME.usual
    set_options(s, {o.name: option_value(o, None) for o in rules.OPTIONS})
    open_stream(s, 0, 0)
    rules.start(s)
    found: set[int] = set()
    for f in rules.STATE:
        x = s.__dict__[f.name]
        if f.kind is Kind.COUNTS:
            found.update(range(f.length))
        elif f.kind is Kind.ROW:
            found.update(line[i] for line in (x if f.per_seat else [x]) for i in range(1, line[0] + 1))
        elif f.kind is Kind.SLOT:
            found.update(x if f.per_seat else [x])
    return found - {EMPTY}
