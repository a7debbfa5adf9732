"""The exercises of a chapter: they check an answer, and name the mistake in a typical wrong one."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol
from zlib import crc32

from upcard.engine.errors import Usage
from upcard.engine.typed_numbers import Reading, readings

ENOUGH = 2
"""Significant digits that a rounded answer needs."""


@dataclass(frozen=True)
class AnswerVerdict:
    """Verdict on an answer to an exercise."""

    is_right: bool
    mistake: str
    """The name of the mistake; empty if the answer is right, or wrong in no way that is typical."""
    comment: str

    @property
    def title(self) -> str:
        """The verdict in a word, with the name of the mistake."""
        if self.is_right:
            return "Right."
        return f"Not yet: {self.mistake}." if self.mistake else "Not yet."


@dataclass(frozen=True)
class Mistake:
    """A typical wrong number, the name of the mistake behind it, and what to say about it."""

    value: Fraction | int
    name: str
    comment: str


@dataclass(frozen=True)
class AnswerChoice:
    """One of several answers; `mistake` names what is wrong with it and is empty for the right one."""

    words: str
    mistake: str
    comment: str


class Exercise(Protocol):
    """A question of a chapter whose answer can be checked."""

    @property
    def label(self) -> str:
        """The words before the answer."""

    @property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """The answers to choose from; empty if the answer is typed."""

    def check(self, text: str) -> AnswerVerdict:
        """Return the verdict on an answer; raises Usage if it cannot be read."""


@dataclass(frozen=True)
class NumberExercise:
    """An exercise whose answer is a number."""

    answer: Fraction | int
    comment: str
    """What to say about the right answer."""
    hint: str
    """What to say about a wrong answer that is not typical."""
    mistakes: tuple[Mistake, ...]
    is_share: bool = False
    """Whether the answer is a chance or another share of a whole."""
    label: str = "Your answer"

    @property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """No choices: the number is typed."""
        return ()

    def check(self, text: str) -> AnswerVerdict:
        """Return the verdict on a number; raises Usage if it cannot be read."""
        ways, exact = readings(text), Fraction(self.answer)
        if any(_is_meant(way, exact) for way in ways):
            return AnswerVerdict(True, "", self.comment)
        for mistake in self.mistakes:
            if any(_is_meant(way, Fraction(mistake.value)) for way in ways):
                return AnswerVerdict(False, mistake.name, mistake.comment)
        return self._other(ways, exact)

    def _other(self, ways: tuple[Reading, ...], exact: Fraction) -> AnswerVerdict:
        """Return the verdict on an answer that is neither right nor one of the mistakes."""
        if any(way.is_rounded(exact) for way in ways):
            return AnswerVerdict(
                False, "rounded too much", "It may be right. Give two digits, or a fraction."
            )
        if any(way.is_near(exact) for way in ways):
            return AnswerVerdict(False, "rounding", "It is nearly right. Look at the last digit again.")
        bare = [Reading(w.value / 100, (w.step or Fraction(1)) / 100) for w in ways if not w.is_percent]
        if self.is_share and any(way.is_rounded(exact) for way in bare):
            return AnswerVerdict(
                False, "the % sign is missing", "Without the sign, the number is a hundred times larger."
            )
        if self.is_share and all(not 0 <= way.value <= 1 for way in ways):
            return AnswerVerdict(
                False, "not a share", "A share lies between 0 and 1, or between 0 % and 100 %."
            )
        return AnswerVerdict(False, "", self.hint)


def _is_meant(way: Reading, exact: Fraction) -> bool:
    """Whether a number is `exact`, or `exact` rounded to enough digits."""
    return way.is_rounded(exact) and (way.value == exact or way.digits >= ENOUGH)


@dataclass(frozen=True)
class ChoiceExercise:
    """An exercise whose answer is one of several sentences."""

    answers: tuple[AnswerChoice, ...]
    label: str = "Your answer"

    @property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """The answers, always in the same order, which does not depend on which of them is right."""
        return tuple(sorted(self.answers, key=lambda x: crc32(x.words.encode())))

    def check(self, text: str) -> AnswerVerdict:
        """Return the verdict on a choice, which is numbered from 1; raises Usage if there is none."""
        numbers = [str(n) for n in range(1, len(self.choices) + 1)]
        if text.strip() not in numbers:
            raise Usage(f"choose one of the answers {numbers[0]} to {numbers[-1]}")
        chosen = self.choices[int(text) - 1]
        return AnswerVerdict(not chosen.mistake, chosen.mistake, chosen.comment)
