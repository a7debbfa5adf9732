"""How a tuning is told: the confirmed figure, the optimistic one, and what the difference means."""

import dataclasses
import io
from typing import Any

import pytest
from rich.console import Console

from upcard.engine.errors import Usage
from upcard.report.tuning_text import curse_sentence, plot_tuning, tuning_table, verdict_sentence
from upcard.simulation.estimate import Estimate
from upcard.simulation.tune_parameters import tune
from upcard.simulation.tuning_result import TuningResult


@pytest.fixture(scope="session")
def tuned() -> TuningResult:
    fixed = {"each_kind": 0, "others": 0, "D": 1}
    asked = {"games": 2, "budget": 42, "confirm_games": 300}
    return tune("lama", "folding", "same-first", preset="paper", players=4, fixed=fixed, **asked)  # type: ignore[arg-type]


def changed(result: TuningResult, **what: object) -> TuningResult:
    """The same with another gain, or another figure of the search."""
    gain: Any = what.pop("gain", None)
    confirmed = dataclasses.replace(result.confirmed, gain=gain) if gain else result.confirmed
    return dataclasses.replace(result, confirmed=confirmed, **what)  # type: ignore[arg-type]


def text(result: TuningResult, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as caught:
        console.print(tuning_table(result))
    return caught.get()


def test_the_table_says_who_played_whom_and_what_came_of_it(tuned):
    told = text(tuned)
    assert "lama · folding against 3 × same-first · seats at random · 42 candidates · seed 0" in told
    rows = [line for line in told.splitlines() if line.startswith(("A ", "D "))]
    assert [row.split()[-3:] for row in rows] == [["-100", "to", "100"], ["1.222", "1", "fixed"]]
    for words in ("tuned, on 300 fresh games", "default parameters, on the same games", "optimistic"):
        assert words in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_search_that_was_stopped_is_told_as_such(tuned):
    assert "stopped early" not in text(tuned)
    assert "The search was stopped early" in text(changed(tuned, interrupted=True))


@pytest.mark.parametrize(
    ("low", "high", "sentence"),
    [(0.01, 0.03, "are better than"), (-0.01, 0.01, "is open"), (-0.03, -0.01, "are worse than")],
)
def test_the_verdict_follows_the_interval_of_the_gain(tuned, low, high, sentence):
    gain = Estimate((low + high) / 2, low, high, 0.005)
    assert sentence in verdict_sentence(changed(tuned, gain=gain))


def test_the_difference_to_the_search_is_told_with_its_direction(tuned):
    above = changed(tuned, optimistic=tuned.strength.value + 0.25)
    below = changed(tuned, optimistic=tuned.strength.value - 0.25)
    assert "Here it is 25.0 above the confirmed one." in curse_sentence(above)
    assert "Here it is 25.0 below the confirmed one, as can happen in 14 games;" in curse_sentence(below)


def test_a_figure_that_is_lower_than_the_confirmed_one_is_not_called_optimistic(tuned, tmp_path):
    for gap, word in ((0.25, "optimistic"), (-0.25, "rough"), (0.0, "rough")):
        result, picture = changed(tuned, optimistic=tuned.strength.value + gap), tmp_path / "search.svg"
        row = next(line for line in text(result).splitlines() if line.startswith("the best in the search"))
        plot_tuning(result, picture)
        told = (row, text(result).split("Whether")[-1], picture.read_text())
        assert row.split()[-1] == word
        assert ["optimistic" in words for words in told] == [gap > 0] * 3


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_picture_is_the_same_every_time(tuned, tmp_path, suffix):
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    plot_tuning(tuned, first)
    plot_tuning(tuned, second)
    assert first.read_bytes() == second.read_bytes() != b""


def test_a_picture_of_another_kind_is_refused(tuned, tmp_path):
    with pytest.raises(Usage, match=r"expected \.svg or \.png"):
        plot_tuning(tuned, tmp_path / "a.gif")
