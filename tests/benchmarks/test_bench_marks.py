"""What the benchmarks say at their end, with figures made here: measuring takes minutes."""

import json
import sys
from types import ModuleType

import pytest


def lines(bench: ModuleType, ratio: float) -> list[object]:
    return [
        bench.Line("two threads", 1e6, "games/s", "", True),
        bench.Line("two threads / one", ratio, "times the rate", "at least 1.9", ratio >= 1.9),
    ]


def paces(bench: ModuleType, ratio: float) -> list[object]:
    pace = bench.random_play.Pace
    slow = pace("OpenSpiel gin_rummy", "from Python", 2, 9e4, 900.0, None)
    return [pace("lama", "paper", 4, 70.0, ratio, ratio <= 3), slow]


@pytest.fixture
def told(bench, ended, monkeypatch):
    """What is printed and what is told at the end, for figures that are given."""

    def tell(rate, ratio, *flags):
        monkeypatch.setattr(bench, "measure", lambda: lines(bench, rate))
        monkeypatch.setattr(bench.random_play, "paces", lambda: paces(bench, ratio))
        monkeypatch.setattr(sys, "argv", ["run.py", *flags])
        return ended(bench.main)

    return tell


def test_a_missed_mark_is_told_and_ends_with_exit_code_1(told):
    out, end = told(1.897, 1.2)
    assert end == "1 mark was missed: two threads / one is 1.897 times the rate, expected at least 1.9"
    assert "at least 1.9: NO" in out
    assert "at most 3: yes" in out


def test_a_missed_mark_is_told_in_the_document_too(told):
    out, end = told(1.897, 3.5, "--json")
    document = json.loads(out)
    assert [x["reached"] for x in document["lines"]] == [True, False]
    assert [x["reached"] for x in document["games"]] == [False, None]
    assert end.startswith("2 marks were missed: ")
    assert end.endswith("; lama (paper) / L.A.M.A. is 3.500 times the time, expected at most 3")


def test_when_every_mark_is_reached_nothing_is_told(told):
    out, end = told(1.93, 1.2)
    assert end == ""
    assert "at least 1.9: yes" in out
