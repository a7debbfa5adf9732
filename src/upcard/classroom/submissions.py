"""What is answered in a room: polls, strategies that groups write, and the two buttons of a matrix."""

import secrets
import time
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import BOT, PAGE, ROOM, Answer, Pupil, Run
from upcard.classroom.group_assignment import in_pairs
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import PLAYERS, has_begun, matrix_of, of_coin, players_of, round_name
from upcard.classroom.room_service import RoomService
from upcard.classroom.substitutes import is_gone
from upcard.engine.errors import Illegal, Usage
from upcard.server.database import Conflict

LONGEST_ANSWER = 2000


async def answer(rooms: RoomService, code: str, pupil: int, question: str, value: Any) -> None:
    """Keep an answer at the step at which the room stands.

    Raises
    ------
    Illegal
        If nothing goes on.
    Usage
        If it is too long.
    """
    live = await rooms.find(code)
    if isinstance(value, str) and len(value) > LONGEST_ANSWER:
        raise Usage(f"the answer has {len(value):,} characters; the maximum is {LONGEST_ANSWER:,}")
    async with live.lock:
        if live.run is None:
            raise Illegal("there is no question now; wait for your teacher")
        await _keep(rooms, live, [_now(live.run, question, pupil, value)])


async def choose(rooms: RoomService, code: str, pupil: int, number: int, value: int) -> None:
    """Press one of the two buttons of a matrix in a round.

    Raises
    ------
    Illegal
        If no matrix is played.
    Conflict
        If the pupil does not stand at that round, or has chosen already.
    """
    async with rooms.locked(code) as live:
        game = matrix_of(live)
        if value not in (0, 1) or game.round_of(pupil) != number or game.has_chosen(pupil):
            raise Conflict("this round is over or has not started; look at the matrix again")
        live.by_coin.pop(pupil, None)
        await _choose(rooms, live, number, {pupil: value}, game.met_by(pupil, number))


async def keep_rule(
    rooms: RoomService, code: str, pupil: Pupil, told: Mapping[str, Any], seen: str, at: str
) -> None:
    """Keep what a pupil has written for his group, and let the phones of all of the group show it.

    Parameters
    ----------
    rooms, code, pupil : RoomService, str, Pupil
        Who writes.
    told : mapping
        The words and the rule.
    seen : str
        What he has seen, as :func:`rule_name` names it: he replaces nothing that he does not know.
    at : str
        For which step and group he wrote, as :func:`place_name` names them.

    Raises
    ------
    Illegal
        If nothing goes on.
    Conflict
        If another of the group has kept something since, or he is in another group, or the class at another
        step.
    """
    async with rooms.locked(code) as live:
        group = live.group_of(pupil)
        if live.run is None or group is None:
            raise Illegal("there is no question now; wait for your teacher")
        if at != place_name(live, pupil):
            raise Conflict(
                "you are in another group now, or the class has moved on; look at the current question"
            )
        kept = live.answers("rule").get(group)
        if kept is not None and rule_name(kept) != seen:
            by = writer_of(live, kept)
            raise Conflict(
                f"{by} saved something in the meantime; look at it, and save yours again to replace it"
            )
        await _keep(
            rooms, live, [_now(live.run, "rule", group, {**told, "by": pupil.number})], live.run.groups[group]
        )


def step_name(room: LiveRoom) -> str:
    """At which step of which activity a room stands, for forms: an answer to another one does not count."""
    return f"{room.run.number}.{room.run.step}" if room.run else ""


def place_name(room: LiveRoom, pupil: Pupil | None) -> str:
    """At which step a room stands, and in which group a pupil is, for what groups write."""
    return f"{step_name(room)} {room.group_of(pupil)}"


def rule_name(kept: Answer | None) -> str:
    """By what a form tells which of the things that a group kept it has seen; empty for none."""
    return "" if kept is None else str(kept.at)


def writer_of(live: LiveRoom, kept: Answer) -> str:
    """What the pupil is called who wrote for his group."""
    number = kept.value.get("by", BOT)
    return "someone" if number == BOT else live.name_of(number)


async def turn_page(rooms: RoomService, code: str, page: int) -> None:
    """Show another page of the step on the projector; pages are counted from 0.

    Raises
    ------
    Illegal
        If nothing goes on.
    """
    await answer(rooms, code, ROOM, PAGE, page)


async def flip_for(rooms: RoomService, live: LiveRoom, pupil: int) -> None:
    """A coin's choice for who has left, where another waits for him; the lock of the room is held."""
    game = matrix_of(live)
    number = game.round_of(pupil) if pupil in game.players else 0
    pair = game.met_by(pupil, number) if number else []
    if any((number, x) in game.choices for x in pair) and (number, pupil) not in game.choices:
        await _choose(rooms, live, number, {}, pair, {pupil})


async def press_for_gone(rooms: RoomService, live: LiveRoom) -> None:
    """Have coins press for phones that are gone, where others wait for them, until those are there again.

    Asked every second or so, where a matrix is played.
    """
    for pupil, is_decided in list(live.by_coin.items()):
        if live.has_page_open(pupil) and not is_decided:
            del live.by_coin[pupil]
    async with live.lock:
        for pupil, since in _waited_for(live).items():
            if is_gone(live.gone_since(pupil), since):
                live.by_coin.setdefault(pupil, False)
            if pupil in live.by_coin:
                await flip_for(rooms, live, pupil)


async def give_to_coin(rooms: RoomService, live: LiveRoom, pupil: int) -> None:
    """Have a coin press for a pupil wherever another waits for him, until he presses himself."""
    async with live.lock:
        live.by_coin[pupil] = True
        await flip_for(rooms, live, pupil)


def _waited_for(live: LiveRoom) -> dict[int, float]:
    """The pupils for whom another waits who has pressed in their round, each with since when."""
    if live.run is None or not isinstance(live.step, Choose):
        return {}
    game, found = matrix_of(live), {}
    for x in live.pupils:
        number = game.round_of(x.number) if x.number in game.players else 0
        pressed = live.answers(round_name(number)) if number else {}
        there = [pressed[p].at for p in game.met_by(x.number, number) if p in pressed]
        if there and x.number not in pressed:
            found[x.number] = max(there)
    return found


def players_for(live: LiveRoom, run: Run) -> Answer | None:
    """Who plays a matrix at the step of a run, in one order for all rounds; None where nothing changes.

    Pairs are those of the groups until somebody has chosen. Who comes later is added where that leaves the
    other pairs as they are.
    """
    step = find_activity(run.activity).step_at(run.step)
    if not isinstance(step, Choose):
        return None
    known = players_of(live, run)
    before = known if has_begun(live, run) else []
    new = [x for x in in_pairs(run.groups) if x not in before]
    if before and not step.same:
        new = new[: len(before) % 2]
    players = [*before, *new]
    return _now(run, PLAYERS, ROOM, players) if players != known else None


async def add_players(rooms: RoomService, live: LiveRoom) -> None:
    """Let who comes late play the matrix of now, if he can; the lock of the room is held."""
    made = players_for(live, live.run) if live.run is not None else None
    if made is not None:
        await _keep(rooms, live, [made], made.value)


async def _choose(
    rooms: RoomService,
    live: LiveRoom,
    number: int,
    chosen: Mapping[int, int],
    pair: Iterable[int],
    missing: AbstractSet[int] = frozenset(),
) -> None:
    """Keep what was chosen in a round; a coin chooses for bots, for who has left, and for who is missing."""
    if live.run is None:
        return
    there = {x.number for x in live.pupils} - missing
    coins = {x: of_coin(secrets.randbelow(2)) for x in pair if x not in there and x not in chosen}
    made = [_now(live.run, round_name(number), x, value) for x, value in [*chosen.items(), *coins.items()]]
    await _keep(rooms, live, made, pair)


async def _keep(rooms: RoomService, live: LiveRoom, made: Iterable[Answer], whom: Iterable[int] = ()) -> None:
    """Keep answers, and tell some pupils; the lock of the room is held."""
    answers = list(made)

    def job(c: Connection) -> None:
        """All of them."""
        for one in answers:
            rows.put_answer(c, live.code, one)

    await rooms.change(live, job, after=live.with_answers(answers), whom=whom)


def _now(run: Run, question: str, pupil: int, value: Any) -> Answer:
    return Answer(run.number, run.step, question, pupil, value, time.time())
