"""The claims about solving: what is measured, with and without the peer."""

import sys
import time

import pytest


@pytest.fixture
def solving(bench, monkeypatch):
    monkeypatch.setattr(bench.solving, "SLICE_SECONDS", 0.01)
    monkeypatch.setattr(bench.solving, "PEERS", {"kuhn-poker": "kuhn_poker"})
    return bench.solving


def test_without_the_peer_only_our_own_figures_are_told(solving, monkeypatch):
    monkeypatch.setattr(solving.openspiel, "is_installed", lambda: False)
    rate, program = solving.lines()
    assert rate.what == "CFR+ on kuhn-poker"
    assert rate.figure > 1_000
    assert program.mark == "gap at most 1e-10"
    assert program.reached


class Peer:
    """Stands in for OpenSpiel, and takes its time."""

    def load_game(self, name):
        assert name == "kuhn_poker"
        return self

    def CFRPlusSolver(self, game):  # noqa: N802 - as it is called there
        return self

    def evaluate_and_update_policy(self):
        time.sleep(0)
        sum(range(10_000))


def test_the_peer_is_measured_in_the_same_run(solving, monkeypatch):
    monkeypatch.setattr(solving.openspiel, "is_installed", lambda: True)
    monkeypatch.setitem(sys.modules, "pyspiel", Peer())
    rate, ratio, _ = solving.lines()
    assert ratio.what == "CFR+ on kuhn-poker / OpenSpiel in C++"
    assert ratio.reached == (ratio.figure >= 50)
    assert 1 < ratio.figure < rate.figure


def test_a_rate_counts_steps_in_a_second(solving):
    steps = []
    measured = solving.rate(lambda: steps.append(1))(0)
    assert measured == pytest.approx(len(steps) / solving.SLICE_SECONDS, rel=0.5)
