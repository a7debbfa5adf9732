"""A tree file that is solved as it is: its sets, unit and names, and a certificate without rules."""

import json
import pickle
from fractions import Fraction

import pytest
from tests.adapters.test_gambit_reader import CROSSED, HALVES, HORSE, SIGNALS

import upcard as uc
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.gambit_tree import tree_game
from upcard.certificates.certificate_player import player_from
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused, Usage
from upcard.solving.checkpoints import fingerprint


def test_the_value_is_in_the_unit_of_the_file_and_names_its_players():
    solution = uc.solve(tree_game(HALVES, "halves"))
    assert solution.value_exact == Fraction(-19, 60)
    assert "The value for A is exactly -19/60, -0.316666666667." in solution.sentences()
    assert [row[0] for row in solution.rows()] == ["player", "A", "B"]
    assert solution.to_json()["names"] == ["A", "B"]
    assert [x["player"] for x in solution.strategy_json(True)] == ["A", "B"]


def test_selten_s_horse_has_the_sets_of_its_file_and_no_waits():
    solution = uc.solve(tree_game(HORSE, "horse"))
    assert isinstance(solution, uc.Solution)
    assert solution.tree.owner.tolist() == [0, 2, 1]
    assert solution.tree.nodes == 9
    assert max(solution.gaps) < 1e-6


def test_a_normal_form_is_read_as_it_is():
    text = 'NFG 1 R "Meeting" { "Ann" "Bob" } { { "opera" "match" } { "opera" "match" } } 3 2 0 0 0 0 2 3'
    solution = uc.solve(tree_game(text, "meeting"))
    assert isinstance(solution, uc.Solution)
    assert solution.values_exact in {(3, 2), (2, 3), (Fraction(6, 5), Fraction(6, 5))}
    shown = {x["player"]: set(x["actions"]) for x in solution.strategy_json(True)}
    assert shown == {"Ann": {"opera", "match"}, "Bob": {"opera", "match"}}


def test_a_tree_that_can_be_imported_is_the_same_tree_without_an_import(tmp_path):
    tree, again = (
        uc.unroll(game)
        for game in (import_efg(SIGNALS, "signals", tmp_path / "signals.py"), tree_game(SIGNALS, "signals"))
    )
    for column in ("parent", "player", "infoset", "edge", "payoff", "weight"):
        assert getattr(again, column).tolist() == getattr(tree, column).tolist()


def test_its_certificate_holds_the_tree_and_is_refused_for_another(tmp_path):
    file = tmp_path / "crossed.json"
    uc.solve(tree_game(CROSSED, "crossed")).save(file)
    assert "the value for A is exactly 0" in verify(file)
    stated = json.loads(file.read_text())
    other = CROSSED.replace("{ 1, -1 }", "{ 3, -1 }")
    for text, words in ((other, "the certificate states"), ("x", "expected EFG"), (1, "the text of an .efg")):
        file.write_text(json.dumps(stated | {"efg": text}))
        with pytest.raises(Refused, match=words):
            verify(file)
    file.write_text(json.dumps(stated | {"players": 3}))
    with pytest.raises(Refused, match="players is 3, but the tree of the certificate has 2"):
        verify(file)


def test_its_certificate_is_not_played_at_a_table(tmp_path):
    file = tmp_path / "signals.json"
    uc.solve(tree_game(SIGNALS, "signals")).save(file)
    with pytest.raises(
        Usage, match=r"is for a tree file; `upcard solve signals --save FILE` solves the game"
    ):
        player_from(file, import_efg(SIGNALS, "signals", tmp_path / "signals.py"))


def test_a_checkpoint_is_of_one_tree_only_and_the_game_can_be_pickled():
    game, other = (tree_game(x, "halves") for x in (HALVES, HALVES.replace("3/4, -3/4", "1, -1")))
    assert fingerprint(game) != fingerprint(other)
    again = pickle.loads(pickle.dumps(game))
    assert fingerprint(again) == fingerprint(game)
    assert again.seat_names == ("A", "B")
