"""Export of all decisions of a class as CSV, with pseudonyms only."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Choose, Poll, Step, Write
from upcard.classroom.background_tasks import JudgedMatch
from upcard.classroom.class_record import Played, Story
from upcard.classroom.class_repository import BOT, PERSON_WORDS, Run
from upcard.classroom.decision_losses import Verdicts
from upcard.classroom.pairings import COIN, LENGTH, PLAYERS, WORDS, is_coin_choice, stored_choice

HEAD = (
    "activity", "step", "group", "match", "game", "number", "time", "pupil", "seat", "by", "decision",
    "best", "lost", "counts",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t")
"""First characters of cells that spreadsheets would execute as a formula."""

PUPIL, CHANCE = "pupil", "chance"
"""Values of the column ``by`` for a pupil and for a coin; others are those of the server's repository."""

NOT_YET, YES, NO = "not yet judged", "yes", "no"


def csv_text(stories: list[tuple[Run, Story, Verdicts]]) -> str:
    """Return all decisions and answers of a room as CSV, one line each; matches may not be judged yet."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow(HEAD)
    for run, story, verdicts in stories:
        for one in story.matches:
            name = (one.step, one.group, one.match)
            out.writerows(map(_safe, row) for row in _decisions(run, one, verdicts.get(name)))
        out.writerows(map(_safe, row) for row in _answers(run, story))
    return text.getvalue()


def _decisions(run: Run, one: Played, verdict: JudgedMatch | None) -> Iterator[list[object]]:
    """Yield a line for each action of a match."""
    match = one.replayed()
    again = match.from_start()
    for i, action in enumerate(match.actions):
        seat = again.player
        judged = verdict.of_action[i] if verdict else None
        by = PUPIL if one.by[i] in PERSON_WORDS else one.by[i]
        yield [
            run.activity, one.step + 1, one.group + 1, one.match + 1, match.game.name, i + 1,
            f"{datetime.fromtimestamp(one.at[i], UTC):%Y-%m-%dT%H:%M:%SZ}", one.who[i], seat + 1, by,
            again.words(action), judged.best if judged else NOT_YET, f"{judged.lost:.6f}" if judged else "",
            YES if by == PUPIL and one.counts_for(seat) else NO,
        ]  # fmt: skip
        again.do(action)


def _answers(run: Run, story: Story) -> Iterator[list[object]]:
    """Yield a line for each answer in a poll, each written strategy, and each choice in a matrix."""
    step_at = activity_of(run).step_at
    for (step, question, pupil), value in sorted(story.answers.items(), key=lambda x: x[0]):
        if question in (PLAYERS, LENGTH):
            continue
        by_group = isinstance(step_at(step), Write)
        name = "" if by_group else story.names[pupil] if pupil != BOT else COIN
        group = pupil + 1 if by_group else ""
        by = CHANCE if isinstance(step_at(step), Choose) and is_coin_choice(pupil, value) else PUPIL
        words, counts = _answer_words(step_at(step), question, value), YES if by == PUPIL else NO
        row = [run.activity, step + 1, group, "", question, "", "", name, "", by, words, "", "", counts]
        yield row


def _answer_words(step: Step, question: str, value: Any) -> str:
    """Return an answer in words."""
    if isinstance(step, Poll):
        return next((x.answer_text(value) for x in step.questions if x.name == question), str(value))
    if isinstance(step, Write):
        rule = step.strategy(value["rule"]) if step.strategy is not None and value["rule"] else ""
        return " | ".join(x for x in (value["words"], rule) if x)
    return WORDS[stored_choice(value)] if isinstance(step, Choose) else str(value)


def _safe(x: object) -> str:
    """Return a cell as text that no spreadsheet executes as a formula."""
    text = str(x)
    is_number = text[:1] == "-" and text[1:2].isdigit()
    return f"'{text}" if text[:1] in FORMULA and not is_number else text
