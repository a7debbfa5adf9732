"""Cards, zones and numbers as one seat sees them."""

from typing import Any

import pytest

from upcard.engine.game import Game
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.play.scene import make_scene
from upcard.play.zones import make_face


@pytest.mark.parametrize(
    ("name", "rank", "suit"),
    [
        ("7h", "7", "♥"),
        ("10S", "10", "♠"),
        ("10♠", "10", "♠"),
        ("♦K", "K", "♦"),
        ("hK", "K", "♥"),
        ("26c", "26", "♣"),
        ("llama", "llama", ""),
        ("5", "5", ""),
        ("jack-a", "J", "♠"),
    ],
)
def test_a_card_has_a_suit_if_its_name_says_so(monkeypatch, name, rank, suit):
    monkeypatch.setattr(lama, "card_text", lambda k: name)
    face = make_face(lama, 0)
    assert (face.name, face.rank, face.suit) == (name, rank, suit)
    assert face.is_red == (suit in ("♥", "♦"))


@pytest.fixture
def seen(new_game, every_field):
    """The zones and numbers of the game that has every kind of field, by name and seat."""

    def look(me):
        game = new_game(every_field)
        match = game.match(4)
        v = match.state if me is None else match.view(me)
        found = make_scene(game, v, me)
        parts: list[Any] = [*found.zones, *found.quantities]
        return match, {(x.name, x.seat): x for x in parts}

    return look


def test_an_open_zone_shows_its_cards_to_every_seat(seen):
    match, parts = seen(2)
    s = match.state
    assert [f.card for f in parts["pile", None].faces] == [s.pile[i] for i in range(1, s.pile[0] + 1)]
    assert parts["pile", None].size == s.pile[0]
    assert [f.card for f in parts["melds", 1].faces] == [s.melds[1, i] for i in range(1, s.melds[1, 0] + 1)]
    assert sum(f.card == 2 for f in parts["bank", None].faces) == s.bank[2]
    assert [f.card for f in parts["top", None].faces] == [s.top]


def test_an_owner_sees_what_is_his_and_nothing_of_the_others(seen):
    match, parts = seen(2)
    assert [f.card for f in parts["card", 2].faces] == [match.state.card[2]]
    assert parts["purse", 2].values == (match.state.purse[2],)
    for p in (0, 1, 3):
        for name in ("card", "hand", "fan"):
            zone = parts[name, p]
            assert (zone.is_open, zone.faces, zone.size) == (False, (), None)
        assert ("purse", p) not in parts


def test_of_a_counted_hidden_row_only_the_size_is_known(seen):
    match, parts = seen(0)
    assert (parts["stock", None].faces, parts["stock", None].size) == ((), match.state.stock[0])
    assert parts["stack", 3].size == match.state.stack[3, 0]
    assert parts["vault", None].size is None
    assert parts["mix", None].size is None
    assert parts["depth", 1].size is None
    assert ("secret", None) not in parts
    assert ("debt", 0) not in parts


def test_when_everything_lies_open_every_card_and_number_is_there(seen):
    match, parts = seen(None)
    assert [f.card for f in parts["card", 3].faces] == [match.state.card[3]]
    assert parts["secret", None].values == (match.state.secret,)
    stock = [match.state.stock[i] for i in range(1, match.state.stock[0] + 1)]
    assert [f.card for f in parts["stock", None].faces] == sorted(stock)


def test_the_rules_file_may_write_words_for_a_number_and_let_fields_be_quiet(new_game):
    game = new_game(lama)
    match = game.match(3)
    match.do("quit")
    scene = make_scene(game, match.view(1), 1)
    out = {q.seat: (q.text, q.values) for q in scene.quantities if q.name == "out"}
    assert out[0] == ("out", (1,))
    assert out[1] == ("", (0,))
    assert {q.name for q in scene.quantities if q.is_quiet and q.seat is None} == {"active", "began"}


def test_a_game_without_a_picture_is_drawn_from_its_fields_alone(monkeypatch):
    monkeypatch.delattr(kuhn_poker, "scene")
    game = Game(kuhn_poker, 2, {})
    scene = make_scene(game, game.match(1).view(0), 0)
    assert {q.name for q in scene.quantities} == {"moves", "log"}
    assert not any(z.is_quiet for z in scene.zones)
    assert not any(q.is_quiet for q in scene.quantities)
    assert (scene.says, scene.board) == ((), ())


def test_of_several_places_the_empty_ones_are_kept(tricks):
    corner = next(z for z in tricks().scene(0).zones if z.name == "corner" and z.seat == 0)
    assert (corner.faces[0], corner.size) == (None, 1)
    assert corner.faces[1] is not None
