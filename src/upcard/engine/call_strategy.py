"""Call a strategy in plain Python, and explain in a sentence what is wrong with it."""

from collections.abc import Callable, Sequence
from typing import Any

from upcard.engine.errors import Failure, UpcardError, fault_text
from upcard.engine.option_values import as_int
from upcard.engine.source.user_errors import user_code_location
from upcard.kit.strategy import Strategy


def call_strategy(
    strategy: Callable[..., Any], v: Any, parameters: Sequence[float] = (), name: str = "", where: str = ""
) -> int:
    """Return the action that a strategy chooses in the view of the seat ``v.me``; it need not be legal.

    Parameters
    ----------
    name : str
        The name of the strategy in messages; by default :func:`strategy_name`.
    where : str
        The beginning of messages, such as ``"in game 3 of seed 1, "``.

    Raises
    ------
    Failure
        If the function stops with an error, or returns something other than a whole number.
    """

    def wrong(what: str) -> Failure:
        return Failure(f"{where}the strategy {name or strategy_name(strategy)} on seat {v.me + 1} {what}")

    try:
        choice = strategy(v, *parameters)
    except Exception as fault:
        raise wrong(f"stopped with {fault_text(fault)}{_place(fault, strategy)}") from fault
    a = as_int(int(choice) if _is_whole(choice) else choice)
    if a is None:
        raise wrong(f"returned {choice!r}; expected the number of an action, 0 to {v.actions - 1}")
    return a


def _place(fault: Exception, strategy: Callable[..., Any]) -> str:
    """Return in brackets the place in a user's file; empty if the error message is a sentence already."""
    if isinstance(fault, UpcardError) or str(getattr(strategy, "__module__", "")).startswith("upcard."):
        return ""
    file = str(getattr(getattr(strategy, "__code__", None), "co_filename", "<"))
    place = user_code_location(fault, *([] if file.startswith("<") else [file]))
    return f" ({place})" if place else ""


def _is_whole(x: Any) -> bool:
    """Whether compiled code would accept a value as a whole number, although :func:`as_int` does not."""
    return isinstance(x, bool) or (isinstance(x, float) and x.is_integer())


def strategy_name(strategy: Callable[..., Any]) -> str:
    """Return the name of a strategy: the one that its file declares, or that of the function."""
    scope = getattr(strategy, "__globals__", {})
    declared = scope.get("STRATEGY")
    if isinstance(declared, Strategy) and scope.get("choose") is strategy:
        return declared.name
    return str(getattr(strategy, "__name__", type(strategy).__name__))
