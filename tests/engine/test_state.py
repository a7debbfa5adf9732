"""The state as an object checks everything; as a record it holds the same cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.examples import few
from tests.night import IS_NIGHTLY

from upcard.engine.chance import Script
from upcard.engine.state import (
    HEAD,
    WEIGHTS,
    CheckedGrid,
    CheckedRow,
    PlainState,
    StrategyWeights,
    apply_action,
    canonical_key,
    cells_of,
    fields_of,
    most_seats,
    record_type,
    to_record,
)
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.kit.cards import EMPTY, HIDDEN, Kind

seeds_and_steps = st.tuples(st.integers(0, 10**6), st.integers(0, 40))

FEW = few(IS_NIGHTLY)


def test_fields_are_the_options_and_then_what_the_rules_declare():
    names = [f.name for f in fields_of(lama)]
    assert names[:5] == ["count", "give_back", "starts", "last_left", "target"]
    assert names[5:] == [f.name for f in lama.STATE]
    assert most_seats(lama) == 8


def test_a_new_state_is_empty_and_a_new_view_is_hidden(every_field):
    state, view = PlainState(every_field), PlainState(every_field, hidden=True)
    for f in fields_of(every_field):
        fill = EMPTY if f.kind is Kind.SLOT else 0
        for s, expected in ((state, fill), (view, HIDDEN)):
            cells = getattr(s, f.name)
            assert set(cells.cells if isinstance(cells, CheckedRow) else [cells]) == {expected}
    assert state.actions == view.actions == every_field.ACTIONS


def test_an_unknown_name_is_refused():
    s = PlainState(kuhn_poker)
    with pytest.raises(AttributeError, match="the state has no field 'stok'"):
        s.stok = 1
    with pytest.raises(AttributeError, match="the state has no field 'stok'"):
        _ = s.stok


def test_a_table_cannot_be_replaced_by_a_number():
    """Compiled code could not do it either."""
    s = PlainState(kuhn_poker)
    with pytest.raises((TypeError, AttributeError), match="card"):
        s.card = 1
    assert isinstance(s.card, CheckedRow)


@pytest.mark.parametrize("i", [-1, 3, 100])
def test_a_cell_outside_a_row_is_refused(i):
    t = CheckedRow("log", (3,), [0] * 3)
    with pytest.raises(IndexError, match=rf"log\[{i}\] is outside the table, whose shape is \(3,\)"):
        _ = t[i]
    with pytest.raises(IndexError, match="outside the table"):
        t[i] = 1


@pytest.mark.parametrize("i", [(-1, 0), (0, -1), (2, 0), (0, 3), (1, 3)])
def test_a_cell_outside_a_table_is_refused(i):
    t = CheckedGrid("hand", (2, 3), [0] * 6)
    with pytest.raises(IndexError, match="is outside the table"):
        _ = t[i]
    with pytest.raises(IndexError, match="is outside the table"):
        t[i] = 1
    assert t.cells == [0] * 6


@pytest.mark.parametrize("i", [-1, 2])
def test_a_row_outside_a_table_is_refused(i):
    with pytest.raises(IndexError, match="is outside the table"):
        _ = CheckedGrid("hand", (2, 3), [0] * 6)[i]


@pytest.mark.parametrize("x", [32768, -32769, 10**9])
def test_a_value_of_more_than_16_bits_is_refused(x):
    t = CheckedRow("points", (2,), [7, 7])
    with pytest.raises(OverflowError, match=rf"points\[1\] = {x} does not fit into 16 bits"):
        t[1] = x
    assert t.cells == [7, 7]


@pytest.mark.parametrize("x", [2**63, -(2**63) - 1, 10**30])
def test_a_number_of_more_than_64_bits_is_refused(x):
    s = PlainState(kuhn_poker)
    s.moves = 3
    with pytest.raises(OverflowError, match=f"moves = {x} does not fit into 64 bits"):
        s.moves = x
    assert s.moves == 3


@pytest.mark.parametrize("x", [2**63 - 1, -(2**63)])
def test_the_greatest_and_least_numbers_of_64_bits_fit_in_object_and_record(x):
    s = PlainState(kuhn_poker)
    s.moves = x
    assert s.moves == to_record(kuhn_poker, s)["moves"][0] == x


@pytest.mark.parametrize("x", [32767, -32768])
def test_the_greatest_and_least_values_of_16_bits_fit(x):
    t = CheckedRow("points", (2,), [0, 0])
    t[1] = x
    assert t[1] == x


def test_a_row_of_a_table_shares_its_cells():
    t = CheckedGrid("hand", (2, 3), [0] * 6)
    line = t[1]
    line[2] = 5
    t[1, 0] = 4
    assert (t[1, 2], line[0], len(line), line.shape) == (5, 4, 3, (3,))
    assert t.cells == [0, 0, 0, 4, 0, 5]
    with pytest.raises(IndexError):
        line[3] = 1


def test_a_table_is_read_in_order():
    t = CheckedGrid("hand", (2, 3), list(range(6)))
    assert len(t) == 2
    assert [list(line) for line in t] == [[0, 1, 2], [3, 4, 5]]


def test_weights_have_a_row_per_seat_and_are_zeros_before_they_are_set():
    w = StrategyWeights(2)
    w[1, 0], w[1, 1] = 1, 2.5
    w[0, 7] = 3
    twin = w.copy()
    w[1, 0] = 9
    assert twin.cells == [[0.0] * 7 + [3.0], [1.0, 2.5, *[0.0] * (WEIGHTS - 2)]]
    assert (twin[1, 1], w[1, 0]) == (2.5, 9.0)


@FEW
@given(seeds_and_steps)
def test_object_and_record_hold_the_same_cells(any_game, position, at):
    state = position(any_game, *at).state
    state.w[0, 0], state.w[0, 1] = 1.5, -2.0
    record = to_record(any_game.rules, state)
    assert record.shape == (1,)
    assert record.dtype == record_type(any_game.rules)
    for name, x in cells_of(state).items():
        assert record[name][0].ravel().tolist() == (list(x) if isinstance(x, tuple) else [x])
    assert (record["at"][0], record["step"][0]) == (state.at, state.step)
    assert record["w"][0].tolist() == state.w.cells


@FEW
@given(seeds_and_steps)
def test_a_record_reads_back_to_the_same_state(any_game, position, at):
    state = position(any_game, *at).state
    record = to_record(any_game.rules, state)[0]
    again = PlainState(any_game.rules)
    for name in (*HEAD, *(f.name for f in fields_of(any_game.rules))):
        x = getattr(again, name)
        if isinstance(x, CheckedRow):
            x.cells[:] = record[name].ravel().tolist()
        else:
            setattr(again, name, int(record[name]))
    assert canonical_key(any_game.rules, again) == canonical_key(any_game.rules, state)
    assert cells_of(again) == cells_of(state)


def test_an_unknown_name_comes_with_the_one_that_was_probably_meant():
    with pytest.raises(AttributeError, match="the state has no field 'cord'; did you mean 'card'"):
        _ = PlainState(kuhn_poker).cord


def test_a_record_has_one_row_per_possible_seat(any_game):
    parts = record_type(any_game.rules)
    for f in fields_of(any_game.rules):
        assert parts[f.name].shape == f.shape(most_seats(any_game.rules))
        assert parts[f.name].base == (np.int16 if parts[f.name].shape else np.int64)


@FEW
@given(seeds_and_steps)
def test_a_copy_is_equal_and_independent(any_game, position, at):
    state = position(any_game, *at).state
    before = cells_of(state)
    twin = state.copy()
    assert cells_of(twin) == before
    for name, x in twin.__dict__.items():
        if isinstance(x, CheckedRow):
            x.cells[:] = [5] * len(x.cells)
        elif name not in ("w", "chance"):
            setattr(twin, name, 99)
    twin.w[0, 0] = 1.5
    assert cells_of(state) == before
    assert state.w[0, 0] == 0
    assert twin.chance is state.chance


def test_a_copy_may_stand_behind_another_door_of_chance():
    other = object()
    state = PlainState(kuhn_poker, chance=object())
    assert state.copy(chance=other).chance is other


@FEW
@given(seeds_and_steps)
def test_become_takes_over_every_cell_and_keeps_its_door(any_game, position, at):
    state = position(any_game, *at).state
    door = object()
    other = PlainState(any_game.rules, hidden=True, chance=door)
    other.become(state)
    assert cells_of(other) == cells_of(state)
    assert other.chance is door
    other.w[0, 0] = 2.5
    assert state.w[0, 0] == 0


def rows_with_cards(state, cards):
    state.become(PlainState(state.chance.rules))
    for name in ("pile", "stock", "vault"):
        zone = getattr(state, name)
        zone[0] = len(cards)
        for i, c in enumerate(cards):
            zone[i + 1] = c
    return canonical_key(state.chance.rules, state)


def test_hidden_rows_in_another_order_are_the_same_state(every_field, new_game):
    s = new_game(every_field).blank()
    first, second = (rows_with_cards(s, cards) for cards in ([1, 2, 2], [2, 1, 2]))
    different = [i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    names = ["player", "over", *(f.name for f in fields_of(every_field))]
    assert [names[i] for i in different] == ["pile"]


def test_cards_that_have_left_a_row_do_not_matter(every_field, new_game):
    s = new_game(every_field).blank()
    first = rows_with_cards(s, [1, 2])
    s.pile[3] = s.stock[3] = 4
    assert canonical_key(every_field, s) == first


@pytest.mark.parametrize("name", ["pile", "stock", "vault"])
def test_another_card_in_a_row_is_another_state(every_field, new_game, name):
    s = new_game(every_field).blank()
    first = rows_with_cards(s, [1, 2])
    getattr(s, name)[1] = 3
    assert canonical_key(every_field, s) != first


def test_every_number_and_cell_makes_another_state(every_field, new_game):
    blank = new_game(every_field).blank()
    first = canonical_key(every_field, blank)
    for f in fields_of(every_field):
        s = blank.copy()
        if not f.shape(8):
            setattr(s, f.name, 5)
        else:
            getattr(s, f.name).cells[0] = 1
        assert canonical_key(every_field, s) != first, f.name


def test_an_action_is_counted_and_a_deal_is_not():
    s = PlainState(kuhn_poker, chance=Script(kuhn_poker, (2, 0)))
    s.seats = 2
    apply_action(kuhn_poker, s, None)
    assert (s.turns, s.player) == (0, 0)
    apply_action(kuhn_poker, s, 0)
    assert (s.turns, s.player) == (1, 1)
