"""L.A.M.A.: the end of the game, an empty stock, presets, and what is counted; rules 5 to 7."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.lama.lama_table import PRESETS, both, seated

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.lama import rules as lama
from upcard.games.lama.rules import DRAW, LLAMA, QUIT
from upcard.play.scene import make_scene

# ---- 5: the end of the game ----


@both
@pytest.mark.parametrize(("before", "over"), [(29, False), (30, True), (31, True)])
def test_lama_rule_05_the_game_ends_when_somebody_reaches_40_points(preset, before, over):
    match = seated(preset, "1", "L", top="1", stock="5", points=(0, before))
    match.do("play 1")
    assert match.is_over is over
    assert match.state.points[1] == before + 10


@both
def test_lama_rule_05_the_target_is_an_option(preset):
    match = seated(preset, "1", "L", top="1", stock="5", target=10)
    match.do("play 1")
    assert match.is_over


@pytest.mark.parametrize("target", [0, 10_001])
def test_lama_rule_05_other_targets_are_refused(target):
    with pytest.raises(
        Usage, match=f"option target was given {target}; expected a whole number from 1 to 10000"
    ):
        make_game("lama", target=target)


@both
def test_lama_rule_05_fewest_points_win(preset):
    match = seated(preset, "1", "2", "L", top="1", stock="5", points=(20, 3, 35))
    match.do("play 1")
    assert match.scores() == [-10 if preset == "official" else -20, -5, -45]
    assert match.winners() == [1]


@both
def test_lama_rule_05_ties_share_the_win(preset):
    match = seated(preset, "1", "L", "2", top="1", stock="5", points=(0, 35, 0), give_back="none")
    match.state.points[0] = 2
    match.do("play 1")
    assert match.winners() == [0, 2]


def test_lama_rule_05_official_a_chip_given_back_counts_before_the_game_ends():
    match = seated("official", "1", "2", top="1", stock="5", points=(45, 0))
    match.do("play 1")
    assert not match.is_over
    assert match.state.points[0] == 35


# ---- 6: an empty stock ----


@both
def test_lama_rule_06_an_empty_stock_takes_the_pile_except_its_top_card(preset):
    match = seated(preset, "66", "55", top="4", stock="", pile="23L")
    match.do("draw")
    s = match.state
    assert s.top == 3
    assert (s.pile[0], s.stock[0], s.size[0]) == (0, 2, 3)
    drawn = next(k for k in range(7) if s.hand[0, k] == 1)
    assert sorted([drawn, s.stock[1], s.stock[2]]) == [1, 2, LLAMA]


@both
def test_lama_rule_06_the_pile_is_shuffled_when_it_is_turned(preset):
    drawn = set()
    for seed in range(30):
        match = make_game("lama", 2, preset).match(seed)
        s = match.state
        s.stock[0] = 0
        s.pile[0] = 3
        s.pile[1], s.pile[2], s.pile[3] = 1, 2, 3
        before = list(s.hand[0])
        s.player = 0
        match.do("draw")
        drawn.add(next(k for k in range(7) if s.hand[0, k] != before[k]))
    assert drawn == {1, 2, 3}


@both
def test_lama_rule_06_with_nothing_to_draw_drawing_is_not_legal(preset):
    match = seated(preset, "66", "55", top="1")
    assert match.choices() == ["quit the round"]
    assert match.why(DRAW) == "there is no card left to draw"


@both
def test_lama_rule_06_a_laid_card_is_again_something_to_draw(preset):
    match = seated(preset, "16", "55", top="1")
    match.do("play 1")
    assert "draw" in match.choices()


# ---- 7: presets ----


def test_lama_rule_07_the_presets_are_these_options():
    words = {preset: make_game("lama", preset=preset).option_words() for preset in PRESETS}
    assert words["official"] == {
        "count": "each_kind",
        "give_back": "chip",
        "starts": "last_player",
        "last_left": "plays_on",
        "target": 40,
    }
    assert words["paper"] == {
        "count": "every_card",
        "give_back": "none",
        "starts": "first_seat",
        "last_left": "ends_round",
        "target": 40,
    }
    assert make_game("lama").option_words() == words["official"]


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 0), (1, 0), (2, 1), (9, 8), (10, 0), (11, 1), (19, 9), (20, 10), (39, 29), (45, 35)],
)
def test_lama_rule_07_official_an_empty_hand_gives_back_a_ten_or_else_a_one(before, after):
    match = seated("official", "1", "2", top="1", stock="5", points=(before, 0))
    match.do("play 1")
    assert match.state.points[0] == after


def test_lama_rule_07_official_only_the_empty_hand_gives_back():
    match = seated("official", "1", "2", "3", top="1", stock="5", points=(0, 20, 20), out=[2])
    match.do("play 1")
    assert list(match.state.points)[:3] == [0, 22, 23]


def test_lama_rule_07_paper_nothing_is_given_back():
    match = seated("paper", "1", "2", top="1", stock="5", points=(25, 0))
    match.do("play 1")
    assert match.state.points[0] == 25


@pytest.mark.parametrize(("preset", "first"), [("official", 2), ("paper", 0)])
def test_lama_rule_07_who_starts_the_round_after_one_who_went_out(preset, first):
    match = seated(preset, "22", "33", "1", top="1", stock="5", player=2)
    match.do("play 1")
    assert (match.state.rounds, match.player) == (2, first)


@pytest.mark.parametrize(("preset", "first"), [("official", 1), ("paper", 0)])
def test_lama_rule_07_who_starts_the_round_after_the_last_has_quit(preset, first):
    match = seated(
        preset, "22", "33", "44", top="1", stock="5", out=[0, 2] if preset == "official" else [0], player=1
    )
    match.do("quit")
    assert (match.state.rounds, match.player) == (2, first)


@both
def test_lama_rule_07_the_first_seat_starts_the_first_round(preset):
    assert all(make_game("lama", 4, preset).match(seed).player == 0 for seed in range(5))


@both
def test_a_new_round_forgets_who_has_quit(preset):
    match = seated(preset, "1", "2", "3", top="1", stock="5", out=[1])
    match.do("play 1")
    s = match.state
    assert (list(s.out)[:3], s.active) == ([0, 0, 0], 3)


# ---- what is counted ----


@given(st.integers(0, 10**6))
def test_measures_are_points_over_30_rounds_won_and_rounds_played(position, seed):
    for preset in PRESETS:
        match = position(make_game("lama", 3, preset), seed, 10_000)
        assert match.is_over
        s = match.state
        for p in range(3):
            assert [lama.measure(s, p, m) for m in range(4)] == [
                s.points[p],
                int(s.points[p] > 30),
                s.won[p],
                s.rounds,
            ]
            assert lama.score(s, p) == -s.points[p]
        assert sum(s.won) <= s.rounds
        assert max(s.points) >= 40


@both
def test_more_than_30_points_means_strictly_more(preset):
    match = seated(preset, "1", "L", top="1", stock="5", points=(30, 31))
    lama_measure = [lama.measure(match.state, p, 1) for p in range(2)]
    assert lama_measure == [0, 1]


@both
def test_every_round_but_an_endless_one_has_one_winner(preset, position):
    for seed in range(10):
        s = position(make_game("lama", 4, preset), seed, 10_000).state
        assert sum(s.won) == s.rounds


def test_the_reasons_name_the_cards():
    match = seated("official", "15L", "2", top="3", stock="5")
    assert match.why(0) == "on a 3 you can only play a 3 or a 4"
    assert match.why(1) == "there is no 2 in your hand"
    assert (
        seated("official", "12", "2", top="6", stock="5").why(0) == "on a 6 you can only play a 6 or a llama"
    )


def test_kinds_have_their_names_values_and_followers():
    assert [lama.card_text(k) for k in range(7)] == ["1", "2", "3", "4", "5", "6", "llama"]
    assert [lama.value(k) for k in range(7)] == [1, 2, 3, 4, 5, 6, 10]
    assert [lama.after(k) for k in range(7)] == [1, 2, 3, 4, 5, 6, 0]


def test_all_see_which_kinds_a_player_let_pass():
    """Whoever draws lays neither the kind on top nor the next; whoever lays the next one, not that on top."""
    match = make_game("lama", 2, "paper").match(1, 0)
    s = match.state
    s.top = 2
    match.do(DRAW)
    assert (s.drawn[0], list(s.passed[0])) == (1, [0, 0, 1, 1, 0, 0, 0])
    s.hand[1, 3] += 1
    s.hand[1, 2] = 0
    match.do(3)
    assert (s.drawn[1], list(s.passed[1])) == (0, [0, 0, 1, 0, 0, 0, 0])
    match.do(DRAW)
    assert (s.drawn[0], list(s.passed[0])) == (2, [0, 0, 1, 2, 2, 0, 0])
    s.hand[1, 3] += 1
    match.do(3)
    assert list(s.passed[1]) == [0, 0, 1, 0, 0, 0, 0]


def test_what_was_let_pass_is_forgotten_with_the_round():
    match = make_game("lama", 2, "paper", target=1000).match(1, 0)
    match.do(DRAW)
    match.do(QUIT)
    assert match.state.rounds == 2
    for p in range(2):
        assert (match.state.drawn[p], list(match.state.passed[p])) == (0, [0] * 7)


def test_no_score_is_worse_than_9999_points_and_the_whole_deck():
    """A game that ends with 10,000 points: who had one fewer takes every card, at the most."""
    deck = sum(lama.COPIES * lama.value(k) for k in range(lama.KINDS))
    assert lama.CARDS == 56
    assert lama.GAME.payoffs == (-(10_000 - 1 + deck), 0)


def test_players_are_imagined_to_lay_a_card_or_else_to_draw():
    s = seated("official", "12", "34").state
    assert [lama.lean(s, a) for a in (*range(7), DRAW, QUIT)] == [1000] * 7 + [30, 1]


def test_the_square_of_what_is_left_to_the_target_counts_between_rounds():
    s = seated("official", "1", "2", "3", "4", points=(0, 30, 39, 45)).state
    assert [lama.outlook(s, p) for p in range(4)] == [1600, 100, 1, 0]


def test_the_scene_writes_out_who_has_quit_and_lets_the_stock_be_touched():
    match = seated("official", "12", "34", "56", out=[1])
    assert make_scene(match.game, match.view(0), 0).badges == ((), ("out",), ())
    picture = lama.scene(match.view(0))
    assert picture.touches == {DRAW: "stock"}
