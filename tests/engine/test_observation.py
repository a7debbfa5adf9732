"""A view as a row of numbers: all that its seat sees, nothing else, and within the bounds."""

import random
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.night import LATE

from upcard.engine.compile.compiler import compiled
from upcard.engine.game import make_game
from upcard.engine.observation import make_flatten, make_read, row_layout, width_of
from upcard.engine.state import CheckedRow, fields_of, to_record
from upcard.engine.view import visible
from upcard.kit.cards import OWNER, Kind, Sight
from upcard.testing.zone_cells import scrambled

seeds_and_steps = st.tuples(st.integers(0, 10**6), st.integers(0, 120))
FILL = -99


@lru_cache(maxsize=64)
def flat(game):
    return row_layout(game), make_flatten(game)


def row_of(game, s, seat):
    parts, flatten = flat(game)
    out = np.full(width_of(parts), FILL, np.int64)
    flatten(s, seat, out)
    return out


def seen_cells(game, s, seat, f):
    """The cells of a field that a view of the seat can show, read from the view."""
    x = getattr(game.view(s, seat), f.name)
    if not isinstance(x, CheckedRow):
        return [x]
    width = f.length or 1
    lines = [x.cells[i : i + width] for i in range(0, len(x.cells), width)]
    if visible(f) is None:
        lines = [line[:1] for line in lines]
    if f.per_seat:
        lines = [lines[seat]] if f.sight is OWNER else lines[: game.players]
    return [c for line in lines for c in line]


@settings(max_examples=8)
@given(seeds_and_steps)
def test_the_row_is_the_view_part_by_part(any_game, position, at):
    state = position(any_game, *at).state
    fields = {f.name: f for f in fields_of(any_game.rules)}
    for seat in range(any_game.players):
        row, view = row_of(any_game, state, seat), any_game.view(state, seat)
        assert row[:4].tolist() == [seat, view.player, view.over, view.turns]
        for part in flat(any_game)[0][4:]:
            assert row[part.place].tolist() == seen_cells(any_game, state, seat, fields[part.name]), part.name


@settings(max_examples=8)
@given(seeds_and_steps)
def test_every_cell_is_within_its_bounds_and_fits_its_type(any_game, position, at):
    state = position(any_game, *at).state
    for seat in range(any_game.players):
        row = row_of(any_game, state, seat)
        for part in flat(any_game)[0]:
            assert np.iinfo(part.dtype).min <= part.low < part.high <= np.iinfo(part.dtype).max
            assert part.low <= row[part.place].min()
            assert row[part.place].max() <= part.high


@settings(max_examples=8)
@given(seeds_and_steps)
def test_whole_tables_are_read_as_cell_by_cell(any_game, position, at):
    state, read = position(any_game, *at).state, make_read(any_game)
    for seat in range(any_game.players):
        assert read(state, seat).tolist() == row_of(any_game, state, seat).tolist()


@settings(max_examples=8)
@given(seeds_and_steps)
def test_what_a_seat_cannot_see_changes_nothing(any_game, position, at):
    state = position(any_game, *at).state
    for seat in range(any_game.players):
        before = row_of(any_game, state, seat)
        other = scrambled(any_game, state, seat, [0, 1, 2], random.Random(at[0]))
        other.at, other.step = 12345, 67891
        assert row_of(any_game, other, seat).tolist() == before.tolist()


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_two_rows_are_equal_where_two_views_are(any_game, position, seed, steps):
    one, other = (position(any_game, seed + more, steps).state for more in (0, 1))
    for seat in range(any_game.players):
        same_view = any_game.sight(one, seat) == any_game.sight(other, seat)
        assert (row_of(any_game, one, seat).tolist() == row_of(any_game, other, seat).tolist()) == same_view


def test_the_parts_lie_side_by_side_and_each_has_every_field_that_is_seen(any_game):
    parts, _ = flat(any_game)
    assert [x.offset for x in parts] == np.cumsum([0, *(x.size for x in parts[:-1])]).tolist()
    seen = [f.name for f in any_game.rules.STATE if visible(f) is not Sight.NOBODY]
    assert [x.name for x in parts] == ["me", "player", "over", "turns", *seen]
    assert all(x.words for x in parts)


def test_bounds_follow_from_the_pack():
    parts = {x.name: x for x in row_layout(make_game("lama", players=3))}
    assert (parts["hand"].shape, parts["hand"].low, parts["hand"].high) == ((7,), 0, 8)
    assert (parts["top"].shape, parts["top"].low, parts["top"].high) == ((), -1, 6)
    assert (parts["stock"].shape, parts["stock"].low, parts["stock"].high) == ((), 0, 56)
    assert (parts["pile"].shape, parts["pile"].low, parts["pile"].high) == ((57,), -1, 56)
    assert (parts["points"].shape, parts["points"].dtype) == ((3,), "int16")
    assert (parts["me"].high, parts["player"].high) == (2, 2)


def test_bounds_that_the_rules_do_not_declare_are_said_to_be_missing():
    parts = {x.name: x for x in row_layout(make_game("lama", players=3))}
    assert (parts["top"].bounds, parts["top"].has_bounds) == ("-1 to 6", True)
    assert (parts["points"].bounds, parts["points"].has_bounds) == ("not declared", False)
    number = next(x for x in parts.values() if x.dtype == "int64" and not x.shape and x.name == "rounds")
    assert number.bounds == "not declared"


@pytest.mark.parametrize("name", ["every_field", pytest.param("lama", marks=LATE)])
def test_it_compiles_and_reads_records_alike(every_field, new_game, position, name):
    game = make_game("lama", players=3) if name == "lama" else new_game(every_field)
    program = compiled(make_flatten(game), {})
    for seed in range(3):
        state = position(game, seed, 20).state
        for seat in range(game.players):
            out = np.full(width_of(row_layout(game)), FILL, np.int64)
            program(to_record(game.rules, state)[0], seat, out)
            assert out.tolist() == row_of(game, state, seat).tolist()


def test_a_row_of_cards_says_how_many_and_fills_up_with_nothing(every_field, new_game, position):
    game = new_game(every_field)
    rows = [f.name for f in game.rules.STATE if f.kind is Kind.ROW and f.sight is OWNER]
    parts = {x.name: x for x in row_layout(game)}
    state = position(game, 3, 10).state
    for name in rows:
        cells = row_of(game, state, 0)[parts[name].place]
        assert (cells[cells[0] + 1 :] == -1).all()
        assert (cells[1 : cells[0] + 1] >= 0).all()
