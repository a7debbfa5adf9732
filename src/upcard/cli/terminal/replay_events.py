"""A replayed match as plain values: everything, or what one seat can see."""

from typing import TYPE_CHECKING, Any

from upcard.engine.wording import json_payoff

if TYPE_CHECKING:
    from upcard.engine.game import Match
    from upcard.engine.state import PlainState
    from upcard.kit.cards import Field


def replay_document(match: "Match", viewer: int | None) -> dict[str, Any]:
    """Return a replay as plain values: everything, or what the seat `viewer` can see, without the seed."""
    game = match.game
    out: dict[str, Any] = {"game": game.name, "players": game.players, "options": game.option_words()}
    if viewer is None:
        out |= {"seed": match.seed, "number": match.number, "dealt": list(match.dealt)}
    else:
        out["seat"] = viewer + 1
    out |= {"names": [printable(name) for name in match.seats], "moves": moves(match, viewer)}
    out["is_over"] = match.is_over
    if match.is_over:
        out |= {
            "scores": list(map(json_payoff, match.scores())),
            "winners": [p + 1 for p in match.winners()],
        }
    else:
        out["turn"] = match.player + 1
        if viewer in (None, match.player):
            out["choices"] = match.choices()
    s = match.state if viewer is None else match.view(viewer)
    return {**out, "position": {f.name: content_of(match, s, f, viewer) for f in game.rules.STATE}}


def moves(match: "Match", viewer: int | None) -> list[dict[str, Any]]:
    """Return the actions of a match, all of them or as seat `viewer` sees them.

    Seen from a seat, there are no outcomes of chance, and None replaces an action that the seat cannot know.
    """
    from upcard.play.move_log import MoveLog

    again = match.from_start()
    log = MoveLog(match.game)
    outcomes = []
    for a in match.actions:
        before = len(again.chance.history)
        log.push(again, a)
        outcomes.append(_chance(again, before) if viewer is None else [])
    return [
        {
            "number": m.number,
            "seat": m.seat + 1,
            "player": printable(match.seats[m.seat]),
            "action": m.words,
            "chance": chance,
        }
        for m, chance in zip(log.seen_by(viewer), outcomes, strict=True)
    ]


def printable(name: str) -> str:
    """Return a name from a file without control characters."""
    return "".join(c if c.isprintable() else "?" for c in name)


def _chance(match: "Match", first: int) -> list[str]:
    text = match.game.rules.card_text
    return [text(x) if door == "draw" else str(x) for door, x in match.chance.history[first:]]


def content_of(match: "Match", s: "PlainState", f: "Field", viewer: int | None) -> Any:
    """Return the content of a field for the viewer at seat `viewer`, or all of it; by seat if each has one.

    It is a number or a list of numbers; a list of cards, with None for an empty place; ``{"cards": n}`` where
    the viewer sees only how many there are; None where they see nothing.
    """
    from upcard.engine.sight import sees

    rules, x = match.game.rules, getattr(s, f.name)
    if not f.per_seat:
        return _content(match, x, f, sees(rules, s, f, viewer, None))
    return [_content(match, x[p], f, sees(rules, s, f, viewer, p)) for p in range(match.game.players)]


def _content(match: "Match", x: Any, f: "Field", is_seen: bool) -> Any:
    from upcard.engine.hand import cards_in_zone
    from upcard.kit.cards import EMPTY, Kind, without_rest
    from upcard.play.zones import is_counted

    if not is_seen:
        return {"cards": x[0]} if is_counted(f) else None
    if f.kind is Kind.NUMBER:
        return without_rest(list(x)) if f.length else x
    return [None if c == EMPTY else match.game.rules.card_text(c) for c in cards_in_zone(f, x)]
