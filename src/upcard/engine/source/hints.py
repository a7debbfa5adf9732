"""What to write instead of a usual Python function: the word of the kit that does it, told as a hint."""

import difflib
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from upcard.kit import cards
from upcard.kit import strategy as kit

KitFunction = Callable[..., Any]

RULES_KIT: tuple[KitFunction, ...] = (cards.below, cards.cards_in, cards.draw, cards.move_all, cards.put)
"""The words that a compiled function of a rules file may call."""

STRATEGY_KIT: tuple[KitFunction, ...] = (
    cards.cards_in,
    *(f for f in vars(kit).values() if isinstance(f, FunctionType) and f.__module__ == kit.__name__),
)
"""The words that a strategy may call: those that look at a view, and those for imagined tables."""

TAKE = (cards.draw, "takes a card out of a row by chance")
LAY = (cards.put, "lays a card at the end of a row")
LAY_ALL = (cards.move_all, "lays all cards of one row at the end of another")
HOW_MANY = (cards.cards_in, "tells how many cards a row holds")
BY_CHANCE = (cards.below, "gives a whole number from 0 to n - 1 by chance")

USUAL: dict[str, tuple[KitFunction, str]] = {
    **dict.fromkeys(
        ("take", "pick", "deal", "pop", "popleft", "remove", "choice", "sample", "shuffle"), TAKE
    ),
    **dict.fromkeys(("append", "add", "insert", "push", "lay", "place"), LAY),
    **dict.fromkeys(("extend", "update", "move", "clear"), LAY_ALL),
    **dict.fromkeys(("len", "size", "count"), HOW_MANY),
    **dict.fromkeys(("randint", "randrange", "random", "roll", "choices", "integers"), BY_CHANCE),
}
"""Usual Python functions and methods, and what does it here."""

BY_LOOP = {"sum", "any", "all", "sorted", "enumerate", "zip", "map", "filter", "reversed"}


def usual_hint(name: str, words: Sequence[KitFunction]) -> str:
    """What does here what a Python function of this name does; empty if there is nothing to say.

    Parameters
    ----------
    name : str
        The name, such as ``"len"``, or that of a method, such as ``"append"``.
    words : sequence of function
        ``RULES_KIT`` or ``STRATEGY_KIT``.
    """
    if name in BY_LOOP:
        return "use a for loop over range(...)"
    word, does = USUAL.get(name, (None, ""))
    return f"{_call_text(word)} {does}" if word in words and word is not None else ""


def kit_hint(name: str, words: Sequence[KitFunction]) -> str:
    """What to write instead of a call of an unknown function, and which words there are.

    Parameters
    ----------
    name : str
        The name that was called.
    words : sequence of function
        ``RULES_KIT`` or ``STRATEGY_KIT``.
    """
    own = {f.__name__: f for f in words}
    there = f"the kit has {', '.join(map(_call_text, words))}"
    if name in own:
        return f"import {name} from {own[name].__module__}"
    close = difflib.get_close_matches(name, own, n=1)
    hint = usual_hint(name, words) or (f"did you mean {close[0]}?" if close else "")
    return "; ".join(filter(None, (hint, there)))


def _call_text(word: KitFunction) -> str:
    return f"{word.__name__}({', '.join(inspect.signature(word).parameters)})"
