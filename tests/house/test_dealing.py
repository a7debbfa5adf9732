"""The order of the tests: every process gets a part of them, and the long ones come first."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.dealing import dealt, shared_out


def item(name, is_slow=False, folder="unit", together=None):
    """What is asked of a test."""
    marks = {"slow": is_slow or None, "together": together and SimpleNamespace(args=(together,))}
    return SimpleNamespace(
        name=name, nodeid=name, path=Path(f"tests/{folder}/test_it.py"), get_closest_marker=marks.get
    )


BROWSER = [item(f"b{i}", i % 2 == 0, "browser") for i in range(3)]
SLOW = [item(f"s{i}", is_slow=True) for i in range(5)]
QUICK = [item(f"q{i}") for i in range(13)]
MIXED = [x for three in zip(QUICK, [*SLOW, *BROWSER, *QUICK[8:]], strict=False) for x in three]
ALL = list({x.name: x for x in [*MIXED, *QUICK]}.values())


def names(items):
    return [x.name for x in items]


@pytest.mark.parametrize("workers", range(1, 9))
def test_no_test_is_lost_or_doubled(workers):
    assert sorted(names(dealt(ALL, workers))) == sorted(names(ALL))


def test_one_process_begins_with_the_browser_and_goes_on_with_what_is_slow():
    assert [x[0] for x in names(dealt(ALL, 1))] == ["b"] * 3 + ["s"] * 5 + ["q"] * 13


def test_three_processes_begin_with_the_browser_and_with_equal_shares_of_what_is_slow():
    found = names(dealt(ALL, 3))
    parts = [found[:7], found[7:14], found[14:]]  # 21 tests in equal parts, as the scheduler cuts them
    assert ["".join(x[0] for x in part) for part in parts] == ["bbbqqqq", "sssqqqq", "ssqqqqq"]


@pytest.mark.parametrize("only", [BROWSER, SLOW, QUICK, []], ids=["browser", "slow", "quick", "none"])
def test_tests_of_one_kind_stay_in_their_order_for_two_processes(only):
    assert dealt(only, 2) == only


def test_what_belongs_together_goes_to_one_process():
    games = [
        item(f"{game}{i}", True, together=game) for i in range(2) for game in ("lama", "goofspiel", "le-her")
    ]
    assert [names(x) for x in shared_out([*SLOW, *games], 2)] == [
        ["lama0", "lama1", "le-her0", "le-her1", "s2", "s4"],
        ["goofspiel0", "goofspiel1", "s0", "s1", "s3"],
    ]
