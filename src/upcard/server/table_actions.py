"""Everything that players do at a table besides moves: resign, talk, plan, take notes, consent, rematch.

The parameter `also` is a function that writes more in the transaction of the change; see
:class:`upcard.server.table_service.TableService`.
"""

import time
from dataclasses import replace

from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal, Usage
from upcard.engine.wording import join_names
from upcard.language.messages import gettext as _
from upcard.language.messages import local_number, marked, ngettext
from upcard.play.bot_levels import usual_level
from upcard.server import mail_consent, mail_queue
from upcard.server import repository as rows
from upcard.server.clock import DAY, due, read_clock
from upcard.server.conditional_moves import check_plan
from upcard.server.database import Conflict
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable, check_present
from upcard.server.mail_consent import ADDRESS
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.plan_answers import plan_answers
from upcard.server.repository import CHOSEN, StoredPhrase
from upcard.server.series_tables import columns_of_next
from upcard.server.service_base import WriteJob
from upcard.server.sitters import Sitter, seat_now
from upcard.server.table_service import TableService

PHRASES = (
    marked("Good luck!"),
    marked("Well played!"),
    marked("Thank you for the game."),
    marked("One moment, please."),
    marked("Sorry, a slip."),
)
"""The phrases of the table talk."""

LONGEST_NOTES, MOST_PLANS, MOST_PHRASES = 10_000, 50, 60
"""Per-player limits: characters of notes, plans, phrases."""

VACATION_DAYS = 14
PATIENCE = 120.0
"""Seconds without an action after which the others may agree that a bot plays for a player."""


async def resign(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Resign for a player; raises Illegal if no match is being played.

    A match of two players ends; in a larger one, a bot takes the player's place.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        if live.row.players == 2:
            ending = f"resigned {seat + 1}"
            await service.change(live, lambda c: None, live.snapshot, also, ending=ending, due_at=None)
            return
        await _replace(service, live, seat, also)
    service.wake(live)


async def skip_round(service: TableService, table_id: str, sitter: int | Sitter) -> None:
    """Let the computers finish the round at once; raises Illegal if people play on."""
    live = await service.find(table_id)
    seat = seat_now(live, sitter)
    check_playing(live, seat)
    if any(x.person and x.number != seat for x in live.seats) or live.mover == seat:
        raise Illegal(_("you can skip the rest of a round only when computers play on without you"))
    if live.session is not None:
        live.skipped_at = live.session.log.rounds.begun_after


async def cancel(service: TableService, table_id: str, sitter: int | Sitter) -> None:
    """Remove a table that nobody else has joined.

    Raises Illegal if somebody has joined or the cards are dealt, Conflict if somebody joins at this moment.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        others = [x.name for x in live.seats if x.person and x.number != seat]
        if live.is_dealt:
            raise Illegal(_("the cards have already been dealt; resign if you want to stop"))
        if others:
            raise Illegal(_("{names} already joined; resign after the deal", names=join_names(others)))
        await service.remove(live)


async def say(service: TableService, table_id: str, sitter: int | Sitter, phrase: int) -> None:
    """Say one of ``PHRASES``; raises Usage if its number does not exist, Illegal after the maximum."""
    if phrase not in range(len(PHRASES)):
        raise Usage(f"there is no phrase {phrase}; choose one from 0 to {len(PHRASES) - 1}")
    async with service.locked_seat(table_id, sitter) as (live, seat):
        phrases = live.snapshot.phrases
        if sum(x.seat == seat for x in phrases) >= MOST_PHRASES:
            raise Illegal(
                _("you have said {n} phrases at this table, the maximum; just play on", n=MOST_PHRASES)
            )
        new = StoredPhrase(seat, phrase, live.turn)
        after = replace(live.snapshot, phrases=(*phrases, new))
        await service.change(live, lambda c: rows.add_phrase(c, table_id, len(phrases), new), after)


async def set_notes(service: TableService, table_id: str, sitter: int | Sitter, text: str) -> None:
    """Store a player's private notes in place of the earlier ones; raises Usage if they are too long."""
    if len(text) > LONGEST_NOTES:
        most = local_number(f"{LONGEST_NOTES:,}")
        raise Usage(
            ngettext(
                "the notes have {n} character; expected at most {most}",
                "the notes have {n} characters; expected at most {most}",
                len(text),
                most=most,
            )
        )
    async with service.locked_seat(table_id, sitter) as (live, seat):
        await service.change(live, lambda c: rows.change_seat(c, table_id, seat, notes=text))


async def set_address(service: TableService, table_id: str, sitter: int | Sitter, address: str) -> None:
    """Set the address that gets an email when it is the player's move; an empty one stops these emails.

    The address first gets a question; see :mod:`upcard.server.mail_consent`. Raises Usage if it is not an
    email address, and Illegal if its owner has unsubscribed.
    """
    address = address.strip()
    if address and not ADDRESS.fullmatch(address):
        text = repr(address[:60])
        raise Usage(_("{text} is not an email address; expected one like ana@example.org", text=text))
    if address and await service.read(lambda c: mail_consent.consent_of(c, address)) == mail_consent.UNWANTED:
        raise Illegal(
            _(
                "{address} has unsubscribed; to get emails again, send the word 'subscribe' "
                "from that address",
                address=address,
            )
        )

    def job(c: Connection) -> None:
        rows.change_seat(c, table_id, seat, address=address)
        mail_consent.forget_question(c, address)

    async with service.locked_seat(table_id, sitter) as (live, seat):
        await service.change(live, job)


async def plan(
    service: TableService,
    table_id: str,
    sitter: int | Sitter,
    condition: str,
    action: str,
    also: WriteJob | None = None,
) -> None:
    """Plan an action, after the existing plans, as an answer to another player's action.

    An empty `condition` stands for any action. Raises UpcardError if the player can act now, the words are
    not an action, or there are too many plans.
    """
    live = await service.find(table_id)
    await plan_answers(live, seat_now(live, sitter))  # before the lock, so that the others can play meanwhile
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        plans = live.plans_of(seat)
        if len(plans) >= MOST_PLANS:
            raise Illegal(
                _("you have {n} plans, the maximum; wait until some of them are used", n=MOST_PLANS)
            )
        number = max((x.number for x in plans), default=CHOSEN) + 1
        new = replace(check_plan(live, seat, condition, action), number=number)
        if live.can_act(seat):
            raise Illegal(_("it is your turn; act now, and plan your next action after that"))
        await service.change(live, lambda c: rows.add_plan(c, table_id, seat, new), also=also)
    service.wake(live)


async def forget_plans(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Delete all plans of a player, but not their choice for the current turn."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        if numbers := [x.number for x in live.plans_of(seat)]:
            await service.change(live, lambda c: rows.drop_plans(c, table_id, seat, numbers), also=also)


async def consent(service: TableService, table_id: str, sitter: int | Sitter, absent: int) -> None:
    """Consent that a bot plays for a player who is away; it plays once all others consent.

    Raises Illegal if that player is not away or not to move, and Usage if there is no such seat.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        if absent not in range(players := live.row.players):
            raise Usage(
                f"there is no seat {absent + 1} at a table of {players} players; name the absent player"
            )
        check_playing(live, seat)
        if not is_away(live, absent):
            raise Illegal(_("{name} is not away; wait a little", name=live.seats[absent].name))
        if seat not in (missing := still_to_agree(live, absent)):
            return
        if len(missing) > 1:
            await service.change(live, lambda c: rows.add_consent(c, table_id, absent, seat))
            return
        await _replace(service, live, absent)
    service.wake(live)


def still_to_agree(live: LiveTable, absent: int) -> list[int]:
    """Return the seats whose players have not yet consented to a bot for an absent player."""
    agreed = live.snapshot.consents.get(absent, frozenset())
    others = [x.number for x in live.seats if x.person and not x.strategy and x.number != absent]
    return [p for p in others if p not in agreed]


async def come_back(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Take a seat back from the bot that plays there; raises Illegal if the player's time is used up."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        if live.is_taken_over(seat) and live.is_out_of_time(seat):
            raise Illegal(_("your time for this match is used up, so the bot plays on"))
        if live.seats[seat].person and live.seats[seat].strategy:
            await service.change(live, lambda c: rows.change_seat(c, table_id, seat, strategy=""), also=also)


async def run_out(service: TableService, live: LiveTable) -> None:
    """Let a bot play for the player to move, if their time for the whole match is used up."""
    async with live.lock:
        seat = live.mover
        if seat >= 0 and not live.seats[seat].strategy and live.is_out_of_time(seat):
            await _replace(service, live, seat)
    service.wake(live)


async def vacation(
    service: TableService, table_id: str, sitter: int | Sitter, also: WriteJob | None = None
) -> None:
    """Take a vacation, once in a match by correspondence.

    Raises Illegal if the player has taken it, if it is not their turn, or if the clock does not count days.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        check_playing(live, seat)
        if read_clock(live.row.clock).kind != "days":
            raise Illegal(_("vacations are for correspondence matches; this match has another clock"))
        if live.seats[seat].vacation:
            raise Illegal(_("you have already taken your vacation in this match"))
        if live.mover != seat:
            raise Illegal(
                _("a vacation gives you two more weeks for your move; take it when it is your turn")
            )
        until = max(live.row.due_at or 0.0, time.time()) + VACATION_DAYS * DAY
        await service.change(
            live, lambda c: rows.change_seat(c, table_id, seat, vacation=True), also=also, due_at=until
        )


async def rematch(
    service: TableService, table_id: str, also: WriteJob | None = None, seat: int | None = None
) -> str:
    """Start a rematch with rotated seats, or the next hand of a series; return the name of its table.

    The player in `seat` invites the others, and is the host of the new table.

    Raises Illegal if the match has not ended, and Conflict if another process changed the table meanwhile.
    """
    live = await service.find(table_id)
    if not live.is_over:
        raise Illegal(_("the match has not ended; ask for a rematch when it has"))
    async with live.lock:
        if not await _is_followed(service, live):
            await _store_rematch(service, live, also, seat)
        followed = str(live.row.followed)
    await service.watch(followed)
    live.notify_extra()  # the invitation to it can be shown now
    return followed


async def _is_followed(service: TableService, live: LiveTable) -> bool:
    """Return whether a table has a rematch that still exists: it ends when everybody has left it."""
    followed = live.row.followed
    return followed is not None and bool(await service.read(lambda c: rows.versions(c, [followed])))


async def _store_rematch(
    service: TableService, live: LiveTable, also: WriteJob | None, seat: int | None
) -> None:
    """Store the rematch, and its name at the table, in one transaction; the caller holds the lock."""
    seats = [_same_player(live, (p + 1) % live.row.players) for p in range(live.row.players)]
    new = NewTable(
        live.row.game, seats, live.row.options, None, live.row.clock, live.row.confirm, live.row.delay,
        follows=live.row.id, host="" if seat is None else live.seats[seat].person, **columns_of_next(live),
    )  # fmt: skip
    row, new_seats = await service.prepare(new)

    def job(c: Connection) -> None:
        rows.add_table(c, row, new_seats)
        mail_queue.put_news(c, row.id, new_seats)

    try:
        await service.change(live, job, live.snapshot, also, followed=row.id)
    except Conflict:  # another process was faster, perhaps with the same rematch
        if not live.row.followed:  # or the rematch was removed: the table has now been read again
            await service.change(live, job, live.snapshot, also, followed=row.id)


def is_away(live: LiveTable, seat: int) -> bool:
    """Return whether a player is late: by the clock, or without a clock after ``PATIENCE`` seconds."""
    sitter = live.seats[seat]
    if live.mover != seat or not sitter.person or sitter.strategy:
        return False
    if live.row.due_at is not None:
        return live.row.due_at < time.time()
    return time.time() - live.waiting_since > PATIENCE


def _same_player(live: LiveTable, seat: int) -> NewSeat:
    old = live.seats[seat]
    if old.person:
        return NewSeat(person=old.person, name=old.name, address=old.address)
    return NewSeat(strategy=old.strategy, name=old.name, thinking=old.thinking)


async def _replace(service: TableService, live: LiveTable, seat: int, also: WriteJob | None = None) -> None:
    """Let a bot of the usual level play for a player; the caller holds the table's lock."""
    strategy = (await in_thread(usual_level, live.game)).strategy

    def job(c: Connection) -> None:
        rows.change_seat(c, live.row.id, seat, strategy=strategy)
        rows.forget_consents(c, live.row.id, seat)

    times = live.match_time  # the time for a whole match runs on, the time for one action begins again
    due_at = live.row.due_at if times is not None else due(live.row.clock)
    await service.change(live, job, also=also, due_at=due_at)


def check_playing(live: LiveTable, seat: int) -> None:
    """Raise Illegal if no match is being played, or a bot plays for the seat."""
    if not live.is_dealt:
        raise Illegal(_("the cards have not been dealt yet; wait for the other players"))
    if live.is_over:
        raise Illegal(_("the game is over"))
    check_present(live, seat)
