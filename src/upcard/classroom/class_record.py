"""What a class did, as plain values: matches as records, answers, names. From it follows all that is told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.classroom.class_repository import OF_TEACHER, PERSON_WORDS, Run, Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.engine.game import Match
from upcard.engine.record import parse_record, record_text, replay
from upcard.engine.state import PlainState
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService


@dataclass(frozen=True)
class Played:
    """A match of a group: where it belongs, who sat where, its record, and who did each action."""

    step: int
    group: int
    match: int
    """Where it belongs."""
    names: tuple[str, ...]
    """By seat, pseudonyms, of several who sat there one after the other; ``a bot`` for a bot."""
    who: tuple[str, ...]
    """By action, the pseudonym of who sat there then."""
    record: str
    """The record of the match, as far as it was played."""
    by: tuple[str, ...]
    """By whom each action was done: a person, a strategy, the clock."""
    at: tuple[float, ...]
    """When."""
    is_over: bool
    """Whether it came to its end."""

    def replayed(self) -> Match:
        """The match as it stands at its end."""
        return replay(parse_record(self.record))

    def positions(self) -> Iterator[tuple[PlainState, int, bool]]:
        """Every position with what was done there, and whether a pupil did it himself.

        The states are copies, which may be kept.
        """
        match = self.replayed()
        again = match.from_start()
        for action, by in zip(match.actions, self.by, strict=True):
            yield again.state.copy(), action, by in PERSON_WORDS
            again.do(action)


@dataclass(frozen=True)
class Story:
    """An activity as a class did it."""

    activity: str
    """Its name."""
    step: int
    """At which step it is told."""
    settings: Mapping[str, Any]
    """What the teacher chose."""
    names: Sequence[str] = ()
    """Pseudonyms by the number of a pupil."""
    groups: Sequence[Sequence[int]] = ()
    """Who belongs together."""
    matches: Sequence[Played] = ()
    """What was played."""
    answers: Mapping[tuple[int, str, int], Any] = field(default_factory=dict)
    """By step, question and pupil, what was answered."""

    def of_step(self, step: int) -> list[Played]:
        """The matches of a step."""
        return [x for x in self.matches if x.step == step]

    def said(self, step: int, question: str) -> dict[int, Any]:
        """What was answered to a question of a step, by pupil."""
        return {p: x for (s, q, p), x in self.answers.items() if (s, q) == (step, question)}


def played_at(sitting: Sitting, live: LiveTable, room: LiveRoom) -> Played:
    """A match of a group as it stands."""
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
    )


def is_of_class(sitting: Sitting, live: LiveTable) -> bool:
    """Whether a match tells of the class: somebody plays it, or decided in it before all left it."""
    return not sitting.is_of_bots or any(x.by in PERSON_WORDS for x in live.snapshot.actions)


async def story_of(service: TableService, room: LiveRoom, run: Run, step: int | None = None) -> Story:
    """All of an activity as it stands, to be told at a step, that of now if none is named."""
    matches = []
    for sitting in room.sittings(run.number):
        live = await service.find(sitting.table_id)
        if live.is_dealt and is_of_class(sitting, live):
            matches.append(played_at(sitting, live, room))
    answers = {
        (x.step, x.question, x.pupil): x.value
        for x in (room.snapshot.answers or {}).values()
        if x.run == run.number and x.question not in OF_TEACHER
    }
    names = [x.name for x in room.snapshot.pupils]
    return Story(
        run.activity,
        run.step if step is None else step,
        run.settings,
        tuple(names),
        run.groups,
        tuple(matches),
        answers,
    )
