"""Leduc poker: betting, the open card and who pays whom, on lines by hand."""

import pytest

from upcard.engine.errors import Illegal
from upcard.engine.game import make_game
from upcard.games.leduc_poker import rules as leduc_poker
from upcard.play.scene import make_scene

LEDUC = make_game("leduc-poker")


def played(cards, line):
    """A match after a line; ``/`` stands for the open card."""
    match = LEDUC.match(dealt=cards.split())
    for word in line.split():
        if word == "/":
            assert match.state.betting_round == 1
        else:
            match.do(word)
    return match


PAYS = [
    # nobody raises
    ("king-a jack-a queen-a", "call call / call call", [1, -1]),
    ("jack-a king-a queen-a", "call call / call call", [-1, 1]),
    # a pair with the open card beats any rank
    ("jack-a king-a jack-b", "call call / call call", [1, -1]),
    ("king-a queen-a queen-b", "call call / call call", [-1, 1]),
    # equal ranks share the pot, with and without raises
    ("jack-a jack-b king-a", "call call / call call", [0, 0]),
    ("queen-a queen-b jack-a", "raise raise call / raise raise call", [0, 0]),
    # raises of 2 before the open card, of 4 after it
    ("king-a jack-a queen-a", "raise call / call call", [3, -3]),
    ("king-a jack-a queen-a", "raise raise call / call call", [5, -5]),
    ("king-a jack-a queen-a", "call call / raise call", [5, -5]),
    ("king-a jack-a queen-a", "call call / raise raise call", [9, -9]),
    ("king-a jack-a queen-a", "call raise raise call / call raise raise call", [13, -13]),
    ("jack-a king-a queen-a", "raise raise call / raise raise call", [-13, 13]),
    # who folds loses what he has paid
    ("king-a jack-a", "raise fold", [1, -1]),
    ("king-a jack-a", "call raise fold", [-1, 1]),
    ("king-a jack-a", "raise raise fold", [-3, 3]),
    ("king-a jack-a queen-a", "call call / raise fold", [1, -1]),
    ("king-a jack-a queen-a", "raise call / call raise fold", [-3, 3]),
    ("king-a jack-a queen-a", "raise raise call / raise raise fold", [-9, 9]),
]


@pytest.mark.parametrize(("cards", "line", "scores"), PAYS)
def test_a_line_pays_what_it_should(cards, line, scores):
    match = played(cards, line)
    assert match.is_over
    assert match.scores() == scores


CHOICES = [
    ("", 0, "check, raise"),
    ("call", 1, "check, raise"),
    ("raise", 1, "fold, call, raise"),
    ("raise raise", 0, "fold, call"),
    ("call raise", 0, "fold, call, raise"),
    ("call raise raise", 1, "fold, call"),
    ("call call", 0, "check, raise"),
    ("raise call", 0, "check, raise"),
    ("raise raise call", 0, "check, raise"),
    ("raise raise call / raise", 1, "fold, call, raise"),
    ("raise raise call / call raise raise", 1, "fold, call"),
]


@pytest.mark.parametrize(("line", "player", "choices"), CHOICES)
def test_after_a_line_these_can_be_done(line, player, choices):
    match = played("king-a jack-a queen-a", line)
    assert not match.is_over
    assert match.player == player
    assert ", ".join(match.choices()) == choices


def test_the_open_card_comes_between_the_betting_rounds_and_is_seen_by_both():
    before = played("king-a jack-a queen-b", "call")
    assert before.state.board == -1
    after = played("king-a jack-a queen-b", "call call")
    assert {after.view(p).board for p in range(2)} == {3}
    assert after.state.stock[0] == 3


@pytest.mark.parametrize(
    ("line", "word", "reason"),
    [
        ("", "fold", "there is nothing to fold to"),
        ("call call", "fold", "there is nothing to fold to"),
        ("raise raise", "raise", "there are at most two raises in a betting round"),
    ],
)
def test_what_is_not_allowed_has_its_reason(line, word, reason):
    with pytest.raises(Illegal, match=f"'{word}' is not allowed: {reason}"):
        played("king-a jack-a queen-a", line).do(word)


def test_cards_have_their_names():
    assert [leduc_poker.card_text(k) for k in range(6)] == [
        f"{rank}-{suit}" for rank in ("jack", "queen", "king") for suit in "ab"
    ]


def test_the_stakes_are_what_each_has_paid():
    match = played("king-a jack-a queen-a", "raise raise call / raise")
    assert list(match.state.paid) == [9, 5]


def test_the_most_to_win_takes_the_longest_game():
    line = max((line for _, line, scores in PAYS if 13 in scores), key=len)
    match = played("king-a jack-a queen-a", line)
    assert leduc_poker.GAME.longest == len(match.actions) == 8
    assert leduc_poker.GAME.payoffs == (-13, 13)
    assert leduc_poker.GAME.zero_sum
    assert not leduc_poker.GAME.perfect_information


@pytest.mark.parametrize(
    ("line", "words", "pot", "says"),
    [
        ("", "1 of 2", 2, "Check, or raise 2 chips."),
        ("raise", "1 of 2", 4, "They raised: call for 2, raise 2 more, or fold."),
        ("call call", "2 of 2", 2, "Check, or raise 4 chips."),
        ("raise raise", "1 of 2", 8, "They raised: call for 2 or fold."),
    ],
)
def test_the_scene_says_the_betting_round_the_pot_and_the_decision(line, words, pot, says):
    match = played("king-a jack-a queen-a", line)
    scene = make_scene(LEDUC, match.view(match.player), match.player)
    assert [q.text for q in scene.quantities if q.name in ("betting_round", "pot")] == [words, str(pot)]
    assert scene.says == (says,)
    assert [c.number for c in scene.choices] == [*range(1, len(scene.choices) + 1)]
    assert [f.rank + f.suit for z in scene.zones if z.seat == 0 for f in z.faces if f] in (["K♠"], [])
