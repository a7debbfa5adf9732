"""Kuhn poker: who is dealt what, when the game ends and who pays whom, on every line by hand."""

import itertools

import pytest

from upcard.engine.errors import Usage
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
        assert match.choices() == ["pass", "bet"]
        match.do(word)
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
