"""The scene as a whole: who looks, whose turn it is, what the rules file adds, and the end."""

import dataclasses

import pytest

from upcard.engine.game import Game, make_game
from upcard.engine.state import cells_of
from upcard.play.scene import Scene, make_scene


def test_a_scene_says_who_sits_where_and_whose_turn_it_is():
    match = make_game("kuhn-poker").match(1, seats=("Ana", "Ben"))
    match.do("bet")
    scene = make_scene(match.game, match.view(0), 0, match.seats)
    assert (scene.game, scene.title) == ("kuhn-poker", "Kuhn poker")
    assert (scene.me, scene.player, scene.turns, scene.names) == (0, 1, 1, ("Ana", "Ben"))
    assert not scene.is_over
    assert scene.winners == ()


def test_at_the_end_it_has_scores_and_winners():
    match = make_game("kuhn-poker").match(dealt=["king", "jack"])
    match.do("bet")
    match.do("bet")
    scene = make_scene(match.game, match.state, None, match.seats, match.scores())
    assert scene.is_over
    assert (scene.scores, scene.winners, scene.choices) == ((2, -2), (0,), ())


def test_the_rules_file_adds_sentences_and_a_board(tricks):
    table = tricks()
    for _ in range(2):
        table.push(table.match.legal()[0])
    scene = table.scene(0)
    assert scene.says == ("Trick 2 of 5.",)
    spot = scene.board[0][0]
    assert (spot.words, spot.notes) == ("last trick", ("1", "2"))
    assert [f.card for f in spot.faces if f] == [table.match.state.shown[p] for p in (0, 1)]
    assert scene.board[0][1].faces == (None,)


@pytest.mark.parametrize("steps", [0, 3, 20])
def test_a_scene_follows_from_the_view_alone(position, shipped_game, steps):
    match = position(shipped_game, 5, steps)
    for p in range(shipped_game.players):
        v = match.view(p)
        before = cells_of(v)
        scene = make_scene(shipped_game, v, p)
        assert cells_of(v) == before
        assert make_scene(shipped_game, match.view(p), p) == scene


@pytest.mark.parametrize("steps", [0, 4, 25])
def test_every_scene_offers_what_is_legal_with_a_number_each(position, shipped_game, steps):
    match = position(shipped_game, 6, steps)
    if match.is_over:
        return
    scene = make_scene(shipped_game, match.view(match.player), match.player)
    assert [c.action for c in scene.choices] == match.legal()
    assert [c.words for c in scene.choices] == match.choices()
    assert len({c.number for c in scene.choices}) == len(scene.choices)


def test_what_is_hidden_changes_no_scene(secret_tricks):
    match = Game(secret_tricks, 3, {}).match(3)
    match.do(match.legal()[0])
    scene = make_scene(match.game, match.view(1), 1)
    match.state.laid[0] = 51
    match.state.hand[2, 1] = 50
    assert make_scene(match.game, match.view(1), 1) == scene


def test_a_scene_is_a_value_that_can_be_sent():
    match = make_game("lama").match(2)
    plain = dataclasses.asdict(make_scene(match.game, match.view(0), 0))
    assert isinstance(make_scene(match.game, match.view(0), 0), Scene)
    assert plain["zones"][0]["name"] == "top"


def test_a_state_of_a_seat_is_a_badge_and_a_role_stands_before_it():
    match = make_game("le-her").match(dealt=["9", "8"])
    match.do("swap")
    scene = make_scene(match.game, match.view(1), 1, ("Ana", "Ben"))
    assert scene.badges == (("Paul", "swapped"), ("Peter deals",))
    assert all(q.is_badge for q in scene.quantities if q.name == "did")


def test_a_total_is_drawn_like_a_number_of_the_table():
    match = make_game("kuhn-poker").match(1)
    match.do("bet")
    (pot,) = [q for q in make_scene(match.game, match.view(1), 1).quantities if q.name == "pot"]
    assert (pot.text, pot.seat, pot.is_quiet) == ("3", None, False)


def test_the_goal_is_said_until_the_match_is_over():
    match = make_game("kuhn-poker").match(1)
    assert make_scene(match.game, match.view(0), 0).goal == match.game.rules.GAME.goal
    match.do("bet")
    match.do("fold")
    assert make_scene(match.game, match.state, None, (), match.scores()).goal == ""
