"""What a seat sees follows from the declared visibility: nothing hidden, and everything else."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.examples import few
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.game import Game
from upcard.engine.sight import WATCHER
from upcard.engine.state import CheckedRow, PlainState, cells_of, fields_of
from upcard.engine.view import CELLS, COUNT, make_observe, mentions, visible
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.kit.cards import EVERYBODY, HIDDEN, NOBODY, OWNER, Kind, Sight, cards_in, row
from upcard.kit.strategy import legal

seeds_and_steps = st.tuples(st.integers(0, 10**6), st.integers(0, 120))

FEW = few(IS_NIGHTLY)


def cells(s, f):
    """``{(seat, cell): content}`` of a field; a number that is no table is cell 0 of seat 0."""
    x = getattr(s, f.name)
    if not isinstance(x, CheckedRow):
        return {(0, 0): x}
    width = f.length or 1
    if f.per_seat:
        return {(i // width, i % width): c for i, c in enumerate(x.cells)}
    return {(0, i): c for i, c in enumerate(x.cells)}


def may_see(f, seat, q, i):
    """Whether `seat` may know cell `i` of seat `q`, said again in other words than the engine's."""
    if f.sight is NOBODY:
        return f.kind is Kind.ROW and f.counted and i == 0
    return f.sight is EVERYBODY or q == seat


def is_in_play(s, f, q, i):
    """Whether a cell means anything: what lies beyond the last card of a row does not."""
    return f.kind is not Kind.ROW or i <= cells(s, f)[q, 0]


def change_hidden_cells(s, rules, seat):
    """Change every cell that `seat` may not see. Modified in place; gives how many."""
    changed = 0
    for f in fields_of(rules):
        for q, i in cells(s, f):
            if may_see(f, seat, q, i):
                continue
            changed += 1
            if not f.shape(1):
                setattr(s, f.name, getattr(s, f.name) + 3)
            else:
                getattr(s, f.name).cells[q * (f.length or 1) + i if f.per_seat else i] += 3
    return changed


@FEW
@given(seeds_and_steps)
def test_changing_what_a_seat_may_not_see_never_changes_its_view(any_game, position, at):
    state = position(any_game, *at).state
    for seat in range(any_game.players):
        before = cells_of(any_game.view(state, seat))
        other = state.copy()
        changed = change_hidden_cells(other, any_game.rules, seat)
        assert (changed == 0) == any_game.rules.GAME.perfect_information
        other.at, other.step = 12345, 67891
        assert cells_of(any_game.view(other, seat)) == before


@FEW
@given(seeds_and_steps)
def test_a_view_holds_what_its_seat_may_see_and_hides_everything_else(any_game, position, at):
    state = position(any_game, *at).state
    for seat in range(any_game.players):
        view = any_game.view(state, seat)
        for f in fields_of(any_game.rules):
            truth, seen = cells(state, f), cells(view, f)
            for (q, i), x in truth.items():
                shown = may_see(f, seat, q, i) and is_in_play(state, f, q, i)
                assert seen[q, i] == (x if shown else HIDDEN), (f.name, q, i)


@FEW
@given(seeds_and_steps)
def test_a_view_says_whose_view_it_is_and_how_the_game_stands(any_game, position, at):
    match = position(any_game, *at)
    for seat in range(any_game.players):
        view = match.view(seat)
        assert view.me == seat
        for name in ("seats", "player", "turns", "actions"):
            assert getattr(view, name) == getattr(match.state, name)


@pytest.mark.parametrize("steps", [0, 5])
def test_a_view_says_whether_the_game_is_over(new_game, position, steps):
    match = position(new_game(kuhn_poker), 1, steps)
    assert match.is_over == (steps == 5)
    assert match.view(0).over == match.state.over


def test_a_view_never_holds_the_random_stream_of_the_cards(any_game):
    state = any_game.start(seed=3)
    view = any_game.view(state, 0)
    assert (view.at, view.step) == (HIDDEN, HIDDEN)


@settings(max_examples=5 if IS_NIGHTLY else 2)
@given(st.integers(0, 10**6))
def test_a_view_that_is_filled_again_and_again_equals_a_fresh_one(any_game, position, seed):
    """No card that lay in a row before shows through."""
    match, rng = position(any_game, seed, 0), random.Random(seed)
    views = [any_game.view(match.state, p) for p in range(any_game.players)]
    for _ in range(60):
        for p, view in enumerate(views):
            any_game.observe(match.state, p, view)
            assert cells_of(view) == cells_of(any_game.view(match.state, p))
        if match.is_over:
            break
        match.do(rng.choice(match.legal()))


def test_observe_with_mentions_fills_the_mentioned_fields_alike_and_no_other(any_game, position):
    fields = fields_of(any_game.rules)
    state = position(any_game, 2, 20).state
    for chosen in fields:
        for seat in range(any_game.players):
            view = PlainState(any_game.rules, hidden=True)
            make_observe(any_game.rules, {chosen.name: CELLS})(state, seat, view)
            whole = any_game.view(state, seat)
            for f in fields:
                expected = cells(whole, f) if f is chosen else dict.fromkeys(cells(view, f), HIDDEN)
                assert cells(view, f) == expected, (chosen.name, f.name)


@pytest.mark.parametrize("name", ["pile", "stock", "fan", "melds", "stack"])
def test_counting_the_cards_of_a_row_copies_their_number_only(every_field, new_game, position, name):
    game = new_game(every_field)
    state = position(game, 1, 5).state
    view = PlainState(every_field, hidden=True)
    make_observe(every_field, {name: COUNT})(state, 1, view)
    f = next(f for f in fields_of(every_field) if f.name == name)
    whole = cells(game.view(state, 1), f)
    assert cells(view, f) == {(q, i): x if i == 0 else HIDDEN for (q, i), x in whole.items()}
    assert whole[(1 if f.per_seat else 0, 0)] >= 0


@pytest.mark.parametrize("name", ["vault", "depth"])
def test_a_row_whose_number_of_cards_is_secret_shows_nothing(every_field, new_game, position, name):
    state = position(new_game(every_field), 1, 5).state
    view = PlainState(every_field, hidden=True)
    make_observe(every_field, {name: COUNT})(state, 1, view)
    assert set(getattr(view, name).cells) == {HIDDEN}


def test_only_a_counted_hidden_row_has_a_visibility_of_its_own():
    assert visible(row("a", NOBODY, 5, "hidden")) is None
    assert visible(row("a", NOBODY, 5, "hidden", counted=False)) is Sight.NOBODY
    assert visible(row("a", OWNER, 5, "own")) is Sight.OWNER
    assert visible(row("a", EVERYBODY, 5, "open")) is Sight.EVERYBODY


def counts_only(v):
    return cards_in(v.stock) + cards_in(v.pile)


def counts_and_reads(v):
    return cards_in(v.pile) + v.pile[1] + v.me


def hands_on(v):
    return first_of(v.pile)


def first_of(zone):
    return zone[1] + cards_in(zone)


def mentioned(*functions):
    return mentions(functions, fields_of(lama))


def test_a_row_that_is_only_counted_is_mentioned_as_a_count():
    assert mentioned(counts_only) == {"stock": COUNT, "pile": COUNT}


def test_a_row_that_is_read_or_handed_on_is_mentioned_with_its_cells():
    assert mentioned(counts_and_reads) == {"pile": CELLS}
    assert mentioned(hands_on) == {"pile": CELLS}
    assert mentioned(counts_only, counts_and_reads) == {"stock": COUNT, "pile": CELLS}


def test_what_is_no_field_is_no_mention():
    assert mentioned(legal) == {}


def test_a_function_without_source_mentions_every_name_in_its_code():
    scope: dict[str, object] = {}
    exec("def f(v):\n    return v.top + v.stock[0]", scope)
    assert mentioned(scope["f"]) == {"top": CELLS, "stock": CELLS}


def test_the_number_of_cards_in_the_stock_is_public_in_kuhn_poker(position, new_game):
    match = position(new_game(kuhn_poker), 0, 1)
    view = match.view(0)
    assert list(view.stock) == [1, HIDDEN, HIDDEN, HIDDEN]
    assert list(view.card) == [match.state.card[0], HIDDEN]


@pytest.mark.parametrize("steps", [pytest.param(0, marks=LATE), 7])
def test_a_cell_changes_what_is_in_sight_where_it_changes_the_view(shipped_game, steps):
    check_sight(shipped_game, steps)


def check_sight(game: Game, steps: int) -> None:
    """Change every cell of a state, and look whether seats and watchers see it as their views say."""
    chance, match = random.Random(steps), game.match(steps)
    for _ in range(steps):
        if not match.is_over:
            match.do(chance.choice(match.legal()))
    s = match.state
    for seat in (*range(game.players), WATCHER):
        view, sight = cells_of(game.view(s, seat)), game.sight(s, seat)
        for f in fields_of(game.rules):
            for i in range(len(getattr(s, f.name).cells) if f.shape(1) else 1):
                other = s.copy()
                if f.shape(1):
                    getattr(other, f.name).cells[i] += 1
                else:
                    setattr(other, f.name, getattr(s, f.name) + 1)
                is_seen = cells_of(game.view(other, seat)) != view
                assert (game.sight(other, seat) != sight) == is_seen, (f.name, i, seat)
