"""Who only looks on: sees what every player sees, and nothing else."""

from random import Random
from typing import Any

import pytest

from upcard.engine.game import Game, make_game
from upcard.engine.registry import game_modules
from upcard.engine.sight import WATCHER
from upcard.engine.state import cells_of
from upcard.kit.cards import HIDDEN, OWNER
from upcard.play.scene import make_scene

CASES = [(name, preset) for name, m in sorted(game_modules().items()) for preset in (None, *m.PRESETS)]


def watched(game: Game, seed: int, plies: int) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """What a watcher and each player see along a random game, cell by cell."""
    match, random, seen = game.match(seed=seed), Random(seed), []
    for _ in range(plies):
        eyes = [cells_of(match.view(p)) for p in range(game.players)]
        seen.append((cells_of(game.view(match.state, WATCHER)), eyes))
        make_scene(game, game.view(match.state, WATCHER), WATCHER, match.seats)
        if match.is_over:
            break
        match.do(random.choice(match.legal()))
    return seen


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_a_watcher_sees_what_all_players_see_but_nobodys_own(name, preset):
    game = make_game(name, preset=preset)
    own = {f.name for f in game.rules.STATE if f.sight is OWNER}
    for public, eyes in watched(game, 5, 25):
        for field, cells in public.items():
            if field in ("me", "at", "step"):
                continue
            if field in own:
                assert set(cells) == {HIDDEN}
            else:
                assert all(eye[field] == cells for eye in eyes)


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_the_scene_of_a_watcher_offers_nothing_and_opens_no_hand(name, preset):
    game = make_game(name, preset=preset)
    match = game.match(seed=2)
    scene = make_scene(game, game.view(match.state, WATCHER), WATCHER, match.seats)
    assert scene.choices == ()
    assert not [z for z in scene.zones if z.sight is OWNER and z.is_open]
    assert not [q for q in scene.quantities if q.sight is OWNER]
