"""Hints for authors: the function of the kit to use instead of a usual Python function."""

import difflib
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from upcard.kit import cards
from upcard.kit import strategy as kit

KitFunction = Callable[..., Any]

RULES_KIT: tuple[KitFunction, ...] = (cards.below, cards.cards_in, cards.draw, cards.move_all, cards.put)
"""Functions that a compiled function of a rules file may call."""

STRATEGY_KIT: tuple[KitFunction, ...] = (
    cards.cards_in,
    *(f for f in vars(kit).values() if isinstance(f, FunctionType) and f.__module__ == kit.__name__),
)
"""Functions that a strategy may call: those for views, and those for worlds."""

TAKE = (cards.draw, "takes a card out of a row by chance")
LAY = (cards.put, "puts a card at the end of a row")
LAY_ALL = (cards.move_all, "puts all cards of one row at the end of another")
HOW_MANY = (cards.cards_in, "returns the number of cards in a row")
BY_CHANCE = (cards.below, "returns a whole number from 0 to n - 1 by chance")

USUAL: dict[str, tuple[KitFunction, str]] = {
    **dict.fromkeys(
        ("take", "pick", "deal", "pop", "popleft", "remove", "choice", "sample", "shuffle"), TAKE
    ),
    **dict.fromkeys(("append", "add", "insert", "push", "lay", "place"), LAY),
    **dict.fromkeys(("extend", "update", "move", "clear"), LAY_ALL),
    **dict.fromkeys(("len", "size", "count"), HOW_MANY),
    **dict.fromkeys(("randint", "randrange", "random", "roll", "choices", "integers"), BY_CHANCE),
}
"""Usual Python functions and methods, with their replacements."""

BY_LOOP = {"sum", "any", "all", "sorted", "enumerate", "zip", "map", "filter", "reversed"}


def usual_hint(name: str, words: Sequence[KitFunction]) -> str:
    """Return the replacement of a Python function or method of this name; empty if there is none.

    `words` is ``RULES_KIT`` or ``STRATEGY_KIT``.
    """
    if name in BY_LOOP:
        return "use a for loop over range(...)"
    word, does = USUAL.get(name, (None, ""))
    return f"{_call_text(word)} {does}" if word in words and word is not None else ""


def kit_hint(name: str, words: Sequence[KitFunction]) -> str:
    """Return what to write instead of a call of an unknown function, with all functions of the kit."""
    kit_functions = {f.__name__: f for f in words}
    listed = f"the kit has {', '.join(map(_call_text, words))}"
    if name in kit_functions:
        return f"import {name} from {kit_functions[name].__module__}"
    close = difflib.get_close_matches(name, kit_functions, n=1)
    hint = usual_hint(name, words) or (f"did you mean {close[0]}?" if close else "")
    return "; ".join(filter(None, (hint, listed)))


def _call_text(word: KitFunction) -> str:
    return f"{word.__name__}({', '.join(inspect.signature(word).parameters)})"
