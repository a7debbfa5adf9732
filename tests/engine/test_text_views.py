"""What is printed of a match, of a state and of a view: enough to find a mistake, and nothing hidden."""

import random

import pytest

from upcard.engine.game import make_game
from upcard.engine.state import PlainState
from upcard.games.kuhn_poker import rules as kuhn_poker


def kuhn_match(*actions):
    match = make_game("kuhn-poker").match(dealt=["jack", "queen"])
    for a in actions:
        match.do(a)
    return match


def test_a_match_shows_its_game_what_was_done_and_whose_turn_it_is():
    assert repr(kuhn_match()) == "<match of Kuhn poker, 2 players: 0 actions; seat 0 to move>"
    assert (
        str(kuhn_match("bet")) == "<match of Kuhn poker, 2 players: 1 action (seat 0 bet 1); seat 1 to move>"
    )
    assert str(kuhn_match("bet", "pass")) == (
        "<match of Kuhn poker, 2 players: 2 actions (seat 0 bet 1, seat 1 fold); over, scores [1, -1]>"
    )


def test_a_match_shows_its_options_and_of_many_actions_the_last():
    match = make_game("lama", 2, target=77).match(seed=4)
    for _ in range(9):
        match.do(match.legal()[0])
    shown = str(match)
    assert "2 players, count=each_kind" in shown
    assert "target=77: 9 actions (…, seat " in shown
    assert shown.count(", seat ") == 8


def test_a_match_shows_neither_seed_nor_hidden_cards():
    shown = str(make_game("leduc-poker").match(seed=987_654))
    assert "987" not in shown
    assert not any(card in shown for card in ("jack", "queen", "king"))


def test_a_match_whose_state_was_changed_by_hand_is_shown_all_the_same():
    match = kuhn_match("bet")
    match.actions[0] = 99
    assert "1 action (seat 0 action 99); seat 1 to move" in str(match)


def test_a_view_has_a_line_for_each_field_and_says_who_looks():
    lines = str(kuhn_match("bet").view(1)).splitlines()
    assert lines[0] == "Kuhn poker as seat 1 sees it, -1 is hidden or empty"
    assert lines[1:5] == ["  player  1", "  over    0", "  turns   1", "  card    [-1, 1]"]


def test_a_view_fits_on_a_line_where_it_stands_among_other_things():
    shown = repr(kuhn_match().view(0))
    assert shown.startswith("<Kuhn poker as seat 0 sees it, -1 is hidden or empty: player 0, over 0, ")
    assert "card [0, -1], " in shown


def test_printing_a_state_itself_shows_all_cards():
    assert "  card    [0, 1]" in str(kuhn_match().state).splitlines()


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_view_shows_does_not_change_with_what_is_hidden(any_game, position, seat):
    """Everything that its seat may not see is changed behind a view; it is printed as before."""
    match = position(any_game, seed=random.Random(seat).randrange(99), steps=6)
    view = match.view(seat)
    before = repr(view), str(view), [repr(x) for x in view.__dict__.values() if hasattr(x, "cells")]
    for x in match.state.__dict__.values():
        if hasattr(x, "cells") and hasattr(x, "shape"):
            x.cells[:] = [7777] * len(x.cells)
    match.state.at = 7777
    assert before == (repr(view), str(view), [repr(x) for x in view.__dict__.values() if hasattr(x, "cells")])
    assert "7777" not in str(view) + repr(view)


def test_a_table_shows_its_name_and_its_cells():
    match = make_game("lama", 2).match(dealt=[*"111111", *"222222", "1"])
    v = match.view(0)
    assert repr(v.hand[0]) == "<hand [6, 0, 0, 0, 0, 0, 0]>"
    assert str(v.hand).startswith("<hand [[6, 0, 0, 0, 0, 0, 0], [-1, -1, ")
    assert str(v.points) == "<points [0, 0, 0, 0, 0, 0, 0, 0]>"
    assert str(v.stock) == "<stock [43, -1 × 56]>"
    assert "  hand       [[6, 0, 0, 0, 0, 0, 0], [-1, -1, -1, -1, -1, -1, -1]]" in str(v).splitlines()


def test_parameters_are_shown_too():
    assert str(make_game("kuhn-poker").match().view(0).w).startswith("<w [[0.0, ")


def test_a_state_without_a_door_of_chance_is_shown():
    assert str(PlainState(kuhn_poker)).splitlines()[0] == "a game"
