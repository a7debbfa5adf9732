"""Playing by the certificate of a match."""

import numpy as np
import pytest

from upcard.certificates.certificate_player import player_from
from upcard.certificates.play_match import player
from upcard.engine.errors import Refused, Usage
from upcard.engine.game import make_game
from upcard.games.smallsum import match_player as smallsum_player
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.solving.game_solver_contract import SolveTerms


@pytest.fixture(scope="module")
def short():
    """A match of a basic game from one penny each."""
    return smallsum_match.reach(make_game("smallsum", purse=1), SolveTerms())


def test_a_certificate_plays_as_what_it_was_made_of(short, tmp_path):
    short.save(tmp_path / "short.json")
    saved = player_from(tmp_path / "short.json", short.game)
    tables = smallsum_player.tables_of(short.game, short.solved.strategies)
    for name, cells in tables._asdict().items():
        assert np.array_equal(saved.__globals__[name.upper()], cells)


def test_the_player_chooses_what_is_allowed(short):
    play = player(short.certificate(), short.game)
    for seed in range(20):
        s = short.game.start(seed=seed)
        assert play(short.game.view(s, s.player)) in short.game.legal_actions(s)


def test_what_does_not_fit_is_refused(short, tmp_path):
    short.save(tmp_path / "short.json")
    with pytest.raises(Usage, match="is for options variant=basic, purse=1"):
        player_from(tmp_path / "short.json", make_game("smallsum", purse=2))
    stated = short.certificate() | {"strategy": []}
    with pytest.raises(Refused, match="a list of 1 strategies, one per round; it is missing"):
        player(stated, short.game)
