"""Counting the collected cards of Four-Cell by pairs."""

from random import Random

import pytest

from upcard.engine.game import make_game
from upcard.games.four_cell.activity import short_match
from upcard.games.four_cell.rules import NO_POSITION
from upcard.play.pair_count import count_of

SHORT = short_match({"length": "short"}, 2, "a class")


def played(players=2, **options):
    match, rng = make_game("four-cell", players, None, **options).match(3), Random(3)
    while not match.is_over:
        match.do(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("match", [played(), played(4), played(courts="11-12-13"), played(**SHORT)])
def test_what_is_left_after_cancelling_is_the_score(match):
    for p in range(match.game.players):
        count = count_of(match.game.rules, match.state, p)
        assert count is not None
        assert count.total == match.state.points[p]
        cards = 2 * len(count.pairs) + len(count.rest)
        assert cards == (
            7 if match.game.option_words()["position"] != NO_POSITION else 44 // match.game.players
        )
        assert not {abs(x) for x in count.rest if x > 0} & {abs(x) for x in count.rest if x < 0}


def test_a_short_match_has_seven_turns_and_other_cards_for_each_seed():
    match = played(**SHORT)
    assert 14 <= len(match.actions) <= 14 + 6
    assert short_match({"length": "short"}, 2, "another") != SHORT
    assert short_match({"length": "short"}, 4, "a class") == short_match({"length": "whole"}, 2, "x") == {}
    assert short_match({}, 2, "a class of an older version") == {}
