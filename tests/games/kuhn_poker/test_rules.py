"""Kuhn poker: who is dealt what, when the game ends and who pays whom, on every line by hand."""

import itertools

import pytest

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import make_game
from upcard.games.kuhn_poker import rules as kuhn_poker

KUHN = make_game("kuhn-poker")
CARDS = ("jack", "queen", "king")

LINES = {
    "pass pass": "showdown for 1",
    "pass bet pass": "second takes 1",
    "pass bet bet": "showdown for 2",
    "bet pass": "first takes 1",
    "bet bet": "showdown for 2",
}


def played(first, second, line):
    match = KUHN.match(dealt=[first, second])
    for word in line.split():
        is_bet = match.state.log[match.state.moves - 1] == kuhn_poker.BET if match.state.moves else False
        assert match.choices() == (["fold", "call 1"] if is_bet else ["check", "bet 1"])
        match.do(word)  # in Kuhn's words, which are still understood
    return match


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(CARDS, 2)))
def test_every_line_pays_as_kuhn_says(first, second, line):
    match = played(first, second, line)
    assert match.is_over
    kind, _, stake = LINES[line].rpartition(" ")
    higher = CARDS.index(first) > CARDS.index(second) if "showdown" in kind else kind.startswith("first")
    won = int(stake) if higher else -int(stake)
    assert match.scores() == [won, -won]


@pytest.mark.parametrize("line", ["", "pass", "bet", "pass bet"])
def test_the_game_goes_on_and_the_turn_changes_until_a_line_ends(line):
    match = played("king", "jack", line)
    assert not match.is_over
    assert match.player == len(line.split()) % 2


def test_each_gets_one_card_and_one_is_left():
    for deal in itertools.permutations(range(3), 2):
        match = KUHN.match(dealt=[CARDS[c] for c in deal])
        left = ({0, 1, 2} - set(deal)).pop()
        assert list(match.state.card) == list(deal)
        assert (match.state.stock[0], match.state.stock[1]) == (1, left)


def test_it_is_a_game_for_two_in_which_one_pays_the_other_at_most_2():
    assert kuhn_poker.GAME.zero_sum
    assert not kuhn_poker.GAME.perfect_information
    assert kuhn_poker.GAME.payoffs == (-2, 2)
    assert kuhn_poker.GAME.longest == max(len(line.split()) for line in LINES)
    for players in (1, 3):
        with pytest.raises(Usage):
            make_game("kuhn-poker", players)


def test_the_moves_are_public():
    match = played("king", "jack", "pass bet")
    for seat in range(2):
        assert list(match.view(seat).log)[:2] == [0, 1]


def test_cards_have_their_names():
    assert tuple(kuhn_poker.card_text(k) for k in range(3)) == CARDS


@pytest.mark.parametrize(
    ("line", "pot", "says"),
    [
        ("", 2, ("Check, or bet 1 chip.",)),
        ("pass", 2, ("They checked. Check to show the cards, or bet 1 chip.",)),
        ("pass bet", 3, ("They bet 1: call it or fold.",)),
    ],
)
def test_the_scene_says_the_pot_and_the_decision(line, pot, says):
    match = played("king", "jack", line)
    picture = kuhn_poker.scene(match.view(match.player))
    assert (picture.says, picture.totals) == (says, {"pot": (pot, "chips in the pot")})
    assert kuhn_poker.scene(match.view(1 - match.player)).says == ()


def test_new_words_are_understood_and_mean_what_they_say():
    match = played("king", "jack", "bet")
    assert [match.read(x) for x in ("call", "call 1", "fold", "pass", "bet")] == [1, 1, 0, 0, 1]
    with pytest.raises(Unreadable):
        played("king", "jack", "").read("fold")
