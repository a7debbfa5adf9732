"""Groups at their tables: their matches, seats for late pupils, and bots for missing pupils."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Choose, Play, class_options
from upcard.classroom.class_repository import BOT, Run, Sitting
from upcard.classroom.group_assignment import reseated, seated
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import PREFIX, RoomService
from upcard.classroom.submissions import press_for_gone
from upcard.classroom.substitutes import give_seat, give_to_bot, is_gone, is_left, leave_seat, stand_in
from upcard.engine.errors import Illegal
from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import find_rules
from upcard.language.messages import gettext as _
from upcard.server.database import Conflict
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_actions import come_back


async def first_matches(rooms: RoomService, live: LiveRoom, run: Run) -> list[Sitting]:
    """Create the first match of each group without one; the caller holds the lock and stores the matches."""
    if not isinstance(activity_of(run).step_at(run.step), Play):
        return []
    there = {x.group for x in live.sittings(run.number, run.step)}
    new: list[Sitting] = []
    for group, members in enumerate(run.groups):
        if members and group not in there:
            new.append(await _match(rooms, live, run, group, 0, len(new)))
    return new


async def begin_match(rooms: RoomService, live: LiveRoom, last: Sitting) -> Sitting:
    """Create the match of a group after its `last` one, and notify its pupils; the caller holds the lock."""
    if live.run is None:
        raise Illegal(_("no activity is running; reload the page"))
    match_of_group = await _match(rooms, live, live.run, last.group, last.match + 1)
    await _store(rooms, live, [match_of_group])
    return match_of_group


async def _store(
    rooms: RoomService, live: LiveRoom, new: Sequence[Sitting], changed: Sequence[Sitting] = ()
) -> None:
    """Store new and changed matches, and notify their pupils; the caller holds the lock of the room."""

    def job(c: Any) -> None:
        rows.add(c, live.code, *new)
        for x in changed:
            rows.change(c, live.code, x, seats=x.seats, watchers=x.watchers, past=x.past)

    await rooms.change(live, job, whom=[p for x in (*new, *changed) for p in x.pupils])


async def settle(rooms: RoomService, live: LiveRoom) -> None:
    """Seat everybody with their group at the current step; the caller holds the lock of the room.

    New pupils take the seat of a bot or of a pupil who has left, or watch until the next match.
    """
    run = live.run
    if run is None or not isinstance(live.step, Play):
        return
    new = await first_matches(rooms, live, run)
    after = [await _reseat(rooms, live, x, run.members(x.group)) for x in live.latest().values()]
    changed = [x for x in after if x not in live.snapshot.sittings]
    if new or changed:
        await _store(rooms, live, new, changed)


async def _reseat(rooms: RoomService, live: LiveRoom, sitting: Sitting, group: Sequence[int]) -> Sitting:
    """Seat a group at its table, and return its match, not stored yet; if it is over, new pupils watch.

    A match that everybody has left waits until somebody joins the group.
    """
    if set(group) == set(sitting.pupils):
        return sitting
    wanted, watchers = reseated(sitting.seats, sitting.watchers, group)
    seats, past = list(sitting.seats), list(sitting.past)
    for seat, now in enumerate(wanted):
        if now != seats[seat] or sitting.is_of_bots or not group:
            turn = await _give(rooms, live, sitting.table_id, seat, now, is_left=not group)
            if turn and now != seats[seat]:
                past.append((seat, turn, seats[seat]))
            if turn is not None:
                seats[seat] = now
    if tuple(seats) != wanted:  # the match is over
        present = dict.fromkeys((*sitting.watchers, *group))
        watchers = tuple(x for x in present if x in group and x not in seats)
    return replace(sitting, seats=tuple(seats), watchers=watchers, past=tuple(past))


async def _give(
    rooms: RoomService, live: LiveRoom, table_id: str, seat: int, now: int, is_left: bool
) -> int | None:
    """Give a seat to a pupil, a bot or nobody; return the number of actions so far, None if it is over."""
    if is_left:
        return await leave_seat(rooms.tables, table_id, seat)
    if now == BOT:
        return await give_to_bot(rooms.tables, table_id, seat, bot_of(live))
    pupil = live.snapshot.pupils[now]
    return await give_seat(rooms.tables, table_id, seat, pupil.person, pupil.name)


async def update_substitutes(rooms: RoomService) -> None:
    """Let bots and coins act for silent phones until their pupils come back; runs about every second."""

    async def update(live: LiveRoom) -> None:
        _note_away(live)
        if isinstance(live.step, Play):
            for sitting in live.latest().values():
                await _update_seats(rooms, live, sitting)
        elif isinstance(live.step, Choose):
            await press_for_gone(rooms, live)

    await rooms.for_each(update)


def _note_away(live: LiveRoom) -> None:
    """Update the list of pupils who are away while the room is open, and notify the boards of changes."""
    away = {x.number for x in live.pupils if live.is_open and is_gone(live.gone_since(x.number), 0.0)}
    if away != live.away:
        live.away = away
        live.notify_boards()


async def _update_seats(rooms: RoomService, live: LiveRoom, sitting: Sitting) -> None:
    table = await rooms.tables.find(sitting.table_id)
    for seat, pupil in enumerate(sitting.seats):
        if pupil == BOT:
            continue
        if pupil in live.bot_acts_for and live.has_page_open(pupil):
            live.bot_acts_for.discard(pupil)
            await come_back(rooms.tables, sitting.table_id, seat)
        elif is_left(table, seat, live.gone_since(pupil)):
            live.bot_acts_for.add(pupil)
            await stand_in(rooms.tables, sitting.table_id, seat, bot_of(live))


def table_sizes(step: Play) -> list[int]:
    """Return the numbers of seats that both the rules and the step allow, in increasing order."""
    least, most = step.seats
    return [n for n in find_rules(step.game).GAME.table_sizes if least <= n <= most]


def bot_of(live: LiveRoom) -> str:
    """Return the strategy of bots at the current step of a room; empty if groups do not play there."""
    return live.step.bot if isinstance(live.step, Play) else ""


async def _match(
    rooms: RoomService, live: LiveRoom, run: Run, group: int, match: int, later: int = 0
) -> Sitting:
    """Create a match of a group at a new table; its number is that of the next match plus `later`."""
    step = activity_of(run).step_at(run.step)
    if not isinstance(step, Play):
        raise Conflict(_("the class has moved on; reload the page"))
    seats, watchers = seated(run.groups[group], match, table_sizes(step), step.bots_rotate)
    key = f"{PREFIX} {live.code} {run.number} {run.step} {group} {match}"
    seats_of_table = [
        NewSeat(strategy=step.bot)
        if x == BOT
        else NewSeat(person=live.snapshot.pupils[x].person, name=live.name_of(x), added=f"class {live.code}")
        for x in seats
    ]
    options = class_options(step, run.settings)
    if step.chosen_for is not None:
        options |= step.chosen_for(run.settings, len(seats), key)
    game = GameSpec(step.game, len(seats), None, options).without_usual().game()
    table = await rooms.tables.create_table(NewTable(step.game, seats_of_table, game.option_words(), key=key))
    number = len(live.snapshot.sittings) + later
    return Sitting(number, run.number, run.step, group, match, table.row.id, seats, watchers)
