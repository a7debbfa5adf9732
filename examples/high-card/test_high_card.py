import upcard as uc
from upcard.testing import check_game, check_strategy


def test_high_card_keeps_every_promise_of_a_game():
    check_game("high-card", games=2_000)


def test_low_swapper_keeps_every_promise_of_a_strategy():
    check_strategy("low-swapper", "high-card")


def test_swapping_low_cards_is_better_than_chance():
    result = uc.simulate("high-card", ["low-swapper", "random", "random"], 20_000, seed=1, seating="rotate")
    assert result.differences[0].score_mean.low > 0


def test_a_swapped_card_lies_face_up():
    match = uc.game("high-card", players=2).match(dealt=["2c", "Kh", "As"])
    match.do("swap")
    assert match.view(1).table[1] == 0
    match.do("keep")
    assert match.scores() == [1, -1]
