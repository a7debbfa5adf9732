"""What can be done: its number to type, and what is touched to do it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.game import Game, make_game
from upcard.games.lama import rules as lama
from upcard.play.choices import FEW_ACTIONS, Touch, numbered, reasons_of
from upcard.play.playable_zones import hands_of
from upcard.play.scene import make_scene


def choices(match):
    found = make_scene(match.game, match.view(match.player), match.player).choices
    return {c.words: c for c in found}


def test_a_number_in_the_words_is_the_number_to_type():
    assert numbered(["play 1", "play 2", "draw", "quit"], [0, 1, 2, 3]) == [1, 2, 3, 4]
    assert numbered(["put 0", "put 1", "fold"], [0, 2]) == [0, 2]


def test_in_a_small_game_a_number_means_the_same_whatever_else_is_legal():
    words = ["play 1", "play 2", "draw", "quit"]
    assert numbered(words, [3]) == [4]
    assert numbered(words, [0, 3]) == [1, 4]


def test_a_number_in_the_words_of_two_actions_belongs_to_neither():
    assert numbered(["take 2", "put 2", "wait"], [0, 1, 2]) == [1, 3, 4]


def test_among_many_actions_those_that_are_legal_are_counted():
    words = [f"lay c{i}" for i in range(FEW_ACTIONS + 1)]
    assert numbered(words, [4, 11, 20]) == [1, 2, 3]


@given(
    st.lists(st.sampled_from(["play", "put", "1", "2", "3", "x 1 2", "take 7"]), min_size=1, max_size=40),
    st.data(),
)
def test_no_two_legal_actions_have_one_number(words, drawn):
    legal = sorted(drawn.draw(st.sets(st.integers(0, len(words) - 1))))
    numbers = numbered(words, legal)
    assert len(set(numbers)) == len(numbers) == len(legal)


def test_a_card_is_touched_if_the_action_needs_it():
    match = make_game("lama").match(1)
    hand = [k for k in range(7) if match.state.hand[0, k] > 0]
    found = choices(match)
    for k in hand:
        if f"play {lama.card_text(k)}" in found:
            assert found[f"play {lama.card_text(k)}"].touches == (Touch("hand", 0, k),)
    assert found["quit the round"].touches == ()
    assert sum(len(c.touches) for c in found.values()) > 1


def test_the_rules_file_says_what_else_is_touched():
    assert choices(make_game("lama").match(1))["draw"].touches == (Touch("stock"),)


def test_a_card_that_is_no_reason_for_an_action_is_not_touched():
    found = choices(make_game("kuhn-poker").match(1))
    assert all(c.touches == () for c in found.values())


def test_a_zone_is_touched_if_its_name_is_in_the_words(monkeypatch):
    monkeypatch.delattr(lama, "scene")
    monkeypatch.setattr(lama, "action_text", lambda v, a: f"do {a}" if a != lama.DRAW else "draw from stock")
    match = make_game("lama").match(1)
    assert choices(match)["draw from stock"].touches == (Touch("stock"),)


def test_cards_of_a_row_and_of_a_slot_are_touched_too(secret_tricks):
    match = Game(secret_tricks, 2, {}).match(3)
    for choice in choices(match).values():
        assert choice.touches == (Touch("hand", 0, choice.action),)


MARKET = '''"""Market: two open cards, of which each takes one."""

from upcard.kit.cards import EMPTY, EVERYBODY, NOBODY, Header, State, draw, put, row, slot

ACTIONS = 5
GAME = Header(
    name="market", title="Market", players=(2, 2), usual=2, zero_sum=False, perfect_information=False,
    longest=2, payoffs=(0, 4), version=1, source="made up for the tests",
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (
    row("stock", NOBODY, 4, "the cards that are left"),
    slot("market", EVERYBODY, "two open cards", length=2),
    slot("taken", EVERYBODY, "what each has taken", per_seat=True),
)


def card_text(k: int) -> str:
    return str(k + 1)


def action_text(v: State, a: int) -> str:
    return "WORDS" if a < 4 else "pass"


def start(s: State) -> None:
    for k in range(4):
        put(s.stock, k)
    for i in range(2):
        s.market[i] = draw(s, s.stock)
    s.player = 0


def legal(s: State, a: int) -> bool:
    return a == 4 or s.market[0] == a or s.market[1] == a


def apply(s: State, a: int) -> None:
    for i in range(2):
        if s.market[i] == a:
            s.taken[s.player] = a
            s.market[i] = EMPTY
            break
    s.player = 1 - s.player
    s.over = s.player == 0


def score(s: State, p: int) -> int:
    return int(s.taken[p]) + 1
'''


@pytest.mark.parametrize(
    ("words", "is_touched"),
    [("take {a + 1}", True), ("take {a + 1} from market", True), ("take {a + 11}", False)],
)
def test_open_cards_that_lie_for_all_are_touched_one_by_one_if_they_are_named(module, words, is_touched):
    text = MARKET.replace('"WORDS"', f'f"{words}"')
    match = Game(module("market", text), 2, {}).match(1)
    found = choices(match)
    cards = sorted(match.state.market.cells)
    assert [
        found[words.replace("{a + 1}", str(k + 1)).replace("{a + 11}", str(k + 11))].touches for k in cards
    ] == [(Touch("market", None, k),) if is_touched else () for k in cards]
    assert found["pass"].touches == ()
    match.do(cards[0])
    (last,) = (c for c in choices(match).values() if c.words != "pass")
    assert last.touches == ((Touch("market", None, last.action),) if is_touched else ())


def test_who_is_not_on_turn_has_no_choices():
    match = make_game("lama").match(1)
    assert make_scene(match.game, match.view(2), 2).choices == ()


def test_choices_without_what_is_touched_are_the_same_otherwise(shipped_game):
    match = shipped_game.match(3)
    v = match.view(match.player)
    whole = make_scene(shipped_game, v, match.player)
    bare = make_scene(shipped_game, v, match.player, is_touched=False)
    assert [(c.action, c.words) for c in bare.choices] == [(c.action, c.words) for c in whole.choices]
    assert replace(bare, choices=()) == replace(whole, choices=())
    assert all(c.touches == () for c in bare.choices)


def reasons(match):
    scene = make_scene(match.game, match.view(match.player), match.player)
    hands = hands_of(match.game)
    return reasons_of(match.game.rules, match.view(match.player), scene.zones, scene.choices, hands)


def test_a_card_that_cannot_be_played_beside_others_has_the_reason_of_the_rules():
    match = make_game("lama", 3).match(seed=1)
    while not any(match.can(f"play {k}") for k in range(1, 7)):
        match.do("draw")
    found = reasons(match)
    playable = {t.card for c in choices(match).values() for t in c.touches if t.card is not None}
    held = {k for k in range(7) if match.state.hand[match.player, k]}
    assert {t.card for t in found} == held - playable
    for text in found.values():
        assert text.startswith("On a ")
        assert " you can only play a " in text


def test_the_name_of_a_card_at_the_beginning_of_a_reason_stays_as_it_is():
    match = make_game("beat-it-or-eat-it", 2, length=6).match(seed=3)
    while not reasons(match):
        match.do(match.legal()[0])
    assert all("does not beat" in text and text[0].islower() for text in reasons(match).values())


def test_where_no_card_is_played_no_reason_is_made_up():
    match = make_game("smallsum").match(seed=1)
    assert reasons(match) == {}


@pytest.mark.parametrize(
    ("game", "hands"),
    [("lama", {"hand"}), ("beat-it-or-eat-it", {"hand"}), ("goofspiel", {"hand"}), ("four-cell", {"hand"}),
     ("smallsum", set()), ("stoppers", set()), ("kuhn-poker", set())],
)  # fmt: skip
def test_cards_are_played_from_hands(game, hands):
    assert hands_of(make_game(game)) == hands


@pytest.mark.parametrize(
    ("game", "options", "reason"),
    [
        ("beat-it-or-eat-it", {"length": 6}, "does not beat"),
        ("lama", {}, "you can only play"),
        ("four-cell", {}, "A cross comes first: rotate one, or none if you may."),
    ],
)
def test_where_no_card_of_a_hand_can_be_played_every_one_says_why(game, options, reason):
    random, match = Random(1), make_game(game, **options).match(seed=1)
    while not match.is_over:
        scene = make_scene(match.game, match.view(match.player), match.player)
        hand = next(z for z in scene.zones if (z.name, z.seat) == ("hand", match.player))
        if hand.size and not any(t.card is not None for c in scene.choices for t in c.touches):
            break
        match.do(random.choice(match.legal()))
    found = reasons(match)
    assert {t.card for t in found} == {face.card for face in hand.faces if face}
    assert {t.where for t in found} == {"hand"}
    assert all(reason in text for text in found.values())


def test_choices_without_numbers_are_counted_from_1():
    assert numbered(["fold", "check", "raise"], [1, 2]) == [1, 2]
    match = make_game("leduc-poker").match(1)
    assert {c.words: c.number for c in choices(match).values()} == {"check": 1, "raise": 2}


def test_an_alias_with_a_number_gives_an_action_its_number():
    match = make_game("smallsum", variant="alternate").match(1)
    assert {c.words: c.number for c in choices(match).values()} == {
        "check": 0, "bet 1": 1, "bet 2": 2, "bet 3": 3,
    }  # fmt: skip
    match.do("bet 2")
    assert {c.words: c.number for c in choices(match).values()} == {"match": 1, "fold": 2}
