"""The cost of pupils' decisions compared with the best ones, in matches that are over or were abandoned."""

from dataclasses import dataclass

from upcard.classroom.background_jobs import BackgroundJobs, RoomKey
from upcard.classroom.background_tasks import JudgedMatch, judge_match
from upcard.classroom.class_repository import BOT, PERSON_WORDS, Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.recording import is_of_class
from upcard.engine.record import record_text
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService

PATIENCE = 20.0
"""Maximum number of seconds that a report waits until matches are judged."""

Verdicts = dict[tuple[int, int, int], JudgedMatch]
"""Judged matches by step, group and match."""


@dataclass
class Tally:
    """A pupil's number of decisions, number of mistakes, and total loss."""

    decisions: int = 0
    mistakes: int = 0
    loss: float = 0.0


def is_judged(room: LiveRoom, sitting: Sitting, live: LiveTable) -> bool:
    """Whether a match of the class may be judged now: it has moves, and nobody is playing it any more."""
    is_now = room.run is not None and (room.run.number, room.run.step) == (sitting.run, sitting.step)
    is_played = is_now and not live.is_over and not sitting.is_of_bots
    return live.is_dealt and live.turn > 0 and not is_played and is_of_class(sitting, live)


def judge(jobs: BackgroundJobs, room: LiveRoom, sitting: Sitting, live: LiveTable) -> JudgedMatch | None:
    """Return the judged match, or None if that is not computed yet; the boards are notified when it is."""
    if not is_judged(room, sitting, live):
        return None
    record = record_text(live.match)
    return jobs.get(_key(room, live), judge_match, record, then=room.notify_boards, is_later=True) or None


async def judge_all(
    service: TableService, jobs: BackgroundJobs, room: LiveRoom, run: int, patience: float | None = None
) -> Verdicts:
    """Return the judged matches of an activity.

    Waits `patience` seconds for missing judgements, by default ``PATIENCE``.
    """
    lives = [(x, await service.find(x.table_id)) for x in room.sittings(run)]
    ended = [(x, live) for x, live in lives if is_judged(room, x, live)]
    for x, live in ended:
        judge(jobs, room, x, live)
    await jobs.wait([_key(room, live) for _, live in ended], PATIENCE if patience is None else patience)
    verdicts = {(x.step, x.group, x.match): judge(jobs, room, x, live) for x, live in ended}
    return {key: x for key, x in verdicts.items() if x is not None}


def tallies(judged: JudgedMatch, live: LiveTable, sitting: Sitting) -> dict[int, Tally]:
    """Return the totals of each pupil in a match, including pupils who have left their seat; no bots."""
    by_pupil = {x: Tally() for x in sitting.seats if x != BOT}
    for verdict, action in zip(judged.of_action, live.snapshot.actions, strict=True):
        pupil = sitting.sitter(verdict.seat, action.number)
        if action.by in PERSON_WORDS and pupil != BOT:
            tally = by_pupil.setdefault(pupil, Tally())
            tally.decisions += 1
            tally.mistakes += verdict.is_mistake
            tally.loss += verdict.lost
    return by_pupil


def _key(room: LiveRoom, live: LiveTable) -> RoomKey:
    taken_back = live.row.taken_back  # other actions may replace those taken back
    return RoomKey(room.code, ("judged", live.row.id, taken_back, live.turn))
