"""Answers of pupils: to polls, strategies that groups write, and the two buttons of a matrix."""

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import BOT, ROOM, RULE, TRIED, Pupil, PupilAnswer, Run
from upcard.classroom.group_assignment import across_groups, in_pairs
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import (
    LENGTH,
    PLAYERS,
    coin_choice,
    continuation_of,
    draw_length,
    has_begun,
    matrix_of,
    players_of,
    round_name,
)
from upcard.classroom.room_service import RoomService
from upcard.classroom.substitutes import is_gone
from upcard.engine.errors import Illegal, Usage
from upcard.language.messages import gettext as _
from upcard.server.database import Conflict

LONGEST_ANSWER = 2000


async def answer(rooms: RoomService, code: str, pupil: int, question: str, value: Any) -> None:
    """Store an answer at the current step; raises Usage for a long text.

    Raises Illegal if there is no activity, or the pupil was removed.
    """
    live = await rooms.find(code)
    if isinstance(value, str) and len(value) > LONGEST_ANSWER:
        raise Usage(
            _(
                "your answer has {length} characters; shorten it to {most} or fewer",
                length=f"{len(value):,}",
                most=f"{LONGEST_ANSWER:,}",
            )
        )
    async with live.lock:
        if live.run is None:
            raise Illegal(_("there is no question now; wait for your teacher"))
        if pupil != ROOM:
            _check_enrolled(live, pupil)
        await _store(rooms, live, [_now(live.run, question, pupil, value)])


def _check_enrolled(live: LiveRoom, pupil: int) -> None:
    """Raise Illegal for a pupil who was removed or deleted while the request waited."""
    if pupil not in (x.number for x in live.enrolled_pupils):
        raise Illegal(_("you are not in this class any more; join it again"))


async def choose(rooms: RoomService, code: str, pupil: int, number: int, value: int) -> None:
    """Press a button for a pupil in round `number`: 0 for left, 1 for right.

    Raises Illegal if the current step is not a matrix, or the pupil was removed. Raises Conflict if this is
    not the pupil's current round, or they have already pressed.
    """
    async with rooms.locked(code) as live:
        game = matrix_of(live)
        _check_enrolled(live, pupil)
        now = game.round_of(pupil)  # 0 without a partner, and after the last round
        if value not in (0, 1) or not now or now != number or game.has_chosen(pupil):
            raise Conflict(_("this round is over or has not started; look at the matrix again"))
        live.by_coin.pop(pupil, None)
        await _choose(rooms, live, number, {pupil: value}, game.meeting(number, pupil) or ())


async def store_rule(
    rooms: RoomService, code: str, pupil: Pupil, written: Mapping[str, Any], seen: str, at: str
) -> None:
    """Store the strategy that a pupil has written for their group, and notify the group.

    `written` contains its text and its rule. `seen` is the :func:`rule_version` that the pupil saw, and `at`
    the :func:`place_name` at that time; raises Conflict if either has changed. Raises Illegal if there is no
    activity.
    """
    async with rooms.locked(code) as live:
        group = live.group_of(pupil)
        if live.run is None or group is None:
            raise Illegal(_("there is no question now; wait for your teacher"))
        if at != place_name(live, pupil):
            raise Conflict(_("you are in another group now, or the class has moved on; reload the page"))
        stored = live.answers(RULE).get(group)
        if stored is not None and rule_version(stored) != seen:
            by = writer_of(live, stored)
            raise Conflict(
                _(
                    "{name} saved another version in the meantime; look at it, and save yours again to "
                    "replace it",
                    name=by,
                )
            )
        rule = _now(live.run, RULE, group, {**written, "by": pupil.number})
        await _store(rooms, live, [rule], live.run.groups[group])


async def store_trial(
    rooms: RoomService, code: str, group: int, strategy: str, members: Iterable[int]
) -> None:
    """Store that a group tries this strategy, and notify the group; raises Illegal without an activity."""
    async with rooms.locked(code) as live:
        if live.run is None:
            raise Illegal(_("there is no rule to try now; wait for your teacher"))
        await _store(rooms, live, [_now(live.run, TRIED, group, strategy)], members)


def step_name(room: LiveRoom) -> str:
    """Return a name of the current step, by which forms notice that the class has moved on."""
    return f"{room.run.number}.{room.run.step}" if room.run else ""


def place_name(room: LiveRoom, pupil: Pupil | None) -> str:
    """Return a name of the current step and a pupil's group, by which forms notice a change of either."""
    return f"{step_name(room)} {room.group_of(pupil)}"


def rule_version(rule: PupilAnswer | None) -> str:
    """Return the version of a group's rule, by which forms notice a newer one; empty if there is no rule."""
    return "" if rule is None else str(rule.at)


def writer_of(live: LiveRoom, rule: PupilAnswer) -> str:
    """Return the pseudonym of the pupil who wrote a rule for their group."""
    number = rule.value.get("by", BOT)
    return _("someone") if number == BOT else live.name_of(number)


async def flip_for(rooms: RoomService, live: LiveRoom, pupil: int) -> None:
    """Let a coin choose for a pupil if their partner is waiting; the caller holds the lock of the room."""
    game = matrix_of(live)
    number = game.round_of(pupil) if pupil in game.players else 0
    pair = game.meeting(number, pupil) or () if number else ()
    if any((number, x) in game.choices for x in pair) and (number, pupil) not in game.choices:
        await _choose(rooms, live, number, {}, pair, {pupil})


async def press_for_gone(rooms: RoomService, live: LiveRoom) -> None:
    """Let coins press for silent phones whose partners are waiting, until they return."""
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
    """Let a coin press for a pupil whenever their partner is waiting, until the pupil presses a button."""
    async with live.lock:
        live.by_coin[pupil] = True
        await flip_for(rooms, live, pupil)


def _waited_for(live: LiveRoom) -> dict[int, float]:
    """Return the pupils whose partner has already pressed in their round, each with the time of that."""
    if live.run is None or not isinstance(live.step, Choose):
        return {}
    game, since = matrix_of(live), {}
    for x in live.pupils:
        number = game.round_of(x.number) if x.number in game.players else 0
        pressed = live.answers(round_name(number)) if number else {}
        pair = game.meeting(number, x.number) or () if number else ()
        times = [pressed[p].at for p in pair if p in pressed]
        if times and x.number not in pressed:
            since[x.number] = max(times)
    return since


def players_for(live: LiveRoom, run: Run) -> list[PupilAnswer]:
    """Return the new players of a matrix as an answer; late pupils join unless that changes a pair.

    At a step with a random end, its number of rounds is another answer, drawn once.
    """
    step = activity_of(run).step_at(run.step)
    if not isinstance(step, Choose):
        return []
    known = players_of(live, run)
    before = known if has_begun(live, run) else []
    seed = f"{live.code} {run.number} {run.step}"
    wanted = across_groups(run.groups, seed) if step.is_anonymous else in_pairs(run.groups)
    new = [x for x in wanted if x not in before]
    if before and not step.same:
        new = new[: len(before) % 2]
    players = [*before, *new]
    chance = continuation_of(step, run.settings)
    is_drawn = not chance or live.answers(LENGTH, run.number, run.step)
    length = [] if is_drawn else [_now(run, LENGTH, ROOM, draw_length(chance))]
    return [*([_now(run, PLAYERS, ROOM, players)] if players != known else []), *length]


async def add_players(rooms: RoomService, live: LiveRoom) -> None:
    """Add late pupils to the current matrix if no pair changes; the caller holds the lock of the room."""
    for new in players_for(live, live.run) if live.run is not None else ():
        await _store(rooms, live, [new], new.value if new.question == PLAYERS else ())


async def _choose(
    rooms: RoomService,
    live: LiveRoom,
    number: int,
    chosen: Mapping[int, int],
    pair: Iterable[int],
    missing: AbstractSet[int] = frozenset(),
) -> None:
    """Store choices in a round; coins choose for members of the `pair` who are bots, gone or `missing`."""
    if live.run is None:
        return
    there = {x.number for x in live.pupils} - missing
    coins = {x: coin_choice(secrets.randbelow(2)) for x in pair if x not in there and x not in chosen}
    choices = [*chosen.items(), *coins.items()]
    await _store(rooms, live, [_now(live.run, round_name(number), *x) for x in choices], pair)


async def _store(
    rooms: RoomService, live: LiveRoom, answers: Sequence[PupilAnswer], whom: Iterable[int] = ()
) -> None:
    """Store answers, and notify the pupils `whom`; the caller holds the lock of the room."""
    after = live.with_answers(answers)
    await rooms.change(live, lambda c: rows.add(c, live.code, *answers), after=after, whom=whom)


def _now(run: Run, question: str, pupil: int, value: Any) -> PupilAnswer:
    return PupilAnswer(run.number, run.step, question, pupil, value, time.time())
