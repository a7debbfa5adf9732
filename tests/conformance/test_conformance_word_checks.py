"""How a finding is told: the action in words, counted from 1, and a record that ends with it."""

import pytest

from upcard.engine.game import Match
from upcard.engine.record import parse_record
from upcard.testing import ConformanceError, Walk, check_game, check_walk
from upcard.testing import position_checks as positions
from upcard.testing.zone_cells import cards

LAY = "        put(s.table, a)\n"
SECOND_IS_LOST = (LAY, f"        if s.moves != 1:\n    {LAY}")
SECOND_DOES_NOT_WORK = (LAY, f"{LAY}        if s.moves == 1:\n            s.laid[7] = 1\n")


def refused(game):
    """What is told of a broken game, and the match of its record."""
    with pytest.raises(ConformanceError) as caught:
        check_game(game, games=500)
    record = parse_record(caught.value.repeat.partition("\n")[2])
    match = Match(game, record.seed, record.number, tuple(record.dealt), ())
    dealt = cards(game, match.state)
    for _, _, words in record.actions:
        match.do(words)
    return caught.value, match, dealt


def test_the_record_ends_with_the_action_that_breaks_a_promise(variant):
    fault, match, dealt = refused(variant(SECOND_IS_LOST))
    assert fault.seen.startswith("after the 2nd action, 'lay ")
    assert match.state.turns == 2
    assert sum((dealt - cards(match.game, match.state)).values()) == 1
    assert f"actions {match.actions}" in fault.repeat


def test_an_action_that_cannot_be_done_is_named_beside_a_record_that_can_be_played(variant):
    fault, match, dealt = refused(variant(SECOND_DOES_NOT_WORK))
    assert fault.expected.startswith("the 2nd action, 'lay ")
    assert match.state.turns == 1
    assert cards(match.game, match.state) == dealt


def test_an_action_without_words_is_named_by_its_number(variant):
    walk = Walk(variant(('f"lay {card_text(a)}"', "str(1 // 0)"), (LAY, "")), 1, 0)
    with pytest.raises(ConformanceError) as caught:
        positions.check_every_action(walk)
    assert caught.value.seen.startswith("after the 1st action, number ")


GIVEN = "def given(s: State, x: int) -> int:\n    if s.moves == 9:\n        return x\n\n\ndef legal("


@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        (
            "return left > 0",
            "return given(s, left)",
            "seat 1 has none; legal returns None; a return is missing",
        ),
        (
            "return more",
            "return given(s, more)",
            "scores [None, None]; score returns None; a return is miss",
        ),
    ],
)
def test_a_function_that_hands_on_nothing_is_named(variant, old, new, seen):
    with pytest.raises(ConformanceError) as caught:
        check_walk(Walk(variant((old, new), ("def legal(", GIVEN)), 1, 0))
    assert seen in caught.value.seen
