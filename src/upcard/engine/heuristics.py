"""What searching strategies expect of a game beyond what they try out, from what its rules file tells.

Two things are optional in a rules file. ``lean(s, a)`` says how likely a sensible player does something;
without it all legal actions are alike. A game of many rounds says with ``ROUND`` which number of ``STATE``
grows with every new round, and with ``outlook(s, p)`` what everybody may expect where one begins; without
them a game is played on to its end.
"""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.winners import winning_score

MOST_LEANING = 1_000_000
"""The greatest whole number that ``lean`` may give."""


@lru_cache(maxsize=64)
def round_counter(rules: ModuleType) -> Callable[[Any], int]:
    """``round_of(s)``: a number that changes where a new round begins whose worth the rules tell.

    Parameters
    ----------
    rules : module
        The rules file.

    Returns
    -------
    function
        Plain and compilable, like the others here.
    """
    name = getattr(rules, "ROUND", "")
    return function_from_text("round_of", f"def round_of(s):\n    return {f's.{name}' if name else 0}", {})


def leaning(rules: ModuleType) -> Callable[[Any, int], int]:
    """``lean(s, a)`` of the rules file, or 1 for every action."""
    return getattr(rules, "lean", _all_alike)


def _all_alike(s: Any, a: int) -> int:
    return 1


def _nothing_told(s: Any, p: int) -> int:
    return 1


@lru_cache(maxsize=64)
def expectation(rules: ModuleType) -> Callable[[Any, int, int], float]:
    """``expect(s, p, began)``: seat `p`'s part of the win, 0 to 1, `began` being the round of now.

    In a later round it is what the rules tell; else it is as if the game ended as it stands.
    """
    part_of, share_of = _part(getattr(rules, "outlook", _nothing_told)), _share(rules)
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
