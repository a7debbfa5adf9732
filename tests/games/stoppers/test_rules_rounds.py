"""Stoppers: the dealer, the lowest rank, the end, and used cards; rules 7 to 10."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.stoppers.stoppers_table import do, games, hands, per_seat, ranks, seated, used, walk

from upcard.engine.game import make_game
from upcard.games.stoppers.rules import living
from upcard.kit.ranks import CARDS, RANKS

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
    assert match.game.rules.GAME.payoffs == (-1, 1)


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


def test_stoppers_rule_09_the_longest_game_has_1000_rounds_of_ten_turns_and_nine_answers():
    match, decisions = seated("2 3 4 5 6 7 8 9 10 J", block="optional"), 0
    while match.state.rounds == 1:
        match.do("swap" if "swap" in match.choices() else match.choices()[0])
        decisions += 1
    assert match.game.rules.GAME.longest == 1000 * decisions == 19_000


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
        assert s.stock[0] == CARDS - living(s)
