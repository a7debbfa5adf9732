"""Who sat on the other seats of a match: strategies, which can be asked what they do, or people, who cannot.

A record names its seats. A seat that is called after a strategy is that strategy's, as where a match is gone
on with; who knows it better says who plays which seat.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upcard.engine.errors import UpcardError
from upcard.engine.game import Game, Match
from upcard.engine.game_loop import chooser_of, searches
from upcard.engine.players import entrant_for
from upcard.engine.registry import Entrant, strategies_for
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.wording import join_names
from upcard.kit.cards import below
from upcard.server.bots import titles_of

PERSON = ""
SET = re.compile(r"(?P<title>.+) \((?P<told>.+)\)")
"""What a strategy is called at a table on the web if something of it was set."""


@dataclass(frozen=True)
class Opponents:
    """The other players of a match as one seat meets them."""

    seat: int
    """Who meets them, from 0."""
    who: Mapping[int, Entrant]
    """Who sits on each of the other seats; empty if one of them cannot be asked."""
    names: tuple[str, ...]
    """What they are called, in the order of their seats."""
    why_not: str = ""
    """Why they cannot be asked, as a sentence; empty if they can."""


def opponents_of(match: Match, strategies: Sequence[str] | None = None) -> tuple[Opponents, ...]:
    """Whom every seat of a match meets.

    Parameters
    ----------
    match : Match
        What was played.
    strategies : sequence of str, optional
        The strategy of every seat, empty for a person; by default as the seats are called.
    """
    game = match.game
    given = strategies or [asked_for(name, game) for name in match.seats]
    known = [_entrant(text, game) for text in given]
    return tuple(_met(match, p, known) for p in range(game.players))


def asked_for(name: str, game: Game) -> str:
    """How the strategy is asked for that a seat is called after; empty for a person.

    Parameters
    ----------
    name : str
        Such as ``low-total:t=15``, or as on the web, ``Low total (t=15)``.
    game : Game
        What is played.
    """
    if _entrant(name, game) is not None:
        return name
    told = SET.fullmatch(name)
    title, values = (told["title"], told["told"]) if told else (name, "")
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
    """Whom one seat meets, and why they cannot be asked."""
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
        verb = "thinks" if len(thinking) == 1 else "think"
        told = (
            f"{join_names(thinking)} {verb} anew at every decision, too long to be asked at imagined tables."
        )
        return Opponents(seat, {}, names, told)
    return Opponents(seat, who, names)


def is_thinking(one: Entrant) -> bool:
    """Whether a strategy tries things out before it acts, and does not only look a rule up.

    One in plain Python only looks up; it may use whatever Python has, so its code is not walked through.
    """
    return one.compiles and one.odds is None and searches([chooser_of(one)])


def draws_lots(one: Entrant) -> bool:
    """Whether a strategy may do different things in the same view; of one in plain Python nobody knows."""
    return one.odds is not None or not one.compiles or below in reached_names([one.choose], {}).functions
