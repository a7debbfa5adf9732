"""The suite finds what is wrong: the sound game, broken in one place at a time, is refused by name."""

import dataclasses
from collections import Counter
from typing import Any

import numpy as np
import pytest

from upcard.engine import imagine, seeds
from upcard.engine.game import Game, Match, make_game
from upcard.engine.record import parse_record
from upcard.engine.tree import CHANCE, GameTree, unroll
from upcard.rules import lama
from upcard.testing import (
    ConformanceError,
    Walk,
    chances,
    check_game,
    ends,
    games,
    imagined,
    positions,
    prospects,
    scenes,
    trees,
    twins,
    views,
    words,
)
from upcard.testing.walk import promise_of, start_and_apply

LAY = "        put(s.table, a)\n"
TAKE = "s.hand[p, a] -= 1"
DRAWN = "        s.hand[p, draw(s, s.stock)] += 1\n    else:"
LEGAL = "return left > 0"
SCORE = "return more"
DEALT = "        s.hand[p, draw(s, s.stock)] += 1\n    s.player = 0"
NO_SECRETS = (
    ('"hand", OWNER, KINDS, "the cards in hand"', '"hand", EVERYBODY, KINDS, "x", per_seat=True'),
    ('row("stock", NOBODY', 'row("stock", EVERYBODY'),
    ("perfect_information=False", "perfect_information=True"),
)

FAULTS: dict[str, tuple[Any, str, list[tuple[str, str]]]] = {
    # fault: (the check that finds it, part of what it has seen, changes to the sound rules)
    "a question changes the state": (
        positions.check_questions_change_nothing,
        "legal changes it: laid is ",
        [("    return left > 0", "    s.laid[0] += 1\n    return left > 0")],
    ),
    "a question draws a card": (
        positions.check_questions_change_nothing,
        "legal changes it: stock is ",
        [("    return left > 0", "    draw(s, s.stock)\n    return left > 0")],
    ),
    "a score changes the state": (
        positions.check_questions_change_nothing,
        "score changes it: worth is ",
        [("    return more", "    s.worth[p] += 1\n    return more")],
    ),
    "words that are a number": (
        words.check_action_words,
        "it gives 5",
        [('return "draw" if a', "return 5 if a")],
    ),
    "a row that is drawn from is seen": (
        words.check_record,
        "in another order; declare a row for NOBODY where cards are drawn out of it",
        [('row("stock", NOBODY', 'row("stock", EVERYBODY')],
    ),
    "it is the turn of nobody": (positions.check_turn, "it is 2", [("s.player = 1 - p", "s.player = 1 + p")]),
    "it is over, but not quite": (positions.check_turn, "it is 2", [("s.over = 1", "s.over = 2")]),
    "nothing can be done": (positions.check_turn, "has none", [(LEGAL, "return a != DRAW and left > 0")]),
    "a legal action does not work": (
        positions.check_every_action,
        "apply: table has room for 0 cards, and one more is put there",
        [('row("table", EVERYBODY, CARDS,', 'row("table", EVERYBODY, 0,')],
    ),
    "the deal does not work": (
        start_and_apply,
        "start: stock has room for 6 cards",
        [("range(CARDS)", "range(CARDS + 1)")],
    ),
    "more is dealt than there is": (
        start_and_apply,
        "start: a card is drawn from stock, which is empty",
        [("    s.player = 0", "        for _ in range(CARDS):\n            draw(s, s.stock)\n")],
    ),
    "a number does not fit": (positions.check_every_action, "OverflowError", [("+= a\n", "+= 40_000\n")]),
    "fewer cards than none": (positions.check_zones, "-1", [(TAKE, "s.hand[p, a] -= 2")]),
    "a row longer than itself": (positions.check_zones, "table holds", [(LAY, "        s.table[0] = 7\n")]),
    "no card in a row": (positions.check_zones, "-2", [(LAY, "        put(s.table, -2)\n")]),
    "no card in a slot": (positions.check_zones, "-7", [(LAY, LAY + "        s.top = -7\n")]),
    "no card in one of several places": (
        positions.check_zones,
        "top holds [-1, -7]",
        [
            ('slot("top", EVERYBODY, "nothing")', 'slot("top", EVERYBODY, "nothing", 2)'),
            (LAY, LAY + "        s.top[1] = -7\n"),
        ],
    ),
    "a card is lost": (positions.check_deck, "lost: 1 of ", [(LAY, "")]),
    "a card is doubled": (positions.check_deck, "too many: 1 of ", [(LAY, LAY + "        s.top = a\n")]),
    "not zero-sum": (positions.check_payoffs, "scores", [(SCORE, "return max(more, 0)")]),
    "more than the payoffs": (positions.check_payoffs, "scores", [("payoffs=(-2, 2)", "payoffs=(-1, 1)")]),
    "longer than the longest": (positions.check_length, "not over", [("longest=4", "longest=3")]),
    "secrets in the open": (
        positions.check_perfect_information,
        "hand",
        [("perfect_information=False", "perfect_information=True")],
    ),
    "chance after the deal": (positions.check_perfect_information, "after a decision", list(NO_SECRETS)),
    "a share of more than all": (
        positions.check_measures,
        "laid of seat",
        [("s.laid[p] if m < 2", "9 if m < 2")],
    ),
    "rules read what is hidden": (
        views.check_knowledge,
        "legal",
        [(LEGAL, "return left > 0 and (a == DRAW or cards_in(s.stock) == 0 or s.stock[1] < 0)")],
    ),
    "words read what is hidden": (
        views.check_knowledge,
        "lay",
        [('f"lay {card_text(a)}"', 'f"lay {card_text(a)} {v.hand[1 - v.player, a]}"')],
    ),
    "two cards of one name": (words.check_card_names, "cards 0 and 1", [("str(k)", "str(k // 2)")]),
    "two actions of one name": (words.check_action_words, "both 'lay'", [('f"lay {card_text(a)}"', '"lay"')]),
    "an action without words": (words.check_action_words, "''", [('"draw" if a', '"" if a')]),
    "a reason against what is legal": (
        words.check_why,
        "not now",
        [('    if legal(v, a):\n        return ""\n', "    if legal(v, a):\n        return 'not now'\n")],
    ),
    "a picture of something else": (scenes.check_scene, "None", [("return Picture((", "Picture((")]),
    "a quiet field that is not there": (scenes.check_scene, "'tip'", [('("top",)', '("tip",)')]),
    "an empty sentence": (scenes.check_scene, "' '", [('"Lay."', '" "')]),
    "words for a zone": (scenes.check_scene, "'hand', which is no", [('told = {"worth"', 'told = {"hand"')]),
    "words for a seat too few": (scenes.check_scene, "worth", [("in range(v.seats)]", "in range(1)]")]),
    "touching what is not there": (scenes.check_scene, "'lost'", [('{DRAW: "last"}', '{DRAW: "lost"}')]),
    "touching for no action": (scenes.check_scene, "action 9", [('{DRAW: "last"}', '{9: "last"}')]),
    "no card on a board": (scenes.check_scene, "card 99", [("(v.table[n],) if n > 0", "(99,) if n < 9")]),
    "no reason against what is not": (words.check_why, "''", [('in your hand"', 'in your hand"[:0]')]),
    "an order that nobody knows": (
        chances.check_order,
        "elsewhere",
        [(DRAWN, "        s.hand[p, s.stock[s.stock[0]]] += 1\n        s.stock[0] -= 1\n    else:")],
    ),
    "a question without an answer": (
        chances.check_questions,
        "[]",
        [(DEALT, DEALT + "\n    s.top = below(s, 0) - 1")],
    ),
    "a memory outside the state": (
        chances.check_seed,
        "laid",
        [
            ("return str(k)", "CALLS[0] += 1\n    return str(k)"),
            (DEALT, DEALT + "\n    s.laid[1] = CALLS[0] % 97"),
        ],
    ),
    "an imagined table of another kind": (
        imagined.check_imagination,
        "moves is",
        [("def unused(s: State)", "def imagine(s, p):\n    s.moves += 1\n\n\ndef unused(s: State)")],
    ),
    "an action that nobody leans to": (
        prospects.check_prospects,
        "lean(s, ",
        [("def unused(s: State)", "def lean(s, a):\n    return 1 - a\n\n\ndef unused(s: State)")],
    ),
    "a false fact": (trees.check_facts, "1014", [("1014,", "1015,")]),
    "numbers that compiled ones do not hold": (
        twins.check_compiled,
        "compiled",
        [(SCORE, "return more * (1 if (s.moves - 1) * BIG * BIG % 7 == 5 else -1)")],
    ),
}  # fmt: skip


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
    assert str(report).startswith("two-turns: 1 variant, 20 games looked at position by position\n")


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
        views.check_view_again,
        imagined.check_imagined_secrets,
        words.check_record,
        words.check_undo,
    }
    assert {*games.FIRST_CHECKS, *games.POSITION_CHECKS, *games.LAST_CHECKS} <= shown
