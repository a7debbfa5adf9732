"""L.A.M.A. by the numbers of the rule book (shared/rules.md, section 4), for both presets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.rules import lama
from upcard.rules.lama import DRAW, LLAMA, QUIT

PRESETS = ("official", "paper")
both = pytest.mark.parametrize("preset", PRESETS)
LLAMA_NAME = "llama"


def seated(preset, *hands, top="1", stock="", pile="", points=(), player=0, out=(), **options):
    """A match in the middle of a round; hands and rows are digits, and L for a llama."""
    match = make_game("lama", max(2, len(hands)), preset, **options).match(1)
    s = match.state
    for p, hand in enumerate(hands):
        for k in range(lama.KINDS):
            s.hand[p, k] = kinds(hand).count(k)
        s.size[p] = len(hand)
        s.out[p] = int(p in out)
        s.points[p] = points[p] if points else 0
    s.top, s.player = kinds(top)[0], player
    s.active = len(hands) - len(out)
    for zone, cards in ((s.stock, kinds(stock)), (s.pile, kinds(pile))):
        zone[0] = len(cards)
        for i, k in enumerate(cards):
            zone[i + 1] = k
    return match


def kinds(text):
    return [LLAMA if c == "L" else int(c) - 1 for c in text]


def dealt(*hands, top):
    return [LLAMA_NAME if c == "L" else c for c in "".join(hands) + top]


def cards_of(s):
    """Every card of the table by kind."""
    found = [s.stock[i] for i in range(1, s.stock[0] + 1)] + [s.pile[i] for i in range(1, s.pile[0] + 1)]
    found += [k for p in range(s.seats) for k in range(lama.KINDS) for _ in range(s.hand[p, k])] + [s.top]
    return sorted(found)


# ---- 1: cards and deal ----


@both
@pytest.mark.parametrize("players", range(2, 9))
def test_lama_rule_01_six_cards_each_one_opens_the_pile_56_in_all(preset, players):
    s = make_game("lama", players, preset).match(players).state
    assert [sum(s.hand[p, k] for k in range(7)) for p in range(players)] == [6] * players
    assert list(s.size)[:players] == [6] * players
    assert (s.pile[0], s.stock[0]) == (0, 56 - 6 * players - 1)
    assert cards_of(s) == sorted(list(range(7)) * 8)


@given(st.integers(0, 10**6), st.integers(0, 300))
def test_lama_rule_01_no_card_is_ever_lost_or_doubled(position, seed, steps):
    for preset in PRESETS:
        s = position(make_game("lama", 2 + seed % 7, preset), seed, steps).state
        if not s.over:
            assert cards_of(s) == sorted(list(range(7)) * 8)
        for p in range(s.seats):
            assert s.size[p] == sum(s.hand[p, k] for k in range(7))


# ---- 2: the turn ----


@both
@pytest.mark.parametrize(
    ("top", "fitting"),
    [("1", "12"), ("2", "23"), ("3", "34"), ("4", "45"), ("5", "56"), ("6", "6L"), ("L", "1L")],
)
def test_lama_rule_02_the_same_or_the_next_kind_may_be_laid(preset, top, fitting):
    match = seated(preset, "123456L", "1", top=top, stock="1")
    assert match.legal() == [*sorted(kinds(fitting)), DRAW, QUIT]


@both
def test_lama_rule_02_only_cards_in_hand_may_be_laid(preset):
    assert seated(preset, "16L", "2", top="1", stock="1").choices() == ["play 1", "draw", "quit"]
    assert seated(preset, "56", "12", top="1", stock="1").choices() == ["draw", "quit"]


@both
def test_lama_rule_02_a_laid_card_leaves_the_hand_and_covers_the_pile(preset):
    match = seated(preset, "1123", "5", top="1", stock="1")
    match.do("play 2")
    s = match.state
    assert (s.top, list(s.pile)[:2], s.size[0], list(s.hand[0])[:3]) == (1, [1, 0], 3, [2, 0, 1])
    assert match.player == 1


@both
def test_lama_rule_02_a_drawn_card_comes_into_the_hand_and_ends_the_turn(preset):
    match = make_game("lama", 2, preset).match(dealt=[*dealt("111111", "222222", top="5"), "llama"])
    match.do("draw")
    assert (match.state.hand[0, LLAMA], match.state.size[0], match.player) == (1, 7, 1)


@both
def test_lama_rule_02_who_has_quit_is_passed_over(preset):
    match = seated(preset, "11", "22", "33", "44", top="6", stock="123456")
    for word, player in (("quit", 1), ("draw", 2), ("quit", 3), ("draw", 1), ("draw", 3), ("draw", 1)):
        match.do(word)
        assert match.player == player


# ---- 3: the end of a round ----


@both
def test_lama_rule_03_a_round_ends_when_somebody_lays_his_last_card(preset):
    match = seated(preset, "1", "26", top="1", stock="5")
    match.do("play 1")
    s = match.state
    assert s.rounds == 2
    assert (s.points[0], s.points[1]) == (0, 8)
    assert list(s.won)[:2] == [1, 0]
    assert list(s.size)[:2] == [6, 6]


def test_lama_rule_03_official_the_last_one_left_may_go_on_but_not_draw():
    match = seated("official", "12", "26", top="1", stock="555")
    match.do("draw")
    match.do("quit")
    assert match.state.rounds == 1
    assert match.choices() == ["play 1", "play 2", "quit"]
    assert match.why(DRAW) == "nobody draws when all others have quit"
    match.do("play 1")
    assert match.player == 0
    assert match.state.rounds == 1


def test_lama_rule_03_official_the_last_one_left_may_empty_his_hand():
    match = seated("official", "12", "26", top="1", stock="5", out=[1], points=(20, 0))
    match.do("play 1")
    match.do("play 2")
    s = match.state
    assert (s.rounds, s.points[0], s.points[1]) == (2, 10, 8)
    assert list(s.won)[:2] == [1, 0]


def test_lama_rule_03_official_the_round_ends_when_all_have_quit_and_the_last_has_won():
    match = seated("official", "12", "26", "33", top="1", stock="5")
    for word in ("quit", "quit", "quit"):
        assert match.state.rounds == 1
        match.do(word)
    assert match.state.rounds == 2
    assert list(match.state.points)[:3] == [3, 8, 3]
    assert list(match.state.won)[:3] == [0, 0, 1]


def test_lama_rule_03_paper_the_round_ends_when_one_is_left_and_he_has_won():
    match = seated("paper", "12", "26", "33", top="1", stock="5")
    match.do("quit")
    match.do("draw")
    assert match.state.rounds == 1
    match.do("quit")
    s = match.state
    assert s.rounds == 2
    assert list(s.won)[:3] == [0, 1, 0]
    assert list(s.points)[:3] == [3, 2 + 6 + 5, 6]


def test_lama_rule_03_paper_who_goes_out_has_won_even_if_others_have_quit():
    match = seated("paper", "12", "3", "L", top="2", stock="5", out=[0], player=1)
    match.do("play 3")
    assert list(match.state.won)[:3] == [0, 1, 0]
    assert list(match.state.points)[:3] == [3, 0, 10]


@both
@pytest.mark.parametrize("rounds_before", [0, 1])
def test_lama_rule_03_a_round_ends_after_1000_turns_and_nobody_has_won_it(preset, rounds_before):
    """In every round the same: the first one and those after it."""
    match = make_game("lama", 2, preset, target=10_000).match(3)
    s = match.state
    while s.rounds == rounds_before:
        match.do("quit")
    won, points = list(s.won), list(s.points)
    s.turns += 990  # as if so many had been taken
    for turn in range(991, 1001):
        assert s.rounds == 1 + rounds_before, f"the round ended before turn {turn}"
        match.do("draw")
    assert s.rounds == 2 + rounds_before, "the round went on after turn 1000"
    assert list(s.won) == won
    assert all(after > before for after, before in zip(list(s.points)[:2], points, strict=False))


# ---- 4: points ----


@pytest.mark.parametrize(
    ("hand", "each_kind", "every_card"),
    [
        ("1", 1, 1),
        ("6", 6, 6),
        ("L", 10, 10),
        ("LL", 10, 20),
        ("1123L", 16, 17),
        ("123456L", 31, 31),
        ("666", 6, 18),
    ],
)
def test_lama_rule_04_points_left_in_hand(hand, each_kind, every_card):
    for preset, expected in (("official", each_kind), ("paper", every_card)):
        match = seated(preset, "1", hand, top="1", stock="5")
        match.do("play 1")
        assert match.state.points[1] == expected


@both
def test_lama_rule_04_who_has_quit_counts_his_hand_too(preset):
    match = seated(preset, "1", "L", "23", top="1", stock="5", out=[1])
    match.do("play 1")
    assert list(match.state.points)[:3] == [0, 10, 5]


@both
def test_lama_rule_04_points_add_up_over_rounds(preset):
    match = seated(preset, "1", "L", top="1", stock="5", points=(7, 12))
    match.do("play 1")
    assert match.state.points[1] == 22


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
    assert match.choices() == ["quit"]
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
    assert match.why(0) == "on a 3 only 3 or 4 may be laid"
    assert match.why(1) == "there is no 2 in your hand"
    assert seated("official", "12", "2", top="6", stock="5").why(0) == "on a 6 only 6 or llama may be laid"


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
