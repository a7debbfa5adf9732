"""The record of a class as plain values: matches, answers and names. All reports are computed from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from upcard.classroom.class_repository import PERSON_WORDS
from upcard.engine.game import Match
from upcard.engine.record import parse_record, replay
from upcard.engine.state import PlainState


@dataclass(frozen=True)
class Played:
    """A match of a group so far: its players, its record, and who chose each action."""

    step: int
    group: int
    match: int
    names: tuple[str, ...]
    """Pseudonyms by seat, joined if several pupils sat there one after another; ``a bot`` for a bot."""
    who: tuple[str, ...]
    """For each action, the pseudonym of the pupil who sat there."""
    record: str
    by: tuple[str, ...]
    """For each action, who chose it: a person, a strategy, or the clock."""
    at: tuple[float, ...]
    """The time of each action, in seconds since 1970."""
    is_over: bool
    counts: tuple[bool, ...] = ()
    """For each seat, whether the match counts for its pupil, who chose more than half of the actions."""
    winners: tuple[int, ...] = ()
    """The seats that have won, after the rules or an agreement to stop; empty before the end."""
    watchers: tuple[str, ...] = ()
    """Pseudonyms of the pupils who watch."""
    scores: tuple[int | Fraction, ...] = ()
    """The score of each seat; empty before the end, and after a resignation."""
    dealt_at: float | None = None
    """When the cards were dealt, in seconds since 1970; None if that is not known."""

    def counts_for(self, seat: int) -> bool:
        """Whether the match counts for the pupil on a seat, from 0; it does unless ``counts`` denies it."""
        return not self.counts or self.counts[seat]

    def replayed(self) -> Match:
        """Return the match in its last position so far."""
        return replay(parse_record(self.record))

    def positions(self) -> Iterator[tuple[PlainState, int, bool]]:
        """Yield a copy of each position, the action chosen there, and whether a person chose it."""
        match = self.replayed()
        again = match.from_start()
        for action, by in zip(match.actions, self.by, strict=True):
            yield again.state.copy(), action, by in PERSON_WORDS
            again.do(action)


@dataclass(frozen=True)
class Story:
    """The record of an activity of a class, for the report of one of its steps."""

    activity: str
    step: int
    """Number of the step that shows the report."""
    settings: Mapping[str, Any]
    """The settings that the teacher chose."""
    names: Sequence[str] = ()
    """Pseudonyms, by pupil number."""
    groups: Sequence[Sequence[int]] = ()
    """The pupils of each group."""
    matches: Sequence[Played] = ()
    answers: Mapping[tuple[int, str, int], Any] = field(default_factory=dict)
    """Answers by step, question and pupil."""

    def of_step(self, step: int) -> list[Played]:
        """Return the matches that were played at a step."""
        return [x for x in self.matches if x.step == step]

    def answers_to(self, step: int, question: str) -> dict[int, Any]:
        """Return the answers to a question at a step, by pupil number."""
        return {p: x for (s, q, p), x in self.answers.items() if (s, q) == (step, question)}
