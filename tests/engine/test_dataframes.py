"""Frames of polars and of pandas hold the same."""

import sys

import pandas  # type: ignore[import-untyped]
import polars
import pytest

import upcard as uc
from upcard.engine.dataframes import make_frame
from upcard.engine.errors import Failure, Usage

ROWS = [
    {"seat": 1, "strategy": "random", "share": 0.25, "is_whole": True},
    {"seat": 2, "strategy": "bold", "share": 1, "is_whole": False},
]


def columns(frame):
    """A frame of either kind as lists."""
    return {name: frame[name].to_list() for name in frame.columns}


@pytest.mark.parametrize(("kind", "library"), [("polars", polars), ("pandas", pandas)])
def test_rows_become_a_frame_of_the_kind_that_is_asked_for(kind, library):
    frame = make_frame(ROWS, kind)
    assert isinstance(frame, library.DataFrame)
    assert columns(frame) == {name: [row[name] for row in ROWS] for name in ROWS[0]}


def without(monkeypatch, *names):
    """As if some packages were not installed."""
    for name in names:
        for module in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
            monkeypatch.delitem(sys.modules, module)
        monkeypatch.setitem(sys.modules, name, None)


def test_polars_is_the_usual_one():
    assert isinstance(make_frame(ROWS), polars.DataFrame)


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        (["narwhals"], "needs narwhals, which is not installed: pip install narwhals"),
        (["pandas", "narwhals"], "pandas and narwhals, which are not installed"),
    ],
)
def test_what_is_missing_is_told(missing, told, monkeypatch):
    without(monkeypatch, *missing)
    with pytest.raises(Failure, match=told):
        make_frame(ROWS, "pandas")


@pytest.mark.parametrize("kind", ["duckdb", None])
def test_other_kinds_are_refused(kind):
    with pytest.raises(Usage, match=rf"{kind!r} is not a kind of data frame; expected 'polars' or 'pandas'"):
        make_frame(ROWS, kind)


def test_a_late_fraction_does_not_break_a_column_of_whole_numbers():
    rows = [{"x": 1}] * 200 + [{"x": 0.5}]
    assert make_frame(rows, "polars")["x"][-1] == 0.5


@pytest.fixture(scope="module")
def results():
    solution = uc.solve(uc.game("kuhn-poker"))
    assert isinstance(solution, uc.Solution)
    return {
        "simulation": uc.simulate("kuhn-poker", games=200, seed=1),
        "tournament": uc.tournament("lama", ["same-first", "next-first", "random"], games=100, seed=1),
        "tuning": uc.tune("lama", "folding", ["same-first"], budget=40, games=10, confirm_games=1000),
        "solution": solution,
    }


@pytest.mark.parametrize("name", ["simulation", "tournament", "tuning", "solution"])
def test_every_result_is_a_frame_of_either_kind(name, results):
    ours, theirs = (results[name].to_frame(kind) for kind in ("polars", "pandas"))
    assert isinstance(ours, polars.DataFrame)
    assert isinstance(theirs, pandas.DataFrame)
    assert repr(columns(ours)) == repr(columns(theirs))  # what is no number is not equal to itself
    assert len(ours)


def test_a_solution_has_a_row_for_every_choice(results):
    frame = results["solution"].to_frame()
    tree = results["solution"].tree
    assert len(frame) == len(tree.legal)
    sums = frame.group_by("information_set").agg(polars.col("probability").sum())
    assert sums["probability"].to_list() == pytest.approx([1] * tree.infosets)
    assert frame.filter(polars.col("information_set") == 0)["reach"][0] == pytest.approx(1 / 3)


def test_a_tuning_has_a_row_for_every_generation(results):
    frame, tuned = results["tuning"].to_frame(), results["tuning"]
    assert frame["best"].to_list() == [g.value for g in tuned.generations]
    last = frame[-1]
    assert {name: last[f"parameter_{name}"][0] for name in tuned.parameters} == tuned.parameters
