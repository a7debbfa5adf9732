"""Ways to interrupt a study."""

from collections.abc import Callable

import pytest

from upcard.study.find import Step


@pytest.fixture
def interrupted_at() -> Callable[[float], Step]:
    """Makes a progress callback that interrupts once, when that fraction is done."""

    def make(done: float) -> Step:
        waiting = [done]

        def on_step(what: str, part: float) -> None:
            if waiting and part >= waiting[0]:
                waiting.clear()
                raise KeyboardInterrupt

        return on_step

    return make
