"""What people do at a table beside playing: resign, talk, make plans and notes, agree, play again."""

import time
from dataclasses import replace

from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal, Usage
from upcard.engine.wording import join_names
from upcard.server import mail_consent as readers
from upcard.server import mail_queue as post
from upcard.server import repository as rows
from upcard.server.bots import usual_bot
from upcard.server.clock import DAY, due, read_clock
from upcard.server.conditional_moves import check_plan
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable, check_present
from upcard.server.mail_consent import ADDRESS
from upcard.server.new_table import SeatWish, Wish, new_table_of
from upcard.server.repository import CHOSEN, Said
from upcard.server.table_service import Hall

PHRASES = ("Good luck!", "Well played!", "Thank you for the game.", "One moment, please.", "Sorry, a slip.")
"""What can be said at a table."""

LONGEST_NOTES, MOST_PLANS, MOST_SAID = 10_000, 50, 60
"""Of notes so many characters, and of plans and phrases so many, are kept of every player."""

VACATION_DAYS = 14
PATIENCE = 120.0
"""So many seconds a player has not acted before the others may agree that a strategy acts for him."""


async def resign(hall: Hall, table_id: str, seat: int) -> None:
    """Give a match up: it ends where two play; where more do, a strategy goes on in the player's place.

    Raises
    ------
    Illegal
        If nothing is played.
    """
    live = await hall.find(table_id)
    async with live.lock:
        _check_playing(live, seat)
        if live.row.players == 2:
            ending = f"resigned {seat + 1}"
            await hall.change(live, lambda c: None, live.kept, ending=ending, due_at=None)
            return
        await _replace(hall, live, seat)
    hall.wake(live)


async def cancel(hall: Hall, table_id: str, seat: int) -> None:
    """Take one's table away that nobody else has joined.

    Raises
    ------
    Illegal
        If somebody has, or the cards are dealt.
    Conflict
        If somebody joins at this moment.
    """
    live = await hall.find(table_id)
    async with live.lock:
        others = [x.name for x in live.seats if x.person and x.number != seat]
        if live.is_dealt:
            raise Illegal("the cards are dealt already; resign if you want to stop")
        if others:
            raise Illegal(f"{join_names(others)} sat down already; resign when the cards are dealt")
        await hall.remove(live)


async def say(hall: Hall, table_id: str, seat: int, phrase: int) -> None:
    """Say one of the set phrases.

    Raises
    ------
    Usage
        If there is none of that number.
    Illegal
        If he has said enough.
    """
    if phrase not in range(len(PHRASES)):
        raise Usage(f"there is no phrase {phrase}; they are numbered from 0 to {len(PHRASES) - 1}")
    live = await hall.find(table_id)
    async with live.lock:
        said = live.kept.said
        if sum(x.seat == seat for x in said) >= MOST_SAID:
            raise Illegal(f"you have said {MOST_SAID} phrases at this table; let the cards speak")
        one = Said(seat, phrase, live.turn)
        after = replace(live.kept, said=(*said, one))
        await hall.change(live, lambda c: rows.say(c, table_id, len(said), one), after)


async def note(hall: Hall, table_id: str, seat: int, text: str) -> None:
    """Keep a player's notes to himself, in place of those before.

    Raises
    ------
    Usage
        If they are too long.
    """
    if len(text) > LONGEST_NOTES:
        raise Usage(f"notes of {len(text):,} characters were given; at most {LONGEST_NOTES:,} are kept")
    live = await hall.find(table_id)
    async with live.lock:
        await hall.change(live, lambda c: rows.change_seat(c, table_id, seat, notes=text))


async def write_to(hall: Hall, table_id: str, seat: int, address: str) -> None:
    """Have a player told by mail when it is his move; an empty address tells nobody.

    The address is asked first; see :mod:`upcard.server.mail_consent`.

    Raises
    ------
    Usage
        If it is no address.
    Illegal
        If who reads there wants no letters.
    """
    given = address.strip()
    if given and not ADDRESS.fullmatch(given):
        raise Usage(f"{given[:60]!r} is no address for mail; expected something like ana@example.org")
    if given and await hall.read(lambda c: readers.standing(c, given)) == readers.UNWANTED:
        raise Illegal(f"who reads at {given} wants no letters from here; he can write to us: subscribe")

    def job(c: Connection) -> None:
        """Note the address, and that a question under way is for it no more."""
        rows.change_seat(c, table_id, seat, address=given)
        readers.forget_question(c, given)

    live = await hall.find(table_id)
    async with live.lock:
        await hall.change(live, job)


async def plan(hall: Hall, table_id: str, seat: int, condition: str, action: str) -> None:
    """Plan an action for the next turn after the plans there are, as an answer to what another does.

    Raises
    ------
    UpcardError
        If the player can act now, the words are nothing of this game, or there are enough plans.
    """
    live = await hall.find(table_id)
    async with live.lock:
        _check_playing(live, seat)
        made = live.plans_of(seat)
        if len(made) >= MOST_PLANS:
            raise Illegal(f"{MOST_PLANS} plans are made; wait until some of them are used")
        number = max((x.number for x in made), default=CHOSEN) + 1
        one = replace(check_plan(live, seat, condition, action), number=number)
        if live.is_asked(seat):
            raise Illegal("it is your turn: act now, and plan what you do next when you have acted")
        await hall.change(live, lambda c: rows.add_plan(c, table_id, seat, one))
    hall.wake(live)


async def forget_plans(hall: Hall, table_id: str, seat: int) -> None:
    """Forget all plans of a player, but not what he has chosen for this moment."""
    live = await hall.find(table_id)
    async with live.lock:
        if made := [x.number for x in live.plans_of(seat)]:
            await hall.change(live, lambda c: rows.drop_plans(c, table_id, seat, made))


async def consent(hall: Hall, table_id: str, seat: int, absent: int) -> None:
    """Agree that a strategy acts for a player who is away; it does when all others agree.

    Raises
    ------
    Illegal
        If he is not away, or it is not his turn.
    Usage
        If there is no such seat.
    """
    live = await hall.find(table_id)
    if absent not in range(live.row.players):
        raise Usage(f"there is no seat {absent + 1} at a table of {live.row.players}; name who is away")
    async with live.lock:
        _check_playing(live, seat)
        if not is_away(live, absent):
            raise Illegal(f"{live.seats[absent].name} is not away; wait a little")
        if seat not in (missing := still_to_agree(live, absent)):
            return
        if len(missing) > 1:
            await hall.change(live, lambda c: rows.consent(c, table_id, absent, seat))
            return
        await _replace(hall, live, absent)
    hall.wake(live)


def still_to_agree(live: LiveTable, absent: int) -> list[int]:
    """The seats whose players have not yet agreed that a strategy acts for one who is away."""
    agreed = live.kept.consents.get(absent, frozenset())
    others = [x.number for x in live.seats if x.person and not x.strategy and x.number != absent]
    return [p for p in others if p not in agreed]


async def come_back(hall: Hall, table_id: str, seat: int) -> None:
    """Take one's seat again from the strategy that acted there."""
    live = await hall.find(table_id)
    async with live.lock:
        if live.seats[seat].person and live.seats[seat].strategy:
            await hall.change(live, lambda c: rows.change_seat(c, table_id, seat, strategy=""))


async def vacation(hall: Hall, table_id: str, seat: int) -> None:
    """Take one's vacation, once in a match by correspondence.

    Raises
    ------
    Illegal
        If it was taken, it is not his turn, or the clock does not count days.
    """
    live = await hall.find(table_id)
    async with live.lock:
        _check_playing(live, seat)
        if read_clock(live.row.clock).kind != "days":
            raise Illegal("vacations are for games by correspondence; this one has another clock")
        if live.seats[seat].vacation:
            raise Illegal("you have had your vacation in this match")
        if live.mover != seat:
            raise Illegal("a vacation gives you two weeks more for your move; take it when it is your turn")
        until = max(live.row.due_at or 0.0, time.time()) + VACATION_DAYS * DAY
        await hall.change(live, lambda c: rows.change_seat(c, table_id, seat, vacation=True), due_at=until)


async def play_again(hall: Hall, table_id: str) -> str:
    """The return match: the same players, everybody one seat on; gives the name of its table.

    Raises
    ------
    Illegal
        If the match goes on.
    Conflict
        If another process changed the table meanwhile.
    """
    live = await hall.find(table_id)
    if not live.is_over:
        raise Illegal("the match still goes on; play again when it has ended")
    async with live.lock:
        if not live.row.followed:
            await _follow(hall, live)
        followed = str(live.row.followed)
    hall.wake(await hall.find(followed))
    return followed


async def _follow(hall: Hall, live: LiveTable) -> None:
    """Make the return match and have the table name it, in one transaction; its lock is held."""
    seats = [_again(live, (p + 1) % live.row.players) for p in range(live.row.players)]
    wish = Wish(
        live.row.game, seats, live.row.options, None, live.row.clock, live.row.confirm, live.row.delay,
        follows=live.row.id,
    )  # fmt: skip
    row, made = new_table_of(wish)

    def job(c: Connection) -> None:
        rows.add(c, row, made)
        post.put_news(c, row.id, made)

    try:
        await hall.change(live, job, live.kept, followed=row.id)
    except Conflict:  # another process was faster, perhaps with the same
        if not live.row.followed:
            raise


def is_away(live: LiveTable, seat: int) -> bool:
    """Whether it is a person's turn who has not acted for long: by the clock, or without one by patience."""
    sitter = live.seats[seat]
    if live.mover != seat or not sitter.person or sitter.strategy:
        return False
    if live.row.due_at is not None:
        return live.row.due_at < time.time()
    return time.time() - live.asked_since > PATIENCE


def _again(live: LiveTable, seat: int) -> SeatWish:
    old = live.seats[seat]
    if old.person:
        return SeatWish(person=old.person, name=old.name, address=old.address)
    return SeatWish(strategy=old.strategy, thinking=old.thinking)


async def _replace(hall: Hall, live: LiveTable, seat: int) -> None:
    """Let a strategy act for a player; the table's lock is held."""
    strategy = usual_bot(live.game)

    def job(c: Connection) -> None:
        rows.change_seat(c, live.row.id, seat, strategy=strategy)
        rows.forget_consents(c, live.row.id, seat)

    await hall.change(live, job, due_at=due(live.row.clock))


def _check_playing(live: LiveTable, seat: int) -> None:
    if not live.is_dealt:
        raise Illegal("the cards are not dealt yet")
    if live.is_over:
        raise Illegal("the game is over")
    check_present(live, seat)
