"""The trees and normal forms that Gambit and OpenSpiel bring along or write, imported and solved."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.peers.test_peers_gambit import profile_of

import upcard as uc
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.gambit_tree import tree_game
from upcard.adapters.nfg_reader import as_efg
from upcard.engine.discovery import forget
from upcard.engine.errors import Unreadable
from upcard.solving.sequence_form import sequence_form

REASONS = ("which players can count", "who remember what they knew and did")
"""Why a tree may be refused: a player knows less than at a table."""

FEWEST, MOST_REFUSED = 30, 10

EXPORTED = (
    "kuhn_poker", "kuhn_poker(players=3)", "leduc_poker", "tiny_hanabi", "coordinated_mp", "matrix_pd",
    "matrix_mp", "matrix_rps", "matrix_rpsw", "matrix_sh", "matrix_bos", "matrix_cd", "matrix_coordination",
    "matrix_shapleys_game", "blotto(coins=3,fields=2,players=2)", "nim(pile_sizes=1;2)",
    "first_sealed_auction(players=2,max_value=3)", "goofspiel(num_cards=3)",
    "goofspiel(num_cards=3,imp_info=true)", "liars_dice(numdice=1,dice_sides=3)",
)  # fmt: skip
"""Games that OpenSpiel's own writer exports; it writes probabilities such as 0.3333333333333333."""

VALUES = {
    "kuhn_poker": Fraction(-1, 18),
    "leduc_poker": Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930),
    "matrix_rps": Fraction(0),
    "goofspiel(num_cards=3)": Fraction(0),
}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def game_of(file, name):
    """The game of a file of Gambit's."""
    return import_efg(as_efg(file.read_text()), name)


def files_of(gambit):
    """The trees and normal forms that Gambit brings along."""
    files = sorted(x for x in Path(gambit.__file__).parent.rglob("*") if x.suffix in (".efg", ".nfg"))
    assert len(files) >= FEWEST
    return files


def read(gambit, file):
    """A file as Gambit reads it."""
    return gambit.read_nfg(str(file)) if file.suffix == ".nfg" else gambit.read_efg(str(file))


def value_in(gambit, file):
    """The value of a constant-sum game for two as Gambit computes it; None for other games."""
    game = read(gambit, file)
    if len(game.players) != 2 or not game.is_const_sum:
        return None
    return Fraction(gambit.nash.lp_solve(game, rational=True).equilibria[0].payoff(next(iter(game.players))))


def test_gambit_s_catalog_is_imported_with_its_values_or_refused_with_the_reason(gambit):
    refused, compared = [], []
    for number, file in enumerate(files_of(gambit)):
        try:
            game = game_of(file, f"catalog-{number}")
        except Unreadable as fault:
            refused.append(str(fault))
            continue
        theirs = value_in(gambit, file)
        if theirs is not None:
            assert uc.solve(game).value_exact == theirs, file
            compared.append(file)
    assert len(refused) <= MOST_REFUSED
    assert all(any(words in fault for words in REASONS) for fault in refused)
    assert len(compared) >= 4


def test_gambit_s_catalog_is_solved_as_it_is_unless_a_player_forgets(gambit):
    """Only files without perfect recall are refused, and Gambit finds no regret in exact equilibria."""
    compared, judged, forgetful = [], [], 0
    for file in files_of(gambit):
        theirs = read(gambit, file)
        if not theirs.is_perfect_recall:
            forgetful += 1
            with pytest.raises(Unreadable, match="who remember what they knew and did"):
                tree_game(file.read_text(), "catalog")
            continue
        solution = uc.solve(tree_game(file.read_text(), "catalog"))
        assert isinstance(solution, uc.Solution)
        assert max(solution.gaps) < 1e-6
        if solution.exact is not None and file.suffix == ".efg":
            profile = profile_of(theirs, sequence_form(solution.tree), solution.exact)
            assert profile.as_strategy().max_regret() == 0, file
            judged.append(file)
        value = value_in(gambit, file)
        if value is not None:
            assert solution.value_exact == value, file
            compared.append(file)
    assert forgetful == 5
    assert len(compared) >= 5
    assert len(judged) >= 20


def test_openspiel_s_exports_are_imported_with_their_values(spiel):
    from open_spiel.python.algorithms.gambit import export_gambit

    for number, name in enumerate(EXPORTED):
        source = spiel.load_game(name)
        if source.get_type().dynamics == spiel.GameType.Dynamics.SIMULTANEOUS:
            source = spiel.convert_to_turn_based(source)
        game = import_efg(export_gambit(source), f"exported-{number}")
        assert game.players == source.num_players()
        if name in VALUES:
            assert uc.solve(game).value_exact == VALUES[name], name
