"""Stoppers: keeps every card; if somebody wants to swap, it shows a King if it can."""

from upcard.games.stoppers.rules import ACCEPT, KEEP, NONE, STOP
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="never-swap",
    games=("stoppers",),
    words="keeps every card, as a baseline for all others",
    source="Upcard: the strategy that needs no thought",
)


def choose(v: State) -> int:
    """Keep the card, or answer a request."""
    return KEEP if v.asker == NONE else answer(v)


def answer(v: State) -> int:
    """Answer a player who wants to swap: stop them with a King if possible."""
    return STOP if legal(v, STOP) else ACCEPT
