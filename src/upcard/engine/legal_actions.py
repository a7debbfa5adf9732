"""Lists of legal actions: from the rules file if it can list them, else by trying every action.

``next_legal(s, a)`` of a rules file returns the least legal action from `a` on, or the number of actions.
With it the cost of a decision follows from the number of legal actions. Without it, it follows from
``ACTIONS``, which is long in games in which sets of cards are played.
"""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

from upcard.engine.source.fingerprint import function_from_text

TRY_ALL = """
def next_legal(s, a):
    while a < actions and not legal(s, a):
        a += 1
    return a
"""


def next_legal_action(rules: ModuleType) -> Callable[[Any, int], int]:
    """Return ``next_legal(s, a)``, plain and compilable: that of the rules file, or one that tries all."""
    declared: Callable[[Any, int], int] | None = getattr(rules, "next_legal", None)
    return declared or _trying_all(rules.legal, rules.ACTIONS)


@lru_cache(maxsize=256)
def _trying_all(legal: Callable[[Any, int], bool], actions: int) -> Callable[[Any, int], int]:
    return function_from_text("next_legal", TRY_ALL.lstrip(), {"legal": legal, "actions": actions})


def can_list(rules: ModuleType) -> bool:
    """Return whether a rules file lists the legal actions itself."""
    return hasattr(rules, "next_legal")


@lru_cache(maxsize=64)
def listing(rules: ModuleType) -> Callable[[Any], bool]:
    """Return ``lists_legal(v)``, plain and compilable, which is always :func:`can_list`."""
    text = f"def lists_legal(v):\n    return {can_list(rules)}"
    return function_from_text("lists_legal", text, {})


def legal_actions_of(rules: ModuleType, s: Any) -> list[int]:
    """Return the legal actions of the player to move, in increasing order."""
    legal, next_legal = [], next_legal_action(rules)
    a = next_legal(s, 0)
    while a < rules.ACTIONS:
        legal.append(a)
        a = next_legal(s, a + 1)
    return legal
