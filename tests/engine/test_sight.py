"""Tests of fields that others, a team, or those named by a rule see."""

import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests.shared import GAMES_FOLDER, module_from

from upcard.engine import seeds
from upcard.engine.chance import Stream
from upcard.engine.determinization import MOST_CARDS, MOST_KINDS, World, make_redeal
from upcard.engine.errors import BrokenRules
from upcard.engine.game import Game
from upcard.engine.game_loop import Chooser, mask_strategies
from upcard.engine.observation import make_flatten, make_read, row_layout, width_of
from upcard.engine.rules_contract import check_shape
from upcard.engine.sight import WATCHER, sees
from upcard.engine.state import PlainState, fields_of
from upcard.engine.view import CELLS, make_observe
from upcard.kit.cards import HIDDEN, Field
from upcard.play.scene import make_scene
from upcard.testing import ConformanceError, check_game
from upcard.testing.random_walk import promise_of
from upcard.testing.view_checks import check_visibility

RULES = module_from(GAMES_FOLDER / "who_sees_what.py")
PEEK, LOOK = RULES.PEEK, RULES.LOOK


def of_game(players: int = 4, stashes: int = 0) -> Game:
    return Game(RULES, players, {"stashes": stashes})


def after(actions: list[int], players: int = 4, stashes: int = 0) -> tuple[Game, PlainState]:
    game = of_game(players, stashes)
    match = game.match(5)
    for a in actions:
        match.do(a if a >= 0 else game.legal_actions(match.state)[0])
    return game, match.state


def field(name: str) -> Field:
    found: Field = next(f for f in RULES.STATE if f.name == name)
    return found


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("stashes", [0, 1])
def test_the_game_keeps_every_promise_compiled_and_interpreted(players: int, stashes: int) -> None:
    check_game(of_game(players, stashes), games=40)


def test_everybody_but_the_owner_sees_a_card_on_a_forehead() -> None:
    game, s = after([])
    for p in range(4):
        seen = [game.view(s, p).forehead[q] for q in range(4)]
        assert seen == [HIDDEN if q == p else s.forehead[q] for q in range(4)]
    assert [game.view(s, WATCHER).forehead[q] for q in range(4)] == [HIDDEN] * 4


def test_partners_see_each_others_hands_and_spectators_none() -> None:
    game, s = after([])
    for p in range(4):
        for q in range(4):
            shown = [game.view(s, p).hand[q, k] for k in range(RULES.KINDS)]
            real = [s.hand[q, k] for k in range(RULES.KINDS)]
            assert shown == (real if q % 2 == p % 2 else [HIDDEN] * RULES.KINDS)
    assert game.view(s, WATCHER).hand[0, 0] == HIDDEN


def test_who_looks_learns_and_nobody_else_does() -> None:
    game, s = after([PEEK, LOOK])
    assert [game.view(s, p).middle for p in range(4)] == [s.middle, HIDDEN, HIDDEN, HIDDEN]
    assert game.view(s, 1).stash[2, 1] == s.stash[2, 1]
    assert [game.view(s, p).stash[2, 0] for p in (0, 1, 2, 3)] == [HIDDEN, 2, 2, HIDDEN]
    assert game.view(s, WATCHER).middle == HIDDEN


def test_spectators_see_what_a_rule_shows_to_all_seats() -> None:
    game, s = after([], stashes=1)
    assert [game.view(s, WATCHER).stash[q, 1] for q in range(4)] == [s.stash[q, 1] for q in range(4)]
    everybody_peeked, state = after([PEEK] * 4)
    assert everybody_peeked.view(state, WATCHER).middle == state.middle


def test_two_states_look_alike_to_a_seat_exactly_if_their_views_are_equal() -> None:
    game, s = after([PEEK])
    other = s.copy()
    other.forehead[0] = (s.forehead[0] + 1) % RULES.KINDS
    assert game.sight(other, 0) == game.sight(s, 0)
    assert game.sight(other, 1) != game.sight(s, 1)
    other = s.copy()
    other.middle = (s.middle + 1) % RULES.KINDS
    assert game.sight(other, 1) == game.sight(s, 1)
    assert game.sight(other, 0) != game.sight(s, 0)


@pytest.mark.parametrize("actions", [[], [PEEK, LOOK], [LOOK, PEEK, -1, LOOK, -1]])
def test_generated_views_are_the_interpreted_ones(actions: list[int]) -> None:
    game, s = after(actions)
    observe = make_observe(RULES, {f.name: CELLS for f in fields_of(RULES)})
    for p in range(4):
        view = PlainState(RULES, hidden=True)
        for earlier in ([PEEK], [LOOK, LOOK], actions):  # an earlier view leaves nothing behind
            observe(after(earlier)[1], p, view)
        assert all(
            view.__dict__[f.name] == game.view(s, p).__dict__[f.name]
            if not f.shape(1)
            else view.__dict__[f.name].cells == game.view(s, p).__dict__[f.name].cells
            for f in RULES.STATE
        )


def read_everything(v: Any) -> int:
    """Add up all cells that the test shows, each with a weight of its own."""
    total = v.middle
    for q in range(4):
        total += 7 * v.forehead[q] + 11 * v.wealth[q] + 13 * v.luck[q]
        for k in range(4):
            total += (17 + k) * v.hand[q, k]
        for i in range(3):
            total += (31 + i) * v.stash[q, i]
    return int(total)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("actions", [[], [PEEK, LOOK], [LOOK, PEEK, -1, -1]])
def test_masked_reads_are_those_of_a_view_also_of_seats_that_are_absent(
    actions: list[int], players: int
) -> None:
    game, s = after(actions, players)
    masked = mask_strategies(RULES, [Chooser(read_everything)])
    assert masked is not None
    for p in range(players):
        s.me = p
        assert masked[0].function(s) == read_everything(game.view(s, p))


def test_a_whole_row_that_a_rule_hides_is_not_masked() -> None:
    def whole(v: Any) -> int:
        return len(v.stash)

    assert mask_strategies(RULES, [Chooser(whole)]) is None


@pytest.mark.parametrize("actions", [[], [PEEK, LOOK]])
def test_a_row_of_numbers_is_the_view_interpreted_and_generated(actions: list[int]) -> None:
    game, s = after(actions)
    parts, flatten, read = row_layout(game), make_flatten(game), make_read(game)
    for p in range(4):
        out = np.zeros(width_of(parts), np.int64)
        flatten(s, p, out)
        assert out.tolist() == read(s, p).tolist()
        view, at = game.view(s, p), {x.name: x for x in parts}
        assert out[at["forehead"].place].tolist() == [view.forehead[q] for q in range(4)]
        assert out[at["stash"].place].tolist() == [view.stash[q, i] for q in range(4) for i in range(3)]
        assert all(x.low <= out[x.place].min() and out[x.place].max() <= x.high for x in parts)


@pytest.mark.parametrize("actions", [[], [PEEK, LOOK, -1, -1]])
def test_a_world_changes_only_what_its_seat_does_not_see(actions: list[int]) -> None:
    game, s = after(actions)
    redeal = make_redeal(RULES)
    for p in range(4):
        known, changed = game.sight(s, p), set()
        for deal in range(30):
            w = s.copy(chance=Stream(RULES, World))
            seeds.open_stream(w, deal, p)
            redeal(w, p, [0] * (MOST_KINDS + MOST_CARDS))
            RULES.imagine(w, p)
            assert game.sight(w, p) == known
            changed |= {q for q in range(4) if w.forehead[q] != s.forehead[q]}
            assert w.laid.cells == s.laid.cells
        assert changed == {p}


def test_screens_show_the_cards_that_a_seat_sees() -> None:
    game, s = after([PEEK])
    scene = make_scene(game, game.view(s, 0), 0)
    open_zones = {(z.name, z.seat) for z in scene.zones if z.is_open}
    assert {("forehead", 1), ("forehead", 2), ("forehead", 3), ("hand", 0), ("hand", 2)} <= open_zones
    assert {("forehead", 0), ("hand", 1), ("stash", 1)}.isdisjoint(open_zones)
    assert ("middle", None) in open_zones
    assert sees(RULES, s, field("middle"), 0, None)
    assert not sees(RULES, s, field("middle"), 1, None)


def test_games_with_conditions_pickle() -> None:
    game, s = after([PEEK])
    again = pickle.loads(pickle.dumps(game))
    assert again.sight(s, 0) == game.sight(s, 0)


def broken(change: Callable[[ModuleType], None]) -> str:
    rules = module_from(GAMES_FOLDER / "who_sees_what.py", "broken_sight")
    change(rules)
    with pytest.raises(BrokenRules) as fault:
        check_shape(rules)
    return str(fault.value)


def test_a_missing_function_is_named_with_the_field_that_needs_it() -> None:
    assert "team is missing; expected def team(s, p), which says who sees hand" in broken(
        lambda rules: delattr(rules, "team")
    )
    assert "sees_stash is missing; expected def sees_stash(s, q, p), which says who sees stash" in broken(
        lambda rules: delattr(rules, "sees_stash")
    )


def test_a_function_with_other_arguments_is_refused() -> None:
    message = broken(lambda rules: setattr(rules, "sees_middle", lambda s: True))
    assert "sees_middle(s) has wrong arguments; expected sees_middle(s, q, p)" in message


def test_a_rule_that_depends_on_hidden_cards_breaks_a_promise() -> None:
    rules = module_from(GAMES_FOLDER / "who_sees_what.py", "leaking_sight")

    def sees_middle(s: PlainState, q: int, p: int) -> bool:
        return bool(s.forehead[p] == 0)

    rules.__dict__["sees_middle"] = sees_middle
    with pytest.raises(ConformanceError, match=r"middle by the state and .* by the view") as caught:
        check_game(Game(rules, 4, {"stashes": 0}), games=5)
    assert caught.value.promise == promise_of(check_visibility)
