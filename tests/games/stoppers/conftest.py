"""Studies of Stoppers with few tables, and comparisons whose result is chosen."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.games.stoppers.studies import stoppers_counting, stoppers_luck, stoppers_neighbour
from upcard.games.stoppers.studies import study_tables as stoppers_table
from upcard.simulation.lineup import line_up
from upcard.simulation.paired_comparison import PairedComparison, compare


@pytest.fixture
def few_tables(monkeypatch: pytest.MonkeyPatch) -> tuple[int, ...]:
    """Restrict the studies of Stoppers to two and four players and a few thresholds."""
    few = (2, 4)
    for module in (stoppers_table, stoppers_luck, stoppers_counting, stoppers_neighbour):
        monkeypatch.setattr(module, "PLAYERS", few)
    monkeypatch.setattr(stoppers_luck, "THRESHOLDS", (0, 6, 13))
    return few


@pytest.fixture(scope="session")
def pair() -> Callable[..., PairedComparison]:
    """Make a comparison of a million games whose batches say that the difference is about a value."""
    table = make_game("stoppers", 2, "classroom")
    lineup = line_up(table, ["swap-at-most", "never-swap"])
    real = compare(lineup, lineup, 100, seed=1)
    many = dataclasses.replace(real.first, games=10**6)

    def make(value: float, spread: float = 0.001, losses: float = 0.0) -> PairedComparison:
        noise = spread * np.array([-1.0, 1.0] * 25)
        gaps = {"win_share": value + noise, "life_lost_share": losses + noise}
        return dataclasses.replace(real, first=many, gaps=gaps, is_same=False)

    return make
