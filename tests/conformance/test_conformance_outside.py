from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.night import LATE

import upcard
from upcard.testing import check_game, check_strategy, game_modules, strategies_for

SOURCE = Path(upcard.__file__).parent
NAMES = ('"high-card"', "'high-card'", "import high_card", "from high_card")
INSTALL = "install it with: make setup (or pip install --no-deps --no-build-isolation -e examples/high-card)"


@pytest.fixture
def high_card():
    assert "high-card" in game_modules(), f"the example package is not installed; {INSTALL}"
    return game_modules()["high-card"]


def test_a_game_of_another_package_is_found_by_its_entry_point(high_card):
    (entry,) = entry_points(group="upcard.games", name="high-card")
    assert high_card.__name__ == f"{entry.load().__name__}.rules"
    assert SOURCE not in Path(high_card.__file__).parents


def test_no_file_of_upcard_names_the_game_of_another_package():
    texts = {p: p.read_text(encoding="utf-8").lower() for p in SOURCE.rglob("*.py")}
    assert [p for p, text in texts.items() if any(w in text for w in NAMES)] == []


@LATE
def test_a_game_of_another_package_keeps_every_promise(high_card):
    assert check_game("high-card", games=200).game == "high-card"


def test_a_strategy_of_another_package_is_found_and_keeps_every_promise(high_card):
    assert sorted(strategies_for(high_card)) == [
        "flat-monte-carlo",
        "ismcts",
        "low-swapper",
        "quantal",
        "random",
    ]
    assert check_strategy("low-swapper", "high-card", games=100).strategy == "low-swapper"
