"""What may come back in a swap: against the sums over all deals, and against deals that are gone through."""

from itertools import permutations

import numpy as np
import pytest

from upcard.games.stoppers.solvers.round_values import HISTORIES, KEPT, STOPPED, SWAPPED, StoppersTurns
from upcard.games.stoppers.solvers.swap_odds import (
    SeatKnowledge,
    odds_of_swap,
    simple_plan,
    solved_plan,
)
from upcard.kit.ranks import KING, RANKS, SUITS


@pytest.mark.parametrize("is_king_void", [False, True])
@pytest.mark.parametrize("is_tie_free", [False, True])
@pytest.mark.parametrize("seats", [2, 3])
def test_chances_agree_with_the_sums_over_all_deals(seats, is_tie_free, is_king_void):
    turns = StoppersTurns(seats, is_king_void, is_tie_free)
    plan = solved_plan(seats, is_king_void, is_tie_free)
    for seat in range(seats):
        ways, worth = turns.ways_to(plan, seat), turns.worth(plan, seat)
        for cell in np.flatnonzero(ways)[:: 7 if seat else 1].tolist():
            history, cards = divmod(cell, RANKS * RANKS)
            did = tuple(history // HISTORIES ** (seat - 1 - q) % HISTORIES for q in range(seat))
            at = SeatKnowledge(
                seats,
                seat,
                cards // RANKS,
                cards % RANKS,
                did,
                is_king_void=is_king_void,
                is_tie_free=is_tie_free,
            )
            found = odds_of_swap(at, plan)
            assert found is not None
            whole = ways[cell] * turns.left
            assert found.keeping == pytest.approx(-worth[0][cell] / whole)
            assert found.swapping == pytest.approx(-worth[1][cell] / whole)
            assert sum(found.ranks) + found.stopped == pytest.approx(1)


def test_a_fresh_deck_gives_each_other_card_alike():
    found = odds_of_swap(SeatKnowledge(4, 0, 4, 4), simple_plan(4), False)
    assert found is not None
    assert found.ranks[4] == pytest.approx(3 / 51)
    assert found.stopped == pytest.approx(4 / 51)
    assert found.higher == pytest.approx(7 * 4 / 51)
    assert found.ranks[KING] == 0


def gone_through(deck: list[int], at: SeatKnowledge, limit: int) -> tuple[float, float]:
    """The chance of a higher card and of a life lost by keeping, deal by deal, for three."""
    better = lost = whole = 0
    for first, dealer, top in permutations(range(len(deck)), 3):
        held = [deck[first], at.dealt, deck[dealer]]
        if (held[0] < limit) != (at.did == (SWAPPED,)):
            continue
        if at.did == (SWAPPED,):
            held[0], held[1] = held[1], held[0]
        if held[1] != at.held:
            continue
        whole += 1
        better += KING > held[2] > held[1]
        if held[2] < limit:
            held[2] = deck[top]
        lost += held[1] == min(held)
    return better / whole, lost / whole


@pytest.mark.parametrize(
    ("did", "dealt", "held"), [((KEPT,), 5, 5), ((SWAPPED,), 8, 2)], ids=["kept", "swapped"]
)
def test_used_cards_and_what_was_done_count(did, dealt, held):
    used = (4, 4, 1, 4, 2, 1, 4, 2, 1, 3, 4, 4, 2)
    known = {0: dealt} if did == (SWAPPED,) else {}
    at = SeatKnowledge(3, 1, dealt, held, did, used, known)
    deck = [k for k in range(RANKS) for _ in range(SUITS - used[k] - (k == dealt))]
    found = odds_of_swap(at, simple_plan(3, 6))
    assert found is not None
    assert (found.higher, found.keeping) == pytest.approx(gone_through(deck, at, 6))


def test_the_dealer_draws_a_used_card_where_the_deck_is_empty():
    used = tuple(SUITS - (k in (3, 9)) for k in range(RANKS))
    found = odds_of_swap(SeatKnowledge(2, 1, 3, 3, (KEPT,), used, is_deck_empty=True), simple_plan(2))
    assert found is not None
    assert found.ranks[0] == pytest.approx(4 / 50)
    assert found.keeping == 1


def test_more_players_are_drawn_at_random_within_the_margin():
    plan = simple_plan(7, 5)
    at = SeatKnowledge(7, 1, 4, 4, (KEPT,))
    found, exact = odds_of_swap(at, plan), odds_of_swap(SeatKnowledge(6, 1, 4, 4, (KEPT,)), simple_plan(6, 5))
    assert found is not None
    assert exact is not None
    assert exact.margin == 0 < found.margin < 0.01
    assert found.higher == pytest.approx(
        exact.higher, abs=found.margin
    )  # the next card does not know how many play


def test_who_plays_so_would_not_have_done_that():
    never = simple_plan(3)
    assert odds_of_swap(SeatKnowledge(3, 1, 8, 2, (SWAPPED,), known={0: 8}), never) is None
    assert odds_of_swap(SeatKnowledge(3, 1, KING, KING, (STOPPED,)), simple_plan(3, 6)) is not None
    assert odds_of_swap(SeatKnowledge(3, 1, 5, 5, (STOPPED,)), simple_plan(3, 6)) is None


def test_only_a_king_that_was_dealt_stops_where_the_rules_say_so():
    at = SeatKnowledge(3, 0, 4, 4, is_dealt_king=True)
    found = odds_of_swap(at, simple_plan(3))
    assert found is not None
    assert found.stopped == pytest.approx(4 / 51)
