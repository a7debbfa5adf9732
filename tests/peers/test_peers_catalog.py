"""The trees and normal forms that Gambit and OpenSpiel bring along or write, imported and solved."""

from fractions import Fraction
from pathlib import Path

import pytest

import upcard as uc
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.nfg_reader import read_nfg
from upcard.engine.discovery import forget
from upcard.engine.errors import Unreadable

REASONS = ("which players can count", "which players remember", "which everybody sees")
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
    text = file.read_text()
    return import_efg(read_nfg(text).efg() if text.lstrip().startswith("NFG") else text, name)


def value_in(gambit, file):
    """The value of a constant-sum game for two as Gambit computes it; None for other games."""
    game = gambit.read_nfg(str(file)) if file.suffix == ".nfg" else gambit.read_efg(str(file))
    if len(game.players) != 2 or not game.is_const_sum:
        return None
    return Fraction(gambit.nash.lp_solve(game, rational=True).equilibria[0].payoff(next(iter(game.players))))


def test_gambit_s_catalog_is_imported_with_its_values_or_refused_with_the_reason(gambit):
    folder = Path(gambit.__file__).parent
    files = sorted(x for x in folder.rglob("*") if x.suffix in (".efg", ".nfg"))
    refused, compared = [], []
    for number, file in enumerate(files):
        try:
            game = game_of(file, f"catalog-{number}")
        except Unreadable as fault:
            refused.append(str(fault))
            continue
        theirs = value_in(gambit, file)
        if theirs is not None:
            assert uc.solve(game).value_exact == theirs, file
            compared.append(file)
    assert len(files) >= FEWEST
    assert len(refused) <= MOST_REFUSED
    assert all(any(words in fault for words in REASONS) for fault in refused)
    assert len(compared) >= 4


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
