"""Results of a poll: how many chose what, what is right, and what has changed since an earlier poll."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Poll, Question
from upcard.classroom.class_repository import Run
from upcard.classroom.live_room import LiveRoom
from upcard.document.model import Bar, Section
from upcard.language.messages import gettext as _
from upcard.language.messages import local_number, ngettext

MOST_BARS = 8
"""Maximum number of different numbers that have a bar each."""

Answers = Mapping[int, Any]
"""Answers to a question by pupil number."""


@dataclass(frozen=True)
class PollResult:
    """The answers to a question at a step, and at the earlier step that asked it."""

    question: Question
    now: Answers
    before: Answers | None
    """Answers in the earlier poll; None if there was none."""
    is_last: bool
    """Whether no later poll of the activity asks the question."""
    hidden: Collection[int] = ()
    """The pupils whose texts the teacher has hidden."""

    @property
    def answered(self) -> int:
        """Number of pupils who have answered."""
        return len(self.now)

    @property
    def shows_right(self) -> bool:
        """Whether the right answer may be shown: there is one, and the class is not asked again."""
        return self.is_last and self.question.right is not None

    @property
    def learned(self) -> int:
        """Number of pupils whose answer was wrong in the earlier poll and is right now."""
        right = self.question.is_right
        was = self.before or {}
        return sum(p in was and not right(was[p]) and right(x) for p, x in self.now.items())

    @property
    def texts(self) -> list[tuple[int, str]]:
        """The free texts with their pupils, in the order of pupils."""
        return sorted(self.now.items()) if self.question.kind == "text" else []

    @property
    def section(self) -> Section:
        """The results as a part of a page, without names."""
        texts = Counter(f"“{x}”" for p, x in self.texts if p not in self.hidden)
        quoted = [text_with_times(x, n) for x, n in texts.items()]
        return Section(_(self.question.words), [*self._sentences(), *quoted], bars=self._bars())

    @property
    def verdict(self) -> list[str]:
        """The sentences about the right answer, and about those who changed to it; may be empty."""
        if not self.shows_right:
            return []
        answer = _("Right answer: {answer}.", answer=self.question.right_text)
        lines = [f"{answer} {_(self.question.reason)}".strip()]
        if self.before is not None:
            lines.append(
                ngettext(
                    "From a wrong answer to the right one: {n} pupil.",
                    "From a wrong answer to the right one: {n} pupils.",
                    self.learned,
                )
            )
        return lines

    def _sentences(self) -> list[str]:
        numbers = [float(x) for x in self.now.values()] if self.question.kind == "number" else []
        lines = self.verdict
        if numbers:
            low, middle, high = map(self.question.answer_text, (min(numbers), median(numbers), max(numbers)))
            lines.append(
                _(
                    "Half of the answers are at most {middle}; all are from {low} to {high}.",
                    low=local_number(low),
                    middle=local_number(middle),
                    high=local_number(high),
                )
            )
        return lines

    def _bars(self) -> list[Bar]:
        """Return a bar for each choice, or for each number that was written."""
        if self.question.kind == "text":
            return []
        numbers = sorted({*self.now.values()})
        if self.question.kind == "number" and len(numbers) > MOST_BARS:
            return self._right_bars()
        values = range(len(self.question.choices)) if self.question.kind == "choice" else numbers
        return [self._bar(x) for x in values]

    def _bar(self, value: Any) -> Bar:
        mark = "✓ " if self.shows_right and self.question.is_right(value) else ""
        count = sum(x == value for x in self.now.values())
        note = str(count)
        if self.before is not None:
            before = sum(x == value for x in self.before.values())
            note = _("{number} (before: {before})", number=count, before=before)
        share = count / max(1, len(self.now))
        return Bar(f"{mark}{self.question.answer_text(value)}", share, note, is_right=bool(mark))

    def _right_bars(self) -> list[Bar]:
        """Return one bar for the right numbers, where there are too many different ones."""
        if not self.shows_right:
            return []
        count = sum(map(self.question.is_right, self.now.values()))
        share = count / max(1, len(self.now))
        return [
            Bar(_("✓ right"), share, _("{part} of {whole}", part=count, whole=len(self.now)), is_right=True)
        ]


def text_with_times(text: str, times: int) -> str:
    """Return a text, with how many pupils wrote it if there are several."""
    return ngettext("{text}, {n} time", "{text}, {n} times", times, text=text) if times > 1 else text


def poll_results(
    room: LiveRoom, step: Poll, run: Run, number: int, hidden: Mapping[str, Collection[int]] | None = None
) -> list[PollResult]:
    """Return the results of a poll at step `number`; `hidden` maps questions to pupils with hidden texts."""
    return [
        PollResult(
            x,
            _answers(room, run, number, x),
            before=_earlier(room, run, number, x),
            is_last=not _asked_at(run, x, number, is_later=True),
            hidden=(hidden or {}).get(x.name, ()),
        )
        for x in step.questions
    ]


def _answers(room: LiveRoom, run: Run, number: int, question: Question) -> Answers:
    """Return the answers to a question; those of another form, from an older version, do not count."""
    answers = {p: x.value for p, x in room.answers(question.name, run.number, number).items() if p >= 0}
    kind = question.kind
    known = range(len(question.choices))
    return {
        p: x
        for p, x in answers.items()
        if (x in known if kind == "choice" else isinstance(x, str if kind == "text" else int | float))
    }


def _earlier(room: LiveRoom, run: Run, number: int, question: Question) -> Answers | None:
    """Return the answers in the last poll before step `number` that asked a question; None without one."""
    earlier = _asked_at(run, question, number, is_later=False)
    return _answers(room, run, earlier[-1], question) if earlier else None


def _asked_at(run: Run, question: Question, number: int, is_later: bool) -> Sequence[int]:
    """Return the numbers of the other steps, before or after step `number`, that ask a question."""
    activity = activity_of(run)
    here = activity.position(number)
    others = activity.course[here + 1 :] if is_later else activity.course[:here]
    polls = {x: [q.name for q in step.questions] for x, step in others if isinstance(step, Poll)}
    return [x for x, names in polls.items() if question.name in names]
