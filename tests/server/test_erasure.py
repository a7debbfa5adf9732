"""Cleaning the file of a database: deletions share it, and it leaves most of the time to others."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from upcard.engine.errors import Failure
from upcard.server.erasure import PAUSES, Erasure

SECONDS = 0.02


def erasure(starts: list[float], faults: int = 0) -> Erasure:
    """An erasure that notes when it starts, and fails the first few times."""

    def erase_deleted() -> None:
        starts.append(time.monotonic())
        time.sleep(SECONDS)
        if len(starts) <= faults:
            raise Failure("the disk is full")

    return Erasure(cast("Any", SimpleNamespace(erase_deleted=erase_deleted)))


def test_deletions_while_the_file_is_cleaned_wait_for_one_other_cleaning_after_a_pause():
    starts: list[float] = []

    async def delete() -> None:
        cleaning = erasure(starts)
        first = asyncio.create_task(cleaning.erase_deleted())
        await asyncio.sleep(SECONDS / 2)
        await asyncio.gather(first, *(cleaning.erase_deleted() for _ in range(20)))

    asyncio.run(delete())
    assert len(starts) == 2
    assert starts[1] - starts[0] >= (1 + PAUSES) * SECONDS


def test_a_cleaning_that_failed_does_for_nobody():
    starts: list[float] = []

    async def delete() -> None:
        cleaning = erasure(starts, faults=1)
        with pytest.raises(Failure):
            await cleaning.erase_deleted()
        await cleaning.erase_deleted()

    asyncio.run(delete())
    assert len(starts) == 2
