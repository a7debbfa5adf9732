"""An error of a computation that nobody was waiting for is reported to the next visitor."""

import asyncio
import time

import pytest

from upcard.engine.errors import Usage
from upcard.web.http import review_jobs
from upcard.web.http.review_jobs import CELL, Reviewer


def late_fault(text: str) -> dict[str, object]:
    """Refuse its text, but only after the visitor's page was sent."""
    time.sleep(0.3)
    raise Usage(f"{text} is too large")


def test_an_error_after_the_page_was_sent_is_reported_by_the_next_one(monkeypatch):
    monkeypatch.setattr(review_jobs, "PATIENCE", 0.05)

    async def visit() -> None:
        reviewer = Reviewer(processes=1)
        try:
            assert await reviewer.compute("x", late_fault, "9", CELL) is None
            while reviewer._jobs:
                await asyncio.sleep(0.05)
            with pytest.raises(Usage, match="9 is too large"):
                await reviewer.compute("x", late_fault, "9", CELL)
            assert await reviewer.compute("x", late_fault, "9", CELL) is None  # a new attempt
        finally:
            reviewer.close()

    asyncio.run(visit())
