"""``counting`` knows what is left, and what of it could come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.stoppers.rules import ACCEPT, KEEP, STOP, SWAP
from upcard.games.stoppers.strategies import swap_at_most
from upcard.games.stoppers.strategies.counting import choose, could_get
from upcard.kit.ranks import RANKS, card_text

LOW, HIGH = "A A A A 2 2 2 2 3 3 3 3", "Q Q Q Q J J J J 10 10 10 10"


@pytest.mark.parametrize("me", [1, 3])
@pytest.mark.parametrize("card", range(RANKS))
def test_with_a_fresh_deck_an_even_chance_is_a_threshold_of_six(stoppers_view, card, me):
    view = stoppers_view(card_text(card), me=me)
    assert choose(view, 0.5, 1) == swap_at_most.choose(view, 6)


@pytest.mark.parametrize(("used", "low", "high"), [("", "6", "7"), (LOW, "7", "8"), (HIGH, "4", "5")])
def test_used_cards_move_the_threshold(stoppers_view, used, low, high):
    assert choose(stoppers_view(low, used=used), 0.5, 1) == SWAP
    assert choose(stoppers_view(high, used=used), 0.5, 1) == KEEP


@pytest.mark.parametrize(
    ("me", "options", "cards"),
    [
        (1, {}, 48 - 1),  # a King cannot be got from a neighbour
        (3, {}, 52 - 1),
        (3, {"dealer_king": "void"}, 48 - 1),
    ],
)
def test_it_counts_the_cards_that_can_be_got(stoppers_view, me, options, cards):
    assert could_get(stoppers_view("6", me=me, **options), 0) == cards
    assert could_get(stoppers_view("6", "4", me=me, **options), 0) == cards - 1, "one more is known"
    assert could_get(stoppers_view("6", used="A A 9", me=me, **options), 0) == cards - 3
    assert could_get(stoppers_view("6", used="A A 9", me=me, **options), 1) == cards - 3 - 2
    assert could_get(stoppers_view("K", me=me, **options), RANKS) == 0


def test_a_dealer_who_sees_only_used_cards_in_the_deck_will_get_one_of_them(stoppers_view):
    view = stoppers_view("6", used="A A 9 K", stock=0, me=3)
    assert [could_get(view, k) for k in (0, 1, 6, 9, 12)] == [4, 2, 2, 1, 1]
    assert choose(view, 0.5, 1) == KEEP
    assert choose(stoppers_view("6", used="A A 9 K 9", stock=0, me=3), 0.5, 1) == SWAP
    other = stoppers_view("6", used="A A 9 K", stock=0, me=1)
    assert could_get(other, 0) == 47 - 3, "a neighbour holds one of the cards that are not used"


@pytest.mark.parametrize(("card", "dealt", "action"), [("3", "2", KEEP), ("J", "Q", SWAP), ("5", "5", SWAP)])
def test_it_compares_with_the_card_given_away_if_it_is_told_to(stoppers_view, card, dealt, action):
    view = stoppers_view(card, dealt)
    assert choose(view, 0.5, 1) == action
    assert choose(view, 0.5, 0) == swap_at_most.choose(view, 6)


@given(st.integers(0, RANKS - 1), st.floats(0, 1))
def test_the_share_is_one_of_cards(stoppers_view, card, share):
    view = stoppers_view(card_text(card))
    higher = 4 * max(0, RANKS - 2 - card)
    assert choose(view, share, 1) == (SWAP if higher > share * could_get(view, 0) else KEEP)


@pytest.mark.parametrize(("card", "answer"), [("K", STOP), ("2", ACCEPT)])
def test_a_king_stops(stoppers_view, card, answer):
    assert choose(stoppers_view(card, asker=0, block="optional"), 0.5, 1) == answer
