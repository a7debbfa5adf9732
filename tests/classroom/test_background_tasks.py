"""Decisions of a class against the optimum: whose they are, and in which order they are judged."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from upcard.classroom import background_jobs as desk
from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.background_tasks import JudgedAction, JudgedMatch, judge_match
from upcard.classroom.class_repository import BOT, Sitting
from upcard.classroom.decision_losses import Tally, tallies
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.server import fair_workers
from upcard.server.repository import PERSON

JUDGES = {"smallsum": "equilibrium", "beat-it-or-eat-it": "tablebase", "kuhn-poker": "equilibrium"}


@pytest.fixture
def quick_desk(monkeypatch):
    """A desk whose process is a thread."""
    monkeypatch.setattr(fair_workers, "process_pool", ThreadPoolExecutor)
    monkeypatch.setattr(fair_workers, "end_pool", lambda pool: pool.shutdown(wait=False))
    monkeypatch.setattr(desk, "politely", lambda work, *args: work(*args))
    return BackgroundJobs()


def table_with(*by: str) -> Any:
    """A table at which each action was done by somebody."""
    actions = [SimpleNamespace(number=i, by=x) for i, x in enumerate(by)]
    return SimpleNamespace(snapshot=SimpleNamespace(actions=actions))


def test_what_a_bot_did_for_a_pupil_does_not_count_as_his():
    verdicts = (
        JudgedAction(0, 0.5, "put 1", True),
        JudgedAction(1, 0.0, "put 0", False),
        JudgedAction(0, 0.25, "put 1", True),
    )
    live = table_with(PERSON, PERSON, "dominant")
    found = tallies(
        JudgedMatch("pennies", "the equilibrium", verdicts), live, Sitting(0, 0, 0, 0, 0, "t", (4, 7))
    )
    assert found == {4: Tally(1, 1, 0.5), 7: Tally(1, 0, 0.0)}


def test_what_one_did_before_another_took_his_seat_stays_his():
    verdicts = tuple(JudgedAction(0, x, "put 1", bool(x)) for x in (0.5, 0.25, 0.125, 1.0))
    past = ((0, 1, 4), (0, 2, BOT), (0, 3, 5))
    sitting = Sitting(0, 0, 0, 0, 0, "t", (7, BOT), past=past)
    assert [sitting.sitter(0, i) for i in range(4)] == [4, BOT, 5, 7]
    assert sitting.sitters(0) == (4, BOT, 5, 7)
    live = table_with(PERSON, "dominant", PERSON, PERSON)
    found = tallies(JudgedMatch("pennies", "the equilibrium", verdicts), live, sitting)
    assert found == {7: Tally(1, 1, 1.0), 4: Tally(1, 1, 0.5), 5: Tally(1, 1, 0.125)}


@pytest.mark.parametrize("name", JUDGES)
def test_a_match_is_judged_as_far_as_it_was_played(name):
    match = make_game(name, None, None).match(seed=3)
    match.do(match.game.legal_actions(match.state)[0])
    found = judge_match(record_text(match))
    assert JUDGES[name] in found.source
    assert [x.seat for x in found.of_action] == [0]
    assert found.of_action[0].lost >= 0


def test_a_class_that_waits_goes_before_matches_that_are_judged(quick_desk):
    done: list[str] = []
    start = Event()

    async def ask() -> None:
        quick_desk.get("first", start.wait, 60)
        await asyncio.sleep(0)  # the desk has begun
        for key, is_later in (("match 1", True), ("match 2", True), ("contest", False)):
            quick_desk.get(key, done.append, key, is_later=is_later)
        start.set()
        await quick_desk.wait(["match 1", "match 2", "contest"], 60)
        await quick_desk.close()

    asyncio.run(ask())
    assert done == ["contest", "match 1", "match 2"]


def test_who_waits_for_a_desk_waits_no_longer_than_he_said(quick_desk):
    stop = Event()

    async def ask() -> None:
        quick_desk.get("long", stop.wait, 60)
        await quick_desk.wait(["long", "never asked for"], 0.01)
        assert quick_desk.get("long", stop.wait, 60) is None
        stop.set()
        await quick_desk.wait(["long"], 60)
        assert quick_desk.get("long", stop.wait, 60) is True

    asyncio.run(ask())
