"""What the class is told about its guesses, and the winner's curse with its own names."""

import pytest

from upcard.games.lama.activity import LENT_GAMES, SHOWN, curse, share_for
from upcard.games.lama.rules import PRESETS

OPTIONS = {**PRESETS["paper"], "target": "10"}
NAMES = [f"Pupil {k}" for k in range(1, 13)]


def test_the_best_of_the_class_is_lucky_and_plays_again():
    found = curse(NAMES, OPTIONS)
    first = {name: share_for(k, OPTIONS) for k, name in enumerate(NAMES)}
    assert [x.label.rpartition(",")[2] for x in found.bars] == [" first", " again"] * SHOWN
    shown = [x.value for x in found.bars[::2]]
    assert shown == sorted(first.values(), reverse=True)[:SHOWN]
    best = found.bars[0].label.partition(",")[0]
    assert f"{best} won the most: {100 * shown[0]:.0f} %." in found.text[0]
    assert f"for {best} again: {100 * found.bars[1].value:.0f} %." in found.text[0]


def test_one_strategy_wins_an_equal_share_and_its_best_names_fall_back():
    first = [share_for(k, OPTIONS) for k in range(40)]
    again = [share_for(k, OPTIONS) for k in range(40, 80)]
    order = sorted(range(40), key=lambda k: -first[k])[:10]
    mean = sum(first) / len(first)
    assert mean == pytest.approx(0.25, abs=4 * (0.25 * 0.75 / (40 * LENT_GAMES)) ** 0.5)
    assert sum(first[k] for k in order) / 10 > sum(again[k] for k in order) / 10 + 0.05


def test_a_class_without_pupils_is_told_so():
    assert curse([], OPTIONS).text == ("Nobody is in the class.",)
