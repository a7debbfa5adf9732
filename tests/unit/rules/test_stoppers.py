"""Stoppers by the numbers of the rule book (shared/rules.md, section 2), with every option."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine import seeds
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.imagine import World
from upcard.engine.state import cells_of
from upcard.play.moves import is_told
from upcard.rules import cuckoo, stoppers
from upcard.rules.cards import put
from upcard.rules.cuckoo import CARDS, KING, RANKS, SUITS
from upcard.rules.stoppers import ACCEPT, KEEP, NONE, STOP, SWAP
from upcard.simulation.match import simulate

NAMES = [cuckoo.card_text(k) for k in range(RANKS)]
CHOICES = {o.name: o.values for o in stoppers.OPTIONS if o.values and o.name != "first_dealer"}


def ranks(text):
    return [NAMES.index(x) for x in text.split()]


def seated(hands, *, dealer=None, life=None, stock="5 6 7 8 9", used="", **options):
    """A match at the beginning of a round; `-` for a seat that is out; the last seat deals if not told."""
    cards = [NONE if x == "-" else NAMES.index(x) for x in hands.split()]
    match = make_game("stoppers", len(cards), **options).match(1)
    s = match.state
    for p, card in enumerate(cards):
        s.life[p] = 0 if card == NONE else life[p] if life else 4
        s.card[p] = card
        s.dealt[p] = card + 1
        for q in range(len(cards)):
            s.known[p, q] = card + 1 if p == q else 0
    s.dealer = len(cards) - 1 if dealer is None else dealer
    s.player = cuckoo.next_living(s, s.dealer)
    s.stock[0] = 0
    for k in ranks(stock):
        put(s.stock, k)
    for k in range(RANKS):
        s.used[k] = ranks(used).count(k)
    return match


def do(match, line):
    for word in line.split():
        match.do(word)
    return match


def hands(match):
    """The cards in hand as text."""
    held = (match.state.card[p] for p in range(match.game.players))
    return " ".join("-" if k == NONE else NAMES[k] for k in held)


def per_seat(match, field):
    return list(getattr(match.state, field))[: match.game.players]


def used(match):
    return " ".join(NAMES[k] for k in range(RANKS) for _ in range(match.state.used[k]))


def all_cards(s):
    """How many cards there are of each rank, wherever they lie."""
    lying = [s.stock[i] for i in range(1, s.stock[0] + 1)] + [k for k in s.card if k != NONE]
    return [lying.count(k) + s.used[k] for k in range(RANKS)]


some_options = st.fixed_dictionaries(
    {
        "lives": st.integers(1, 4),
        **{name: st.sampled_from(words) for name, words in CHOICES.items()},
    }
)


def walk(game, seed):
    """A random game, stopped before every action."""
    match, chances = game.match(seed), random.Random(seed)
    while not match.is_over:
        yield match
        match.do(chances.choice(match.legal()))


@st.composite
def games(draw):
    players = draw(st.integers(2, 10))
    dealer = draw(st.sampled_from(["random", *range(1, players + 1)]))
    return make_game("stoppers", players, first_dealer=dealer, **draw(some_options))


# ---- 1: cards, players, lives ----


def test_stoppers_rule_01_52_cards_ace_low_king_high_suits_do_not_matter():
    s = make_game("stoppers").start(seed=3)
    assert all_cards(s) == [4] * 13
    assert NAMES == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [cuckoo.value(k) for k in (0, KING)] == [1, 13]


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
    given = f"option first_dealer was given '{seat}' with {players} players"
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
    assert match.why(KEEP) == match.why(SWAP) == "you are asked for your card and must answer first"
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
        assert match.why(ACCEPT) == match.why(STOP) == "nobody waits for your answer"


@given(games(), st.integers(0, 10**6))
def test_stoppers_rule_06_whoever_is_asked_holds_the_card_dealt_so_king_decides_nothing(game, seed):
    """He is asked by the one before him, before his own turn: no swap could have changed his card."""
    for match in walk(game, seed):
        s = match.state
        if match.player != s.dealer and s.asker == NONE:
            q = cuckoo.next_living(s, match.player)
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


# ---- 7: the dealer ----


def test_stoppers_rule_07_the_dealer_keeps_or_draws_and_his_old_card_goes_face_up():
    match = seated("5 6 7 2", stock="9 9 9 9 9 9", used="Q")
    do(match, "keep keep keep")
    assert match.choices() == ["keep", "draw"]
    match.do("draw")
    assert used(match) == "2 5 6 7 9 Q"
    assert per_seat(match, "life") == [3, 4, 4, 4]
    assert per_seat(match, "showed") == [5, 6, 7, 9]
    assert used(do(seated("5 6 7 2"), "keep keep keep keep")) == "2 5 6 7"


@pytest.mark.parametrize(("dealer_king", "showed", "life"), [("take", 13, [3, 4]), ("void", 2, [4, 3])])
def test_stoppers_rule_07_a_king_from_the_deck_is_his_card_or_void(dealer_king, showed, life):
    match = do(seated("5 2", stock="K K K K", dealer_king=dealer_king), "keep draw")
    assert match.state.showed[1] == showed
    assert per_seat(match, "life") == life
    assert used(match) == "2 5 K"


def test_stoppers_rule_07_void_other_cards_from_the_deck_are_taken():
    match = do(seated("5 2", stock="Q Q Q Q", dealer_king="void"), "keep draw")
    assert per_seat(match, "life") == [3, 4]


# ---- 8: the lowest rank ----


@pytest.mark.parametrize(
    ("cards", "life"),
    [
        ("5 6 7 8", [3, 4, 4, 4]),
        ("K A K K", [4, 3, 4, 4]),
        ("6 5 7 5", [4, 3, 4, 3]),
        ("5 5 5 6", [3, 3, 3, 4]),
        ("5 - 5 6", [3, 0, 3, 4]),
    ],
)
def test_stoppers_rule_08_every_holder_of_the_lowest_rank_loses_a_life(cards, life):
    match = do(seated(cards), " ".join(["keep"] * len(cards.replace("-", "").split())))
    assert per_seat(match, "life") == life


def test_stoppers_rule_08_the_cards_shown_are_public():
    match = do(seated("5 - 6 7", stock="2 3 4 8 9 10"), "keep keep keep")
    assert all(list(match.view(p).showed)[:4] == [5, 0, 6, 7] for p in range(4))


@pytest.mark.parametrize(("all_tie", "life"), [("all_lose", [3, 3, 3]), ("nobody", [4, 4, 4])])
def test_stoppers_rule_08_all_tie(all_tie, life):
    assert per_seat(do(seated("7 7 7", all_tie=all_tie), "keep keep keep"), "life") == life


def test_stoppers_rule_08_all_tie_is_only_about_all():
    assert per_seat(do(seated("7 7 8", all_tie="nobody"), "keep keep keep"), "life") == [3, 3, 4]
    assert per_seat(do(seated("7 - 7", all_tie="nobody"), "keep keep"), "life") == [4, 0, 4]


# ---- 9: the end ----


def test_stoppers_rule_09_the_last_one_with_lives_wins():
    match = do(seated("3 - 9", life=(1, 0, 2)), "keep keep")
    assert match.is_over
    assert match.scores() == [-1, -1, 1]
    assert match.winners() == [2]


def test_stoppers_rule_09_the_game_goes_on_while_two_have_lives():
    match = do(seated("3 5 9", life=(1, 1, 1)), "keep keep keep")
    assert not match.is_over
    assert per_seat(match, "life") == [0, 1, 1]


@pytest.mark.parametrize(
    ("last_together", "scores"), [("share", [-1, 0, 0]), ("replay", None), ("nobody", [-1, -1, -1])]
)
def test_stoppers_rule_09_last_together(last_together, scores):
    match = do(seated("- 7 7", life=(0, 1, 1), last_together=last_together), "keep keep")
    if scores is None:
        assert not match.is_over
        assert (per_seat(match, "life"), match.state.rounds) == ([0, 1, 1], 2)
    else:
        assert match.is_over
        assert match.scores() == scores
        assert per_seat(match, "life") == [0, 0, 0]


def test_stoppers_rule_09_share_only_those_who_went_out_last():
    match = do(seated("- 7 7", life=(0, 1, 1)), "keep keep")
    assert match.winners() == [1, 2]


def test_stoppers_rule_09_replay_is_only_for_the_last_ones():
    """Somebody with a life to spare stays: then the others go out as always."""
    match = do(seated("7 7", life=(1, 2), last_together="replay"), "keep keep")
    assert (match.is_over, match.scores(), per_seat(match, "life")) == (True, [-1, 1], [0, 1])
    match = do(seated("7 7 8", life=(1, 1, 1), last_together="replay"), "keep keep keep")
    assert (match.is_over, match.winners()) == (True, [2])


@pytest.mark.parametrize(
    "options", [{"all_tie": "nobody"}, {"last_together": "replay"}], ids=lambda o: next(iter(o))
)
def test_stoppers_rule_09_after_1000_rounds_those_who_live_share_the_win(options):
    """Ties that cost nothing could go on for ever; nothing else can."""
    for rounds, over in ((999, False), (1000, True)):
        match = seated("- 7 7", life=(0, 1, 1), **options)
        match.state.rounds = rounds
        do(match, "keep keep")
        assert match.is_over is over
        assert not over or match.scores() == [-1, 0, 0]


@given(games(), st.integers(0, 10**6))
def test_stoppers_rule_09_every_round_but_a_spared_one_costs_a_life(position, game, seed):
    match = position(game, seed, 3000)
    assert match.is_over
    s, words = match.state, game.option_words()
    lost = sum(words["lives"] - s.life[p] for p in range(game.players))
    if words["all_tie"] == "all_lose" and words["last_together"] != "replay":
        assert s.rounds <= lost
    assert lost <= s.rounds * game.players
    assert sorted(match.scores()) in expected_ends(game.players, words["last_together"])


def expected_ends(players, last_together):
    """The scores a game may end with, in increasing order."""
    alone = [-1] * (players - 1) + [1]
    shared = [[-1] * (players - k) + [0] * k for k in range(2, players + 1)]
    return [alone, *({"share": shared, "replay": [], "nobody": [[-1] * players]}[last_together])]


# ---- 10: used cards ----


def test_stoppers_rule_10_used_cards_are_not_shuffled_into_the_deck_between_rounds():
    match = do(seated("5 6 7", stock="2 3 4 8 9 10"), "keep keep keep")
    assert used(match) == "5 6 7"
    assert match.state.stock[0] == 3
    assert (match.state.shuffles, match.state.rounds) == (0, 2)


def test_stoppers_rule_10_all_may_look_at_the_used_cards():
    match = do(seated("5 6 7", stock="2 3 4 8 9 10", used="Q"), "keep keep keep")
    for p in range(3):
        assert [k for k in range(RANKS) if match.view(p).used[k]] == ranks("5 6 7 Q")


def test_stoppers_rule_10_lazy_used_cards_are_turned_when_one_is_needed_in_the_middle_of_a_deal():
    match = do(seated("5 6 7", stock="J", used="Q Q", dealer=2), "keep keep keep")
    s = match.state
    assert (s.shuffles, s.card[1]) == (1, ranks("J")[0]), "seat 2 is dealt to first and gets the last card"
    assert (used(match), s.stock[0]) == ("", 3)
    turned = [s.card[0], s.card[2], *(s.stock[i] for i in (1, 2, 3))]
    assert sorted(turned) == ranks("5 6 7 Q Q"), "the card that was dealt stays out"


def test_stoppers_rule_10_lazy_the_dealer_draws_from_the_turned_cards_and_his_own_stays_out():
    match = do(seated("5 2", stock="", used="Q Q Q Q Q"), "keep draw")
    assert per_seat(match, "showed") == [5, 12]
    assert (match.state.shuffles, used(match), hands(match)) == (1, "2 5 Q", "Q Q")


def test_stoppers_rule_10_lazy_the_cards_shown_are_turned_too_when_none_is_left_after_a_round():
    match = do(seated("5 6", stock="", used="9 9 9"), "keep keep")
    assert (match.state.shuffles, used(match), match.state.stock[0]) == (1, "", 3)


@pytest.mark.parametrize(("reshuffle", "stock", "left"), [("lazy", 0, "5 6 7 9 9"), ("eager", 5, "")])
def test_stoppers_rule_10_eager_turns_the_used_cards_as_soon_as_no_others_are_left(reshuffle, stock, left):
    match = do(seated("5 6 7", stock="J Q K", used="9 9", reshuffle=reshuffle), "keep keep keep")
    assert (match.state.stock[0], used(match)) == (stock, left)


@pytest.mark.parametrize(("reshuffle", "stock", "left"), [("lazy", 3, ""), ("eager", 1, "5 J")])
def test_stoppers_rule_10_eager_the_dealer_takes_the_last_card_and_his_old_one_is_turned(
    reshuffle, stock, left
):
    match = do(seated("5 2", stock="J", used="9 9", reshuffle=reshuffle), "keep draw")
    assert (match.state.shuffles, match.state.stock[0], used(match)) == (1, stock, left)


def test_stoppers_rule_10_eager_a_void_king_that_was_the_last_card_is_turned():
    match = do(seated("5 2", stock="K", used="9 9", reshuffle="eager", dealer_king="void"), "keep draw")
    assert (match.state.shuffles, used(match), match.state.stock[0]) == (1, "2 5", 1)


@given(games(), st.integers(0, 10**6))
def test_stoppers_rule_10_eager_there_is_always_a_card_face_down(game, seed):
    if game.option_words()["reshuffle"] == "eager":
        assert all(match.state.stock[0] > 0 for match in walk(game, seed))


@pytest.mark.parametrize(("stock", "shuffles", "left"), [("J Q", 1, ""), ("J Q K", 0, "5 6 9")])
def test_stoppers_rule_10_before_round_shuffles_all_when_the_round_may_need_more(stock, shuffles, left):
    """Two players may need three cards: the dealer draws one."""
    match = do(seated("5 6", stock=stock, used="9", reshuffle="before_round"), "keep keep")
    assert (match.state.shuffles, used(match)) == (shuffles, left)


@given(st.integers(2, 10), st.integers(0, 10**6), st.sampled_from(["before_round", "every_round"]))
def test_stoppers_rule_10_some_shuffle_only_between_rounds(players, seed, reshuffle):
    before = (1, 0)
    for match in walk(make_game("stoppers", players, reshuffle=reshuffle), seed):
        now = (match.state.rounds, match.state.shuffles)
        assert now[0] > before[0] or now == before
        before = now


@given(st.integers(2, 10), st.integers(0, 10**6))
def test_stoppers_rule_10_every_round_begins_with_the_whole_deck(players, seed):
    for match in walk(make_game("stoppers", players, reshuffle="every_round"), seed):
        s = match.state
        assert s.shuffles == s.rounds - 1
        assert s.stock[0] == CARDS - cuckoo.living(s)


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


def scene(match):
    return stoppers.scene(match.state if match.is_over else match.view(match.player))


def test_the_scene_says_with_whom_a_swap_would_be_and_who_deals():
    match = seated("5 9 - K", dealer=3)
    picture = scene(match)
    assert picture.says == ("Seat 1 keeps his card, or swaps it with seat 2.",)
    assert picture.shown["did"][:4] == ["", "", "", "deals"]
    assert picture.shown["life"][:4] == ["4", "4", "out", "4"]
    do(match, "keep")
    assert scene(match).says == ("Seat 2 keeps his card, or swaps it with seat 4.",)


def test_the_scene_tells_what_the_looker_knows_and_nobody_else():
    match = do(seated("5 9 7 K"), "swap")
    assert scene(match).says == (
        "Seat 2 keeps his card, or swaps it with seat 3.",
        "You know of 9 at seat 1.",
    )
    do(match, "keep")
    assert scene(match).says == ("Seat 3 keeps his card, or swaps it with seat 4.",)
    assert scene(match).shown["did"][:4] == ["swapped", "kept", "", "deals"]
    do(match, "swap")
    assert scene(match).says == ("The dealer keeps his card, or lays it aside and draws.",)
    assert scene(match).shown["did"][2] == "stopped"
    assert scene(match).shown["shown"][:4] == ["", "", "", "K"]


def test_the_scene_says_who_asks():
    match = do(seated("5 9 7 K", block="optional"), "swap")
    assert scene(match).says == ("Seat 1 asks seat 2 to swap.",)


def test_the_scene_marks_the_lowest_card_of_the_round_before():
    match = seated("5 9 A A")
    assert scene(match).shown["showed"][:4] == [""] * 4
    do(match, "keep keep keep keep")
    assert scene(match).shown["showed"][:4] == ["5", "9", "A lowest", "A lowest"]


def test_the_scene_of_the_end_says_nothing_and_names_those_who_are_out():
    match = do(seated("5 9", life=[1, 2]), "keep keep")
    assert scene(match).says == ()
    assert scene(match).shown["life"][:2] == ["out", "2"]


@pytest.mark.parametrize(("dealer", "words"), [(3, "swap"), (0, "draw")])
def test_everybody_is_told_of_a_swap_and_of_a_card_from_the_deck(dealer, words):
    match = seated("5 9 7 6", dealer=dealer)
    match.state.player = 0
    assert match.words(SWAP) == words
    assert all(is_told(match.game, match.state, [SWAP], eye) for eye in (1, 2, 3))


def test_an_answer_to_nobody_would_change_nothing():
    match = seated("5 9 7 6")
    before = cells_of(match.state)
    stoppers.apply(match.state, ACCEPT)
    assert cells_of(match.state) == before


def imagined_tables(match, seat, number):
    """Tables as a searching strategy of a seat imagines them."""
    world, v = World(match.game.rules), match.game.view(match.state, seat)
    for stream in range(number):
        seeds.open_stream(v, 7, stream)
        world.imagine(v)
        yield world.state


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
def test_what_is_known_of_one_card_makes_its_rank_rarer_elsewhere(hands, line, seat, rank, known, left):
    """Of the 52 cards a seat knows its own and some others; the rest lie anywhere, all equally likely."""
    match = seated(hands, stock=rest_of_the_deck(hands))
    do(match, line)
    k, tables = NAMES.index(rank), 4_000
    others = [q for q in range(match.game.players) if q != seat and q not in known]
    met = 0
    for s in imagined_tables(match, seat, tables):
        assert all(s.card[q] == k for q in known)
        met += sum(s.card[q] == k for q in others)
    chance = left / (CARDS - 1 - len(known))
    error = math.sqrt(chance * (1 - chance) / (tables * len(others)))
    assert met / (tables * len(others)) == pytest.approx(chance, abs=4 * error)
