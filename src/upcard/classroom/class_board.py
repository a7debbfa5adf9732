"""The live board: which group does what, results by role and by pupil, and decisions against the optimum."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Play
from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.background_tasks import JudgedMatch
from upcard.classroom.class_repository import BOT, Sitting
from upcard.classroom.decision_losses import judge, tallies
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.mean_bars import are_few, mean_text
from upcard.engine.wording import counted, join_names, signed
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService


@dataclass(frozen=True)
class Place:
    """A place of a group: who, in which role, and whether a bot sits or acts there."""

    pupil: int
    name: str
    role: str
    is_bot: bool = False
    is_asked: bool = False


@dataclass(frozen=True)
class GroupLine:
    """A group on the board: its number from 1, its places, its match from 1, the table, and what happens."""

    number: int
    places: tuple[Place, ...]
    match: int
    table_id: str
    state: str
    is_over: bool


@dataclass(frozen=True)
class PupilLine:
    """What a pupil has done at a step: matches, wins, points, decisions, mistakes, and what they cost."""

    name: str
    matches: int = 0
    wins: float = 0.0
    points: int = 0
    decisions: int = 0
    mistakes: int = 0
    loss: float = 0.0


@dataclass(frozen=True)
class Board:
    """What the teacher and the class see of a step at which groups play."""

    groups: Sequence[GroupLine] = ()
    """The last match of every group."""
    matches: Sequence[GroupLine] = ()
    """All their matches, group by group."""
    pupils: Sequence[PupilLine] = ()
    """What everybody has done, who won most first."""
    roles: Sequence[tuple[str, str, int]] = ()
    """Each role with its mean score in words, and of how many."""
    finished: int = 0
    judged: int = 0
    """Matches."""
    unit: str = ""
    source: str = ""
    """In what mistakes are counted, and who judges."""
    decisions: int = 0
    mistakes: int = 0
    """Those of all pupils."""
    are_few: bool = False
    """Whether a mean is of too few matches for an interval."""

    @property
    def running(self) -> int:
        """How many groups are still playing; to go on leaves their matches where they stand."""
        return sum(not x.is_over for x in self.groups)


def roles_of(step: Play, sitting: Sitting) -> tuple[str, ...]:
    """What each seat, and then each watcher, is called."""
    names = list(step.roles) or []
    seats = len(sitting.seats)
    by_seat = [names[p] if p < min(len(names), step.seats[1]) else f"seat {p + 1}" for p in range(seats)]
    watching = names[step.seats[1]] if len(names) > step.seats[1] else "watches"
    return (*by_seat, *[watching] * len(sitting.watchers))


@dataclass
class _Sums:
    """Sums while a board is made."""

    by_role: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lines: dict[int, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0] * 6))
    finished: int = 0
    judged: int = 0
    unit: str = ""
    source: str = ""


async def board_of(
    service: TableService,
    jobs: BackgroundJobs,
    room: LiveRoom,
    step_number: int | None = None,
    run_number: int | None = None,
) -> Board:
    """The board of a step, that at which the room stands if none is named.

    Matches that have ended, or were left, are judged beside the server; the boards are told when it is done.
    """
    run = room.run if run_number is None else room.snapshot.runs[run_number]
    if run is None:
        return Board()
    at = run.step if step_number is None else step_number
    from_activity = find_activity(run.activity).step_at(at)
    if not isinstance(from_activity, Play):
        return Board()
    has_gone_on = run is not room.run or at != run.step
    sums, lines = _Sums(), list[GroupLine]()
    for sitting in sorted(room.sittings(run.number, at), key=lambda x: (x.group, x.match)):
        live = await service.find(sitting.table_id)
        if not sitting.is_of_bots and (has_gone_on or run.members(sitting.group)):
            lines.append(_line(room, from_activity, sitting, live, has_gone_on))
        if live.is_over and live.is_dealt and not sitting.is_of_bots:
            _add(sums, from_activity, sitting, live)
        found = judge(jobs, room, sitting, live)
        if found is not None:
            _add_judged(sums, sitting, live, found)
    return _board(room, lines, sums)


def _line(room: LiveRoom, step: Play, sitting: Sitting, live: LiveTable, has_gone_on: bool) -> GroupLine:
    roles = roles_of(step, sitting)
    waiting = () if has_gone_on else live.waiting_for()
    places = [
        Place(x, _name(room, live, p, x), roles[p], bool(live.seats[p].strategy), p in waiting)
        for p, x in enumerate(sitting.seats)
    ]
    first = len(sitting.seats)
    places += [Place(x, room.name_of(x), roles[first + i]) for i, x in enumerate(sitting.watchers)]
    return GroupLine(
        sitting.group + 1, tuple(places), sitting.match + 1, sitting.table_id, _state(live, has_gone_on),
        live.is_over,
    )  # fmt: skip


def _name(room: LiveRoom, live: LiveTable, seat: int, pupil: int) -> str:
    return live.seats[seat].name if pupil == BOT else room.name_of(pupil)


def _state(live: LiveTable, has_gone_on: bool) -> str:
    """What happens at a table, in a few words; the class may have gone on from there."""
    if live.is_over:
        names = [live.seats[p].name for p in live.winners]
        is_draw = len(names) == len(live.seats)
        scores = live.match.scores() if live.is_dealt else []
        told = " : ".join(signed(x, 0).replace("-", "−") for x in scores)
        ending = "a draw" if is_draw else f"{join_names(names) or 'nobody'} won"
        return f"{ending}{f' ({told})' if told else ''}"
    done = counted(live.turn, "move")
    return f"stopped after {done}" if has_gone_on else f"{done} so far"


def _add(sums: _Sums, step: Play, sitting: Sitting, live: LiveTable) -> None:
    """Count a match that has ended: for its roles, and for who had a seat from its first action on.

    Modifies `sums`.
    """
    roles, winners, scores = roles_of(step, sitting), live.winners, live.match.scores()
    sums.finished += 1
    for p, pupil in enumerate(sitting.seats):
        sums.by_role[roles[p]].append(float(scores[p]))
        if pupil != BOT and len(sitting.sitters(p)) == 1:
            _count(sums, pupil, 1.0, 1 / len(winners) if p in winners else 0.0, float(scores[p]))


def _add_judged(sums: _Sums, sitting: Sitting, live: LiveTable, found: JudgedMatch) -> None:
    """Count the decisions of a match. Modifies `sums`."""
    sums.judged, sums.unit, sums.source = sums.judged + 1, found.unit, found.source
    for pupil, x in tallies(found, live, sitting).items():
        _count(sums, pupil, 0.0, 0.0, 0.0, x.decisions, x.mistakes, x.loss)


def _count(sums: _Sums, pupil: int, *own: float) -> None:
    """Add to the line of a pupil. Modifies `sums`."""
    line = sums.lines[pupil]
    for i, x in enumerate(own):
        line[i] += x


def _board(room: LiveRoom, lines: Sequence[GroupLine], sums: _Sums) -> Board:
    pupils = [
        PupilLine(room.name_of(p), int(x[0]), x[1], int(x[2]), int(x[3]), int(x[4]), x[5])
        for p, x in sums.lines.items()
    ]
    return Board(
        groups=list({x.number: x for x in lines}.values()),
        matches=lines,
        pupils=sorted(pupils, key=lambda x: (-x.wins / max(1, x.matches), -x.points, x.name)),
        roles=[(role, mean_text(x), len(x)) for role, x in sums.by_role.items()],
        are_few=any(map(are_few, sums.by_role.values())),
        finished=sums.finished,
        judged=sums.judged,
        unit=sums.unit,
        source=sums.source,
        decisions=sum(x.decisions for x in pupils),
        mistakes=sum(x.mistakes for x in pupils),
    )
