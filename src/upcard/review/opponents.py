"""Opponents in a match: strategies, whose actions can be computed, or people, whose actions cannot.

A record names its seats. If a seat has the name of a strategy, that strategy is assumed to play there. Users
who know better can name the strategies of the seats.
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
from upcard.language.messages import marked
from upcard.play.bot_catalogue import titles_of

PERSON = ""
SET = re.compile(r"(?P<title>.+) \((?P<values>.+)\)")
"""Pattern of a name at a table on the web: a title with parameters, or a bot's name with its strategy."""


@dataclass(frozen=True)
class Opponents:
    """The opponents of one seat of a match."""

    seat: int
    """The seat whose opponents they are, from 0."""
    who: Mapping[int, Entrant]
    """The strategies of the opponents by seat; empty if one of them is not known."""
    names: tuple[str, ...]
    """The names of the opponents, in the order of their seats."""
    why_not: str = ""
    """The reason why the actions of an opponent cannot be computed, as a sentence; empty if they can."""


def opponents_of(match: Match, strategies: Sequence[str] | None = None) -> tuple[Opponents, ...]:
    """Return the opponents of each seat of a match.

    `strategies` are the strategies of all seats, with an empty text for a person. By default, they follow
    from the names of the seats.
    """
    game = match.game
    texts = strategies or [strategy_text(name, game) for name in match.seats]
    known = [_entrant(text, game) for text in texts]
    return tuple(_met(match, p, known) for p in range(game.players))


def strategy_text(name: str, game: Game) -> str:
    """Return the strategy that a seat is named after, such as ``low-total:t=15``; empty for a person."""
    if _entrant(name, game) is not None:
        return name
    parts = SET.fullmatch(name)
    title, values = (parts["title"], parts["values"]) if parts else (name, "")
    if _entrant(values, game) is not None:  # Vera (ismcts)
        return values
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
    """Return the opponents of one seat, or the reason why their actions cannot be computed."""
    others = [p for p in range(match.game.players) if p != seat]
    names = tuple(match.seats[p] for p in others)
    if not others:
        return Opponents(seat, {}, names, marked("Nobody else plays."))
    people = [match.seats[p] for p in others if known[p] is None]
    if people:
        verb = "plays" if len(people) == 1 else "play"
        return Opponents(seat, {}, names, f"How {join_names(people)} {verb} is not known.")
    who = {p: one for p in others if (one := known[p]) is not None}
    thinking = [match.seats[p] for p, one in who.items() if is_thinking(one)]
    if thinking:
        verb = "searches" if len(thinking) == 1 else "search"
        why_not = (
            f"{join_names(thinking)} {verb} before every decision, which is too slow for this judgement."
        )
        return Opponents(seat, {}, names, why_not)
    return Opponents(seat, who, names)


def is_thinking(one: Entrant) -> bool:
    """Return whether a strategy searches before it acts; strategies in plain Python count as rules."""
    return one.compiles and one.odds is None and searches([chooser_of(one)])


def draws_lots(one: Entrant) -> bool:
    """Return whether a strategy may choose at random; strategies in plain Python are assumed to."""
    return one.odds is not None or not one.compiles or below in reached_names([one.choose], {}).functions
