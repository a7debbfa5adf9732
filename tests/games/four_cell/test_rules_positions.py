"""Four-Cell: endgames and positions, words, and the scene."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.four_cell.four_cell_table import (
    CARD,
    CELLS,
    CELLS_OF,
    HANDS,
    SIDES,
    cross,
    dealt,
    hand,
    pile,
    played,
    turn,
)

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.record import parse_record, record_text
from upcard.games.four_cell import rules as four_cell
from upcard.games.four_cell.rules import ACTIONS, CARDS, LEAVE, ROTATE, TURNS, card_text, position_text
from upcard.kit.cards import EMPTY
from upcard.testing import Walk, check_walk

# ---- endgames ----


END = "AS.2C/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D"


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_of_an_endgame_lays_it_down_again(seed):
    match = make_game("four-cell", position="AS.KD.2C/3H.4D.QC/5S.6H/7C.8D/9S.9H/2H.2D").match(seed=1)
    met = 0
    while not match.is_over:
        was = match.state
        if set(was.disclosed) == {EMPTY}:
            now = make_game("four-cell", position=position_text(was)).match(seed=1).state
            assert [repr(x) for x in (now.hand, now.matrix, now.rotating)] == [
                repr(x) for x in (was.hand, was.matrix, was.rotating)
            ]
            assert now.player == was.player or not was.rotating
            met += 1
        match.do(match.legal()[seed % len(match.legal())])
    assert met >= 3


@given(st.integers(0, 10**6))
def test_when_the_stock_is_empty_both_know_all_cards(position, seed):
    """What a player sees neither in his hand nor on the table is the other hand, for seven turns."""
    match = position(make_game("four-cell"), seed, 0)
    while match.state.stock[0] > 0 or match.state.rotating:
        match.do(match.legal()[seed % len(match.legal())])
    assert match.state.played == TURNS - 7
    for p in range(2):
        v = match.view(p)
        open_cards = [card_text(k) for k in v.matrix] + [c for q in range(2) for c in pile(match, q)]
        seen = {*open_cards, *(card_text(k) for k in range(CARDS) if v.hand[p, k] > 0)}
        assert set(CARD) - seen == hand(match, 1 - p)


def test_a_position_lays_down_hands_and_crosses_and_the_rest_is_collected():
    match = make_game("four-cell", position=END).match()
    assert (hand(match, 0), hand(match, 1)) == ({"AS", "2C"}, {"3H", "4D"})
    assert [cross(match, c) for c in CELLS] == ["5S 6H", "7C 8D", "9S 9H", "2H 2D"]
    assert sorted([*pile(match, 0), *pile(match, 1), *END.replace("/", ".").split(".")]) == sorted(CARD)
    assert len(pile(match, 0)) == len(pile(match, 1)) == match.state.played == TURNS - 2
    assert (match.player, match.state.stock[0], list(match.state.points)) == (0, 0, [0, 0, 0, 0])
    turn(match, "AS", "3H")
    match.do("rotate NW")
    turn(match, "2C", "4D")
    assert match.is_over
    assert match.scores() == [7 - 2, -8 - 2]  # in NW, then in SE


def test_a_position_may_begin_with_a_rotation():
    match = make_game("four-cell", position=f"{END}/w").match()
    assert (match.player, match.state.rotating) == (1, 1)
    assert match.choices() == ["rotate SW", "rotate NW", "rotate NE", "rotate SE", "don't rotate"]
    match.do("rotate SE")
    assert (cross(match, "SE"), match.player) == ("2D 2H", 0)


@given(st.integers(1, 7), st.permutations(range(CARDS)), st.sampled_from(["", "/S", "/W"]))
def test_a_position_is_told_as_it_was_written_but_for_the_order_of_the_hands(n, cards, rotates):
    hands = [sorted(cards[p * n : (p + 1) * n]) for p in range(2)]
    crosses = [cards[i : i + 2] for i in range(2 * n, 2 * n + 8, 2)]
    text = "/".join(".".join(map(card_text, part)) for part in (*hands, *crosses)) + rotates
    game = make_game("four-cell", position=text.lower())
    assert game.option_words()["position"] == text
    match = game.match()
    while not match.is_over:
        match.do(match.legal()[-1])
    assert [len(pile(match, p)) for p in range(2)] == [TURNS, TURNS]
    assert parse_record(record_text(match)).options["position"] == text


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("AS/2S", "expected HAND/HAND/SW/NW/NE/SE, hands of S and W"),
        (f"{END}/N", "expected HAND/HAND/SW/NW/NE/SE"),
        ("1S.2C/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D", "'1S' is not a card; expected a rank and a suit of SHCD"),
        (
            "AS/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D",
            "the hands have 1 and 2 cards; expected the same number in both, 1 to 7",
        ),
        ("AS/3H/5S.6H/7C/9S.9H/2H.2D", "the cross NW has 1 cards; expected 2"),
        ("AS/3H/5S.6H/7C.AS/9S.9H/2H.2D", "AS is named twice; name every card once"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, sentence):
    with pytest.raises(Usage, match=sentence):
        make_game("four-cell", position=position)


def test_a_position_needs_two_players_and_a_rotation_to_be_allowed():
    with pytest.raises(Usage, match="position is an endgame of two players, and there are 4"):
        make_game("four-cell", 4, position=END)
    with pytest.raises(Usage, match="position says who may rotate a cross, but rotation is none"):
        make_game("four-cell", position=f"{END}/S", rotation="none")


def test_a_position_keeps_every_promise():
    assert check_walk(Walk(make_game("four-cell", position=END, objective="difference"), 1, 0))


# ---- words and promises ----


def test_an_action_is_told_and_read_in_words():
    match = dealt()
    assert match.read("10d") == CARD["10D"]
    assert match.read("ks") == CARD["KS"]
    turn(match, "AS", "4S")
    assert (match.read("rotate ne"), match.read("no"), match.read("sw")) == (ROTATE + 2, LEAVE, ROTATE)
    assert len({match.words(a) for a in range(ACTIONS)}) == ACTIONS


def test_revolving_pairs_of_four_keep_every_promise():
    """The suite plays each option with two players only."""
    game = make_game("four-cell", 4, pairs="revolving", objective="difference", courts="11-12-13")
    checked = check_walk(Walk(game, 1, 0))
    assert checked["No card is lost and none is doubled"] == 2 * TURNS + 1


# ---- what is counted ----


def test_measures_are_the_points_and_the_crosses_rotated():
    match = dealt(matrix="5H 6H 7S 8H 9H 10H JH QH")
    turn(match, "AS", "4S")
    match.do("rotate NW")
    s = match.state
    assert [[four_cell.measure(s, p, m) for m in range(2)] for p in range(2)] == [[7, 0], [-8, 1]]


# ---- the scene ----


def scene(match):
    return four_cell.scene(match.state if match.is_over else match.view(match.player))


def test_the_scene_lays_the_crosses_as_they_lie_on_the_table_with_their_owners():
    for players, owners in ((2, ("S", "W")), (4, ("SN", "WE"))):
        match = dealt(players, hands=HANDS)
        board = scene(match).board
        assert [[place.words for place in row] for row in board] == [["NW", "NE"], ["SW", "SE"]]
        for place in (place for row in board for place in row):
            assert " ".join(map(card_text, place.cards)) == cross(match, place.words)
            assert place.notes == owners


@pytest.mark.parametrize("p", range(4))
def test_the_scene_says_which_cells_the_suits_of_who_looks_pick(p):
    says = four_cell.columns_text(p)
    match = re.fullmatch(r"Spade, heart: left column \((.*)\)\. Club, diamond: right \((.*)\)\.", says)
    assert match is not None
    assert set(match[1].split(", ")) == CELLS_OF[SIDES[p], "left"]
    assert set(match[2].split(", ")) == CELLS_OF[SIDES[p], "right"]


def test_the_scene_says_who_chooses_and_not_what_was_chosen():
    match = dealt()
    assert scene(match).says[1] == "Play a card. Seat 2 plays one too, and both are shown together."
    assert scene(match).shown["played"] == "1 of 22"
    scenes = []
    for card in ("AS", "KC"):
        match = dealt()
        match.do(f"disclose {card}")
        scenes.append(scene(match))
    assert scenes[0] == scenes[1]
    assert scenes[0].says[1] == "Seat 1 has played a card, face down. Play yours."


@pytest.mark.parametrize(
    ("rotation", "words"),
    [
        ("optional", "may"),
        ("compulsory", "must"),
    ],
)
def test_the_scene_says_who_rotates_and_touches_a_cross_for_it(rotation, words):
    match = dealt(rotation=rotation)
    turn(match, "AS", "4S")
    picture = scene(match)
    assert picture.says[1] == (
        f"You took the lower card, so you {words} rotate a cross: its cards change owners."
    )
    assert picture.shown["played"] == "2 of 22, last in NW"
    assert [picture.touches[ROTATE + i] for i in range(4)] == list(CELLS)


def test_the_scene_shows_a_disclosed_card_to_its_owner_and_else_nothing():
    match = dealt()
    assert "disclosed" in four_cell.scene(match.view(0)).quiet
    match.do("disclose AS")
    assert "disclosed" not in four_cell.scene(match.view(0)).quiet
    assert "disclosed" in four_cell.scene(match.view(1)).quiet


def test_the_scene_tells_of_rotations_only_where_there_are_any():
    assert scene(dealt()).shown["rotations"] == ["0", "0"]
    assert scene(dealt(rotation="none")).shown["rotations"] == ["", ""]
    assert scene(dealt(4, hands=HANDS)).shown["rotations"] == [""] * 4


def test_the_scene_of_the_end_shows_the_table_and_says_nothing(position):
    match = played(position, 3)
    assert match.is_over
    assert scene(match).says == ()
    assert scene(match).badges == {0: "South", 1: "West"}
