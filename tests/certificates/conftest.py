"""Certificates to play by."""

import pytest

from upcard.engine.game import make_game
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.tree_solution import solve_tree


@pytest.fixture
def solve_into(tmp_path):
    """``solve_into("kuhn.json", "kuhn-poker", preset=...)``: the file of the solution of a game."""

    def write(name, game, **options):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        solve_tree(make_game(game, **options), SolveTerms()).save(path)
        return path

    return write
