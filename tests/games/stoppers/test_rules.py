"""Stoppers by the numbers of the rule book (shared/rules.md, section 2), with every option: rules 1 to 6."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.stoppers.stoppers_table import CHOICES, NAMES, do, games, hands, per_seat, seated, walk

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.stoppers import rules as stoppers
from upcard.games.stoppers.rules import ACCEPT, KEEP, NONE, STOP, SWAP
from upcard.kit.ranks import KING, RANKS, SUITS, value


def all_cards(s):
    """How many cards there are of each rank, wherever they lie."""
    lying = [s.stock[i] for i in range(1, s.stock[0] + 1)] + [k for k in s.card if k != NONE]
    return [lying.count(k) + s.used[k] for k in range(RANKS)]


# ---- 1: cards, players, lives ----


def test_stoppers_rule_01_52_cards_ace_low_king_high_suits_do_not_matter():
    s = make_game("stoppers").start(seed=3)
    assert all_cards(s) == [4] * 13
    assert NAMES == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [value(k) for k in (0, KING)] == [1, 13]


@given(games(), st.integers(0, 10**6), st.integers(0, 150))
def test_stoppers_rule_01_no_card_is_ever_lost_or_doubled(position, game, seed, steps):
    assert all_cards(position(game, seed, steps).state) == [SUITS] * RANKS


def test_stoppers_rule_01_two_to_ten_players_have_four_lives_each():
    assert stoppers.GAME.players == (2, 10)
    for players in range(2, 11):
        match = make_game("stoppers", players).match(1)
        assert per_seat(match, "life") == [4] * players


@pytest.mark.parametrize("lives", [1, 12])
def test_stoppers_rule_01_lives_are_an_option(lives):
    assert per_seat(make_game("stoppers", lives=lives).match(1), "life") == [lives] * 4


@pytest.mark.parametrize("lives", [0, 13, "many"])
def test_stoppers_rule_01_other_numbers_of_lives_are_refused(lives):
    with pytest.raises(
        Usage, match=f"option lives was given {lives!r}; expected a whole number from 1 to 12"
    ):
        make_game("stoppers", lives=lives)


# ---- 2: seats and dealer ----


def test_stoppers_rule_02_the_first_dealer_is_anybody():
    game = make_game("stoppers", 3)
    dealers = [game.match(seed).state.dealer for seed in range(60)]
    assert all(10 <= dealers.count(p) <= 30 for p in range(3))


def test_stoppers_rule_02_by_lot_is_the_word_random_and_the_default():
    usual, drawn = make_game("stoppers", 3), make_game("stoppers", 3, first_dealer="random")
    assert usual.option_words()["first_dealer"] == drawn.option_words()["first_dealer"] == "random"
    assert [usual.match(x).state.dealer for x in range(9)] == [drawn.match(x).state.dealer for x in range(9)]


@pytest.mark.parametrize(("players", "seat"), [(4, 1), (4, 4), (4, "2"), (2, 2), (10, "10")])
def test_stoppers_rule_02_the_first_dealer_is_an_option(players, seat):
    game = make_game("stoppers", players, first_dealer=seat)
    assert {game.match(seed).state.dealer for seed in range(5)} == {int(seat) - 1}
    assert game.option_words()["first_dealer"] == str(seat)


@pytest.mark.parametrize(("players", "seat"), [(4, 5), (4, "7"), (2, 3), (9, 10)])
def test_stoppers_rule_02_a_first_dealer_beyond_the_players_is_refused(players, seat):
    given = f"first_dealer is seat {seat}, but there are {players} players"
    with pytest.raises(Usage, match=f"{given}; expected random or a seat from 1 to {players}"):
        make_game("stoppers", players, first_dealer=seat)


@pytest.mark.parametrize("seat", [-1, 0, 11, "me"])
def test_stoppers_rule_02_other_first_dealers_are_refused(seat):
    wanted = f"option first_dealer was given {seat!r}; .*expected random or 1 or 2 or"
    with pytest.raises(Usage, match=wanted):
        make_game("stoppers", first_dealer=seat)


def test_stoppers_rule_02_the_deal_passes_to_the_next_player_who_lives():
    match = do(seated("3 4 5 6", dealer=1), "keep keep keep keep")
    assert match.state.dealer == 2
    match = do(seated("3 4 - 6", dealer=1), "keep keep keep")
    assert match.state.dealer == 3
    match = do(seated("4 5 3 6", dealer=1, life=(4, 4, 1, 4)), "keep keep keep keep")
    assert match.state.dealer == 3, "who has just gone out does not deal"
    match = do(seated("4 3 5 6", dealer=1, life=(4, 1, 4, 4)), "keep keep keep keep")
    assert match.state.dealer == 2, "a dealer who goes out passes the deal on"


# ---- 3: the deal ----


def test_stoppers_rule_03_one_card_each_from_the_left_of_the_dealer():
    match = make_game("stoppers", 4, first_dealer=2).match(dealt=["A", "2", "3", "4"])
    assert hands(match) == "3 4 A 2"
    assert match.state.stock[0] == 48


def test_stoppers_rule_03_who_is_out_gets_no_card():
    match = do(seated("3 - 5 6", stock="7 8 9 10 J Q", dealer=3), "keep keep keep")
    assert match.state.card[1] == NONE
    assert match.state.stock[0] == 3


@given(games(), st.integers(0, 10**6), st.integers(0, 60))
def test_stoppers_rule_03_cards_are_face_down(position, game, seed, steps):
    match = position(game, seed, steps)
    for p in range(game.players):
        shown = [match.view(p).card[q] for q in range(game.players)]
        assert shown == [match.state.card[p] if q == p else -1 for q in range(game.players)]


# ---- 4: turns ----


def test_stoppers_rule_04_each_player_acts_once_clockwise_and_the_dealer_last():
    match, order = seated("5 6 7 8", dealer=1), []
    for word in ("swap", "keep", "swap", "draw"):
        order.append(match.player)
        match.do(word)
    assert order == [2, 3, 0, 1]
    assert match.state.rounds == 2


def test_stoppers_rule_04_who_is_out_is_passed_over():
    match, order = seated("- 6 7 - 8", dealer=2), []
    for _ in range(3):
        order.append(match.player)
        match.do("keep")
    assert order == [4, 1, 2]


# ---- 5: keep or swap ----


def test_stoppers_rule_05_a_player_keeps_or_swaps_with_the_next_one_who_lives():
    match = seated("5 - 7 8")
    assert match.choices() == ["keep", "swap"]
    assert hands(do(match, "swap")) == "7 - 5 8"
    assert hands(do(seated("5 - 7 8"), "keep")) == "5 - 7 8"


def test_stoppers_rule_05_a_card_can_wander_on():
    assert hands(do(seated("5 6 7 8"), "swap swap swap")) == "6 7 8 5"


def test_stoppers_rule_05_the_last_before_the_dealer_swaps_with_the_dealer():
    assert hands(do(seated("5 6 7 8"), "keep keep swap")) == "5 6 8 7"


def test_stoppers_rule_05_the_neighbour_must_accept_without_a_king():
    match = do(seated("5 6 7 8", block="optional"), "swap")
    assert (match.player, match.choices()) == (1, ["accept"])
    assert match.why(STOP) == "only a King stops a swap"
    assert match.why(KEEP) == match.why(SWAP) == "you must first answer the player who wants your card"
    match.do("accept")
    assert (hands(match), match.player) == ("6 5 7 8", 1)


@pytest.mark.parametrize("block", CHOICES["block"])
def test_stoppers_rule_05_the_swap_is_public_the_ranks_are_not(block):
    match = do(seated("5 6 7 8", block=block), "swap accept" if block == "optional" else "swap")
    for p in range(4):
        assert match.view(p).did[0] == stoppers.SWAPPED
    known = [[match.view(p).known[p, q] for q in range(4)] for p in range(4)]
    assert known == [[6, 5, 0, 0], [6, 5, 0, 0], [0, 0, 7, 0], [0, 0, 0, 8]]


# ---- 6: Stopper! ----


def test_stoppers_rule_06_king_blocks():
    match = do(seated("5 K 7 8"), "swap")
    assert (hands(match), match.player) == ("5 K 7 8", 1)
    assert per_seat(match, "did") == [stoppers.STOPPED, 0, 0, 0]


def test_stoppers_rule_06_a_king_that_blocked_lies_open_until_the_round_ends():
    match = do(seated("5 K 7 8"), "swap")
    assert all(match.view(p).shown[1] == 1 and match.view(p).known[p, 1] == 13 for p in range(4))
    do(match, "keep keep")
    assert per_seat(match, "shown") == [0, 1, 0, 0]
    match.do("keep")
    assert per_seat(match, "shown") == [0, 0, 0, 0]


def test_stoppers_rule_06_the_holder_still_has_his_own_turn_and_the_open_king_can_wander():
    match = do(seated("5 K 7 8"), "swap")
    assert match.choices() == ["keep", "swap"]
    match.do("swap")
    assert (hands(match), per_seat(match, "shown")) == ("5 7 K 8", [0, 0, 1, 0])
    assert all(match.view(p).known[p, 2] == 13 for p in range(4))
    assert [match.view(p).known[p, 1] for p in range(4)] == [0, 7, 7, 0]


def test_stoppers_rule_06_the_dealer_may_block_as_well():
    match = do(seated("5 6 7 K"), "keep keep swap")
    assert (hands(match), match.player, match.choices()) == ("5 6 7 K", 3, ["keep", "draw"])


def test_stoppers_rule_06_a_king_that_nobody_asked_for_stays_hidden():
    match = do(seated("5 K 7 8"), "keep keep keep")
    assert per_seat(match, "shown") == [0] * 4


def test_stoppers_rule_06_optional_the_holder_of_a_king_may_stop_or_accept():
    match = do(seated("5 K 7 8", block="optional"), "swap")
    assert (match.player, match.state.asker, match.choices()) == (1, 0, ["accept", "stop"])
    assert hands(do(match, "stop")) == "5 K 7 8"
    assert (match.player, match.state.asker, match.choices()) == (1, NONE, ["keep", "swap"])
    accepted = do(seated("5 K 7 8", block="optional"), "swap accept")
    assert (hands(accepted), per_seat(accepted, "shown")) == ("K 5 7 8", [0] * 4)


def test_stoppers_rule_06_optional_everybody_is_asked_so_that_asking_tells_nothing():
    """Who holds no King answers too; else the number of turns would tell of a King that was given away."""
    gave = do(seated("5 K 7 8", block="optional"), "swap accept")
    plain = do(seated("5 6 7 8", block="optional"), "swap accept")
    assert gave.view(3).turns == plain.view(3).turns
    assert gave.view(3).did[0] == plain.view(3).did[0]


def test_stoppers_rule_06_nobody_answers_unasked():
    for block in CHOICES["block"]:
        match = seated("5 K 7 8", block=block)
        assert match.why(ACCEPT) == match.why(STOP) == "nobody is waiting for your answer"


@given(games(), st.integers(0, 10**6))
def test_stoppers_rule_06_whoever_is_asked_holds_the_card_dealt_so_king_decides_nothing(game, seed):
    """He is asked by the one before him, before his own turn: no swap could have changed his card."""
    for match in walk(game, seed):
        s = match.state
        if match.player != s.dealer and s.asker == NONE:
            q = stoppers.next_living(s, match.player)
            assert s.dealt[q] == s.card[q] + 1
        if s.asker != NONE:
            assert s.dealt[match.player] == s.card[match.player] + 1


@pytest.mark.parametrize("block", CHOICES["block"])
def test_stoppers_rule_06_games_with_either_king_are_the_same(position, block):
    for seed, players in product(range(5), (2, 3, 7)):
        both = [
            position(make_game("stoppers", players, king=k, block=block), seed, 400) for k in CHOICES["king"]
        ]
        assert both[0].actions == both[1].actions
        assert all_cards(both[0].state) == all_cards(both[1].state)
        assert both[0].scores() == both[1].scores()
