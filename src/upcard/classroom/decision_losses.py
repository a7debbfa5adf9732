"""Decisions of pupils against the optimum: of matches that have ended, and of those that were left."""

from collections.abc import Hashable
from dataclasses import dataclass

from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.background_tasks import JudgedMatch, judge_match
from upcard.classroom.class_repository import BOT, PERSON_WORDS, Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.recording import is_of_class
from upcard.engine.record import record_text
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService

PATIENCE = 20.0
"""For so long who asks for all decisions waits for what is not found out yet."""

Verdicts = dict[tuple[int, int, int], JudgedMatch]
"""What is known of matches against the optimum, by step, group and match."""


@dataclass
class Tally:
    """Decisions of a pupil: how many, how many were mistakes, and what all of them lost."""

    decisions: int = 0
    mistakes: int = 0
    loss: float = 0.0


def is_judged(room: LiveRoom, sitting: Sitting, live: LiveTable) -> bool:
    """Whether a match of the class is judged now: nobody plays it any more."""
    is_now = room.run is not None and (room.run.number, room.run.step) == (sitting.run, sitting.step)
    is_played = is_now and not live.is_over and not sitting.is_of_bots
    return live.is_dealt and live.turn > 0 and not is_played and is_of_class(sitting, live)


def judge(jobs: BackgroundJobs, room: LiveRoom, sitting: Sitting, live: LiveTable) -> JudgedMatch | None:
    """How well a match was played; None as long as it is not found out, and the boards are told then."""
    if not is_judged(room, sitting, live):
        return None
    found = jobs.get(_key(live), judge_match, record_text(live.match), then=room.notify_boards, is_later=True)
    return found or None


async def judge_all(service: TableService, jobs: BackgroundJobs, room: LiveRoom, run: int) -> Verdicts:
    """What is known of the matches of an activity, after waiting a little for what is not."""
    lives = [(x, await service.find(x.table_id)) for x in room.sittings(run)]
    asked = [(x, live) for x, live in lives if is_judged(room, x, live)]
    for x, live in asked:
        judge(jobs, room, x, live)
    await jobs.wait([_key(live) for _, live in asked], PATIENCE)
    found = {(x.step, x.group, x.match): judge(jobs, room, x, live) for x, live in asked}
    return {key: x for key, x in found.items() if x is not None}


def tallies(found: JudgedMatch, live: LiveTable, sitting: Sitting) -> dict[int, Tally]:
    """By pupil, what he decided himself, also before another took his seat; what a bot did does not count."""
    told = {x: Tally() for x in sitting.seats if x != BOT}
    for verdict, action in zip(found.of_action, live.snapshot.actions, strict=True):
        pupil = sitting.sitter(verdict.seat, action.number)
        if action.by in PERSON_WORDS and pupil != BOT:
            own = told.setdefault(pupil, Tally())
            own.decisions += 1
            own.mistakes += verdict.is_mistake
            own.loss += verdict.lost
    return told


def _key(live: LiveTable) -> Hashable:
    return ("judged", live.row.id, live.turn)
