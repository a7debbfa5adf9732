"""What happened in a replayed match, as plain values: everything, or what one seat may know."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upcard.engine.game import Match
    from upcard.engine.state import PlainState
    from upcard.kit.cards import Field


@dataclass(frozen=True)
class ReplayedAction:
    """One action of a replay."""

    number: int
    """Which action of the match, from 1."""
    seat: int
    """Who acted, from 1."""
    player: str
    """The name of who acted."""
    action: str | None
    """What was done; None where the seat that looks cannot know."""
    chance: list[str]
    """What chance brought after it; empty for a seat that looks."""


def replay_document(match: "Match", eye: int | None) -> dict[str, Any]:
    """A replay as plain values; for a seat that looks, without the seed, which would tell all.

    Parameters
    ----------
    match : Match
        What was played.
    eye : int or None
        The seat that looks, from 0; None for all.
    """
    game = match.game
    out: dict[str, Any] = {"game": game.name, "players": game.players, "options": game.option_words()}
    if eye is None:
        out |= {"seed": match.seed, "number": match.number, "dealt": list(match.dealt)}
    else:
        out["seat"] = eye + 1
    out |= {
        "names": [printable(name) for name in match.seats],
        "moves": [asdict(m) for m in moves(match, eye)],
    }
    out["is_over"] = match.is_over
    if match.is_over:
        out |= {"scores": match.scores(), "winners": [p + 1 for p in match.winners()]}
    else:
        out["turn"] = match.player + 1
        if eye in (None, match.player):
            out["choices"] = match.choices()
    s = match.state if eye is None else match.view(eye)
    return {**out, "position": {f.name: content_of(match, s, f, eye) for f in game.rules.STATE}}


def moves(match: "Match", eye: int | None) -> list[ReplayedAction]:
    """The actions of a match, as everything is known or as one seat sees them.

    Parameters
    ----------
    match : Match
        What was played.
    eye : int or None
        The seat that looks, from 0; None for all.
    """
    from upcard.play.move_log import MoveLog

    again = match.from_start()
    log = MoveLog(match.game)
    came = []
    for a in match.actions:
        before = len(again.chance.history)
        log.push(again, a)
        came.append(_chance(again, before) if eye is None else [])
    return [
        ReplayedAction(m.number, m.seat + 1, printable(match.seats[m.seat]), m.words, chance)
        for m, chance in zip(log.seen_by(eye), came, strict=True)
    ]


def printable(name: str) -> str:
    """A name from a file without what would steer a terminal."""
    return "".join(c if c.isprintable() else "?" for c in name)


def _chance(match: "Match", first: int) -> list[str]:
    tell = match.game.rules.card_text
    return [tell(x) if door == "draw" else str(x) for door, x in match.chance.history[first:]]


def content_of(match: "Match", s: "PlainState", f: "Field", eye: int | None) -> Any:
    """What a field holds, for one seat after the other if each has one.

    Parameters
    ----------
    match : Match
        What was played.
    s : PlainState
        Its state, or the view of the seat that looks.
    f : Field
        The field.
    eye : int or None
        The seat that looks, from 0.

    Returns
    -------
    object
        A number or a list of numbers; a list of cards, with None for an empty place among several;
        ``{"cards": n}`` where only their number may be
        known; None where nothing may be known.
    """
    from upcard.play.zones import sees

    if not f.per_seat:
        return _content(match, getattr(s, f.name), f, sees(f, eye, None))
    return [_content(match, getattr(s, f.name)[p], f, sees(f, eye, p)) for p in range(match.game.players)]


def _content(match: "Match", x: Any, f: "Field", is_seen: bool) -> Any:
    from upcard.engine.hand import cards_in_zone
    from upcard.kit.cards import EMPTY, Kind, without_rest
    from upcard.play.zones import is_counted

    if not is_seen:
        return {"cards": x[0]} if is_counted(f) else None
    if f.kind is Kind.NUMBER:
        return without_rest(list(x)) if f.length else x
    return [None if c == EMPTY else match.game.rules.card_text(c) for c in cards_in_zone(f, x)]
