"""Who finds things out beside the server goes on when a process ends."""

import asyncio
import os
import time
from typing import Any

from upcard.classroom import background_jobs
from upcard.classroom.background_jobs import MOST_BREAKS, BackgroundJobs, GivenUp, RoomKey
from upcard.server.fair_queue import CLIENT, Busy


def test_what_ends_its_process_again_is_given_up_and_others_are_served():
    async def ask() -> tuple[list[Any], Any]:
        desk, told = BackgroundJobs(), []
        try:
            for _ in range(MOST_BREAKS + 1):
                told.append(desk.get("ends", os._exit, 1))
                await desk.wait(["ends"], 60)
            desk.get("goes", abs, -3)
            await desk.wait(["goes"], 60)
            return told, desk.get("goes", abs, -3)
        finally:
            await desk.close()

    assert asyncio.run(ask()) == ([None] * MOST_BREAKS + [()], 3)


def test_a_job_that_takes_too_long_is_given_up_until_it_is_tried_again(monkeypatch):
    monkeypatch.setattr(background_jobs, "PUBLIC_LIMIT", 0.5)

    async def work() -> list[Any]:
        jobs = BackgroundJobs()
        try:
            jobs.get("long", time.sleep, 60, is_public=True)
            await jobs.wait(["long"], 60)
            first, again = (jobs.get("long", abs, -3, is_public=True) for _ in range(2))
            jobs.try_again("long")
            waiting = jobs.get("long", abs, -3, is_public=True)
            monkeypatch.setattr(background_jobs, "PUBLIC_LIMIT", 60.0)
            jobs.get("empty", tuple, is_public=True)
            await jobs.wait(["empty", "long"], 60)
            empty = jobs.get("empty", tuple, is_public=True)
            return [first, isinstance(first, GivenUp), again is first, waiting, isinstance(empty, GivenUp)]
        finally:
            await jobs.close()

    assert asyncio.run(work()) == [(), True, True, None, False]


def test_who_waits_for_results_waits_for_their_own_only():
    async def work() -> list[bool]:
        jobs = BackgroundJobs()
        try:
            jobs.get("of others", time.sleep, 0.2)
            with jobs.noting_missing() as missing:
                jobs.get("mine", abs, -3)
            noted = missing == {"mine"}
            await jobs.wait(["of others"], 0.01)
            with jobs.noting_missing() as missing:
                pass
            return [noted, not missing]
        finally:
            await jobs.close()

    assert asyncio.run(work()) == [True, True]


def test_results_that_any_visitor_can_request_never_replace_those_of_a_class(monkeypatch):
    monkeypatch.setattr(background_jobs, "MOST_RESULT_BYTES", 2_000)
    monkeypatch.setattr(background_jobs, "MOST_PUBLIC_BYTES", 2_000)

    async def work() -> list[Any]:
        jobs = BackgroundJobs()
        try:
            jobs.get("of a class", abs, -3)
            keys = ["public 1", "public 2"]
            for key in keys:
                jobs.get(key, bytes, 1_500, is_public=True)
            await jobs.wait(["of a class", *keys], 60)
            last = jobs.get(keys[1], bytes, 1_500, is_public=True)
            return [jobs.get("of a class", abs, -3), last]
        finally:
            await jobs.close()

    assert asyncio.run(work()) == [3, bytes(1_500)]


def test_jobs_of_strangers_delay_no_class_and_are_refused_politely_beyond_a_number(monkeypatch):
    monkeypatch.setattr(background_jobs, "MOST_PUBLIC_OF_ADDRESS", 2)
    monkeypatch.setattr(background_jobs, "MOST_PUBLIC", 3)
    monkeypatch.setattr(background_jobs, "PUBLIC_LIMIT", 1.0)

    def request(jobs: BackgroundJobs, client: str, key: str, seconds: float = 30.0) -> Any:
        token = CLIENT.set(client)
        try:
            return jobs.get(key, time.sleep, seconds, is_public=True)
        except Busy as fault:
            return str(fault)
        finally:
            CLIENT.reset(token)

    async def work() -> None:
        jobs = BackgroundJobs()
        try:
            assert [request(jobs, "a", f"a {i}") for i in range(2)] == [None, None]
            assert request(jobs, "a", "a 1") is None  # the same again costs nothing
            assert "your network" in request(jobs, "a", "a 2")
            assert request(jobs, "b", "b") is None
            assert "many visitors" in request(jobs, "c", "c")
            jobs.get("of a class", abs, -3)
            began = time.monotonic()
            await jobs.wait(["of a class"], 60)
            assert jobs.get("of a class", abs, -3) == 3
            assert time.monotonic() - began < 30
            await jobs.wait(["a 0", "a 1", "b"], 60)
            assert request(jobs, "a", "a 0") == ()  # ended after its time, and not computed again
            assert request(jobs, "c", "c", 0.0) is None
        finally:
            await jobs.close()

    asyncio.run(work())


def test_the_results_of_one_room_are_forgotten_and_those_of_others_stay():
    first, second = RoomKey("A", "story"), RoomKey("B", "story")

    async def work() -> list[Any]:
        jobs = BackgroundJobs()
        try:
            for key in (first, second, "of all"):
                jobs.get(key, abs, -3)
            await jobs.wait([first, second, "of all"], 60)
            jobs.forget_results("A")
            return [jobs.get(key, abs, -4) for key in (first, second, "of all")]
        finally:
            await jobs.close()

    assert asyncio.run(work()) == [None, 3, 3]


def test_a_job_under_way_stores_its_result_unless_its_own_room_was_forgotten():
    first, second = RoomKey("A", "story"), RoomKey("B", "story")

    async def work() -> list[Any]:
        jobs, ended = BackgroundJobs(), asyncio.Event()
        try:
            jobs.get(first, abs, -3, then=ended.set)
            jobs.get(second, abs, -3)
            jobs.forget_results("A")
            await jobs.wait([second], 60)
            await ended.wait()
            return [jobs.get(key, abs, -4) for key in (first, second)]
        finally:
            await jobs.close()

    assert asyncio.run(work()) == [None, 3]
