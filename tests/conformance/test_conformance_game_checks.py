"""The suite finds what is wrong: the sound game, broken in one place at a time, is refused by name."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from tests.conformance.faults import FAULTS

from upcard.engine import determinization as imagine
from upcard.engine import seeds
from upcard.engine.game import Game, Match, make_game
from upcard.engine.record import parse_record
from upcard.engine.tree.game_tree import CHANCE, GameTree, unroll
from upcard.games.lama import rules as lama
from upcard.testing import ConformanceError, Walk, check_game
from upcard.testing import compiled_checks as twins
from upcard.testing import end_checks as ends
from upcard.testing import game_checks as games
from upcard.testing import imagined_checks as imagined
from upcard.testing import position_checks as positions
from upcard.testing import tree_checks as trees
from upcard.testing import view_checks as views
from upcard.testing import word_checks as words
from upcard.testing.random_walk import promise_of


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_game_is_refused_with_the_promise_that_it_breaks(variant, fault):
    check, seen, changes = FAULTS[fault]
    with pytest.raises(ConformanceError) as caught:
        check_game(variant(*changes), games=1_500)
    assert caught.value.promise == promise_of(check)
    assert seen in caught.value.seen
    assert "Two turns" in str(caught.value)


def test_the_game_that_is_broken_here_is_sound(variant):
    report = check_game(variant(), games=500)
    assert report.checked["No card is lost and none is doubled"] > 20
    assert report.checked[promise_of(twins.check_compiled)] == 526
    assert str(report).startswith("two-turns: 1 variant, 20 games checked position by position\n")


def naive_ends(hands, stock, mover, moves):
    """Finished games, counted in the plainest way."""
    if moves == 4:
        return 1
    total = 0
    for card in set(hands[mover]):
        left = hands[mover].copy()
        left.remove(card)
        total += naive_ends([*hands[:mover], left, *hands[mover + 1 :]], stock, 1 - mover, moves + 1)
    for card in +stock:
        more = [*hands[:mover], [*hands[mover], card], *hands[mover + 1 :]]
        total += naive_ends(more, stock - Counter([card]), 1 - mover, moves + 1)
    return total


def test_the_tree_has_as_many_ends_as_a_naive_count_finds(variant):
    stock = Counter({0: 2, 1: 2, 2: 2})
    deals = [(a, b) for a in stock for b in stock]
    ends = sum(naive_ends([[a], [b]], stock - Counter([a, b]), 0, 0) for a, b in deals)
    assert unroll(variant()).counts()["finished games"] == ends


def test_a_card_of_two_words_is_found_even_by_who_did_not_read_the_contract(variant):
    walk = Walk(variant(("return str(k)", 'return f"two {k}"')), 1, 0)
    with pytest.raises(ConformanceError, match="one word; seen: card 0 is called 'two 0'"):
        words.check_card_names(walk)


def test_a_file_that_breaks_the_contract_is_refused(variant):
    with pytest.raises(ConformanceError, match=r"s\.mover, which is not declared"):
        check_game(variant(("s.moves += 1", "s.mover += 1")))


def test_the_error_holds_a_record_that_leads_to_the_fault(variant):
    game = variant(("longest=4", "longest=3"))
    with pytest.raises(ConformanceError) as caught:
        check_game(game)
    text = caught.value.repeat.partition("\n")[2]
    record = parse_record(text)
    match = Match(game, record.seed, record.number, tuple(record.dealt), ())
    for _, _, action in record.actions:
        match.do(action)
    assert match.state.turns == 3
    assert not match.is_over


def twenty_times(check, walk):
    """For checks that look at something drawn by chance."""
    for _ in range(20):
        check(walk)


class Leaky(Game):
    """Shows the first card of the stock to everybody."""

    def observe(self, s, seat, v):
        super().observe(s, seat, v)
        v.stock[1] = s.stock[1]


class Blind(Game):
    """Shows nobody his own hand."""

    def observe(self, s, seat, v):
        super().observe(s, seat, v)
        for k in range(3):
            v.hand[seat, k] = -1


class Stale(Game):
    """Looks at the number of turns only once."""

    def observe(self, s, seat, v):
        seen = v.moves
        super().observe(s, seat, v)
        if seen >= 0:
            v.moves = seen


@pytest.mark.parametrize("check", [views.check_view, views.check_secrets])
def test_a_view_that_shows_what_is_hidden_is_found(variant, check):
    walk = Walk(variant(game=Leaky), 1, 0)
    with pytest.raises(ConformanceError, match="stock"):
        twenty_times(check, walk)


def test_a_view_that_hides_what_is_seen_is_found(variant):
    with pytest.raises(ConformanceError, match="hand"):
        views.check_view(Walk(variant(game=Blind), 1, 0))


def test_a_view_that_depends_on_what_was_seen_before_is_found(variant):
    walk = Walk(variant(game=Stale), 1, 0)
    views.check_view_again(walk)
    walk.step()
    walk.step()
    with pytest.raises(ConformanceError, match="moves"):
        views.check_view_again(walk)


def test_a_record_that_reads_back_to_another_match_is_found(variant, monkeypatch):
    def without_the_end(text):
        record = parse_record(text)
        return dataclasses.replace(record, actions=record.actions[:-1])

    walk = Walk(variant(), 1, 0)
    while walk.step():
        pass
    words.check_record(walk)
    monkeypatch.setattr(words, "parse_record", without_the_end)
    with pytest.raises(ConformanceError, match="lines are missing"):
        words.check_record(walk)


def test_an_undo_that_goes_back_too_far_is_found(variant, monkeypatch):
    walk = Walk(variant(), 1, 0)
    while walk.step():
        pass
    undo = Match.undo
    monkeypatch.setattr(Match, "undo", lambda self, count: undo(self, min(count + 1, 4)))
    with pytest.raises(ConformanceError, match="taken back"):
        twenty_times(words.check_undo, walk)


def careless(w, p, pool):
    """Swaps one of the other player's cards with one of the stock, and leaves all else as it really is."""
    j = 1 + seeds.below(w, w.stock[0])
    given = next(k for k in range(3) if w.hand[1 - p, k] > 0)
    w.hand[1 - p, given] -= 1
    w.hand[1 - p, w.stock[j]] += 1
    w.stock[j] = given


def test_an_imagined_table_that_follows_from_what_is_hidden_is_found(variant, monkeypatch):
    walk = Walk(variant(), 1, 0)
    twenty_times(imagined.check_imagined_secrets, walk)
    monkeypatch.setattr(imagine, "_redeal_of", lambda rules: careless)
    with pytest.raises(ConformanceError, match="expected the same table for seat"):
        twenty_times(imagined.check_imagined_secrets, walk)


def spoiled(tree, name, place, value):
    """The tree with one cell changed."""
    column = getattr(tree, name).copy()
    column[place] = value
    return dataclasses.replace(tree, **{name: column})


def test_a_tree_out_of_order_is_found(variant):
    tree = unroll(variant())
    trees.check_tree(tree)
    chance = int(np.flatnonzero(tree.player == CHANCE)[1])
    child = int(np.flatnonzero(tree.parent == chance)[0])
    decision = int(np.flatnonzero(tree.infoset > 0)[-1])
    for name, place, value, told in (
        ("weight", child, 0, "weights"),
        ("legal", 0, 3, "below"),
        ("infoset", decision, 0, "below|past"),
        ("owner", 0, 1, "one seat"),
    ):
        with pytest.raises(ConformanceError, match=told):
            trees.check_tree(spoiled(tree, name, place, value))


def test_a_tree_that_scores_otherwise_than_play_is_found(variant):
    tree = unroll(variant())
    trees.check_tree_scores(tree, 2_000)
    with pytest.raises(ConformanceError, match="mean score"):
        trees.check_tree_scores(dataclasses.replace(tree, payoff=tree.payoff + 1), 2_000)


@pytest.mark.parametrize(
    ("change", "expected", "seen"),
    [
        (("longest=4", "longest=3"), "at most 3 decisions", "3 and the game is not over"),
        (("longest=4", "longest=1"), "at most 1 decision", "1 and the game is not over"),
        (("payoffs=(-2, 2)", "payoffs=(-1, 2)"), "scores from -1 to 2", "scores ["),
        (("payoffs=(-2, 2)", "payoffs=(-2, 1)"), "scores from -2 to 1", "scores ["),
        (("+= a\n", "+= 40_000 * a\n"), "every index and number to fit", "apply: OverflowError"),
    ],
)
@pytest.mark.parametrize("games", [ends.FEW, pytest.param(40, marks=pytest.mark.by_night("compiles"))])
def test_whole_games_that_do_not_keep_to_what_is_declared_are_found(variant, change, expected, seen, games):
    with pytest.raises(ConformanceError) as caught:
        ends.check_ends(variant(change), games)
    assert caught.value.promise == promise_of(ends.check_ends)
    assert caught.value.expected == expected
    assert seen in caught.value.seen
    assert "of seed 1, all seats " in caught.value.repeat


def test_whole_games_whose_scores_do_not_add_up_are_found(monkeypatch):
    game = make_game("lama", 2)
    assert ends.check_ends(game, 1) == 2
    monkeypatch.setattr(lama, "GAME", dataclasses.replace(lama.GAME, zero_sum=True))
    with pytest.raises(ConformanceError, match="expected scores that add up to 0; seen: scores "):
        ends.check_ends(game, 1)


def test_a_tree_whose_chances_do_not_add_up_is_found(variant, monkeypatch):
    tree = unroll(variant())
    monkeypatch.setattr(GameTree, "chance", lambda self: np.full(self.nodes, 0.3))
    with pytest.raises(ConformanceError, match=r"weights above 0 at node .*, sum 1; seen: the sum is "):
        trees.check_tree(tree)


def test_a_tree_with_a_wrong_weight_is_found(variant):
    tree = unroll(variant())
    heavy = int(np.flatnonzero((tree.parent == 0) & (tree.action == 2))[0])
    with pytest.raises(ConformanceError, match="mean score"):
        trees.check_tree_scores(spoiled(tree, "weight", heavy, 50), 20_000)


def test_every_check_is_shown_to_find_something():
    shown = {check for check, _, _ in FAULTS.values()}
    shown |= {
        views.check_view,
        views.check_secrets,
        views.check_visibility,
        positions.check_listed_actions,
        views.check_view_again,
        imagined.check_imagined_secrets,
        words.check_record,
        words.check_undo,
    }
    assert {*games.FIRST_CHECKS, *games.POSITION_CHECKS, *games.LAST_CHECKS} <= shown


def test_hidden_numbers_that_nobody_can_imagine_are_noted(variant):
    game = variant(('number("moves", EVERYBODY', 'number("moves", NOBODY'))
    (note,) = check_game(game, games=100).notes
    assert "has the hidden number moves; define imagine(s, p)" in note
    assert note.endswith("no bot can think ahead, and there are no hints and no reviews")
    assert check_game(variant(), games=100).notes == ()
