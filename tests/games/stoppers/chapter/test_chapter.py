"""What the chapter on Stoppers computes, found card by card; and what it says in words."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from upcard.games.stoppers.chapter.lesson import MIDDLE_CARD, ROW, USED, stored_estimate
from upcard.games.stoppers.chapter.swap_chances import (
    LOW,
    duel,
    gives_low,
    lowest,
    somebody,
    spread,
    streak,
    swap_counts,
    threshold,
    used_limits,
)
from upcard.lessons.chapter_registry import find_chapter

VALUES, KING = range(1, 14), 13
HALF = Fraction(1, 2)


def unseen(own, used=()):
    """The values of all cards but one's own and the used ones."""
    pack = [v for v in VALUES for _ in range(4)]
    for v in (own, *used):
        pack.remove(v)
    return pack


def listed(used):
    return [v for v, n in enumerate(used, 1) for _ in range(n)]


@pytest.mark.parametrize("own", VALUES)
@pytest.mark.parametrize("number", [(0, 0, 0), (16, 4, 0), (3, 10, 2)])
@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_swap_is_counted_card_by_card(own, number, is_stopped):
    low, high, kings = number
    used = spread(low, high, kings, own)
    rest = unseen(own, listed(used))
    got = [v for v in rest if not (is_stopped and v == KING)]
    counts = swap_counts(own, used, is_stopped)
    assert counts.stops == len(rest) - len(got)
    assert (counts.higher, counts.equal, counts.lower) == (
        sum(v > own for v in got),
        got.count(own),
        sum(v < own for v in got),
    )
    assert counts.unseen == len(rest)
    assert counts.better == Fraction(counts.higher, len(rest))


@pytest.mark.parametrize("own", VALUES)
def test_used_cards_are_spread_over_their_values(own):
    most = used_limits(own)
    used = listed(spread(most[0], most[1], most[2], own))
    assert sorted([*used, own]) == sorted(v for v in VALUES for _ in range(4))
    some = spread(7, 5, 1, own)
    assert (sum(some[:LOW]), sum(some[LOW:12]), some[12]) == (7, 5, 1)
    assert max(some) - min(some[:LOW]) <= 2


@pytest.mark.parametrize("own", VALUES)
def test_the_duel_is_counted_card_by_card(own):
    """The dealer keeps; who holds the lowest card loses a life, and both do if they are equal."""
    keeping = swapping = 0
    for theirs in unseen(own):
        keeping += own <= theirs
        mine, his = (own, theirs) if theirs == KING else (theirs, own)
        swapping += mine <= his
    assert duel(own) == type(duel(own))(Fraction(keeping, 51), Fraction(swapping, 51))


def test_swapping_pays_up_to_the_threshold_and_no_further():
    better = [duel(v).swapping < duel(v).keeping for v in VALUES]
    assert better == [v <= threshold() for v in VALUES]
    assert all(4 * (v - 1) + 4 < 4 * (13 - v) for v in VALUES if v <= threshold())


@pytest.mark.parametrize(("own", "players"), [(1, 2), (5, 3), (9, 3), (13, 2)])
def test_the_lowest_card_is_counted_over_all_hands(own, players):
    hands = list(combinations(unseen(own), players - 1))
    assert lowest(own, players) == Fraction(sum(min(x) >= own for x in hands), len(hands))


def test_a_neighbour_gives_a_low_card_for_a_low_one():
    for own in range(1, LOW + 1):
        given = [v for v in unseen(own) if v != KING]
        assert gives_low() == Fraction(sum(v <= LOW for v in given), len(given))
    out = [v for v in unseen(1, [2]) if v != KING]
    assert gives_low(1) == Fraction(sum(v <= LOW for v in out), len(out))
    both = [
        v for v in unseen(1, [2, 3]) if v != KING
    ]  # the card that came, and the one that was given for it
    assert gives_low(2) == Fraction(sum(v <= LOW for v in both), len(both)) == Fraction(21, 45)


def test_a_row_and_somebody_who_sees_it():
    tosses = list(product((True, False), repeat=3))
    p = gives_low()
    chances = [p ** sum(x) * (1 - p) ** (3 - sum(x)) for x in tosses]
    assert streak(3) == next(c for x, c in zip(tosses, chances, strict=True) if all(x))
    assert somebody(1, 3) == sum(c for x, c in zip(tosses, chances, strict=True) if any(x))


def test_what_the_text_says_is_so():
    found = {name: x.value for name, x in find_chapter("stoppers").figures.items()}
    assert found["close_higher"] / found["unseen"] < HALF < found["used_higher"] / found["used_unseen"]
    assert found["keep_limit"] > found["swap_limit"]
    assert found["keep_next"] < found["swap_next"]
    assert found["gives_low_out"] == Fraction(21, 45) < found["gives_low"]
    assert abs(found["row_chance"] - found["coin_row"]) < Fraction(1, 200)
    assert found["best_seat"] < found["dealer_seat"] < found["worst_seat"]
    assert found["trader"] > found["luck_alone"]
    assert swap_counts(MIDDLE_CARD, spread(*USED, MIDDLE_CARD)).stops == 4, "no King is used"
    assert streak(ROW) == found["row_chance"]
    assert stored_estimate("counting").low > 0
    assert stored_estimate("grudge").high < 0
    assert stored_estimate("grudge_fresh").high < 0
    assert stored_estimate("counting_fresh").value == 0
