"""What the class learns about its guesses, and the winner's curse with its own names."""

import pytest

from upcard.classroom.class_record import Played, Story
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.games.lama.activity import LENT_GAMES, PLAY, SHOWN, curse, quitting_section, share_for
from upcard.games.lama.rules import PRESETS, QUIT, value
from upcard.server.repository import PERSON

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


def test_points_in_hand_count_equal_cards_once_as_at_the_tables_of_the_class():
    match = make_game("lama", 2, None, target="10").match(seed=1)
    while not match.is_over:
        legal = match.game.legal_actions(match.state)
        match.do(QUIT if QUIT in legal else legal[0])
    by, names = (PERSON,) * len(match.actions), ("Ana", "Ben")
    one = Played(PLAY, 0, 0, names, ("Ana",) * len(by), record_text(match), by, (0.0,) * len(by), True)
    hands = [list(s.hand[s.player]) for s, action, _ in one.positions() if action == QUIT]
    assert any(n > 1 for hand in hands for n in hand)
    mean = sum(value(k) for hand in hands for k, n in enumerate(hand) if n) / len(hands)
    rows = quitting_section(Story("lama", 3, {}, names, matches=[one])).tables[0].rows
    assert "+" not in str(rows[0][1])
    assert float(str(rows[0][1]).split()[0]) == pytest.approx(mean, abs=0.05)


def test_a_class_without_pupils_learns_that_nobody_is_there():
    assert curse([], OPTIONS).text == ("Nobody is in the class.",)
