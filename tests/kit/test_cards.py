"""The words of a rules file: options, fields and what can be done with rows."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.chance import Script
from upcard.engine.state import PlainState
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.kit import cards as words
from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Kind,
    below,
    cards_in,
    choice,
    counts,
    deck_text,
    draw,
    move_all,
    number,
    put,
    row,
    slot,
    whole,
    without_rest,
)

rows = st.lists(st.integers(0, 6), max_size=20)


def laid(zone, cards):
    for c in cards:
        put(zone, c)
    return zone


def in_row(zone):
    return [zone[i] for i in range(1, cards_in(zone) + 1)]


@given(rows)
def test_cards_lie_in_a_row_in_the_order_they_were_put(cards):
    assert in_row(laid(PlainState(lama).pile, cards)) == cards


@given(rows, rows)
def test_moving_all_lays_one_row_at_the_end_of_another(first, second):
    s = PlainState(lama)
    source, target = laid(s.pile, first), laid(s.stock, second)
    move_all(source, target)
    assert in_row(target) == second + first
    assert in_row(source) == []


def test_a_row_that_is_full_takes_no_card():
    s = PlainState(kuhn_poker)
    laid(s.stock, [0, 1, 2])
    with pytest.raises(IndexError):
        put(s.stock, 0)


def test_chance_comes_in_through_the_door_of_the_state():
    s = PlainState(lama, chance=Script(lama, [4, 2]))
    laid(s.stock, [1, 2, 3])
    assert below(s, 9) == 4
    assert draw(s, s.stock) == 2
    assert sorted(in_row(s.stock)) == [1, 3]


@pytest.mark.parametrize(
    ("field", "kind", "sight", "shape"),
    [
        (number("a", EVERYBODY, ""), Kind.NUMBER, EVERYBODY, ()),
        (number("a", EVERYBODY, "", length=3), Kind.NUMBER, EVERYBODY, (3,)),
        (number("a", EVERYBODY, "", per_seat=True), Kind.NUMBER, EVERYBODY, (5,)),
        (number("a", OWNER, "", length=3), Kind.NUMBER, OWNER, (5, 3)),
        (slot("a", NOBODY, ""), Kind.SLOT, NOBODY, ()),
        (slot("a", OWNER, ""), Kind.SLOT, OWNER, (5,)),
        (slot("a", EVERYBODY, "", length=3), Kind.SLOT, EVERYBODY, (3,)),
        (slot("a", OWNER, "", length=3), Kind.SLOT, OWNER, (5, 3)),
        (counts("a", EVERYBODY, 7, ""), Kind.COUNTS, EVERYBODY, (7,)),
        (counts("a", OWNER, 7, ""), Kind.COUNTS, OWNER, (5, 7)),
        (row("a", NOBODY, 7, ""), Kind.ROW, NOBODY, (8,)),
        (row("a", EVERYBODY, 7, "", per_seat=True), Kind.ROW, EVERYBODY, (5, 8)),
    ],
)
def test_a_field_has_its_kind_sight_and_shape(field, kind, sight, shape):
    assert (field.kind, field.sight, field.shape(5)) == (kind, sight, shape)
    assert field.is_zone is (kind is not Kind.NUMBER)


def test_an_option_is_a_few_words_or_a_whole_number():
    words, size = choice("tone", ("low", "high"), "a word"), whole("size", 3, 1, 9, "a number")
    assert (words.values, words.default, words.low, words.high) == (("low", "high"), 0, 0, 1)
    assert (size.values, size.default, size.low, size.high) == ((), 3, 1, 9)


def test_cards_as_text_stand_apart():
    assert deck_text([0, 6, 2], lama.card_text) == "1 llama 3"


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([0, 0], [0, 0]),
        ([1, 0, 2, *[0] * 40], [1, 0, 2, *[0] * 17]),
        ([0] * 24 + [5, 0], [0] * 24 + [5]),
        ([3] * 30, [3] * 30),
    ],
)
def test_a_long_table_of_numbers_is_told_without_the_zeros_at_its_end(numbers, told):
    assert without_rest(numbers) == told


def test_what_a_rules_file_declares_cannot_be_changed_afterwards():
    declared: list[Any] = [x for x in vars(words).values() if dataclasses.is_dataclass(x)]
    assert {words.Header, words.Option, words.Field, words.Measure, words.Fact, words.Picture} < {*declared}
    for kind in declared:
        made = kind(*[None] * len(dataclasses.fields(kind)))
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, dataclasses.fields(kind)[0].name, "other")


def test_what_a_rules_file_does_not_say_is_the_usual():
    fact = words.Fact("histories", 58, "by hand")
    assert (fact.players, fact.preset) == (2, "")
    measure = words.Measure("points", "points at the end")
    assert (measure.share, measure.of, measure.per_game) == (False, "", False)
    assert (kuhn_poker.GAME.sizes, kuhn_poker.GAME.least_loses) == ((), False)
    position = words.text("position", "none", 3, lambda given: [1, 2, 3], str, "where the cards lie")
    assert (position.usual, position.length, position.values) == ("none", 3, ())
    assert (position.default, position.low, position.high) == (0, 0, 0)
    assert words.Picture() == words.Picture((), (), {}, {}, ())
    assert words.Place("SW", (1, 2)).notes == ()
