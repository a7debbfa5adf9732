"""The claims about solving: what is measured, with and without peers."""

import math
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest


@pytest.fixture
def solving(bench, monkeypatch):
    contest = bench.solving.Contest("kuhn_poker", 10, {"OpenSpiel in C++": 50, "LiteEFG": 8}, True)
    monkeypatch.setattr(bench.solving, "SLICE_SECONDS", 0.01)
    monkeypatch.setattr(bench.solving, "CONTESTS", {"kuhn-poker": contest})
    for peer in (bench.solving.openspiel, bench.solving.liteefg, bench.solving.gambit):
        monkeypatch.setattr(peer, "is_installed", lambda: False)
    return bench.solving


def test_without_peers_only_our_own_figures_are_told(solving, capsys):
    unrolled, rate, seconds, program = solving.lines()
    assert unrolled.what == "kuhn-poker unrolled"
    assert rate.what == "CFR+ on kuhn-poker"
    assert rate.figure > 1_000
    assert seconds.what == "kuhn-poker to a gap of 1e-06"
    assert 0 < seconds.figure < 10
    assert program.mark == "gap at most 1e-10"
    assert program.reached
    assert capsys.readouterr().err == f"{solving.liteefg.MISSING}\n{solving.gambit.MISSING}\n"


class Spiel:
    """Stands in for OpenSpiel, and takes its time."""

    steps = 0

    def load_game(self, name):
        assert name == "kuhn_poker"
        return self

    def CFRPlusSolver(self, game):  # noqa: N802 - as it is called there
        return self

    def evaluate_and_update_policy(self):
        Spiel.steps += 1
        time.sleep(0)
        sum(range(10_000))

    def average_policy(self):
        return "average"

    def exploitability(self, game, policy):
        assert policy == "average"
        return 3e-6


@pytest.fixture
def spiel(solving, monkeypatch):
    monkeypatch.setattr(solving.openspiel, "is_installed", lambda: True)
    monkeypatch.setattr(solving.openspiel, "has_linear_programs", lambda: True)
    monkeypatch.setattr(solving.openspiel, "linear_program_seconds", lambda name: 1.0)
    monkeypatch.setitem(sys.modules, "pyspiel", Spiel())


def test_openspiel_is_measured_in_the_same_run(solving, spiel):
    _, rate, ratio, _, gap, program, ratio_of_programs = solving.lines()
    assert ratio.what == "CFR+ on kuhn-poker / OpenSpiel in C++"
    assert ratio.reached == (ratio.figure >= 50)
    assert 1 < ratio.figure < rate.figure
    assert gap.what == "CFR+ of OpenSpiel in C++, 10 times as long: gap"
    assert gap.figure == pytest.approx(3)
    assert gap.reached
    assert Spiel.steps > 10
    assert program.figure < 1 < ratio_of_programs.figure  # the stand-in says that it takes a second
    assert ratio_of_programs.reached


class Graph:
    """Stands in for a baseline of LiteEFG, which tells what it does."""

    def __init__(self):
        sys.stdout.write("ready\n")
        self.updated = 0

    def update_graph(self, env):
        self.updated += 1

    def current_strategy(self):
        return "now"


class Env:
    """Stands in for a game that LiteEFG has read; it writes below the home folder."""

    def __init__(self, game, traverse_type, regenerate):
        assert traverse_type == "Enumerate"
        self.game, self.averaged, self.home = game, 0, os.environ["HOME"]

    def set_graph(self, graph):
        self.graph = graph

    def update_strategy(self, strategy):
        self.averaged += strategy == "now"

    def exploitability(self, strategy, kind):
        assert kind == "linear-avg-iterate"
        return [2e-6, 4e-6]


@pytest.fixture
def lite(solving, monkeypatch):
    monkeypatch.setattr(solving.openspiel, "loaded", lambda name: name)
    monkeypatch.setitem(sys.modules, "LiteEFG", SimpleNamespace(OpenSpielEnv=Env))
    for name in ("CFRplus", "PCFR"):
        monkeypatch.setitem(sys.modules, f"LiteEFG.baselines.{name}", SimpleNamespace(graph=Graph))
    return solving.liteefg


def test_liteefg_steps_and_says_how_near_it_is(lite, capsys):
    home = os.environ["HOME"]
    minimizer = lite.Minimizer("CFR+", "kuhn_poker")
    minimizer.step()
    minimizer.step()
    assert (minimizer.graph.updated, minimizer.env.averaged) == (2, 2)
    assert minimizer.gap() == pytest.approx(3e-6)
    assert minimizer.env.home != home
    assert os.environ["HOME"] == home
    assert capsys.readouterr().out == ""


def test_liteefg_is_measured_in_the_same_run(solving, lite, monkeypatch):
    monkeypatch.setattr(lite, "is_installed", lambda: True)
    found = {x.what: x for x in solving.lines()}
    ratio = found["CFR+ on kuhn-poker / LiteEFG"]
    assert ratio.reached == (ratio.figure >= 8)
    for method in ("CFR+", "PCFR+"):
        assert found[f"{method} of LiteEFG, 10 times as long: gap"].figure == pytest.approx(3)


@pytest.mark.parametrize(("takes", "told"), [(5.0, ": "), (math.inf, ": no answer")])
def test_gambit_is_given_its_time_and_no_more(solving, monkeypatch, takes, told):
    monkeypatch.setattr(solving.gambit, "is_installed", lambda: True)
    monkeypatch.setattr(solving.gambit, "seconds", lambda tree: takes)
    last = solving.lines()[-1]
    assert last.what == f"Gambit's linear program, within {solving.gambit.PATIENCE} s{told}"
    assert last.figure == min(takes, solving.gambit.PATIENCE)
    assert last.reached


def test_gambit_is_a_program_that_can_be_stopped(solving, monkeypatch):
    def run(command, **how):
        assert Path(command[-1]).read_text().startswith("EFG 2 R")
        if slow:
            raise subprocess.TimeoutExpired(command, how["timeout"])
        return SimpleNamespace(stdout="0.25\n")

    monkeypatch.setattr(solving.gambit.subprocess, "run", run)
    tree = solving.unroll(solving.make_game("kuhn-poker"))
    slow = False
    assert solving.gambit.seconds(tree) == 0.25
    slow = True
    assert solving.gambit.seconds(tree) == math.inf


def test_a_rate_counts_steps_in_a_second(solving):
    steps = []
    measured = solving.rate(lambda: steps.append(1))(0)
    assert measured == pytest.approx(len(steps) / solving.SLICE_SECONDS, rel=0.5)
