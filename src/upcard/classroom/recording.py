"""Building the record of an activity of a class from its tables and answers."""

from upcard.classroom.class_record import Played, Story
from upcard.classroom.class_repository import BOT, OF_SERVER, OF_TEACHER, PERSON_WORDS, Run, Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.engine.record import record_text
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService


def played_at(sitting: Sitting, live: LiveTable, room: LiveRoom) -> Played:
    """Return the record so far of a match of a group."""
    actions = live.snapshot.actions
    return Played(
        sitting.step,
        sitting.group,
        sitting.match,
        tuple(", then ".join(map(room.name_of, sitting.sitters(p))) for p in range(len(sitting.seats))),
        tuple(room.name_of(sitting.sitter(x.seat, x.number)) for x in actions),
        record_text(live.match),
        tuple(x.by for x in actions),
        tuple(x.at for x in actions),
        live.is_over,
        counting_seats(sitting, live),
        tuple(live.winners),
        tuple(map(room.name_of, sitting.watchers)),
        tuple(live.scores) if live.is_over else (),
        live.row.dealt_at,
    )


def counting_seats(sitting: Sitting, live: LiveTable) -> tuple[bool, ...]:
    """Return for each seat whether the match so far counts for its pupil.

    It does if one pupil had the seat from the first action on, and chose more than half of its actions; bots
    that stood in, or the clock, chose the others.
    """
    actions, seats = live.snapshot.actions, range(len(sitting.seats))
    chosen = [[x.by in PERSON_WORDS for x in actions if x.seat == p] for p in seats]
    return tuple(
        pupil != BOT and len(sitting.sitters(p)) == 1 and 2 * sum(chosen[p]) > len(chosen[p])
        for p, pupil in enumerate(sitting.seats)
    )


def is_of_class(sitting: Sitting, live: LiveTable) -> bool:
    """Whether pupils chose an action in a match, or sit at one that has none yet; not if only bots acted."""
    actions = live.snapshot.actions
    return any(x.by in PERSON_WORDS for x in actions) or not (actions or sitting.is_of_bots)


async def story_of(service: TableService, room: LiveRoom, run: Run, step: int | None = None) -> Story:
    """Return the record of an activity so far, for the report of a step, by default its present one."""
    matches = []
    for sitting in room.sittings(run.number):
        live = await service.find(sitting.table_id)
        if live.is_dealt and is_of_class(sitting, live):
            matches.append(played_at(sitting, live, room))
    answers = {
        (x.step, x.question, x.pupil): x.value
        for x in room.snapshot.answers.values()
        if x.run == run.number and x.question not in (*OF_TEACHER, *OF_SERVER)
    }
    return Story(
        run.activity,
        run.step if step is None else step,
        run.settings,
        room.snapshot.names,
        run.groups,
        tuple(matches),
        answers,
    )
