"""Every decision of a class as a line of a table, under pseudonyms alone."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Choose, Poll, Step, Write
from upcard.classroom.background_tasks import Judged
from upcard.classroom.class_record import Played, Story
from upcard.classroom.class_repository import BOT, PERSON_WORDS, Run
from upcard.classroom.decision_losses import Verdicts
from upcard.classroom.pairings import COIN, PLAYERS, WORDS, choice_kept, is_of_coin

HEAD = (
    "activity", "step", "group", "match", "game", "number", "time", "pupil", "seat", "by", "decision",
    "best", "lost",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t")
"""How cells begin that spreadsheets reckon."""

PUPIL, CHANCE = "pupil", "chance"
"""Who decided: a pupil himself, or a coin. Else it is a strategy, or the clock."""

NOT_YET = "not yet judged"


def csv_text(stories: list[tuple[Run, Story, Verdicts]]) -> str:
    """All decisions and answers of a room, the oldest first.

    Decisions of a match of which no verdict is given are told to be not judged yet.
    """
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow(HEAD)
    for run, story, verdicts in stories:
        for one in story.matches:
            name = (one.step, one.group, one.match)
            out.writerows(map(_safe, row) for row in _decisions(run, one, verdicts.get(name)))
        out.writerows(map(_safe, row) for row in _answers(run, story))
    return text.getvalue()


def _decisions(run: Run, one: Played, verdict: Judged | None) -> Iterator[list[object]]:
    """The lines of a match."""
    match = one.replayed()
    again = match.from_start()
    for i, action in enumerate(match.actions):
        seat = again.player
        own = verdict.of_action[i] if verdict else None
        by = PUPIL if one.by[i] in PERSON_WORDS else one.by[i]
        yield [
            run.activity, one.step + 1, one.group + 1, one.match + 1, match.game.name, i + 1,
            _time(one.at[i]), one.who[i], seat + 1, by, again.words(action),
            own.best if own else NOT_YET, f"{own.lost:.6f}" if own else "",
        ]  # fmt: skip
        again.do(action)


def _answers(run: Run, story: Story) -> Iterator[list[object]]:
    """The lines of polls, strategies and matrices."""
    steps = find_activity(run.activity).steps
    for (step, question, pupil), value in sorted(story.answers.items(), key=lambda x: x[0]):
        if question == PLAYERS:
            continue
        by_group = isinstance(steps[step], Write)
        name = "" if by_group else story.names[pupil] if pupil != BOT else COIN
        group = pupil + 1 if by_group else ""
        by = CHANCE if isinstance(steps[step], Choose) and is_of_coin(pupil, value) else PUPIL
        said = _answer_words(steps[step], question, value)
        yield [run.activity, step + 1, group, "", question, "", "", name, "", by, said, "", ""]


def _answer_words(step: Step, question: str, value: Any) -> str:
    """What was answered, in words."""
    if isinstance(step, Poll):
        return next((x.choices[value] for x in step.questions if x.name == question), str(value))
    if isinstance(step, Write):
        rule = step.strategy(value["rule"]) if step.strategy is not None and value["rule"] else ""
        return " | ".join(x for x in (value["words"], rule) if x)
    return WORDS[choice_kept(value)] if isinstance(step, Choose) else str(value)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _safe(x: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = str(x)
    is_number = text[:1] == "-" and text[1:2].isdigit()
    return f"'{text}" if text[:1] in FORMULA and not is_number else text
