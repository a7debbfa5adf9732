"""Who finds things out beside the server goes on when a process ends."""

import asyncio
import os
from typing import Any

from upcard.classroom.background_jobs import MOST_BREAKS, BackgroundJobs


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
