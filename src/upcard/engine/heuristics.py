"""Heuristics of a rules file for strategies that search: likely actions, and prospects at a new round.

Both are optional in a rules file. ``lean(s, a)`` is the weight of an action for a sensible player; without it
all legal actions weigh the same. In a game of many rounds ``ROUND`` names the number of ``STATE`` that grows
with every new round, and ``outlook(s, p)`` is what a seat may expect when a round begins; without them, games
are played to the end.
"""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

from upcard.engine.legal_actions import next_legal_action
from upcard.engine.seeds import below
from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.winners import winning_score

MOST_LEANING = 1_000_000
"""Maximum of ``lean``."""


@lru_cache(maxsize=64)
def round_counter(rules: ModuleType) -> Callable[[Any], int]:
    """Make ``round_of(s)``, a number that changes when a new round begins; always 0 without ``ROUND``.

    Functions that this module makes are plain and compilable.
    """
    name = getattr(rules, "ROUND", "")
    return function_from_text("round_of", f"def round_of(s):\n    return {f's.{name}' if name else 0}", {})


def leaning(rules: ModuleType) -> Callable[[Any, int], int]:
    """Return ``lean(s, a)`` of the rules file, or a function that is 1 for every action."""
    return getattr(rules, "lean", _all_alike)


@lru_cache(maxsize=64)
def leaning_action(rules: ModuleType) -> Callable[[Any, Any], int]:
    """Return ``lean(s, weights)``, which draws an action with the weights of the rules, using scratch."""
    next_legal, lean_of, actions = next_legal_action(rules), leaning(rules), rules.ACTIONS

    def lean(s: Any, weights: Any) -> int:
        total = 0
        a = next_legal(s, 0)
        while a < actions:
            weights[a] = lean_of(s, a)
            total += weights[a]
            a = next_legal(s, a + 1)
        pick = below(s, total)
        a = next_legal(s, 0)
        while pick >= weights[a]:
            pick -= weights[a]
            a = next_legal(s, a + 1)
        return a

    return lean


def _all_alike(s: Any, a: int) -> int:
    return 1


def _all_even(s: Any, p: int) -> int:
    return 1


@lru_cache(maxsize=64)
def expectation(rules: ModuleType) -> Callable[[Any, int, int], float]:
    """Make ``expect(s, p, began)``, seat `p`'s share of the win from 0 to 1.

    In a later round than `began` it follows from ``outlook``; else it is the share if the game ended now.
    """
    part_of, share_of = _part(getattr(rules, "outlook", _all_even)), _share(rules)
    round_of = round_counter(rules)

    def expect(s: Any, p: int, began: int) -> float:
        if s.over == 0 and round_of(s) != began:
            return part_of(s, p)
        return share_of(s, p)

    return expect


def _share(rules: ModuleType) -> Callable[..., float]:
    score, best_of = rules.score, winning_score(rules)

    def share(s: Any, p: int) -> float:
        best = best_of(s)
        if score(s, p) < best:
            return 0.0
        winners = 0
        for q in range(s.seats):
            winners += 1 if score(s, q) == best else 0
        return 1.0 / winners

    return share


def _part(outlook: Callable[..., int]) -> Callable[..., float]:
    def part(s: Any, p: int) -> float:
        together = 0
        for q in range(s.seats):
            together += outlook(s, q)
        return outlook(s, p) / together if together > 0 else 1.0 / s.seats

    return part
