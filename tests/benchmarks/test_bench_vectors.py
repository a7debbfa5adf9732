"""What the benchmark of vector environments says, with peers of which it is known how long a step takes."""

import pytest


@pytest.fixture
def told(bench, ended, monkeypatch):
    """What is printed and what is told at the end, where a step of a peer takes so many times as long."""

    def tell(times):
        vectors = bench.vectors
        costs = {"Upcard": 50.0, "OpenSpiel": 50.0 * times, "PettingZoo": 50_000.0}
        monkeypatch.setattr(vectors.Peer, "paced", lambda self: lambda i: costs[self.name])
        monkeypatch.setattr(vectors.Peer, "is_installed", property(lambda self: self.name in costs))
        return ended(vectors.main)

    return tell


def test_steps_per_second_are_told_of_everybody(told):
    out, end = told(400)
    rows = [line.split() for line in out.splitlines()]
    assert [(x[2], x[-2], x[-1]) for x in rows if x[0] == "steps"] == [
        ("Upcard,", "20,000,000.00", "steps/s"),
        ("OpenSpiel,", "50,000.00", "steps/s"),
        ("PettingZoo,", "20,000.00", "steps/s"),
    ]
    assert end == ""


def test_a_mark_that_is_missed_ends_with_exit_code_1(told):
    out, end = told(19.5)
    assert "at least 20: NO" in out
    assert "at least 100: yes" in out
    assert end == (
        "1 mark was missed: the same of OpenSpiel / ours is 19.500 times the time, expected at least 20"
    )
