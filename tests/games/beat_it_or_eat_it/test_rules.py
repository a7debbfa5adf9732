"""Beat It Or Eat It: the numbered rules, and positions as text."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.beat_it_or_eat_it.beat_it_table import NAME, ROUND, after, at, rounds

from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import make_game
from upcard.engine.record import parse_record, record_text, replay
from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS, card_text, position_text, read_cards


def hand(match, p):
    return {card_text(k) for k in range(KINDS) if match.state.hand[p, k]}


# --- rule 1: cards


@pytest.mark.parametrize("suits", [1, 2, 3, 4])
@pytest.mark.parametrize("length", [2, 12, 13, 26])
def test_beat_it_or_eat_it_rule_01_every_card_is_in_one_hand(suits, length):
    match = make_game(NAME, suits=suits, length=length, deal="random").match(seed=suits)
    assert not hand(match, 0) & hand(match, 1)
    assert len(hand(match, 0) | hand(match, 1)) == suits * length == sum(match.state.size)


def test_beat_it_or_eat_it_rule_01_the_ace_is_high_in_a_suit_of_13():
    match = make_game(NAME, suits=1, deal="equal").match()
    dealt = hand(match, 0) | hand(match, 1)
    assert dealt == {f"s{r}" for r in ("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA")}
    top = after("sK.2/sA.Q.J.10.9.8.7.6.5.4.3/-", "lead sK", suits=1)
    assert top.choices() == ["beat with sA", "eat"]


def test_beat_it_or_eat_it_rule_01_other_suits_have_the_ranks_from_1():
    match = make_game(NAME, suits=1, length=26, deal="equal").match()
    names = [card_text(k) for k in range(0, KINDS, 4)]
    assert hand(match, 0) | hand(match, 1) == set(names)
    assert names[:2] + names[9:16] == ["s1", "s2", "s10", "sJ", "sQ", "sK", "sA", "s15", "s16"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"suits": 5}, "option suits was given 5; expected a whole number from 1 to 4"),
        ({"length": 1}, "option length was given 1; expected a whole number from 2 to 26"),
        (
            {"suits": 1},
            "deal=mirror needs pairs of suits, and suits is 1; choose suits=2, suits=4 or another",
        ),
        ({"suits": 3}, "deal=mirror needs pairs of suits, and suits is 3"),
        ({"suits": 1, "deal": "equal", "trumps": "own"}, "trumps=own needs a suit for each player"),
        (
            {"deal": "given"},
            "deal=given and a position, such as h3.1.s2/h2.s3.1/-, belong together; set both",
        ),
        (
            {"deal": "mirror", "position": "s2.1/h2.1/-"},
            "deal=given and a position, .* belong together",
        ),
    ],
)
def test_beat_it_or_eat_it_rule_01_and_02_options_that_cannot_be_are_refused(options, sentence):
    with pytest.raises(Usage, match=sentence):
        make_game(NAME, **options)


# --- rule 2: deals


@given(st.sampled_from([2, 4]), st.integers(2, 26), st.integers(0, 10**6))
@settings(max_examples=30)
def test_beat_it_or_eat_it_rule_02_mirror_hands_are_twins_in_the_partner_suit(suits, length, seed):
    match = make_game(NAME, suits=suits, length=length).match(seed)
    twin = str.maketrans("shcd", "hsdc")
    assert {c[0].translate(twin) + c[1:] for c in hand(match, 0)} == hand(match, 1)


@given(st.integers(1, 4), st.integers(2, 26), st.integers(0, 10**6))
@settings(max_examples=30)
def test_beat_it_or_eat_it_rule_02_equal_hands_differ_by_one_card_at_most(suits, length, seed):
    match = make_game(NAME, suits=suits, length=length, deal="equal").match(seed)
    assert match.state.size[0] - match.state.size[1] == suits * length % 2


def test_beat_it_or_eat_it_rule_02_equal_deals_are_equally_likely():
    game = make_game(NAME, suits=1, length=4, deal="equal")
    seen = Counter(frozenset(hand(game.match(seed), 0)) for seed in range(1200))
    assert len(seen) == 6
    assert sum((n - 200) ** 2 / 200 for n in seen.values()) < 20.5  # one in a thousand at 5 degrees


def test_beat_it_or_eat_it_rule_02_random_is_a_coin_for_each_card():
    game = make_game(NAME, suits=1, length=3, deal="random")
    match = game.match(dealt=["0", "1", "1"], seed=0)
    assert (hand(match, 0), hand(match, 1)) == ({"s1"}, {"s2", "s3"})


@pytest.mark.parametrize(("coin", "full"), [("0", 0), ("1", 1)])
def test_beat_it_or_eat_it_rule_02_random_hands_are_not_empty(coin, full):
    match = make_game(NAME, suits=1, length=3, deal="random").match(dealt=[coin] * 3 + ["1"])
    assert (hand(match, full), hand(match, 1 - full)) == ({"s1", "s3"}, {"s2"})


def test_beat_it_or_eat_it_rule_02_given_is_any_position_with_its_table():
    match = at("s3/s1/s2", suits=1, length=3)
    assert (match.player, match.choices()) == (0, ["beat with s3", "eat"])
    covered = at("s3/s1/s2+", suits=1, length=3)
    assert (covered.player, covered.choices()) == (0, ["lead s3"])


def test_beat_it_or_eat_it_rule_02_the_opening_of_the_source():
    match = make_game(NAME, preset="taylor").match()
    mine = {*(f"h{r}" for r in ("A", "J", "10", *"653")), *(f"s{r}" for r in "KQ98742")}
    twin = str.maketrans("sh", "hs")
    assert (hand(match, 0), hand(match, 1)) == (mine, {c[0].translate(twin) + c[1:] for c in mine})


BAD = [
    ("s1.2/s3/-/-", r"expected .* the table \(- if it is empty\), with slashes between them"),
    (
        "s1/x2/-",
        r"'x2' is not a card; expected a suit \(s, h, c or d for spade, .* such as hK, with dots between",
    ),
    ("s1/2s3/-", "'2s3' is not a card"),
    ("s1.0/s2/-", "'0' is not a card"),
    ("1/s2/-", "'1' is not a card"),
    ("s1.2/s2/-", "s2 is named twice; name every card once"),
    ("s1.3", "only one hand is named, .* with suits=1 and length=3 it would be s3.1/s2/-"),
    ("s1/s2/-", "position does not place s3, with suits=1 and length=3; change one of them"),
    ("s1.2/s3.h1/-", "position places h1, with suits=1 and length=3; change one of them"),
    ("s1.2.3/-/-", "position leaves a hand empty, so the game would be over; put a card into each hand"),
    ("-/s1.2/s3", "position leaves a hand empty"),
]


@pytest.mark.parametrize(("position", "sentence"), BAD)
def test_beat_it_or_eat_it_rule_02_a_position_that_cannot_be_is_refused(position, sentence):
    with pytest.raises(Usage, match=sentence):
        at(position, suits=1, length=3)


@pytest.mark.parametrize(
    "position",
    [
        "s3.1.h2/s2.h3.1/-",
        "s3.1.h2/s2.h3.1",
        "S3 S1 H2 / S2 H3 H1 / -",
        "s3, s1, h2/s2, h3, h1",
        "3s 1s 2h/2s 3h 1h",
        "♠3.1.♥2/♠2.♥3.1",
        "3♠\ufe0e 1♠ 2♥\ufe0f/2♠ 3♥ 1♥",
        "s3.1.h2",
    ],
)
def test_a_position_may_be_written_as_people_write_it(position):
    assert make_game(NAME, position=position).option_words()["position"] == "s3.1.h2/s2.h3.1/-"


def test_a_ten_may_be_written_as_programs_write_it():
    written = "sA.J.T.9/sK.Q.8.7.6.5.4.3.2/-"
    assert read_cards("Ts") == read_cards("st") == read_cards("s10")
    assert make_game(NAME, position=written).option_words()["position"] == written.replace("T", "10")


def test_a_position_brings_its_way_of_dealing_and_its_size_along():
    words = make_game(NAME, position="s3.1/s2/-").option_words()
    assert (words["deal"], words["suits"], words["length"]) == ("given", 1, 3)
    assert make_game(NAME, position="none").option_words() == make_game(NAME).option_words()
    with pytest.raises(Usage, match="position does not place s4, with suits=1 and length=4"):
        make_game(NAME, position="s3.1/s2/-", length=4)
    with pytest.raises(Usage, match=r"position does not place s2\.h2, with suits=2 and length=2"):
        make_game(NAME, position="s1/h1/-")


# --- rule 3: turns


def test_beat_it_or_eat_it_rule_03_the_starter_leads_any_card():
    assert at("s1.5.h3/s2.3.4.h1.2.4.5/-", length=5).choices() == ["lead s1", "lead h3", "lead s5"]


def test_beat_it_or_eat_it_rule_03_a_card_is_beaten_by_a_higher_one_of_its_suit_only():
    match = after("s1.3/s2.4.h1.2.3.4/-", "lead s3", length=4)
    assert match.choices() == ["beat with s4", "eat"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("beat with s2", "s2 does not beat s3"),
        ("beat with h4", "h4 does not beat s3"),
        ("beat with s1", "s1 is not in your hand"),
    ],
)
def test_beat_it_or_eat_it_rule_03_what_does_not_beat_has_its_reason(words, reason):
    with pytest.raises(Illegal, match=reason):
        after("s1.3/s2.4.h1.2.3.4/-", "lead s3", length=4).do(words)


def test_beat_it_or_eat_it_rule_03_nobody_eats_before_a_lead():
    match = at("s1.3/s2.4/-", suits=1, length=4)
    with pytest.raises(Illegal, match="you cannot eat now; lead a card"):
        match.do("eat")


def test_beat_it_or_eat_it_rule_03_who_beats_leads_and_it_is_one_ply():
    match = after("s1.5/s2.3.4/-", "lead s1, beat with s2", suits=1, length=5)
    assert (match.player, match.state.plies) == (1, 1)
    match.do("lead s3")
    assert (match.player, match.state.plies, match.choices()) == (0, 2, ["beat with s5", "eat"])


def test_beat_it_or_eat_it_rule_03_who_eats_takes_the_whole_table_and_the_other_leads():
    match = after("s1.2.5/s3.4.6/-", "lead s1, beat with s3, lead s4, eat", suits=1, length=6)
    assert hand(match, 0) == {"s1", "s2", "s3", "s4", "s5"}
    assert (match.player, match.state.table[0], match.state.plies) == (1, 0, 3)
    assert match.choices() == ["lead s6"]
    assert list(match.state.eaten) == [1, 0]


def test_beat_it_or_eat_it_rule_03_eating_is_possible_where_beating_is_too():
    assert "eat" in after("s1.2/s3.4/-", "lead s1", suits=1, length=4).choices()


def test_beat_it_or_eat_it_rule_03_a_covered_card_is_never_beaten_again():
    match = at("h3.s4/s1.h1/h4.s2.3.h2", length=4)
    assert match.choices() == ["beat with h3", "eat"]


# --- rule 4: winning


def test_beat_it_or_eat_it_rule_04_the_last_card_led_wins():
    match = after("s1/s2.3/-", "lead s1", suits=1, length=3)
    assert (match.is_over, match.scores(), match.state.plies) == (True, [1, -1], 1)


def test_beat_it_or_eat_it_rule_04_the_last_card_wins_when_it_beats_before_any_lead():
    match = after("s1.2/s3/-", "lead s1, beat with s3", suits=1, length=3)
    assert (match.is_over, match.scores(), match.state.plies) == (True, [-1, 1], 2)


# --- rule 5: endless play


def test_beat_it_or_eat_it_rule_05_play_can_go_round():
    assert position_text(rounds(1, "threefold").state) == "s2.1/s6.5.4.3/-"


def test_beat_it_or_eat_it_rule_05_the_third_lead_of_a_hand_to_an_empty_table_is_a_draw():
    assert not rounds(1, "threefold").is_over
    match = rounds(2, "threefold")
    assert (match.is_over, match.scores(), match.winners()) == (True, [0, 0], [0, 1])
    assert len(match.actions) == 16


def test_beat_it_or_eat_it_rule_05_without_it_a_game_is_a_draw_after_1000_decisions():
    match = rounds(124, "never")
    assert not match.is_over
    for words in ROUND.split(", "):
        match.do(words)
    assert (len(match.actions), match.is_over, match.scores()) == (1000, True, [0, 0])


def test_beat_it_or_eat_it_rule_05_a_win_with_the_last_decision_is_a_win():
    match = rounds(124, "never")
    match.state.turns = 999
    match.state.hand[0, 4] = 0
    match.state.size[0] = 1
    match.do("lead s1")
    assert match.scores() == [1, -1]


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_beat_it_or_eat_it_rule_05_a_hand_is_compared_exactly(seed):
    """Against a dictionary of whole positions, in games whose players would rather not win."""
    rng = random.Random(seed)
    match = make_game(NAME, suits=1, length=6, deal="random").match(seed)
    seen: Counter[object] = Counter()
    for _ in range(300):
        s = match.state
        if s.table[0] == 0 and not (match.is_over and not s.drawn):
            seen[s.player, frozenset(hand(match, 0))] += 1
        assert match.is_over == (max(seen.values()) == 3) or min(s.size) == 0
        if match.is_over:
            break
        slow = [a for a in match.legal() if a == EAT or s.size[s.player] > 1]
        match.do(rng.choice(slow or match.legal()))


# --- rule 6: a trump suit of one's own


@pytest.mark.parametrize(
    ("top", "holder", "choices"),
    [
        ("d4", "first", ["beat with s1", "beat with s2", "eat"]),  # a trump of mine beats a card that is not
        ("h4", "first", ["beat with s1", "beat with s2", "eat"]),  # and a trump of the other
        ("s1", "first", ["beat with s2", "eat"]),  # among my trumps the rank decides
        ("c1", "second", ["beat with h1", "beat with c2", "beat with h3", "eat"]),
        ("s4", "second", ["beat with h1", "beat with h3", "eat"]),
        ("h2", "second", ["beat with h3", "eat"]),
    ],
)
def test_beat_it_or_eat_it_rule_06_own_trumps(top, holder, choices):
    mine = {"first": "s1.s2.h1", "second": "h1.h3.c2"}[holder].split(".")
    match = make_game(NAME, suits=4, length=4, deal="random", trumps="own").match()
    s, p = match.state, int(holder == "second")
    for k in range(KINDS):
        s.hand[p, k] = int(card_text(k) in mine and card_text(k) != top)
        s.hand[1 - p, k] = 0
    s.size[p], s.size[1 - p], s.player, s.leads = len(mine), 1, p, 0
    s.table[0], s.table[1] = 1, [card_text(k) for k in range(KINDS)].index(top)
    assert match.choices() == choices


def test_beat_it_or_eat_it_rule_06_without_trumps_the_same_card_does_not_beat():
    position, line = "s1.h1/s2.h2/-", "lead s1"
    assert after(position, line, length=2).choices() == ["beat with s2", "eat"]
    assert after(position, line, length=2, trumps="own").choices() == ["beat with s2", "beat with h2", "eat"]


def test_beat_it_or_eat_it_rule_06_mirror_maps_trump_to_trump():
    """Spades are trumps of the first player and hearts of the second, and they are twins."""
    match = make_game(NAME, preset="svoyi-koziri").match(seed=3)
    spades = {c[1:] for c in hand(match, 0) if c[0] == "s"}
    assert spades == {c[1:] for c in hand(match, 1) if c[0] == "h"}


# --- positions as text


@given(st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=30)
def test_a_position_as_text_leads_to_the_same_position(seed, steps):
    rng = random.Random(seed)
    match = make_game(NAME, suits=2, length=7).match(seed)
    for _ in range(steps):
        if not match.is_over:
            match.do(rng.choice(match.legal()))
    if match.is_over:
        return
    text = position_text(match.state)
    again = at(text, length=7)
    assert position_text(again.state) == text
    assert again.choices() == match.choices()


def test_a_position_is_told_with_the_high_cards_first_and_the_top_card_last():
    game = make_game(NAME, deal="given", position="s1.h4.S2/h2.s3.4/s5.H3.h1.5", length=5)
    assert game.option_words()["position"] == "s2.1.h4/s4.3.h2/s5.h3.1.5"


def test_a_record_keeps_the_position():
    match = after("s1.5/s2.3.4/-", "lead s1, beat with s2", suits=1, length=5)
    again = replay(parse_record(record_text(match)))
    assert position_text(again.state) == position_text(match.state) == "s4.3/s5/s1.2+"
