"""Stoppers: what a player knows, known values, words, and the scene; rule 11."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.stoppers.stoppers_table import (
    NAMES,
    do,
    games,
    hands,
    per_seat,
    seated,
    walk,
)

from upcard.engine.game import make_game
from upcard.engine.state import cells_of
from upcard.games.stoppers import rules as stoppers
from upcard.games.stoppers.rules import ACCEPT, SWAP, bring
from upcard.kit.ranks import CARDS, KING, RANKS, SUITS
from upcard.play.move_log import can_tell
from upcard.play.scene import make_scene
from upcard.simulation.simulate_games import simulate

# ---- 11: what a player knows ----


@given(games(), st.integers(0, 10**6))
def test_stoppers_rule_11_what_is_known_is_true_and_each_knows_his_own_card(game, seed):
    for match in walk(game, seed):
        s = match.state
        for p, q in product(range(game.players), repeat=2):
            assert s.known[p, q] in (0, s.card[q] + 1)
            assert p != q or s.known[p, q] == s.card[q] + 1
            assert not s.shown[q] or s.known[p, q] == 13


@given(games(), st.integers(0, 10**6), st.integers(0, 100))
def test_stoppers_rule_11_nobody_sees_what_another_knows(position, game, seed, steps):
    match = position(game, seed, steps)
    for p, q in product(range(game.players), repeat=2):
        v = match.view(p)
        if p != q:
            assert {v.known[q, r] for r in range(10)} == {v.received[q, r] for r in range(10)} == {-1}
            assert v.dealt[q] == -1


def test_stoppers_rule_11_the_card_that_went_to_another_is_followed():
    match = do(seated("5 6 7 8"), "swap swap")
    assert hands(match) == "6 7 5 8"
    known = [[match.view(p).known[p, q] for q in range(4)] for p in range(4)]
    assert known == [[6, 0, 5, 0], [6, 7, 5, 0], [0, 7, 5, 0], [0, 0, 0, 8]]


def test_stoppers_rule_11_a_seat_remembers_what_each_one_gave_that_it_asked():
    match = do(seated("5 6 7", stock="2 3 4 8 9 10"), "swap keep keep")
    assert match.state.rounds == 2
    received = [[match.view(p).received[p, q] for q in range(3)] for p in range(3)]
    assert received == [[0, 6, 0], [0, 0, 0], [0, 0, 0]]


def test_stoppers_rule_11_who_is_stopped_has_received_nothing():
    match = do(seated("5 K 7"), "swap")
    assert match.state.received[0, 1] == 0


def test_stoppers_rule_11_a_new_round_begins_with_nothing_known():
    match = do(seated("5 K 7", stock="2 3 4 8 9 10"), "swap swap keep")
    s = match.state
    assert all(s.known[p, q] == 0 for p, q in product(range(3), repeat=2) if p != q)
    assert [s.dealt[p] for p in range(3)] == [s.card[p] + 1 for p in range(3)]
    assert (per_seat(match, "did"), per_seat(match, "shown")) == ([0, 0, 0], [0, 0, 0])


# ---- known values ----


def test_two_who_keep_fresh_cards_lose_a_life_with_probability_9_in_17_each():
    """Of 51 cards for the other, 3 tie and half of the rest are higher: 24 + 3 in 51."""
    lost = [Fraction(0), Fraction(0)]
    game = make_game("stoppers", 2, lives=1, first_dealer=1)
    for cards in product(range(RANKS), repeat=2):
        match = do(game.match(dealt=[NAMES[k] for k in cards]), "keep keep")
        weight = Fraction(4 * (4 - (cards[0] == cards[1])), 52 * 51)
        for p in range(2):
            lost[p] += weight * (1 - match.state.life[p])
    assert lost == [Fraction(9, 17)] * 2


def test_simulation_sees_that_two_who_keep_fresh_cards_lose_a_life_in_9_of_17_rounds():
    result = simulate(make_game("stoppers", 2, lives=1), "never-swap", games=200_000, seed=1)
    for seat in result.seats:
        share = seat.estimates["life_lost_share"]
        assert abs(share.value - 9 / 17) < 4 * share.se


# ---- presets, measures, words ----


def test_the_presets_are_these_options():
    usual = make_game("stoppers").option_words()
    assert usual == {
        "lives": 4,
        "block": "automatic",
        "king": "held",
        "dealer_king": "take",
        "all_tie": "all_lose",
        "last_together": "share",
        "reshuffle": "lazy",
        "first_dealer": "random",
    }
    assert make_game("stoppers", preset="classroom").option_words() == usual
    assert make_game("stoppers", preset="fresh-deck").option_words() == usual | {"reshuffle": "every_round"}


def test_measures_at_the_end():
    match = do(seated("3 - 9", life=(1, 0, 2)), "keep keep")
    match.state.shuffles = 5
    found = [[stoppers.measure(match.state, p, m) for m in range(5)] for p in range(3)]
    assert found == [[0, 0, 4, 1, 5], [0, 0, 4, 1, 5], [2, 1, 2, 1, 5]]


def test_actions_are_read_from_a_few_letters():
    match = seated("5 K 7", block="optional")
    assert [match.words(match.read(x)) for x in ("k", "s")] == ["keep", "swap"]
    match.do("s")
    assert [match.words(match.read(x)) for x in ("a", "s")] == ["accept", "stop"]
    do(match, "s k")
    assert match.words(match.read("d")) == "draw"


# ---- the scene ----


def badges(match):
    return make_scene(match.game, match.view(0), 0).badges


def scene(match):
    return stoppers.scene(match.state if match.is_over else match.view(match.player))


def test_the_scene_says_with_whom_a_swap_would_be_and_who_deals():
    match = seated("5 9 - K", dealer=3)
    picture = scene(match)
    assert picture.says == ("Keep your card, or swap with seat 2.",)
    assert picture.badges == {2: "out", 3: "dealer"}
    assert picture.shown["life"][:4] == ["4", "4", "", "4"]
    do(match, "keep")
    assert scene(match).says == ("Keep your card, or swap with seat 4.",)


def test_the_scene_tells_what_the_looker_knows_and_nobody_else():
    match = do(seated("5 9 7 K"), "swap")
    assert scene(match).says == (
        "Keep your card, or swap with seat 3.",
        "You know that seat 1 holds a 9.",
    )
    do(match, "keep")
    assert scene(match).says == ("Keep your card, or swap with seat 4.",)
    assert badges(match) == (("swapped",), ("kept",), (), ("dealer",))
    do(match, "swap")
    assert scene(match).says == ("Keep your card, or set it aside and draw.",)
    assert badges(match)[2:] == (("stopped by a King",), ("dealer", "Stopper! (King)"))


def test_the_scene_says_who_asks():
    match = do(seated("5 9 7 K", block="optional"), "swap")
    assert scene(match).says == ("Seat 1 asks you to swap. Accept.",)
    assert stoppers.scene(match.view(0)).says == ("You ask seat 2 to swap.",)
    assert stoppers.scene(match.view(2)).says == ("Seat 1 asks seat 2 to swap.",)


def test_a_round_is_told_with_the_card_of_each_and_the_lives_that_are_left():
    match = seated("5 9 A A", life=[4, 4, 4, 1])
    before = match.state.copy()
    do(match, "keep keep keep keep")
    lost = "had the lowest card (A) and lost a life"
    told = [stoppers.round_words(before, match.state, p) for p in range(4)]
    assert told == ["had a 5", "had a 9", f"{lost}: 3 left", f"{lost}: none left"]


def test_the_scene_of_the_end_says_nothing_and_names_those_who_are_out():
    match = do(seated("5 9", life=[1, 2]), "keep keep")
    assert scene(match).says == ()
    assert scene(match).shown["life"][:2] == ["", "2"]
    assert scene(match).badges == {0: "out"}


@pytest.mark.parametrize(("dealer", "words"), [(3, "swap"), (0, "draw")])
def test_everybody_is_told_of_a_swap_and_of_a_card_from_the_deck(dealer, words):
    match = seated("5 9 7 6", dealer=dealer)
    match.state.player = 0
    assert match.words(SWAP) == words
    assert all(can_tell(match.game, match.state, [SWAP], eye) for eye in (1, 2, 3))


def test_an_answer_to_nobody_would_change_nothing():
    match = seated("5 9 7 6")
    before = cells_of(match.state)
    stoppers.apply(match.state, ACCEPT)
    assert cells_of(match.state) == before


@given(games(), st.integers(0, 10**6), st.integers(0, 100))
def test_on_an_imagined_table_each_knows_the_cards_that_he_does_at_the_real_one(
    position, imagined, game, seed, steps
):
    """Which cards he knows is public; what they are may be imagined."""
    match = position(game, seed, steps)
    for seat in range(game.players):
        (s,) = imagined(match, seat, 1)
        for p, q in product(range(game.players), repeat=2):
            assert s.known[p, q] == (s.card[q] + 1 if match.state.known[p, q] else 0)
            assert s.dealt[p] == (match.state.dealt[p] if p == seat else s.card[p] + 1)
            assert s.received[p, q] == (match.state.received[p, q] if p == seat else 0)


def test_a_known_card_is_brought_from_a_seat_whose_own_card_is_brought_later():
    """Seat 1 knows a King and, further on, four other cards, in whose place all Kings were imagined."""
    match = seated("5 6 K K K K", stock="7 8 9")
    for q, rank in enumerate((KING, 1, 2, 3, 4), 1):
        match.state.known[0, q] = rank + 1
    bring(match.state, 0, 1, KING)
    assert hands(match).split()[:2] == ["5", "K"]
    assert sorted(hands(match).split()[2:]) == ["6", "K", "K", "K"]


def test_no_card_is_brought_from_beyond_the_end_of_the_deck():
    s = seated("5 6 K 9", stock="7 8 9").state
    s.stock[4], s.known[0, 1] = KING, KING + 1  # a cell that is no longer part of the deck
    for _ in range(20):
        s.card[1], s.card[2] = 5, KING
        bring(s, 0, 1, KING)
        assert (s.card[1], s.card[2]) == (KING, 5)


def test_players_are_imagined_to_swap_a_card_of_the_lower_half():
    """Nine times in ten; and to answer either way."""
    low, high = (seated(f"{card} 9 9 9").state for card in ("6", "7"))
    leans = [[stoppers.lean(s, a) for a in range(stoppers.ACTIONS)] for s in (low, high)]
    assert leans == [[1, 9, 9, 9], [9, 1, 9, 9]]


def test_lives_are_what_counts_between_rounds():
    two, three = (seated(h, life=[3, 1, 2]).state for h in ("5 9", "5 9 7"))
    assert [stoppers.outlook(three, p) for p in range(3)] == [3, 1, 2]
    assert [stoppers.standing(two, p) for p in range(2)] == [2, -2]
    assert [stoppers.standing(three, p) for p in range(3)] == [3, 1, 2]


def rest_of_the_deck(hands):
    """All cards but those in hands, as a text."""
    left = Counter(dict.fromkeys(NAMES, SUITS)) - Counter(hands.split())
    return " ".join(left.elements())


@pytest.mark.parametrize(
    ("hands", "line", "seat", "rank", "known", "left"),
    [
        ("8 3 2 5 6", "swap", 0, "8", (1,), 3),
        ("8 K 4 K 6 9", "swap keep swap", 4, "K", (1, 3), 2),
    ],
)
def test_what_is_known_of_one_card_makes_its_rank_rarer_elsewhere(
    imagined, hands, line, seat, rank, known, left
):
    """Of the 52 cards a seat knows its own and some others; the rest lie anywhere, all equally likely."""
    match = seated(hands, stock=rest_of_the_deck(hands))
    do(match, line)
    k, tables = NAMES.index(rank), 1_000
    others = [q for q in range(match.game.players) if q != seat and q not in known]
    met = 0
    for s in imagined(match, seat, tables):
        assert all(s.card[q] == k for q in known)
        met += sum(s.card[q] == k for q in others)
    chance = left / (CARDS - 1 - len(known))
    error = math.sqrt(chance * (1 - chance) / (tables * len(others)))
    assert met / (tables * len(others)) == pytest.approx(chance, abs=4 * error)
