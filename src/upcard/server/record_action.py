"""What an action changes of what is kept of a table: the action itself, plans that are used up, consents."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.engine import Connection

from upcard.play.simultaneous import ends_with
from upcard.server import repository as rows
from upcard.server.clock import due
from upcard.server.live_table import FINISHED, LiveTable
from upcard.server.repository import AHEAD, PERSON, Kept, KeptAction


@dataclass(frozen=True)
class Change:
    """What an action changes."""

    action: KeptAction
    """The action."""
    after: Kept
    """What is kept then, but for the columns of the table."""
    ending: str
    """How the match has ended by it; empty if it goes on."""
    due_at: float | None
    """When the next player has to have acted."""
    gone: tuple[int, ...]
    """The numbers of plans that are forgotten."""
    is_seen_again: bool
    """Whether others had agreed that a strategy acts for who has now acted himself."""

    def write(self, connection: Connection) -> None:
        """Write it, but for the columns of the table."""
        table_id, seat = self.after.table.id, self.action.seat
        rows.act(connection, table_id, self.action)
        rows.drop_plans(connection, table_id, seat, self.gone)
        if self.is_seen_again:
            rows.forget_consents(connection, table_id, seat)


def change_by(live: LiveTable, seat: int, action: int | str, by: str, used: Sequence[int] = ()) -> Change:
    """What the next action changes; `used` are plans that are forgotten with it.

    Raises
    ------
    UpcardError
        If it cannot be read, or the rules do not allow it.
    """
    done = KeptAction(live.turn, seat, live.match.verify(action), by, time.time())
    ends = ends_with(live.match, done.action)
    plans = live.kept.plans.get(seat, ())
    gone = {*used, *(x.number for x in plans if x.turn is not None)}  # the moment of a choice is over
    is_back = by in (PERSON, AHEAD)  # who acts himself is not away
    consents = {p: x for p, x in live.kept.consents.items() if p != seat or not is_back}
    left = tuple(x for x in plans if x.number not in gone)
    after = replace(live.kept, actions=(*live.kept.actions, done), consents=consents)
    return Change(
        action=done,
        after=replace(after, plans={**live.kept.plans, seat: left}),
        ending=FINISHED if ends else "",
        due_at=None if ends else due(live.row.clock),
        gone=tuple(sorted(gone)),
        is_seen_again=len(consents) < len(live.kept.consents),
    )
