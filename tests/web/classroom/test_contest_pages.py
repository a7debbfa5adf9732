"""A contest in class: a trial before it, who beat whom, and whether a new rule is better than before."""

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from tests.night import LATE
from tests.web.browsing import csrf, filled
from tests.web.classes import Class, Pupil, new_class, text_at

from upcard.classroom import background_jobs, background_tasks, strategy_readiness
from upcard.classroom.activity_steps import Contest
from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.background_tasks import ContestEntry, ContestResult, FormerEntry, contest
from upcard.classroom.mean_bars import mean_bar
from upcard.classroom.strategy_readiness import StrategyReadiness
from upcard.server import fair_workers
from upcard.web.classroom import contest_views

PER = ("pennies", "rounds", "pennies per round")


@pytest.fixture
def quick(monkeypatch):
    """Contests of some matches at once; the list of the jobs so far."""
    jobs: list[Any] = []

    def result(here: Any, step: Any, run: Any, entries: Any, matches: int, former: Any = ()) -> ContestResult:
        jobs.append((entries, matches, former))
        bars = [mean_bar(x.words, [(0.5, 0.001)], x.is_known, x.rule) for x in entries]
        old = tuple((x, mean_bar(x.words, [(0.4, 0.001)])) for x in former)
        return ContestResult(tuple(bars), former=old)

    monkeypatch.setattr(contest_views, "contest_result", result)
    return jobs


def save(room: Class, pupil: Pupil, at: str) -> None:
    room.write(pupil, "low sums", **{"menu-bet_at": at})


def test_a_group_tries_its_rule_before_the_contest(client, quick):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum-basic", rounds="6")
    room.go(1)
    ana = room.pupils[0]
    form = ".trial form"
    assert not ana.look(room.code)[1].select(form), "there is no rule yet"
    save(room, ana, "17")
    fields = filled(ana.look(room.code)[1], form)
    assert ana.client.post(f"/c/{room.code}/try", data=fields).status_code == 200
    assert not ana.look(room.code)[1].select(form)
    entries, matches, _ = quick[-1]
    assert [x.words for x in entries] == ["The optimum", "Always bet", "Group 1"]
    assert matches == contest_views.TRIAL_MATCHES
    save(room, ana, "16")
    assert ana.look(room.code)[1].select(form), "another rule can be tried again"


def test_a_contest_begins_without_a_strategy_that_first_has_to_solve_the_game(client, quick, monkeypatch):
    monkeypatch.setattr(
        strategy_readiness, "seconds_to_prepare", lambda x, game: 300.0 * (x == "equilibrium")
    )
    monkeypatch.setattr(BackgroundJobs, "has_ended", lambda jobs, key: False)
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum-basic", rounds="6")
    room.go(1)
    save(room, room.pupils[0], "17")
    words = " ".join(room.go(2).get_text().split())
    assert [x.words for x in quick[-1][0]] == ["Always bet", "Group 1"]
    assert "The optimum joins as soon as its solution is computed." in words
    assert "that takes about 5 min, only the first time" in words
    monkeypatch.setattr(BackgroundJobs, "has_ended", lambda jobs, key: True)
    assert "The optimum joins" not in room.teacher_page().get_text()
    assert [x.words for x in quick[-1][0]] == ["The optimum", "Always bet", "Group 1"]


def test_an_earlier_contest_without_the_optimum_says_so(client, quick, monkeypatch):
    monkeypatch.setattr(
        strategy_readiness, "seconds_to_prepare", lambda x, game: 300.0 * (x == "equilibrium")
    )
    monkeypatch.setattr(BackgroundJobs, "has_ended", lambda jobs, key: False)
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum-basic", rounds="6")
    for at in ("17", "18"):
        room.go(1)
        save(room, room.pupils[0], at)
        page = room.go(2)
    earlier = " ".join(text_at(page, "details:-soup-contains('Contest 1')").split())
    assert "The optimum joins as soon as its solution is computed." in earlier


def test_whether_a_strategy_is_ready_is_looked_up_once_and_in_a_thread(client, quick, monkeypatch):
    looked: list[tuple[str, int]] = []

    def seconds(strategy: str, game: Any) -> float:
        looked.append((strategy, threading.get_ident()))
        return 0.0

    monkeypatch.setattr(strategy_readiness, "preparation_seconds", seconds)
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum-basic", rounds="6")
    room.go(1)
    save(room, room.pupils[0], "17")
    room.go(2)
    for _ in range(2):
        room.show()
        room.pupils[0].look(room.code)
    strategies = [x for x, _ in looked]
    assert "equilibrium" in strategies
    assert len(strategies) == len(set(strategies))
    loop: list[int] = []

    async def note() -> None:
        loop.append(threading.get_ident())

    room.call(note)
    assert loop[0] not in {x for _, x in looked}


@pytest.mark.parametrize("is_solved", [True, False])
def test_the_optimum_joins_when_the_job_that_solves_the_game_has_ended(monkeypatch, is_solved):
    """The job runs in the workers for long jobs, with their time limit; it may also fail."""
    monkeypatch.setattr(fair_workers, "process_pool", ThreadPoolExecutor)
    monkeypatch.setattr(fair_workers, "end_pool", lambda pool: pool.shutdown(wait=False))
    monkeypatch.setattr(background_jobs, "politely", lambda work, *args: work(*args))
    monkeypatch.setattr(background_jobs, "LIMIT", 0.0)  # of other jobs
    solved: list[str] = []

    def prepare(strategy: str, game: Any) -> None:
        if not is_solved:
            raise ValueError("it cannot be solved")
        solved.append(f"{strategy} {game.name} {game.option_words()['rounds']}")

    monkeypatch.setattr(background_tasks, "prepare", prepare)
    monkeypatch.setattr(
        strategy_readiness,
        "preparation_seconds",
        lambda strategy, game: 300.0 * (strategy == "equilibrium" and not solved),
    )
    step = Contest("A contest", game="smallsum", options={"variant": "basic", "rounds": "6"})
    entries = [ContestEntry("The optimum", "equilibrium", True), ContestEntry("Group 1", "dominant")]

    async def visit() -> None:
        notified = asyncio.Event()
        jobs, readiness = BackgroundJobs(), StrategyReadiness()
        classes = SimpleNamespace(jobs=jobs, readiness=readiness)
        here: Any = SimpleNamespace(room=SimpleNamespace(notify_all=notified.set), classes=classes)
        run: Any = SimpleNamespace(settings={"rounds": "6"})
        try:
            ready, words = await contest_views.ready_entries(here, step, run, entries)
            assert [x.words for x in ready] == ["Group 1"]
            assert "about 5 min" in words
            await asyncio.wait_for(notified.wait(), 60)
            ready, words = await contest_views.ready_entries(here, step, run, entries)
            assert [x.words for x in ready] == ["The optimum", "Group 1"]
            assert words == ""
        finally:
            await jobs.close()

    asyncio.run(visit())
    assert solved == ["equilibrium smallsum 6"] * is_solved


def test_a_new_rule_is_compared_with_that_of_the_last_contest_against_the_same_field(client, quick):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum-basic", rounds="6")
    for at in ("17", "18"):
        room.go(1)
        save(room, room.pupils[0], at)
        room.go(2)
    page = room.pupils[0].look(room.code)[1].text
    assert "your rule of contest 1 wins 40.00 % ± 0.20, and your new rule 50.00 % ± 0.20" in page
    assert "Your new rule is better." in page
    former = [x[2] for x in quick if x[2]]
    assert former[-1] == [FormerEntry("Group 1", former[-1][0].strategy, 1)]
    assert "bet_at=17" in former[-1][0].strategy
    wall = room.show()
    assert "Are the new rules better?" in wall.text or "2" in text_at(wall, ".wall-page")
    report = client.get(f"/c/{room.code}/report").text
    assert "Contest 1" in report
    assert "Are the new rules better?" in report


def test_who_beat_whom_adds_up_and_pennies_are_those_of_a_round():
    entries = [
        ContestEntry("low", "menu-rule:bet_at=14"),
        ContestEntry("high", "menu-rule:bet_when=1"),
        ContestEntry("never", "menu-rule:bet_at=-30"),
    ]
    options = {"variant": "basic"}
    former = [FormerEntry("low", "menu-rule:bet_at=-30", 1)]
    result = contest("smallsum", options, entries, 2_000, False, PER, former)
    names = [x.label for x in result.bars]
    assert names[0] == "low"
    for i, row in enumerate(result.meetings):
        for j, x in enumerate(row):
            other = result.meetings[j][i]
            assert (x is None) == (i == j)
            if x is not None and other is not None:
                assert x.share + other.share == pytest.approx(1)
                assert x.quotient is not None
                assert other.quotient is not None
                assert x.quotient == pytest.approx(-other.quotient)
                assert abs(x.quotient) <= 1
    assert sum(result.quotients) == pytest.approx(0)
    ((entry, bar),) = result.former
    assert entry == former[0]
    never = contest("smallsum", options, [entries[1], entries[2], former_entry()], 2_000, False, PER)
    assert bar.value < result.bars[0].value
    assert bar.value == pytest.approx(next(x.value for x in never.bars if x.label == "low"), abs=0.1)
    parts = contest_views.contest_tables(result, Contest("A contest", per=PER))
    assert [x.title for x in parts] == ["Wins of each rule against each other", "Are the new rules better?"]
    assert parts[0].tables[0].columns == ["", "1", "2", "3", "pennies per round"]
    assert parts[1].tables[0].rows[0][3] == "better"


def former_entry() -> ContestEntry:
    return ContestEntry("low", "menu-rule:bet_at=-30")


@LATE
def test_the_bets_of_the_class_beside_the_optimum_are_on_the_projector_and_on_phones(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum-basic", rounds="6")
    room.play()
    room.go(3)
    wall = room.wait(".grouped")
    page = room.pupils[0].look(room.code)[1]
    for x in (wall, page):
        assert [y.text for y in x.select(".grouped-key li")] == [
            "your class",
            "the optimum with the same cards",
        ]
        assert "Ana" in text_at(x, ".told tbody")
    room.wall("no-names")
    room.wait(".grouped")
    results = text_at(room.pupils[0].look(room.code)[1], ".told tbody")
    assert "Ana" not in results
    assert re.search(r"Pupil [123]", results)


def test_a_form_for_another_step_tries_nothing(client):
    room = new_class(client, "Ana")
    room.lead("begin/smallsum-basic")
    ana = room.pupils[0].client
    assert ana.post(f"/c/{room.code}/try", data={"csrf": csrf(ana), "at": ""}).status_code >= 400
