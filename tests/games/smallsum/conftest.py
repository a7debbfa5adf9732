"""A small solved match of Smallsum."""

import pytest

from upcard.engine.game import make_game
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.solving.game_solver_contract import SolveTerms


@pytest.fixture(scope="session")
def short():
    """A match of Alternate at Smallsum from two pennies each, solved."""
    return smallsum_match.reach(make_game("smallsum", variant="alternate", purse=2), SolveTerms())
