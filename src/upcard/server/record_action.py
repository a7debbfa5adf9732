"""Recording of an action: the new snapshot of its table, and the job that stores it."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.engine import Connection

from upcard.engine.state import PlainState
from upcard.play.simultaneous import state_after
from upcard.server import repository as rows
from upcard.server.clock import due
from upcard.server.live_table import FINISHED, LiveTable
from upcard.server.match_time import match_time
from upcard.server.repository import AHEAD, PERSON, StoredAction, TableSnapshot
from upcard.server.service_base import WriteJob


def record_action(
    live: LiveTable, seat: int, action: int | str, by: str, used: Sequence[int] = ()
) -> tuple[WriteJob, TableSnapshot, dict[str, Any]]:
    """Return the job that writes an action, the snapshot after it, and the changed columns of the table.

    The player's choice for this turn, and their plans with numbers in `used`, are deleted. If the player
    acts again after an absence, consents to a bot in their place are deleted too.

    Raises
    ------
    UpcardError
        If the action cannot be read, or the rules do not allow it.
    """
    before, table_id = live.snapshot, live.row.id
    stored = StoredAction(live.turn, seat, live.match.verify(action), by, time.time())
    plans = before.plans.get(seat, ())
    dropped = {*used, *(x.number for x in plans if x.turn is not None)}
    is_back = by in (PERSON, AHEAD) and seat in before.consents
    after = replace(
        before,
        actions=(*before.actions, stored),
        consents={p: x for p, x in before.consents.items() if p != seat or not is_back},
        plans={**before.plans, seat: tuple(x for x in plans if x.number not in dropped)},
    )

    def write(connection: Connection) -> None:
        rows.add_action(connection, table_id, stored)
        rows.drop_plans(connection, table_id, seat, sorted(dropped))
        if is_back:
            rows.forget_consents(connection, table_id, seat)

    state = state_after(live.match, stored.action)
    if state.over:
        return write, after, {"ending": FINISHED, "due_at": None}
    return write, after, {"ending": "", "due_at": _deadline(live, after.actions, state)}


def _deadline(live: LiveTable, actions: Sequence[StoredAction], state: PlainState) -> float | None:
    """Return the deadline of the player to move in the state after some actions, the last of them new."""
    round_name = getattr(live.game.rules, "ROUND", "")
    ends = live.round_end_numbers
    if round_name and getattr(live.match.state, round_name) != getattr(state, round_name):
        ends = ends | {len(actions) - 1}
    time_left = match_time(live.row, actions, ends)
    return due(live.row.clock) if time_left is None else time_left.due_at(int(state.player))
