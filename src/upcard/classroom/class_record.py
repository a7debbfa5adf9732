"""The record of a class as plain values, from which all its reports follow: matches, answers, names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.classroom.class_repository import PERSON_WORDS
from upcard.engine.game import Match
from upcard.engine.record import parse_record, replay
from upcard.engine.state import PlainState


@dataclass(frozen=True)
class Played:
    """A match of a group, so far: its players, its record, and the player of each action."""

    step: int
    group: int
    match: int
    names: tuple[str, ...]
    """Pseudonyms by seat, joined if several pupils sat there in turn; ``a bot`` for a bot."""
    who: tuple[str, ...]
    """The pseudonym of the player of each action."""
    record: str
    by: tuple[str, ...]
    """The origin of each action: a person, a strategy, the clock."""
    at: tuple[float, ...]
    """The time of each action, in seconds since 1970."""
    is_over: bool

    def replayed(self) -> Match:
        """Return the match at its end."""
        return replay(parse_record(self.record))

    def positions(self) -> Iterator[tuple[PlainState, int, bool]]:
        """Yield a copy of every position, the action there, and whether a pupil chose it themselves."""
        match = self.replayed()
        again = match.from_start()
        for action, by in zip(match.actions, self.by, strict=True):
            yield again.state.copy(), action, by in PERSON_WORDS
            again.do(action)


@dataclass(frozen=True)
class Story:
    """The record of an activity of a class."""

    activity: str
    step: int
    """The step that reports it."""
    settings: Mapping[str, Any]
    """The choices of the teacher."""
    names: Sequence[str] = ()
    """Pseudonyms by the number of a pupil."""
    groups: Sequence[Sequence[int]] = ()
    """The pupils of each group."""
    matches: Sequence[Played] = ()
    answers: Mapping[tuple[int, str, int], Any] = field(default_factory=dict)
    """Answers by step, question and pupil."""

    def of_step(self, step: int) -> list[Played]:
        """Return the matches of a step."""
        return [x for x in self.matches if x.step == step]

    def answers_to(self, step: int, question: str) -> dict[int, Any]:
        """Return the answers to a question of a step, by pupil."""
        return {p: x for (s, q, p), x in self.answers.items() if (s, q) == (step, question)}
