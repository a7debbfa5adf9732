"""Which games the benchmark plays at random, and how it drives those of OpenSpiel, with a stand-in for it."""

import random
import sys
from types import SimpleNamespace

import pytest


class Coins:
    """A stand-in for a state of OpenSpiel: chance deals twice, then there are two decisions."""

    def __init__(self):
        self.done = []

    def is_terminal(self):
        return len(self.done) == 4

    def is_chance_node(self):
        return len(self.done) < 2

    def chance_outcomes(self):
        return [(7, 0.0), (8, 1.0)]

    def legal_actions(self):
        return [1, 2] if len(self.done) == 2 else [3]

    def apply_action(self, a):
        self.done.append(a)


GAME = SimpleNamespace(new_initial_state=Coins, num_players=lambda: 2)


@pytest.fixture
def searched(bench, monkeypatch):
    """OpenSpiel with nothing but the stand-in; gives the tables at which its rollouts began."""
    seen = []

    def bot(game, evaluator, **given):
        assert given["max_simulations"] == 1
        return SimpleNamespace(mcts_search=lambda state: seen.append((evaluator, state)))

    spiel = SimpleNamespace(
        load_game=lambda name: GAME, RandomRolloutEvaluator=lambda games, seed: games, MCTSBot=bot
    )
    here = bench.random_play.openspiel
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    monkeypatch.setattr(here, "SLICE_SECONDS", 0.001)
    monkeypatch.setattr(here, "COUNT_SECONDS", 0.001)
    return seen


def test_every_game_of_the_folder_is_played_under_every_preset_once(bench):
    found = {(g.name, preset): g for preset, g in bench.random_play.variants()}
    assert {("lama", "official"), ("lama", "paper"), ("kuhn-poker", "–")} <= set(found)
    assert ("lama", "–") not in found, "the preset official is what L.A.M.A. is without one"
    assert "high-card" not in {name for name, _ in found}
    assert found["stoppers", "classroom"].players == 4


def test_games_from_python_count_decisions_and_let_chance_be_chance(bench, searched):
    here = bench.random_play.openspiel
    assert here.play_out(GAME, random.Random(1)) == 2
    assert here.dealt(GAME, random.Random(1)).done == [8, 8]
    assert here.from_python("coins")(0) > 0
    assert searched == []


def test_rollouts_begin_at_dealt_tables(bench, searched):
    here = bench.random_play.openspiel
    assert here.in_cpp("coins")(3) > 0
    assert len(searched) == here.TABLES
    assert all(games >= 1 and state.done == [8, 8] for games, state in searched)


def test_without_openspiel_one_line_says_how_to_get_it(bench, monkeypatch, capsys):
    here = bench.random_play
    monkeypatch.setattr(here.openspiel, "is_installed", lambda: False)
    monkeypatch.setattr(here, "at_random", lambda game: lambda i: 350.0 if game.name == "smallsum" else 100.0)
    assert here.against_openspiel() == []
    assert capsys.readouterr().err == here.openspiel.MISSING + "\n"
    found = here.paces()
    assert {x.game for x in found if not x.reached} == {"smallsum"}
    assert not any(x.game.startswith("OpenSpiel") for x in found)


def test_with_openspiel_its_games_stand_beside_ours_without_a_mark(bench, monkeypatch, searched):
    here = bench.random_play
    monkeypatch.setattr(here.openspiel, "is_installed", lambda: True)
    monkeypatch.setattr(here, "at_random", lambda game: lambda i: 100.0)
    peers = [x for x in here.paces() if x.reached is None]
    assert [x.variant for x in peers] == ["from Python", "rollouts in C++"] * len(here.openspiel.GAMES)
    assert [x.what for x in here.against_openspiel()] == [
        "leduc_poker of OpenSpiel, from Python / ours",
        "leduc_poker of OpenSpiel, rollouts in C++ / ours",
    ]
