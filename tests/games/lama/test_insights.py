"""The numbers that explain a mistake in L.A.M.A.: exactly those that the player knew."""

from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.games.lama.insights import cost_of, fitting_text, insight, reason, unseen_by_kind
from upcard.games.lama.rules import CARDS, DRAW, LLAMA, QUIT


def view(hand: list[int], top: int, count: str = "each_kind") -> PlainState:
    """The view of the first player with this hand by kind."""
    game: Game = make_game("lama", 3, None, count=count)
    s = game.start(seed=1)
    for kind, n in enumerate(hand):
        s.hand[0, kind] = n
    s.size[0] = sum(hand)
    s.top = top
    return game.view(s, 0)


def test_each_kind_counts_once_or_every_card():
    assert cost_of(view([0, 0, 0, 1, 1, 2, 1], 0)) == 4 + 5 + 6 + 10
    assert cost_of(view([0, 0, 0, 1, 1, 2, 1], 0, "every_card")) == 4 + 5 + 12 + 10


def test_unseen_cards_are_all_but_the_hand_and_the_pile():
    v = view([2, 1, 0, 0, 0, 1, 2], 3)
    assert sum(unseen_by_kind(v)) == CARDS - 6 - 1
    assert fitting_text(v) == "15 of the 49 cards you cannot see fit on the 4."  # seven 4s, eight 5s


def test_a_llama_is_followed_by_one():
    assert (
        fitting_text(view([2, 0, 0, 0, 0, 0, 1], LLAMA))
        == "12 of the 52 cards you cannot see fit on the llama."
    )


def test_reasons_name_the_numbers_of_both_actions():
    v = view([0, 0, 0, 1, 1, 2, 1], 3)
    assert reason(v, QUIT, 3) == "Quitting costs 25 points at once. After 4, 1 of your other 4 cards fits."
    assert reason(v, 4, 3) == ("After 4, 1 of your other 4 cards fits. After 5, 2 of your other 4 cards fit.")
    assert reason(v, DRAW, 3) == "After 4, 1 of your other 4 cards fits."
    assert reason(v, DRAW, QUIT).startswith("Quitting costs only 25 points. ")
    assert reason(v, QUIT, DRAW).endswith("fit on the 4.")


def test_the_last_cards_of_a_hand_are_not_counted():
    assert (
        reason(view([0, 0, 0, 1, 0, 0, 0], 3), DRAW, 3) == "With 4 you play your last card and end the round."
    )
    assert reason(view([0, 0, 0, 1, 1, 0, 0], 3), DRAW, 3) == "After 4, your other card fits."
    assert reason(view([1, 0, 0, 1, 0, 0, 0], 3), DRAW, 3) == "After 4, your other card does not fit."


def test_the_analysis_board_shows_the_same_numbers():
    match = make_game("lama", 3, None).match(seed=1)
    says = insight(match, "").says
    assert says[0].startswith("Your hand costs ")
    assert says[1].endswith(".")
