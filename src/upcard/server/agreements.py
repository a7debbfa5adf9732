"""Take back, draw, stop and abort: with computers at once, among people by an offer that all others accept.

An offer is stored with the table as ``KIND SEAT LENGTH TURN AGREED``: the seat that offers, the number of
actions that would remain, the number of actions at the time, and the seats that have agreed. It ends with the
next action of a person. A declined offer stays as ``declined KIND SEAT TURN SEAT``, the last seat that of the
player who declined.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal
from upcard.language.messages import gettext as _
from upcard.language.messages import marked
from upcard.server import repository as rows
from upcard.server.live_table import ABORTED, AGREED, STOPPED, LiveTable
from upcard.server.repository import AHEAD, PERSON
from upcard.server.service_base import WriteJob
from upcard.server.sitters import Sitter
from upcard.server.table_actions import check_playing
from upcard.server.table_service import TableService

BACK, DRAW, STOP, DECLINED = "back", "draw", "stop", "declined"
WISHES = {
    BACK: marked("{name} would like to take their last move back."),
    DRAW: marked("{name} offers a draw."),
    STOP: marked("{name} offers to stop with the score so far."),
}
OWN_WISHES = {
    BACK: marked("You offered to take your last move back. Waiting for {names}."),
    DRAW: marked("You offered a draw. Waiting for {names}."),
    STOP: marked("You offered to stop. Waiting for {names}."),
}
"""Open offers in the words of the others, and of the player who offers."""

REFUSED_WISHES = {
    BACK: marked("{name} declined to take your last move back."),
    DRAW: marked("{name} declined the draw."),
    STOP: marked("{name} declined to stop."),
}


@dataclass(frozen=True)
class TableOffer:
    """An open offer of a player to the others."""

    kind: str
    """``BACK``, ``DRAW`` or ``STOP``."""
    seat: int
    length: int
    """Number of actions that would remain; 0 for the end of a match."""
    turn: int
    """Number of actions when it was made."""
    agreed: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.seat} {self.length} {self.turn} {','.join(map(str, self.agreed))}".strip()


def offer_of(live: LiveTable) -> TableOffer | None:
    """Return the open offer at a table; None if there is none, or a person has acted since."""
    if not live.row.offer or live.is_over or live.row.offer.startswith(DECLINED):
        return None
    kind, seat, length, turn, *agreed = live.row.offer.split()
    offer = TableOffer(kind, int(seat), int(length), int(turn), tuple(map(int, ",".join(agreed).split(",")))
                       if agreed else ())  # fmt: skip
    is_old = any(a.by in (PERSON, AHEAD) for a in live.snapshot.actions[offer.turn :])
    return None if is_old or offer.turn > live.turn else offer


def still_to_accept(live: LiveTable, offer: TableOffer) -> list[int]:
    """Return the seats of the people who have not accepted an offer yet."""
    return [p for p in _others(live, offer.seat) if p not in offer.agreed]


def length_before(live: LiveTable, seat: int) -> int | None:
    """Return the number of actions before the last one that a seat's player chose; None if there is none."""
    mine = [a.number for a in live.snapshot.actions if a.seat == seat and a.by in (PERSON, AHEAD)]
    return mine[-1] if mine else None


def can_take_back(live: LiveTable, seat: int) -> bool:
    """Return whether a player can take an action back, or offer it: without a clock, after their action."""
    is_playing = live.is_dealt and not live.is_over and not live.is_taken_over(seat)
    return is_playing and live.row.clock == "none" and length_before(live, seat) is not None


def can_draw(live: LiveTable) -> bool:
    """Return whether the players can agree on a draw: two people who play themselves."""
    people = [x for x in live.seats if x.person and not x.strategy]
    return live.is_dealt and not live.is_over and live.row.players == len(people) == 2


def can_stop(live: LiveTable) -> bool:
    """Return whether the players can agree to stop: the rules give a score for it, outside a series."""
    has_score = hasattr(live.game.rules, "stop_score")
    return has_score and live.is_dealt and not live.is_over and live.row.hands == 1


class AgreedEnd(NamedTuple):
    """An end of a match on which the players can agree."""

    is_possible: Callable[[LiveTable], bool]
    refusal: str
    """Why another match cannot end so; ``{game}`` stands for its game."""
    ending: str


ENDS = {
    DRAW: AgreedEnd(
        can_draw, marked("only two people who play against each other can agree on a draw"), AGREED
    ),
    STOP: AgreedEnd(
        can_stop, marked("a match of {game} cannot be stopped by agreement; resign, or play on"), STOPPED
    ),
}


def can_abort(live: LiveTable) -> bool:
    """Return whether a match can be aborted: somebody has not acted yet."""
    return (
        live.is_dealt and not live.is_over and len({a.seat for a in live.snapshot.actions}) < live.row.players
    )


async def take_back(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Take back a player's last action and all later ones; among people, offer it to the others.

    Raises Illegal with a clock, before the player's first action, or if no match is being played.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        length = length_before(live, seat)
        if live.row.clock != "none":
            raise Illegal(_("this match has a clock, so no action can be taken back"))
        if length is None:
            raise Illegal(_("you have not acted yet, so there is nothing to take back"))
        await _offer_or_do(service, live, TableOffer(BACK, seat, length, live.turn), also)
    service.wake(live)


async def offer_draw(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Offer a draw to the other player; raises Illegal unless two people play."""
    await _offer_end(service, table_id, sitter, DRAW, also)


async def offer_stop(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Offer to stop the match with the score so far; raises Illegal if the rules do not allow that."""
    await _offer_end(service, table_id, sitter, STOP, also)


async def _offer_end(
    service: TableService, table_id: str, sitter: int | Sitter, kind: str, also: WriteJob | None
) -> None:
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        if not ENDS[kind].is_possible(live):
            raise Illegal(_(ENDS[kind].refusal, game=live.game.title))
        await _offer_or_do(service, live, TableOffer(kind, seat, 0, live.turn), also)


async def accept(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Accept the open offer; when all others have accepted, it is carried out. Raises Illegal without one."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        offer = offer_of(live)
        if offer is None or seat not in still_to_accept(live, offer):
            raise Illegal(_("there is no offer that you could accept; look at the table again"))
        await _offer_or_do(service, live, replace(offer, agreed=(*offer.agreed, seat)), also)
    service.wake(live)


async def decline(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Decline the open offer, of which its player reads, or withdraw one's own."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        if offer := offer_of(live):
            answer = "" if offer.seat == seat else f"{DECLINED} {offer.kind} {offer.seat} {offer.turn} {seat}"
            await service.change(live, lambda c: None, live.snapshot, also, offer=answer)


def declined_text(live: LiveTable, seat: int | None) -> str:
    """Return who declined the offer of a seat, as a sentence, until a person acts; else empty."""
    if not live.row.offer.startswith(DECLINED) or live.is_over:
        return ""
    kind, offering, turn, declining = live.row.offer.split()[1:]
    if int(offering) != seat or any(a.by in (PERSON, AHEAD) for a in live.snapshot.actions[int(turn) :]):
        return ""
    return _(REFUSED_WISHES[kind], name=live.seats[int(declining)].name)


async def abort(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """End a match without a result; raises Illegal once everybody has acted."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        if not can_abort(live):
            raise Illegal(_("everybody has acted, so the match counts; resign if you want to stop"))
        await service.change(live, lambda c: None, live.snapshot, also, ending=ABORTED, due_at=None, offer="")


def _others(live: LiveTable, seat: int) -> list[int]:
    return [x.number for x in live.seats if x.person and not x.strategy and x.number != seat]


async def _offer_or_do(
    service: TableService, live: LiveTable, offer: TableOffer, also: WriteJob | None
) -> None:
    """Carry an offer out if all others have agreed, else store it; the caller holds the table's lock."""
    if still_to_accept(live, offer):
        await service.change(live, lambda c: None, live.snapshot, also, offer=str(offer))
        return
    if offer.kind in ENDS:
        columns = {"ending": ENDS[offer.kind].ending, "due_at": None, "offer": ""}
        await service.change(live, lambda c: None, live.snapshot, also, **columns)
        return

    def job(c: Connection) -> None:
        rows.take_back_actions(c, live.row.id, offer.length)

    remaining = live.snapshot.actions[: offer.length]
    after = replace(live.snapshot, actions=remaining, plans={}, consents={})
    number = live.row.taken_back + live.turn - offer.length
    await service.change(live, job, after, also, taken_back=number, offer="")
