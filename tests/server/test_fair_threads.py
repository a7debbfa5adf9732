"""Threads for what takes a while: nobody takes them from others, nor from the database."""

import asyncio
import threading

from upcard.server.fair_queue import CLIENT
from upcard.server.fair_threads import THREADS, in_thread


def test_who_computes_much_takes_no_thread_from_others_and_none_from_readers():
    async def play() -> None:
        end = threading.Event()
        CLIENT.set("flood")
        flood = [asyncio.create_task(in_thread(end.wait)) for _ in range(20)]
        CLIENT.set("visitor")
        assert await asyncio.wait_for(in_thread(abs, -3), 20) == 3
        assert await asyncio.wait_for(asyncio.to_thread(abs, -4), 20) == 4
        busy = [x for x in threading.enumerate() if x.name.startswith("upcard-compute")]
        assert len(busy) <= THREADS
        end.set()
        assert all(await asyncio.gather(*flood))

    asyncio.run(play())


def test_what_is_known_of_the_client_is_known_in_the_thread():
    async def play() -> str:
        CLIENT.set("a client")
        return await in_thread(CLIENT.get)

    assert asyncio.run(play()) == "a client"
