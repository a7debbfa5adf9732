"""Matches by hand: what is typed is read, done, refused and taken back."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.examples import few
from tests.engine.lama_matches import lama_match
from tests.night import IS_NIGHTLY

from upcard.engine.errors import Ambiguous, Illegal, Unreadable, Usage
from upcard.engine.game import Match, make_game
from upcard.engine.state import cells_of

FEW = few(IS_NIGHTLY)

# ---- matches ----


def test_choices_are_the_legal_actions_in_words():
    match = lama_match()
    assert match.choices() == ["play 1", "draw", "quit the round"]
    assert match.legal() == [0, 7, 8]
    assert [match.words(a) for a in (0, 6, 7, 8)] == ["play 1", "play llama", "draw", "quit the round"]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("play 1", 0),
        ("PLAY   1", 0),
        (" draw ", 7),
        ("d", 7),
        ("q", 8),
        ("1", 0),
        ("p 1", 0),
        ("play 2", 1),
        ("play", 0),
        ("llama", 6),
    ],
)
def test_what_is_typed_is_read_as_the_action_that_is_meant(typed, action):
    assert lama_match().read(typed) == action


@pytest.mark.parametrize("typed", ["", "  ", "fold", "play 9", "draw draw", "1 play", "drawn", "é"])
def test_what_names_no_action_is_unreadable(typed):
    with pytest.raises(Unreadable) as fault:
        lama_match().read(typed)
    assert str(fault.value) == f"{typed!r} is not an action; you can: play 1, draw, quit the round"


def test_what_can_mean_two_legal_actions_is_ambiguous():
    match = make_game("lama", 2).match(dealt=[*"112222", *"333333", "1"])
    with pytest.raises(Ambiguous) as fault:
        match.read("play")
    assert str(fault.value) == "'play' can mean play 1 or play 2; write more of it"
    assert match.read("play 2") == 1


def test_what_can_mean_several_illegal_actions_is_ambiguous_too():
    match = make_game("lama", 2).match(dealt=[*"333333", *"444444", "1"])
    with pytest.raises(Ambiguous, match="'play' can mean play 1 or play 2 or"):
        match.read("play")


def test_words_of_two_legal_actions_are_ambiguous_and_their_numbers_are_not(monkeypatch):
    match = lama_match()
    monkeypatch.setattr(match.game.rules, "action_text", lambda v, a: "play" if a < 8 else "quit")
    with pytest.raises(Ambiguous) as fault:
        match.do("Play")
    assert str(fault.value) == "'Play' describes several legal actions, 0 and 7; enter the number of one"
    assert not match.can("play")
    match.do(7)
    assert match.actions == [7]


def test_words_of_one_legal_and_several_illegal_actions_mean_the_legal_one(monkeypatch):
    match = lama_match()
    monkeypatch.setattr(match.game.rules, "action_text", lambda v, a: "play" if a < 7 else "other")
    assert match.read("play") == 0


def test_an_illegal_action_is_refused_with_the_reason():
    match = lama_match()
    with pytest.raises(Illegal) as fault:
        match.do("play 2")
    assert str(fault.value) == "'play 2' is not allowed: there is no 2 in your hand"
    assert match.actions == []


def test_an_illegal_action_of_a_game_without_reasons_is_refused_with_the_choices(every_field, new_game):
    match = make_game("leduc-poker").match(seed=1)
    with pytest.raises(Illegal, match="'fold' is not allowed: there is nothing to fold to"):
        match.do("fold")
    silent = Match(new_game(every_field, 1), 1, 0, (), ())
    assert silent.why(3).startswith("you can: say 0, say 1, ")


def test_a_game_tells_what_is_wrong_with_an_action_in_a_state(every_field, new_game, monkeypatch):
    """Also for those who have no match, as a simulation."""
    match = lama_match()
    assert match.game.refusal(match.state, 0) == ""
    assert match.game.refusal(match.state, 1) == "'play 2' is not allowed: there is no 2 in your hand"
    assert match.game.refusal(match.state, 9) == "there is no action 9; actions are 0 to 8"
    assert match.game.refusal(match.state, -1) == "there is no action -1; actions are 0 to 8"
    silent = new_game(every_field, 1)
    monkeypatch.setattr(every_field, "legal", lambda s, a: a < 2)
    assert silent.refusal(silent.start(seed=1), 2) == "'say 2' is not allowed: you can: say 0, say 1"


@pytest.mark.parametrize("a", [-1, 9, 100])
def test_a_number_that_is_no_action_is_unreadable(a):
    with pytest.raises(Unreadable, match=f"there is no action {a}; actions are 0 to 8"):
        lama_match().verify(a)


@pytest.mark.parametrize("action", [None, 1.5, 0.0, True, [0], (), b"draw", float("nan")])
def test_what_is_neither_words_nor_a_whole_number_is_no_action(action):
    match = lama_match()
    with pytest.raises(Usage) as fault:
        match.do(action)
    assert str(fault.value) == f"{action!r} is not an action; use its words, or its number from 0 to 8"
    assert not match.can(action)
    assert match.actions == []


def test_an_action_may_be_a_whole_number_of_numpy():
    match = lama_match()
    match.do(np.int16(0))
    assert match.actions == [0]
    assert type(match.actions[0]) is int


def test_can_says_whether_verify_would_accept():
    match = lama_match()
    asked = ["play 1", "play 2", "draw", "fold", "", 0, 1, 7, -1, 9]
    assert [match.can(a) for a in asked] == [True, False, True, False, False, True, False, True, False, False]
    assert match.actions == []


@pytest.mark.parametrize("ask", [lambda m: m.read("play 2"), lambda m: m.choices(), lambda m: m.words(0)])
def test_the_words_of_all_actions_need_one_look_at_the_table(monkeypatch, ask):
    """A game may have hundreds of actions, and a view is dear."""
    looks = []
    view = Match.view

    def look(match, seat):
        looks.append(seat)
        return view(match, seat)

    monkeypatch.setattr(Match, "view", look)
    ask(lama_match())
    assert looks == [0]


@FEW
@given(st.integers(0, 10**6), st.integers(0, 80))
def test_can_and_verify_and_legal_agree(shipped_game, position, seed, steps):
    match = position(shipped_game, seed, steps)
    legal = set(match.legal())
    for a in range(shipped_game.rules.ACTIONS):
        assert match.can(a) == (a in legal)
        if a in legal:
            assert match.verify(a) == a == match.verify(match.words(a))
        else:
            with pytest.raises(Illegal):
                match.verify(a)


def test_doing_notes_the_action_and_its_seat():
    match = lama_match()
    match.do("play 1")
    match.do("quit")
    match.do(7) if match.can(7) else match.do("play 1")
    assert match.actions[:2] == [0, 8]
    assert match.movers == [0, 1, 0]
    assert match.state.turns == 3


def test_nothing_can_be_done_when_the_game_is_over():
    match = make_game("kuhn-poker").match(dealt=["king", "jack"])
    for word in ("pass", "pass"):
        match.do(word)
    assert (match.is_over, match.player, match.legal(), match.choices()) == (True, -1, [], [])
    with pytest.raises(Illegal, match="the game is over; no more moves are possible"):
        match.do("pass")
    assert not match.can("bet")


def test_the_winner_has_the_greatest_score_and_only_at_the_end():
    match = make_game("kuhn-poker").match(dealt=["king", "jack"])
    assert match.winners() == []
    match.do("bet")
    match.do("bet")
    assert (match.scores(), match.winners()) == ([2, -2], [0])


def test_there_are_no_scores_before_the_end(any_game):
    with pytest.raises(Illegal, match="the game is not over; there are no scores before its end"):
        any_game.match(1).scores()


def test_equal_scores_win_together():
    match = make_game("leduc-poker").match(dealt=["jack-a", "jack-b", "king-a"])
    for _ in range(4):
        match.do("call")
    assert (match.scores(), match.winners()) == ([0, 0], [0, 1])


@FEW
@given(st.integers(0, 10**6), st.integers(0, 80), st.integers(0, 80))
def test_undo_leads_back_to_the_same_state(any_game, position, seed, steps, back):
    match = position(any_game, seed, steps)
    back = min(back, len(match.actions))
    twin = position(any_game, seed, len(match.actions) - back)
    match.undo(back)
    assert match.actions == twin.actions
    assert match.movers == twin.movers
    assert cells_of(match.state) == cells_of(twin.state)
    assert (match.state.at, match.state.step) == (twin.state.at, twin.state.step)


@FEW
@given(st.integers(0, 10**6))
def test_what_was_undone_can_be_done_again(any_game, position, seed):
    match = position(any_game, seed, 40)
    actions, before = list(match.actions), cells_of(match.state)
    match.undo(len(actions))
    assert match.actions == match.movers == []
    for a in actions:
        match.do(a)
    assert cells_of(match.state) == before


def test_a_match_begins_anew_with_the_same_cards_and_names():
    match = make_game("lama", 3).match(seed=5, number=2, dealt=["4"], seats=("Ann", "Ben", "Cem"))
    began = cells_of(match.state)
    match.do(match.legal()[0])
    again = match.from_start()
    assert (cells_of(again.state), again.seats, again.actions) == (began, match.seats, [])
    assert len(match.actions) == 1


@pytest.mark.parametrize("count", [None, 0.5, "1"])
def test_a_number_of_actions_to_undo_is_whole(count):
    with pytest.raises(Usage, match="is not a number of actions; expected a whole number from 0"):
        lama_match().undo(count)


@pytest.mark.parametrize("count", [-1, 3])
def test_more_than_was_done_cannot_be_undone(count):
    match = lama_match()
    match.do("play 1")
    match.do("quit")
    with pytest.raises(Illegal, match=f"{count} actions cannot be taken back; 2 were done"):
        match.undo(count)
    assert len(match.actions) == 2


def test_one_action_too_many_is_told_as_one():
    with pytest.raises(Illegal, match=r"^1 action cannot be taken back; 0 were done$"):
        lama_match().undo()


def test_an_action_on_the_last_turn_can_be_undone():
    match = make_game("kuhn-poker").match(seed=1)
    match.do("pass")
    match.do("pass")
    match.undo()
    assert not match.is_over
    assert match.player == 1


def test_a_seed_of_numpy_deals_the_same():
    numbers: Any = (5, 2), (np.int64(5), np.uint8(2))
    usual, other = (make_game("lama").match(seed=seed, number=number) for seed, number in numbers)
    assert cells_of(other.state) == cells_of(usual.state)
    assert (type(other.seed), type(other.number)) == (int, int)
    began = make_game("lama").start(seed=numbers[1][0], number=numbers[1][1])
    assert cells_of(began) == cells_of(usual.state)
