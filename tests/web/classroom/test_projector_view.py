"""What stands on the projector at a time: nothing is lost, and nothing is longer than a column."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.classes import new_class, text_at

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Contest
from upcard.classroom.background_tasks import LOOKS, ContestResult
from upcard.classroom.class_board import Board
from upcard.classroom.mean_bars import chance_bar
from upcard.document.model import Chart, Section, Series, Table
from upcard.engine.game import make_game
from upcard.web.classroom.contest_views import contest_values
from upcard.web.classroom.projector_view import (
    LINES,
    WIDE,
    group_lines,
    pages_of,
    part_lines,
    pieces,
    text_lines,
)
from upcard.web.templates import templates


async def no_seconds(*_: object) -> float:
    """Every strategy is ready."""
    return 0.0


@given(st.lists(st.floats(0.5, 9.0), max_size=60), st.integers(1, 2))
def test_pages_hold_everything_in_its_order_and_no_column_is_too_long(weights, columns):
    items = list(enumerate(weights))
    pages = pages_of(items, lambda x: x[1], 10.0, columns)
    assert [x for page in pages for column in page for x in column] == items
    assert pages
    for page in pages:
        assert len(page) == columns
        assert all(sum(w for _, w in column) <= 10.0 for column in page)


def test_columns_of_a_page_are_as_long_as_each_other():
    assert pages_of([1.0] * 7, float, 10.0, 2) == [[[1.0] * 4, [1.0] * 3]]


@pytest.mark.parametrize(("rows", "bars"), [(0, 0), (3, 2), (60, 0), (0, 60), (60, 60)])
def test_a_part_is_cut_where_it_is_longer_than_a_column(rows, bars):
    names = [(f"Pupil {i}", "won") for i in range(rows)]
    table = Table("Who found the win?", ("name", "result"), names)
    whole = Section(
        "Who found the win?",
        ("A sentence.",),
        [table],
        [Chart("course", "left", "round", "share", [Series("left", [1], [0.2], [0.1], [0.3])])],
        bars=[chance_bar(f"bar {i}", 0.5) for i in range(bars)],
    )
    found = pieces(whole)
    assert all(part_lines(x) <= LINES for x in found)
    assert [x for part in found for t in part.tables for x in t.rows] == table.rows
    assert [x for part in found for x in part.bars] == whole.bars
    assert [x for part in found for x in part.figures] == whole.figures
    assert found[0].title == whole.title
    assert all(t.columns == table.columns for x in found for t in x.tables)


def test_words_stand_above_the_first_bars_that_they_tell_of():
    found = pieces(Section("Who?", ("A sentence.",), bars=[chance_bar(f"bar {i}", 0.5) for i in range(14)]))
    assert [len(x.bars) for x in found] == [11, 3]
    assert [bool(x.text) for x in found] == [True, False]


def test_thirty_pupils_in_pairs_stand_on_one_page_while_they_play():
    places = [
        SimpleNamespace(name=name, role=role, is_bot=False)
        for name, role in (("Hedgehog", "S"), ("Ibex", "W"))
    ]
    line: Any = SimpleNamespace(places=places, state="12 moves so far", tally="")
    step = find_activity("four-cell").steps[0]
    taken = sum(text_lines(x, WIDE) for x in step.words)
    assert len(pages_of([line] * 15, group_lines, LINES - taken, 2)) == 1


def test_the_teacher_turns_the_pages_of_the_projector(client):
    room = new_class(client, *(f"Pupil {i}" for i in range(24)))
    room.lead("begin/beat-it-or-eat-it")
    first = {x.text for x in room.show().select(".groups li")}
    assert "1 of 2" in text_at(room.show(), ".wall-page")
    assert "The projector shows page 2 of 2" in room.lead("page", page="1").text
    second = {x.text for x in room.show().select(".groups li")}
    assert len(first) + len(second) == 24
    assert not first & second
    for asked, shown in (("7", "2 of 2"), ("x", "1 of 2")):
        room.lead("page", page=asked)
        assert shown in text_at(room.show(), ".wall-page")
    assert "page" not in client.get(f"/c/{room.code}/decisions.csv").text


TOLD = "{% import 'class_parts.html.jinja' as parts %}{{ parts.so_far(matches, wanted) }}"


@pytest.mark.parametrize(
    ("looks", "told"),
    [(1, "1,000 of 100,000"), (2, "10,000 of 100,000"), (3, "100,000")],
)
def test_how_far_a_contest_has_come_is_told(looks, told):
    step = next(x for x in find_activity("smallsum").steps if isinstance(x, Contest))
    found = iter([ContestResult(())] * looks + [None])
    desk: Any = SimpleNamespace(get=lambda *_, **__: next(found))
    classes = SimpleNamespace(jobs=desk, readiness=SimpleNamespace(seconds=no_seconds))
    here: Any = SimpleNamespace(room=SimpleNamespace(notify_all=None), classes=classes)
    run: Any = SimpleNamespace(activity="smallsum", number=0, settings={"rounds": "6"})
    values = asyncio.run(contest_values(here, replace(step, of=None), run, 0))
    assert values["is_waiting"] == (looks < len(LOOKS))
    assert templates().from_string(TOLD).render(values) == f"Each rule has played {told} matches."


@pytest.mark.parametrize(("activity", "setting"), [("smallsum", ("rounds", "6")), ("lama", ("target", "10"))])
def test_a_contest_is_played_with_the_settings_of_the_class(activity, setting):
    jobs: list[Any] = []
    desk: Any = SimpleNamespace(get=lambda *args, **_: jobs.append(args[2:]))
    classes = SimpleNamespace(jobs=desk, readiness=SimpleNamespace(seconds=no_seconds))
    here: Any = SimpleNamespace(room=SimpleNamespace(notify_all=None), classes=classes)
    run: Any = SimpleNamespace(activity=activity, number=0, settings=dict([setting]))
    contests = [x for x in find_activity(activity).steps if isinstance(x, Contest)]
    for step in contests:
        values = asyncio.run(contest_values(here, replace(step, of=None), run, 0))
        assert values["wanted"] == step.matches_with(run.settings)
    for (name, options, *_), step in zip(jobs, contests, strict=True):
        words = make_game(name, None, None, **options).option_words()
        assert str(words[setting[0]]) == setting[1]
        assert words.items() >= {k: x for k, x in step.options.items() if k != setting[0]}.items()


@pytest.mark.parametrize(
    ("rounds", "matches"), [("6", [100_000, 5_000]), ("25", [100_000, 5_000]), ("10000", [20_000, 20_000])]
)
def test_a_contest_has_fewer_matches_if_they_are_long_or_the_optimum_is_slow(rounds, matches):
    contests = [x for x in find_activity("smallsum").steps if isinstance(x, Contest)]
    assert [x.matches_with({"rounds": rounds}) for x in contests] == [matches[0], *matches]


SUMS = "{% import 'class_parts.html.jinja' as parts %}{{ parts.sums(board, step) }}"


@pytest.mark.parametrize(("decisions", "is_told"), [(0, False), (5, True)])
def test_mistakes_are_told_where_pupils_have_decided_something(decisions, is_told):
    board = Board(finished=1, judged=1, decisions=decisions, source="the equilibrium")
    said = templates().from_string(SUMS).render(board=board, step=find_activity("smallsum").steps[0])
    assert ("were mistakes" in said) == is_told
    assert "1 match finished" in said


def test_the_teacher_is_told_how_many_groups_another_step_would_leave(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    page = room.lead("begin/smallsum", rounds="6", size="2")
    assert "2 of 2 groups are still playing. If you go to another step, these matches wait" in text_at(
        page, ".now"
    )
    room.play()
    assert "another step leaves" not in room.go(0).text
    assert "another step leaves" not in room.go(1).text
