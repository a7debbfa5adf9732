"""The contract of a rules file, and checks that report each violation in a sentence.

A rules file defines, beside its docstring:

required
    ``GAME``, ``OPTIONS``, ``PRESETS``, ``STATE``, ``ACTIONS``, ``card_text(k)``, ``action_text(v, a)``,
    ``start(s)``, ``legal(s, a)``, ``apply(s, a)``, ``score(s, p)``
optional
    ``MEASURES`` with ``measure(s, p, m)``, ``why(v, a)``, ``refuse(options, seats)``, ``scene(v)``,
    ``FACTS``; ``ALIASES``, other words by action, in lower case, that people may type;
    where most actions are never legal, ``next_legal(s, a)``; for teams ``team(s, p)``; for each field NAME
    that is seen ``BY_RULE``, ``sees_NAME(s, q, p)``;
    for retrograde analysis ``position_key(s)``; for searching strategies ``imagine(s, p)``,
    ``lean(s, a)``, ``ROUND`` with ``outlook(s, p)``; for a round as a game of its own ``standing(s, p)``;
    for screens, where rounds end with cards that all see, ``showdown(before, after, p)``, the result of a
    round for a seat in words, ``round_words(before, after, p)``, and what everybody saw in an action,
    ``moment(before, after)``

and any further constants and functions. The contract of a strategy file is in
:mod:`upcard.engine.strategy_contract`; :mod:`upcard.engine.declarations` reads the declarations.
"""

import inspect
from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.chance import Stream
from upcard.engine.declarations import declaration_problems
from upcard.engine.errors import BrokenRules
from upcard.engine.game_folders import file_label
from upcard.engine.option_values import option_value, refused_sets, set_options
from upcard.engine.seeds import open_stream
from upcard.engine.sight import rule_name
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.source.subset import subset_faults, without_return
from upcard.engine.state import PlainState, fields_of
from upcard.kit.cards import BY_RULE, EMPTY, TEAM, Fact, Field, Header, Kind, Measure, Option

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
    "refuse": ("options", "seats"),
    "scene": ("v",),
    "showdown": ("before", "after", "p"),
    "moment": ("before", "after"),
    "round_words": ("before", "after", "p"),
    "imagine": ("s", "p"),
    "lean": ("s", "a"),
    "outlook": ("s", "p"),
    "standing": ("s", "p"),
    "stop_score": ("s", "p"),
    "position_key": ("s",),
    "team": ("s", "p"),
    "next_legal": ("s", "a"),
}
GIVES = ("legal", "score", "measure", "lean", "outlook", "team", "next_legal")
COMPILED = ("start", "legal", "apply", "score", "measure", "imagine", "lean", "outlook", "team", "next_legal")
RULES_READ = ("seats", "player", "over", "turns", "actions")
RULES_SET = ("player", "over")


def check_rules(rules: ModuleType) -> None:
    """Raise ``BrokenRules``, with a sentence for every violation, if a rules file breaks the contract."""
    refuse_file("rules file", rules, _shape(rules) or _bodies(rules) or _card_names(rules))


def check_shape(rules: ModuleType) -> None:
    """Check a rules file like :func:`check_rules`, but not the bodies of its functions; 100 times as fast."""
    refuse_file("rules file", rules, _shape(rules))


def refuse_file(kind: str, module: ModuleType, faults: Sequence[str]) -> None:
    """Raise ``BrokenRules`` with a sentence for every fault of a file, if there are any."""
    if faults:
        raise BrokenRules(f"the {kind} {file_name(module)} cannot be used:\n  " + "\n  ".join(faults))


def _shape(rules: ModuleType) -> list[str]:
    faults = _classes(rules)
    faults = faults or [
        *declaration_problems(rules),
        *_signatures(rules),
        *_sight_rules(rules),
        *_measure(rules),
        *_rounds(rules),
        *_aliases(rules),
    ]
    return faults or refused_sets(rules)


def rules_functions(start: FunctionType) -> list[FunctionType]:
    """Return a function and those that it calls, without functions of the engine and the kit."""
    kit = ("upcard.kit.cards", "upcard.kit.strategy", "upcard.engine.seeds")
    return [f for f in reached_names([start], {}).functions if f.__module__ not in kit]


def file_name(module: ModuleType) -> str:
    """Return the name of a file: ``my_game.py``, or with its folder ``lama/rules.py``."""
    return file_label(module.__file__ or module.__name__)


def _is(x: Any, kind: type) -> bool:
    return isinstance(x, tuple) and all(isinstance(e, kind) for e in x)


def _classes(rules: ModuleType) -> list[str]:
    """Return a sentence for each declaration that is missing or has the wrong type."""
    faults = []
    if not (rules.__doc__ or "").strip():
        faults.append("the docstring is missing; expected the rules in about ten lines, with sources")
    if not isinstance(getattr(rules, "GAME", None), Header):
        faults.append(
            "GAME is missing or of the wrong kind; expected GAME = Header(name=..., title=..., ...)"
        )
    faults += [
        _no_tuple(rules, name, kind)
        for name, kind in TUPLES.items()
        if not _is(getattr(rules, name, () if name in OPTIONAL_TUPLES else None), kind)
    ]
    presets = getattr(rules, "PRESETS", None)
    if not isinstance(presets, dict):
        shown = "missing" if presets is None else repr(presets)
        faults.append(f"PRESETS is {shown}; expected a dict of preset names to dicts of options")
    actions = getattr(rules, "ACTIONS", None)
    if type(actions) is not int or actions < 1:
        shown = "missing" if actions is None else repr(actions)
        faults.append(f"ACTIONS is {shown}; expected the number of actions, at least 1")
    return faults


def _no_tuple(rules: ModuleType, name: str, kind: type) -> str:
    """Return the fault of a value that should be a tuple of declarations, as a sentence."""
    if isinstance(getattr(rules, name, None), kind):
        return f"{name} is one {kind.__name__}, not a tuple; add a comma: {name} = ({kind.__name__}(...),)"
    return f"{name} is missing or of the wrong kind; expected a tuple of {kind.__name__}s"


def _signatures(rules: ModuleType) -> list[str]:
    faults = []
    for name, expected in {**FUNCTIONS, **OPTIONAL}.items():
        f = getattr(rules, name, None)
        if f is None and name in OPTIONAL:
            continue
        if not isinstance(f, FunctionType):
            faults.append(f"{name} is missing; expected def {name}({', '.join(expected)})")
        elif len(plain_arguments(f)) != len(expected):
            faults.append(
                f"{signature_text(name, f)} has wrong arguments; expected {name}({', '.join(expected)})"
            )
    return faults


def plain_arguments(f: FunctionType) -> list[str]:
    """Return the names of a function's arguments, if all can be passed by position and by name."""
    parameters = inspect.signature(f).parameters.values()
    plain = all(x.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for x in parameters)
    return [x.name for x in parameters] if plain else []


def signature_text(name: str, f: FunctionType) -> str:
    """Return a function's signature without types and defaults, as text."""
    signature = inspect.signature(f)
    empty = inspect.Parameter.empty
    names = [x.replace(annotation=empty, default=empty) for x in signature.parameters.values()]
    return f"{name}{inspect.Signature(names)}"


def _sight_rules(rules: ModuleType) -> list[str]:
    """Return the faults of the functions that decide who sees a field, as sentences."""
    faults = []
    for f in filter(rule_name, rules.STATE):
        name, expected = rule_name(f), ("s", "p") if f.sight is TEAM else ("s", "q", "p")
        wanted, decider = f"{name}({', '.join(expected)})", getattr(rules, name, None)
        if not isinstance(decider, FunctionType):
            faults.append(f"{name} is missing; expected def {wanted}, which says who sees {f.name}")
        elif len(plain_arguments(decider)) != len(expected):
            faults.append(f"{signature_text(name, decider)} has wrong arguments; expected {wanted}")
    return faults


def _measure(rules: ModuleType) -> list[str]:
    if getattr(rules, "MEASURES", ()) and not hasattr(rules, "measure"):
        return ["MEASURES are declared; expected def measure(s, p, m) beside them"]
    return []


def _rounds(rules: ModuleType) -> list[str]:
    """Return the faults of ``ROUND`` and ``outlook`` as sentences."""
    has_outlook, name = hasattr(rules, "outlook"), getattr(rules, "ROUND", None)
    numbers = [f.name for f in rules.STATE if f.kind is Kind.NUMBER and not f.per_seat and f.length == 0]
    if has_outlook and name not in numbers:
        return [f"outlook is defined, but ROUND is {name!r}; expected the number of STATE that counts rounds"]
    return [] if has_outlook or name is None else ["ROUND is declared; expected def outlook(s, p) beside it"]


def _aliases(rules: ModuleType) -> list[str]:
    """Return the fault of ``ALIASES``, if it is not a dictionary of texts in lower case by action."""
    aliases = getattr(rules, "ALIASES", {})
    is_right = isinstance(aliases, dict) and all(
        type(a) is int
        and 0 <= a < rules.ACTIONS
        and _is(words, str)
        and all(w and w == w.lower() for w in words)
        for a, words in aliases.items()
    )
    expected = "expected a dictionary of tuples of lower-case texts by action, such as {0: ('check',)}"
    return [] if is_right else [f"ALIASES is {aliases!r}; {expected}"]


def _bodies(rules: ModuleType) -> list[str]:
    fields = [f.name for f in fields_of(rules)]
    may_set = [*RULES_SET, *(f.name for f in rules.STATE)]
    declared = {**dict.fromkeys(RULES_READ), **{f.name: f for f in fields_of(rules)}}
    faults: list[str] = []
    seen: set[FunctionType] = set()
    deciders = [rule_name(f) for f in rules.STATE if f.sight is BY_RULE]
    for name in (*COMPILED, *deciders):
        if not hasattr(rules, name):
            continue
        try:
            reached = rules_functions(getattr(rules, name))
        except BrokenRules as fault:
            return [f"{file_name(rules)}, {name}: {fault}"]
        for f in reached:
            if f not in seen:
                seen.add(f)
                faults += subset_faults(
                    f, [*RULES_READ, *fields], may_set, fractions=False, declared=declared
                )
        faults += without_return(getattr(rules, name)) if name in (*GIVES, *deciders) else []
    return faults


def _card_names(rules: ModuleType) -> list[str]:
    """Return the faults of the names of cards after a deal, as sentences."""
    try:
        names = {k: rules.card_text(k) for k in sorted(_cards_dealt(rules))}
    except Exception:  # noqa: BLE001 - the conformance suite reports deals that fail
        return []
    return [
        f"card_text({k}) is {name!r}; expected a text of one word, since records list cards by their names"
        for k, name in names.items()
        if not isinstance(name, str) or name.split() != [name]
    ]


def _cards_dealt(rules: ModuleType) -> set[int]:
    """Return the cards in all zones after a deal with the usual players and the options' defaults."""
    s = PlainState(rules, chance=Stream(rules))
    s.seats = rules.GAME.usual
    set_options(s, {o.name: option_value(o, None) for o in rules.OPTIONS})
    open_stream(s, 0, 0)
    rules.start(s)
    cards: set[int] = set()
    for f in rules.STATE:
        x = s.__dict__[f.name]
        if f.kind is Kind.COUNTS:
            cards.update(range(f.length))
        elif f.kind is Kind.ROW:
            cards.update(line[i] for line in (x if f.per_seat else [x]) for i in range(1, line[0] + 1))
        elif f.kind is Kind.SLOT:
            cards.update(x if f.per_seat else [x])
    return cards - {EMPTY}
