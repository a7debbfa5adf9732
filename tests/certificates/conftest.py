"""Certificates to play by."""

import pytest

from upcard.engine.game import make_game
from upcard.solving.game_solver_contract import Terms
from upcard.solving.tree_solution import reach


@pytest.fixture
def solve_into(tmp_path):
    """``solve_into("kuhn.json", "kuhn-poker", preset=...)``: the file of the solution of a game."""

    def write(name, game, **options):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        reach(make_game(game, **options), Terms()).save(path)
        return path

    return write
