"""JSON for programs: a table as a seat or a watcher sees it."""

from typing import Any

from pydantic_core import to_json

from upcard.engine.wording import json_payoff
from upcard.play.scene import Scene
from upcard.play.zones import Zone
from upcard.server.agreements import offer_of, still_to_accept
from upcard.server.live_table import LiveTable
from upcard.server.series_tables import is_series, played_hands, series_winners, standings_of
from upcard.server.table_actions import is_away

NOTHING: dict[str, Any] = {
    "zones": [], "numbers": {}, "badges": [], "goal": "", "says": [], "choices": [], "moves": [],
    "scores": [], "winners": [],
}  # fmt: skip
"""Fields of a scene before the deal."""


def table_json(live: LiveTable, seat: int | None, since: int = 0) -> bytes:
    """Return a ``TableSeen`` of :mod:`upcard.web.api.tables_api`, with the actions from number `since` on.

    Everything except actions and absent players is cached per seat until the table changes.
    """
    text = live.drawn.get(seat)
    if text is None:
        text = live.drawn[seat] = to_json(_table_json(live, seat))
    now = to_json(away(live, seat))  # changes with time alone
    if not live.is_dealt:
        return b'%b,"away":%b}' % (text[:-1], now)
    moves = [{"number": m.number, "seat": m.seat, "words": m.words} for m in live.moves(seat, since)]
    return b'%b,"away":%b,"moves":%b}' % (text[:-1], now, to_json(moves))


def away(live: LiveTable, seat: int | None) -> list[int]:
    """Return the seats of absent players; none while an earlier moment is shown."""
    return [] if live.is_behind(seat) else [x.number for x in live.seats if is_away(live, x.number)]


def _table_json(live: LiveTable, seat: int | None) -> dict[str, Any]:
    """Return everything except the actions and absent players."""
    row, times = live.row, live.match_time
    phase = (
        "over" if live.is_over else "playing" if live.is_dealt else "shuffling" if live.is_full else "waiting"
    )
    fields: dict[str, Any] = {
        "table": row.id,
        "game": row.game,
        "players": row.players,
        "options": dict(row.options),
        "names": [x.name for x in live.seats],
        "strategies": [x.strategy for x in live.seats],
        "commitment": row.commitment,
        "phase": phase,
        "ending": row.ending,
        "version": row.version,
        "turn": live.shown_turn(seat),
        "seat": seat,
        "waiting_for": live.shown_waiting(seat),
        "plans": [{"condition": x.condition, "action": x.action} for x in live.plans_of(seat)],
        "followed": row.followed,
        "series": _series_json(live) if is_series(live) else None,
        "host": live.host,
        "removed": list(dict.fromkeys(name for _, name in row.removed)),
        "offer": _offer_json(live, seat),
        "clock": row.clock,
        "due_at": None if live.is_behind(seat) else row.due_at,
        "seconds_left": list(times.left) if times is not None and not live.is_behind(seat) else [],
    }
    return fields | (
        _scene_json(live.identify(live.scene(seat, is_touched=False), seat)) if live.is_dealt else NOTHING
    )


def _series_json(live: LiveTable) -> dict[str, Any]:
    """Return the fields of a ``SeriesSeen``."""
    table = standings_of(live)
    return {
        "hand": live.row.hand,
        "hands": live.row.hands,
        "totals": [json_payoff(x.total) for x in table],
        "values": [float(x.value) for x in table if x.value is not None],
        "played": [
            {"table": x.table, "scores": list(map(json_payoff, x.scores))} for x in played_hands(live)
        ],
        "winners": series_winners(live),
    }


def _offer_json(live: LiveTable, seat: int | None) -> dict[str, Any] | None:
    """Return the open offer; None if there is none, and for watchers."""
    offer = None if seat is None else offer_of(live)
    if offer is None:
        return None
    return {"kind": offer.kind, "seat": offer.seat, "waiting_for": still_to_accept(live, offer)}


def _ids(scene: Scene, z: Zone) -> list[str | None]:
    """Return the identities of the cards of a zone, None for an empty place; none if nobody follows them."""
    keys = iter([one.key for one in scene.ids.get((z.name, z.seat), ())])
    return [next(keys) if face else None for face in z.faces] if (z.name, z.seat) in scene.ids else []


def _scene_json(scene: Scene) -> dict[str, Any]:
    """Return the fields of a scene."""
    return {
        "zones": [
            {
                "name": z.name,
                "seat": z.seat,
                "size": z.size,
                "cards": [f.name if f else None for f in z.faces] if z.is_open else None,
                "ids": _ids(scene, z),
            }
            for z in scene.zones
        ],
        "numbers": {
            q.name if q.seat is None else f"{q.name} {q.seat}": q.values
            for q in scene.quantities
            if not q.is_quiet or len(q.values) == 1
        },
        "badges": scene.badges,
        "goal": scene.goal,
        "says": [*scene.says, *(scene.ended.sentences(scene.names) if scene.ended else ())],
        "choices": [{"action": c.action, "words": c.words} for c in scene.choices],
        "scores": list(map(json_payoff, scene.scores)),
        "winners": scene.winners,
    }
