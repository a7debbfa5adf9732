"""Opponents in a match: strategies, whose actions can be computed, or people, whose actions cannot.

A record names its seats. A seat with the name of a strategy is taken to be played by that strategy; a user
who knows better can name the strategies of the seats.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upcard.engine.entrants import Entrant
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game, Match
from upcard.engine.game_loop import chooser_of, searches
from upcard.engine.players import entrant_for
from upcard.engine.registry import strategies_for
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.wording import join_names
from upcard.kit.cards import below
from upcard.server.bots import titles_of

PERSON = ""
SET = re.compile(r"(?P<title>.+) \((?P<values>.+)\)")
"""Name of a strategy at a table on the web if some of its parameters were set."""


@dataclass(frozen=True)
class Opponents:
    """The other players of a match, as one seat meets them."""

    seat: int
    """The seat that meets them, from 0."""
    who: Mapping[int, Entrant]
    """The strategy on each of the other seats; empty if one of them is not known."""
    names: tuple[str, ...]
    """Their names, in the order of their seats."""
    why_not: str = ""
    """Why their actions cannot be computed, as a sentence; empty if they can."""


def opponents_of(match: Match, strategies: Sequence[str] | None = None) -> tuple[Opponents, ...]:
    """Return the opponents of every seat of a match.

    `strategies` are those of every seat, empty for a person; by default they follow from the seats' names.
    """
    game = match.game
    texts = strategies or [strategy_text(name, game) for name in match.seats]
    known = [_entrant(text, game) for text in texts]
    return tuple(_met(match, p, known) for p in range(game.players))


def strategy_text(name: str, game: Game) -> str:
    """Return the strategy that a seat is named after, as text; empty for a person.

    A name is for example ``low-total:t=15``, or ``Low total (t=15)`` as on the web.
    """
    if _entrant(name, game) is not None:
        return name
    parts = SET.fullmatch(name)
    title, values = (parts["title"], parts["values"]) if parts else (name, "")
    for strategy, module in strategies_for(game.rules).items():
        text = f"{strategy}:{values.replace(', ', ',')}" if values else strategy
        if title in titles_of(module.STRATEGY) and _entrant(text, game) is not None:
            return text
    return PERSON


def _entrant(text: str, game: Game) -> Entrant | None:
    try:
        return entrant_for(text, game) if text else None
    except UpcardError:
        return None


def _met(match: Match, seat: int, known: Sequence[Entrant | None]) -> Opponents:
    """Return the opponents of one seat, or why their actions cannot be computed."""
    others = [p for p in range(match.game.players) if p != seat]
    names = tuple(match.seats[p] for p in others)
    if not others:
        return Opponents(seat, {}, names, "Nobody else plays.")
    people = [match.seats[p] for p in others if known[p] is None]
    if people:
        verb = "plays" if len(people) == 1 else "play"
        return Opponents(seat, {}, names, f"How {join_names(people)} {verb} is not known.")
    who = {p: one for p in others if (one := known[p]) is not None}
    thinking = [match.seats[p] for p, one in who.items() if is_thinking(one)]
    if thinking:
        verb = "searches" if len(thinking) == 1 else "search"
        why_not = (
            f"{join_names(thinking)} {verb} before every decision, which is too slow for imagined tables."
        )
        return Opponents(seat, {}, names, why_not)
    return Opponents(seat, who, names)


def is_thinking(one: Entrant) -> bool:
    """Return whether a strategy searches before it acts, instead of only looking a rule up.

    Strategies in plain Python count as looking up: they may use all of Python, so their code is not analysed.
    """
    return one.compiles and one.odds is None and searches([chooser_of(one)])


def draws_lots(one: Entrant) -> bool:
    """Return whether a strategy may do different things in the same view; strategies in plain Python may."""
    return one.odds is not None or not one.compiles or below in reached_names([one.choose], {}).functions
