"""Export of a class as one table: decisions, results, answers, choices and contests, with pseudonyms only.

:mod:`upcard.classroom.export_columns` explains every column. The numbers of the report follow from the rows.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from upcard.classroom import export_columns as columns
from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import OWN_POLLS, Choose, Play, Poll, Step, Write
from upcard.classroom.background_tasks import ContestResult, JudgedMatch
from upcard.classroom.class_board import role_names
from upcard.classroom.class_matrices import play_at
from upcard.classroom.class_record import Played, Story
from upcard.classroom.class_repository import BOT, COIN, PERSON_WORDS, Pupil, Run
from upcard.classroom.decision_losses import Verdicts
from upcard.classroom.pairings import (
    LENGTH,
    PLAYERS,
    ROUND,
    WORDS,
    MatrixPlay,
    actions_of,
    is_coin_choice,
    round_name,
    stored_choice,
)
from upcard.document.model import Bar, Chart, Section
from upcard.engine.game import Match
from upcard.engine.heuristics import round_counter
from upcard.engine.registry import part
from upcard.engine.state import PlainState
from upcard.language.messages import SOURCE, in_language
from upcard.play.scene import make_scene
from upcard.server.repository import DELETED
from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW

FORMULA = ("=", "+", "-", "@", "\t")
"""First characters of cells that spreadsheets would execute as a formula."""

NUMBER = re.compile(r"-\d+(\.\d+)?(e-?\d+)?(/\d+)?|-\d+(,-?\d+)*(\|-?\d+(,-?\d+)*)*")
"""A negative number, or payoffs that begin with one: no formula, although the first character is in it."""

PUPIL, CHANCE = "pupil", "chance"
"""Values of the column ``by`` for a pupil and for a coin; others are those of the server's repository."""

NOT_YET, NOT_COMPUTED, YES, NO = "not yet judged", "not yet computed", "yes", "no"
SIDES = ("row", "column")

Row = dict[str, object]
"""A row by the names of its columns; all other cells are empty."""


@dataclass(frozen=True)
class ActivityExport:
    """An activity of a class with everything that is computed about it."""

    run: Run
    story: Story
    verdicts: Verdicts = field(default_factory=dict)
    contests: Mapping[int, tuple[ContestResult, int]] = field(default_factory=dict)
    """By step, the result of a contest and the number of matches of each strategy."""
    debriefs: Mapping[int, Sequence[Section] | None] = field(default_factory=dict)
    """By step, the sections of a debrief, in English; None while they are being computed."""


def csv_text(
    exports: Sequence[ActivityExport],
    code: str = "",
    pupils: Sequence[Pupil] = (),
    kinds: Collection[str] = tuple(columns.KINDS),
) -> str:
    """Return the rows of some kinds of a class as CSV, by default of all; matches may not be judged yet."""
    added = {x.name: None for game in sorted(games_of(exports)) for x in columns.columns_of(game)}
    names = [*(x.name for x in columns.COLUMNS), *added]
    rows = ({"class": code} | x for x in export_rows(exports, pupils) if x["kind"] in kinds)
    return _text(names, ([_safe(x.get(name, "")) for name in names] for x in rows))


def games_of(exports: Sequence[ActivityExport]) -> set[str]:
    """Return the names of the games that were played."""
    return {x.replayed().game.name for one in exports for x in one.story.matches}


def export_rows(exports: Sequence[ActivityExport], pupils: Sequence[Pupil] = ()) -> list[Row]:
    """Return the rows of the table: pupils, then activity by activity; always in English."""
    with in_language(SOURCE):
        return [*map(_pupil_row, pupils), *(row for one in exports for row in _numbered(one))]


def codebook_text(games: Iterable[str]) -> str:
    """Return the meaning of every column as CSV, with the columns of some games."""
    heading, *rows = columns.codebook(games)
    return _text(heading, rows)


def _text(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow(heading)
    out.writerows(rows)
    return text.getvalue()


def _pupil_row(pupil: Pupil) -> Row:
    state = "removed" if pupil.removed else "joined"
    row: Row = {"kind": columns.MEMBER, "pupil": pupil.name, "pupil_number": pupil.number + 1}
    return row | {"time": _time(pupil.joined_at), "decision": state}


def _numbered(one: ActivityExport) -> Iterator[Row]:
    """Yield all rows of an activity, with the number of the pupil where a row belongs to one."""
    numbers = {name: i for i, name in enumerate(one.story.names, 1) if name}
    for row in _activity_rows(one):
        number = numbers.get(str(row.get("pupil", "")))
        yield row if number is None else row | {"pupil_number": number}


def _activity_rows(one: ActivityExport) -> Iterator[Row]:
    """Yield all rows of an activity."""
    run, story = one.run, one.story
    of_run: Row = {"activity": run.activity, "run": run.number + 1}
    for row in (*_settings(run), *_contests(one), *_figures(one)):
        yield of_run | row
    for match in story.matches:
        verdict = one.verdicts.get((match.step, match.group, match.match))
        yield from (of_run | row for row in _match_rows(run, match, verdict))
    yield from (of_run | row for row in _answers(run, story))


def _settings(run: Run) -> Iterator[Row]:
    """Yield a row for each setting, and for each cell of the matrices."""
    for name, value in run.settings.items():
        if name != OWN_POLLS:
            yield {"kind": columns.SETTING, "question": name, "decision": value}
    for number, step in activity_of(run).course:
        if not isinstance(step, Choose) or step.matrix is None:
            continue
        game, name = step.matrix(run.settings)
        actions = actions_of(step, run.settings)
        for i, j in CELLS:
            payoffs = {"payoff": game.payoff(ROW, (i, j)), "partner_payoff": game.payoff(COLUMN, (i, j))}
            cell = {"step": number + 1, "question": f"{WORDS[i]}-{WORDS[j]}", "decision": name}
            yield {"kind": columns.SETTING, "choice_name": actions[i]} | cell | payoffs


def _contests(one: ActivityExport) -> Iterator[Row]:
    """Yield a row for each strategy, for each pair of strategies, and for each rule of an earlier contest."""
    for step, (result, matches) in one.contests.items():
        of_step: Row = {"kind": columns.CONTEST, "step": step + 1}
        for i, x in enumerate(result.bars):
            per = {"per_round": result.quotients[i]} if result.quotients else {}
            yield of_step | _bar_columns(x) | {"matches": matches, "rule": x.rule} | per
        for x, meetings in zip(result.bars, result.meetings, strict=False):
            for other, meeting in zip(result.bars, meetings, strict=True):
                if meeting is not None:
                    share: Row = {"against": other.label, "share": meeting.share}
                    per = {} if meeting.quotient is None else {"per_round": meeting.quotient}
                    yield of_step | {"decision": x.label} | share | per
        for former, x in result.former:
            earlier = {"decision": former.words, "question": f"contest {former.number}"}
            yield of_step | _bar_columns(x) | earlier


def _figures(one: ActivityExport) -> Iterator[Row]:
    """Yield a row for each bar of a debrief, and for each column of its charts."""
    for step, sections in one.debriefs.items():
        of_step: Row = {"kind": columns.FIGURE, "step": step + 1}
        if sections is None:
            yield of_step | {"decision": NOT_COMPUTED}
        for section in sections or ():
            for bar in section.bars:
                yield of_step | {"question": section.title} | _bar_columns(bar)
            for chart in section.figures:
                for bar in _chart_bars(chart):
                    yield of_step | {"question": chart.title} | _bar_columns(bar)


def _chart_bars(chart: Chart) -> Iterator[Bar]:
    """Yield the levels and the points of a chart as bars."""
    yield from (Bar(label, height) for label, height in chart.levels)
    for line in chart.series:
        for i, (x, y) in enumerate(zip(line.x, line.y, strict=True)):
            label = f"{line.label}: {chart.names[i] if chart.names else f'{x:g}'}"
            yield Bar(label, y, "", line.low[i], line.high[i]) if line.low else Bar(label, y)


def _bar_columns(bar: Bar) -> Row:
    """Return the columns of a share with its interval."""
    ends: Row = {"low": bar.low, "high": bar.high} if bar.low is not None else {}
    return {"decision": bar.label, "share": bar.value} | ends


# ---- matches


def _match_rows(run: Run, one: Played, verdict: JudgedMatch | None) -> Iterator[Row]:
    """Yield a row for each action of a match, and one for each seat and each watcher."""
    match, seats = one.replayed(), len(one.names)
    step = activity_of(run).step_at(one.step)
    roles = role_names(step, seats, len(one.watchers)) if isinstance(step, Play) else [""] * seats
    name: Row = {
        "step": one.step + 1, "group": one.group + 1, "match": one.match + 1, "game": match.game.name,
        "over": YES if one.is_over else NO,
    }  # fmt: skip
    shares = [1 / len(one.winners) if p in one.winners else 0 for p in range(seats)]
    ends = [{"won": shares[p]} | ({"result": one.scores[p]} if one.scores else {}) for p in range(seats)]
    of_seat: list[Row] = [
        name | {"seat": p + 1, "role": roles[p]} | (ends[p] if one.is_over else {}) for p in range(seats)
    ]
    for seat, row in _decisions(one, match, verdict):
        yield of_seat[seat] | row
    total = {"kind": columns.RESULT, "actions": len(match.actions)}
    for p, pupil in enumerate(one.names):
        yield of_seat[p] | total | {"pupil": pupil, "counts": YES if one.counts_for(p) else NO}
    for pupil, role in zip(one.watchers, roles[seats:], strict=True):
        yield name | total | {"pupil": pupil, "role": role, "counts": NO}


def _decisions(one: Played, match: Match, verdict: JudgedMatch | None) -> Iterator[tuple[int, Row]]:
    """Yield seat and row of each action of a match, without what is the same for the whole match."""
    game, again = match.game, match.from_start()
    round_of = round_counter(game.rules)
    before_first = round_of(again.state) - 1
    steps: list[tuple[PlainState, int]] = []
    rows: list[tuple[int, Row]] = []
    for i, action in enumerate(match.actions):
        s, seat = again.state.copy(), again.player
        view = again.view(seat)
        words = game.words(view, again.legal())
        steps.append((s, action))
        by = PUPIL if one.by[i] in PERSON_WORDS else one.by[i]
        before = one.at[i - 1] if i else one.dealt_at
        rows.append((seat, {
            "kind": columns.DECISION, "number": i + 1, "time": _time(one.at[i]), "by": by,
            "pupil": "" if by == DELETED else one.who[i], "decision": again.words(action),
            "counts": YES if by == PUPIL and one.counts_for(seat) else NO,
            "round": round_of(s) - before_first,
            "legal": "|".join(words.values()),
            "cards_seen": cards_text(make_scene(game, view, seat)),
            "seconds": "" if before is None else f"{max(0.0, one.at[i] - before):.1f}",
        } | _judgement(verdict, i)))  # fmt: skip
        again.do(action)
    file = part(game.name, columns.PART)
    added = file.values(steps, again.state) if file is not None else [{}] * len(rows)
    for (seat, row), more in zip(rows, added, strict=True):
        yield seat, row | more


def _judgement(verdict: JudgedMatch | None, number: int) -> Row:
    """Return the columns of a judged action; the review may have ended before the match did."""
    if verdict is None or number >= len(verdict.of_action):
        return {"best": NOT_YET}
    judged = verdict.of_action[number]
    return {
        "best": judged.best,
        "lost": f"{judged.lost:.6f}",
        "mistake": YES if judged.is_mistake else NO,
        "values": "|".join(f"{words}={value:.6g}" for words, value in judged.values),
        "unit": verdict.unit,
        "judged_by": verdict.source,
    }


def cards_text(scene: Any) -> str:
    """Return the cards that a scene shows, zone by zone, such as ``down: 7; up of seat 2: 3 9``."""
    zones = []
    for zone in scene.zones:
        cards = [x.name for x in zone.faces if x is not None] if zone.is_open else []
        if cards:
            owner = "" if zone.seat is None else f" of seat {zone.seat + 1}"
            zones.append(f"{zone.name}{owner}: {' '.join(cards)}")
    places = [
        (spot.words, x.name) for row in scene.board for spot in row for x in spot.faces if x is not None
    ]
    return "; ".join([*zones, *(f"{words}: {card}" for words, card in places)])


# ---- answers


def _answers(run: Run, story: Story) -> Iterator[Row]:
    """Yield a row for each answer in a poll, each written strategy, and each choice in a matrix."""
    steps = dict(activity_of(run).course)
    plays = {i: play_at(story, i, step) for i, step in steps.items() if isinstance(step, Choose)}
    for (step, question, pupil), value in sorted(story.answers.items(), key=lambda x: x[0]):
        if question in (PLAYERS, LENGTH):
            continue
        here = steps[step]
        row: Row = {"step": step + 1, "game": question, "question": question}
        row |= {"decision": _answer_words(here, question, value), "by": PUPIL, "counts": YES}
        if isinstance(here, Write):
            yield row | {"kind": columns.STRATEGY, "group": pupil + 1}
        elif step in plays and question.startswith(ROUND):
            number = int(question.removeprefix(ROUND))
            yield row | _choice(step, plays[step], story, (number, pupil), value)
        else:
            yield (
                row | {"kind": columns.ANSWER, "pupil": _name(story, pupil)} | _marked(here, question, value)
            )


def _name(story: Story, pupil: int) -> str:
    """Return the nickname of a pupil; empty if their data was deleted."""
    return COIN if pupil == BOT else story.names[pupil]


def _choice(step: int, play: MatrixPlay, story: Story, key: tuple[int, int], value: Any) -> Row:
    """Return the columns of a choice in a matrix: role, partner, their choice, and both payoffs."""
    number, pupil = key
    by = _author(pupil, value)
    row: Row = {"kind": columns.CHOICE, "round": number, "by": by, "counts": YES if by == PUPIL else NO}
    row |= {"legal": "|".join(WORDS), "pupil": _name(story, pupil)}
    row["choice_name"] = play.actions[stored_choice(value)]
    pair = play.meeting(number, pupil)
    if pair is None:
        return row
    side = pair.index(pupil)
    other = pair[1 - side]
    row |= {"role": SIDES[side], "partner": _name(story, other)}
    if not play.is_complete(number, pair):
        return row
    cell = (play.choices[number, pair[0]], play.choices[number, pair[1]])
    partner_by = _author(other, story.answers.get((step, round_name(number), other)))
    payoffs = {"payoff": play.game.payoff(side, cell), "partner_payoff": play.game.payoff(1 - side, cell)}
    return row | {"partner_choice": WORDS[cell[1 - side]], "partner_by": partner_by} | payoffs


def _author(pupil: int, value: Any) -> str:
    """Return who made a choice in a matrix, as in the column ``by``."""
    if isinstance(value, dict) and value.get("by") == DELETED:
        return DELETED
    return CHANCE if is_coin_choice(pupil, value) else PUPIL


def _answer_words(step: Step, question: str, value: Any) -> str:
    """Return an answer in words."""
    if isinstance(step, Poll):
        return next((x.answer_text(value) for x in step.questions if x.name == question), str(value))
    if isinstance(step, Write):
        rule = step.strategy(value["rule"]) if step.strategy is not None and value["rule"] else ""
        return " | ".join(x for x in (value["words"], rule) if x)
    return WORDS[stored_choice(value)] if isinstance(step, Choose) else str(value)


def _marked(step: Step, question: str, value: Any) -> Row:
    """Return the words of a question, and whether an answer is right if there is a right one."""
    questions = [x for x in step.questions if x.name == question] if isinstance(step, Poll) else []
    if not questions:
        return {}
    row: Row = {"question_words": questions[0].words}
    if questions[0].right is not None:
        row |= {
            "right_answer": questions[0].right_text,
            "is_right": YES if questions[0].is_right(value) else NO,
        }
    return row


def _time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _safe(x: object) -> str:
    """Return a cell as text that no spreadsheet executes as a formula."""
    text = str(x)
    return f"'{text}" if text[:1] in FORMULA and not NUMBER.fullmatch(text) else text
