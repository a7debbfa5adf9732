"""The live board: the state of every group, results by role and by pupil, and the cost of mistakes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Play
from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.background_tasks import JudgedMatch
from upcard.classroom.best_scores import seat_score
from upcard.classroom.class_repository import BOT, Sitting
from upcard.classroom.decision_losses import is_judged, judge, tallies
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.mean_bars import are_few, mean_text
from upcard.classroom.recording import counting_seats, is_of_class
from upcard.classroom.win_tally import WinTally, together
from upcard.engine.wording import join_names, signed_payoff
from upcard.language.messages import game_words, marked, ngettext
from upcard.language.messages import gettext as _
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService


@dataclass(frozen=True)
class GroupSeat:
    """A pupil of a group: their role, whether a bot acts for them, and whether it is this seat's turn."""

    pupil: int
    name: str
    role: str
    is_bot: bool = False
    has_turn: bool = False


@dataclass(frozen=True)
class GroupLine:
    """A match of a group on the board; group and match are numbered from 1, `state` is in words."""

    number: int
    places: tuple[GroupSeat, ...]
    match: int
    table_id: str
    state: str
    is_over: bool
    tally: str = ""
    """The wins in the group so far, in sentences; empty before the first win, and without roles."""

    def without_result(self) -> "GroupLine":
        """Return the line without the tally, and without the winner of a finished match."""
        return replace(self, tally="", state=_("finished") if self.is_over else self.state)


@dataclass
class PupilLine:
    """Results of a pupil at a step; `loss` is the sum of the losses by all decisions, in the board's unit."""

    name: str
    matches: int = 0
    wins: float = 0.0
    points: int | Fraction = 0
    best: int | None = None
    """The best score in a match; None in games without scores of one's own."""
    decisions: int = 0
    mistakes: int = 0
    loss: float = 0.0


@dataclass(frozen=True)
class Board:
    """The results of a step at which groups play, for the teacher and the class."""

    groups: Sequence[GroupLine] = ()
    """The last match of every group."""
    matches: Sequence[GroupLine] = ()
    """All matches, group by group."""
    pupils: Sequence[PupilLine] = ()
    """The results of all pupils, most wins first."""
    roles: Sequence[tuple[str, str, int]] = ()
    """Each role with its mean score in words, and the number of its scores."""
    finished: int = 0
    judged: int = 0
    """Number of matches that are over, and number of matches whose decisions were judged."""
    unit: str = ""
    source: str = ""
    """The unit of losses, and the method that judged the decisions."""
    decisions: int = 0
    mistakes: int = 0
    """Number of judged decisions, and number of mistakes among them, over all pupils."""
    won: str = ""
    """How many matches each role has won, in a sentence; empty without roles."""
    are_few: bool = False
    """Whether at least one role has too few scores for a confidence interval."""
    is_judging: bool = False
    """Whether decisions of some matches are still being judged."""

    def without_names(self) -> "Board":
        """Return the board without the results that it shows beside the names of pupils."""
        return replace(self, groups=[x.without_result() for x in self.groups])

    @property
    def running(self) -> int:
        """Number of groups that are still playing; their matches stop when the class moves on."""
        return sum(not x.is_over for x in self.groups)

    def sentences(self, with_scores: bool = True, with_mistakes: bool = True) -> list[str]:
        """Return the results of all matches in words: with the mean scores of roles and the mistakes."""
        sentences = [ngettext("{n} match finished.", "{n} matches finished.", self.finished)]
        if self.roles and with_scores:
            sentences.append(self._mean_scores())
        if self.won:
            sentences.append(self.won)
        if self.decisions and with_mistakes:
            made = ngettext(
                "Pupils made {n} decision, and {mistakes} of them were mistakes.",
                "Pupils made {n} decisions, and {mistakes} of them were mistakes.",
                self.decisions,
                mistakes=self.mistakes,
            )
            judged = _(
                "Judged by {source}. A mistake cost clearly more than the margin of error.",
                source=game_words(self.source),
            )
            sentences.append(f"{made} {judged}")
        if self.is_judging and with_mistakes:
            sentences.append(_("The decisions are still being judged …"))
        return sentences

    def _mean_scores(self) -> str:
        means = ", ".join(f"{game_words(role)} {mean}" for role, mean, _ in self.roles)
        if self.are_few:
            return _("Average score: {means} (too few matches for a margin of error).", means=means)
        return _("Average score: {means}.", means=means)


def roles_of(step: Play, sitting: Sitting) -> tuple[str, ...]:
    """Return the names of the roles of all seats, and then of all watchers."""
    return role_names(step, len(sitting.seats), len(sitting.watchers))


def role_names(step: Play, seats: int, watchers: int) -> tuple[str, ...]:
    """Return the names of the roles at a table with a number of seats and of watchers, in this order."""
    names = step.roles
    by_seat = [names[p] if p < min(len(names), step.seats[1]) else f"seat {p + 1}" for p in range(seats)]
    watching = names[step.seats[1]] if len(names) > step.seats[1] else marked("watches")
    return (*by_seat, *[watching] * watchers)


@dataclass
class _BoardSums:
    """Running totals of a board."""

    room: LiveRoom
    by_role: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lines: dict[int, PupilLine] = field(default_factory=dict)
    finished: int = 0
    judged: int = 0
    unit: str = ""
    source: str = ""

    def line(self, pupil: int) -> PupilLine:
        """Return the results of a pupil, which start at 0."""
        return self.lines.setdefault(pupil, PupilLine(self.room.name_of(pupil)))


async def group_tally(service: TableService, room: LiveRoom, step: Play, group: int) -> WinTally:
    """Return who has won the finished matches of a group at the current step; empty if a seat has no name."""
    tally = _empty_tally(step)
    for sitting in room.sittings():
        if sitting.group == group:
            _add_win(tally, room, sitting, await service.find(sitting.table_id))
    return tally


def _empty_tally(step: Play) -> WinTally:
    """Return a tally of the roles that can win; without roles if a seat has no name."""
    return WinTally(step.roles[: step.seats[1]] if len(step.roles) >= step.seats[1] else ())


def _add_win(tally: WinTally, room: LiveRoom, sitting: Sitting, live: LiveTable) -> None:
    """Add a finished match to the tally of its group. Modifies `tally`."""
    if tally.roles and live.is_over and live.is_dealt and live.winners:
        pupils = [(x, room.name_of(x)) for x in sitting.seats]
        tally.add(pupils, counting_seats(sitting, live), live.winners)


async def board_of(
    service: TableService,
    jobs: BackgroundJobs,
    room: LiveRoom,
    step_number: int | None = None,
    run_number: int | None = None,
) -> Board:
    """Return the board of a step, by default of the current one.

    Decisions in matches that are over or were abandoned are judged in the background. When that is done, all
    boards are notified and request this again. Steps at which groups do not play have an empty board.
    """
    run = room.run if run_number is None else room.snapshot.runs[run_number]
    if run is None:
        return Board()
    at = run.step if step_number is None else step_number
    from_activity = activity_of(run).step_at(at)
    if not isinstance(from_activity, Play):
        return Board()
    is_past = run is not room.run or at != run.step
    sums, lines, is_judging = _BoardSums(room), list[GroupLine](), False
    wins = defaultdict[int, WinTally](lambda: _empty_tally(from_activity))
    for sitting in sorted(room.sittings(run.number, at), key=lambda x: (x.group, x.match)):
        live = await service.find(sitting.table_id)
        if not sitting.is_of_bots and (is_past or run.members(sitting.group)):
            lines.append(_line(room, from_activity, sitting, live, is_past))
        if live.is_over and live.is_dealt and is_of_class(sitting, live):
            _add(sums, from_activity, sitting, live)
        _add_win(wins[sitting.group], room, sitting, live)
        judged = judge(jobs, room, sitting, live)
        if judged is not None:
            _add_judged(sums, sitting, live, judged)
        is_judging |= judged is None and is_judged(room, sitting, live)
    lines = [replace(x, tally=wins[x.number - 1].sentence) for x in lines]
    won = together(wins.values()).role_sentence
    return replace(_board(lines, sums), won=won, is_judging=is_judging)


def _line(room: LiveRoom, step: Play, sitting: Sitting, live: LiveTable, is_past: bool) -> GroupLine:
    roles = roles_of(step, sitting)
    waiting = () if is_past else live.waiting_for()
    names = [live.seats[p].name if x == BOT else room.name_of(x) for p, x in enumerate(sitting.seats)]
    places = [
        GroupSeat(x, names[p], roles[p], bool(live.seats[p].strategy), has_turn=p in waiting)
        for p, x in enumerate(sitting.seats)
    ]
    first = len(sitting.seats)
    places += [GroupSeat(x, room.name_of(x), roles[first + i]) for i, x in enumerate(sitting.watchers)]
    return GroupLine(
        sitting.group + 1, tuple(places), sitting.match + 1, sitting.table_id, _state(live, names, is_past),
        live.is_over,
    )  # fmt: skip


def _state(live: LiveTable, seats: Sequence[str], is_past: bool) -> str:
    """Return the state of a match in a few words, with the names at its `seats`.

    `is_past` tells that the class has left the step.
    """
    if live.is_over:
        names = [seats[p] for p in live.winners]
        is_draw = len(names) == len(live.seats)
        scores = live.scores
        score_text = " : ".join(signed_payoff(x).replace("-", "−") for x in scores)
        if is_draw:
            ending = _("a draw")
        else:
            ending = _("{names} won", names=join_names(names)) if names else _("nobody won")
        return f"{ending} ({score_text})" if score_text else ending
    if is_past:
        return ngettext("stopped after {n} move", "stopped after {n} moves", live.turn)
    return ngettext("{n} move so far", "{n} moves so far", live.turn)


def _add(sums: _BoardSums, step: Play, sitting: Sitting, live: LiveTable) -> None:
    """Add a finished match to the pupils for whom it counts, and to their roles. Modifies `sums`."""
    roles, winners, scores = roles_of(step, sitting), live.winners, live.scores
    counts = counting_seats(sitting, live)
    sums.finished += any(counts)
    for p, pupil in enumerate(sitting.seats):
        if counts[p]:
            line = sums.line(pupil)
            line.matches += 1
            line.wins += 1 / len(winners) if p in winners else 0.0
            if scores:  # after a resignation there are none
                sums.by_role[roles[p]].append(float(scores[p]))
                line.points += scores[p]
            scored = [x for x in (line.best, seat_score(live, p)) if x is not None]
            line.best = max(scored, default=None)


def _add_judged(sums: _BoardSums, sitting: Sitting, live: LiveTable, judged: JudgedMatch) -> None:
    """Add the judged decisions of a match. Modifies `sums`."""
    sums.judged, sums.unit, sums.source = sums.judged + 1, judged.unit, judged.source
    for pupil, x in tallies(judged, live, sitting).items():
        line = sums.line(pupil)
        line.decisions += x.decisions
        line.mistakes += x.mistakes
        line.loss += x.loss


def _board(lines: Sequence[GroupLine], sums: _BoardSums) -> Board:
    pupils = list(sums.lines.values())
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
