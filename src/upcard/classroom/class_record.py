"""What a class did, as plain values: matches as records, answers, names. From it follows all that is told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.classroom.class_repository import PERSON_WORDS
from upcard.engine.game import Match
from upcard.engine.record import parse_record, replay
from upcard.engine.state import PlainState


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
