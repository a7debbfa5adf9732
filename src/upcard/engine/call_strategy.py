"""Asking a strategy in plain Python: what it chooses, or in a sentence what is wrong with it."""

from collections.abc import Callable, Sequence
from typing import Any

from upcard.engine.errors import Failure, UpcardError, fault_text
from upcard.engine.option_values import as_int
from upcard.engine.source.user_errors import user_code_location
from upcard.kit.strategy import Strategy


def call_strategy(
    strategy: Callable[..., Any], v: Any, parameters: Sequence[float] = (), name: str = "", where: str = ""
) -> int:
    """The action that a strategy chooses in a view.

    Parameters
    ----------
    strategy : function
        Of a view and its parameters.
    v : PlainState
        The view of the seat ``v.me``.
    parameters : sequence of float
        Values of its parameters.
    name : str
        What the strategy is called in messages; by default :func:`strategy_name`.
    where : str
        What messages begin with, such as ``"in game 3 of seed 1, "``.

    Returns
    -------
    int
        What it gave, a whole number; whether the action is legal is not asked.

    Raises
    ------
    Failure
        If the function stops with an error, or gives something else than a whole number.
    """

    def wrong(what: str) -> Failure:
        return Failure(f"{where}the strategy {name or strategy_name(strategy)} on seat {v.me + 1} {what}")

    try:
        given = strategy(v, *parameters)
    except Exception as fault:
        raise wrong(f"stopped with {fault_text(fault)}{_place(fault, strategy)}") from fault
    a = as_int(int(given) if _is_whole(given) else given)
    if a is None:
        raise wrong(f"gave {given!r}; expected the number of an action, 0 to {v.actions - 1}")
    return a


def _place(fault: Exception, strategy: Callable[..., Any]) -> str:
    """Where in somebody's own file it stopped, in brackets; nothing where it is told in a sentence."""
    if isinstance(fault, UpcardError) or str(getattr(strategy, "__module__", "")).startswith("upcard."):
        return ""
    file = str(getattr(getattr(strategy, "__code__", None), "co_filename", "<"))
    place = user_code_location(fault, *([] if file.startswith("<") else [file]))
    return f" ({place})" if place else ""


def _is_whole(given: Any) -> bool:
    """Whether something that counts as no whole number elsewhere does so for a compiled strategy."""
    return isinstance(given, bool) or (isinstance(given, float) and given.is_integer())


def strategy_name(strategy: Callable[..., Any]) -> str:
    """What people call the function of a strategy: the name its file declares, or its own."""
    scope = getattr(strategy, "__globals__", {})
    declared = scope.get("STRATEGY")
    if isinstance(declared, Strategy) and scope.get("choose") is strategy:
        return declared.name
    return str(getattr(strategy, "__name__", type(strategy).__name__))
