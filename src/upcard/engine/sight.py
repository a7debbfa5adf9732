"""The seats that see a field, as a function of the rules and as text for generated functions.

Fields that everybody, nobody or only their owner sees need no condition: the generated functions copy exactly
their cells. For every other visibility this module states the condition once; views, masked reads,
worlds, rows of numbers and screens all use it.

A condition depends only on what the seat itself sees, otherwise seeing a card, or not seeing it, would tell
something hidden; the conformance suite checks this. A spectator sees what all seats see.
"""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

from upcard.engine.source.fingerprint import function_from_text
from upcard.kit.cards import BY_RULE, EVERYBODY, NOBODY, OTHERS, OWNER, TEAM, Field

WATCHER = -1
"""Seat number of spectators, who see what everybody sees."""

NO_OWNER = -1
"""Owner of a field of the whole table, as the functions of rules get it."""

CONDITIONS = {
    OWNER: "{q} == {p}",
    OTHERS: "{q} != {p}",
    TEAM: "team({s}, {q}) == team({s}, {p})",
    BY_RULE: "sees_{name}({s}, {q}, {p})",
}


def has_condition(f: Field) -> bool:
    """Return whether who sees a field depends on more than whether it is one's own."""
    return f.sight in (OTHERS, TEAM, BY_RULE)


def condition(f: Field, s: str = "s", q: str = "q", p: str = "p") -> str:
    """Return the text of the condition under which seat `p` sees the field of seat `q` in state `s`.

    The arguments are names or other expressions in the text. The functions that it calls are those of
    :func:`condition_scope`.
    """
    return CONDITIONS[f.sight].format(s=s, q=q if f.per_seat else NO_OWNER, p=p, name=f.name)


def rule_name(f: Field) -> str:
    """Return the name of the function of a rules file that decides who sees a field; empty without one."""
    return {TEAM: "team", BY_RULE: f"sees_{f.name}"}.get(f.sight, "")


def condition_scope(rules: ModuleType) -> dict[str, Any]:
    """Return the functions that conditions call, by name."""
    names = {rule_name(f) for f in rules.STATE} - {""}
    return {name: getattr(rules, name) for name in sorted(names)}


@lru_cache(maxsize=256)
def _condition_function(rules: ModuleType, f: Field) -> Callable[[Any, int, int], bool]:
    text = f"def is_seen(s, q, p):\n    return {condition(f)}"
    return function_from_text("is_seen", text, condition_scope(rules))


def sees(rules: ModuleType, v: Any, f: Field, me: int | None, owner: int | None) -> bool:
    """Return whether seat `me` sees a field of seat `owner`.

    Parameters
    ----------
    v : State
        The state, or the view of `me`.
    me : int or None
        A seat; ``WATCHER`` for spectators; None for somebody who sees everything.
    owner : int or None
        The seat to which the field belongs; None for a field of the whole table.
    """
    if me is None or f.sight is EVERYBODY:
        return True
    if f.sight is NOBODY:
        return False
    if f.sight is OWNER:
        return owner == me
    is_seen, q = _condition_function(rules, f), NO_OWNER if owner is None else owner
    return all(bool(is_seen(v, q, p)) for p in (range(v.seats) if me == WATCHER else (me,)))
