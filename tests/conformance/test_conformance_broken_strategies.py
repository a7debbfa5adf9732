"""The suite finds what is wrong with a strategy."""

from typing import Any

import pytest
from tests.night import LATE

from upcard.engine.compile import masked_views
from upcard.engine.errors import Usage
from upcard.kit.strategy import legal
from upcard.testing import ConformanceError, check_strategy
from upcard.testing.compiled_checks import check_compiled
from upcard.testing.random_walk import promise_of
from upcard.testing.strategy_checks import check_against_itself, check_choice, settings

SOUND = '''"""Two turns: does the first thing it can."""

from upcard.kit.strategy import Parameter, State, Strategy, below, legal

STRATEGY = Strategy(
    name="first",
    games=("two-turns",),
    words="the first legal action",
    source="made up",
    is_random=False,
    parameters=(Parameter("skip", 1, 0, 3, "nothing"), Parameter("jump", 0.5, 0, 1, "nothing")),
)


def choose(v: State, skip: float, jump: float) -> int:
    """The first legal action."""
    last = 0
    for a in range(v.actions):
        if legal(v, a):
            last = a
            return a
    return last
'''

FAULTS: dict[str, tuple[Any, str, tuple[str, str]]] = {
    # fault: (the check that finds it, part of what it has seen, change to the sound strategy)
    "an illegal choice": (check_choice, "action 9", ("            return a", "            return 9")),
    "chance without saying so": (
        check_choice,
        "random streams",
        ("            return a", "            if below(v, 2) == 0:\n                return a"),
    ),
    "no chance though it says so": (check_choice, "in all", ("is_random=False", "is_random=True")),
    "a parameter at its bound": (
        check_against_itself,
        "ZeroDivisionError",
        ("            return a", "            return a + 0 // int(skip)"),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_strategy_is_refused_with_the_promise_that_it_breaks(variant, installed, fault):
    check, seen, (old, new) = FAULTS[fault]
    assert SOUND.count(old) == 1
    name = installed(SOUND.replace(old, new))
    with pytest.raises(ConformanceError) as caught:
        check_strategy(name, variant(), games=200)
    assert caught.value.promise == promise_of(check)
    assert seen in caught.value.seen


def test_the_strategy_that_is_broken_here_is_sound(variant, installed):
    report = check_strategy(installed(SOUND), variant(), games=200)
    assert report.settings == (
        "first",
        "first:skip=0",
        "first:skip=3",
        "first:jump=0",
        "first:jump=1",
        "first:skip=0,jump=0",
        "first:skip=3,jump=1",
    )
    assert str(report).startswith("first at two-turns: 7 sets of parameters\n")


def meddler(v):
    """Changes its view, which no strategy file may."""
    v.moves = 3
    return next(a for a in range(v.actions) if legal(v, a))


CALLS: list[int] = []


def rememberer(v):
    """Does something else when asked again, which no strategy file can."""
    CALLS.append(1)
    can = [a for a in range(v.actions) if legal(v, a)]
    return can[len(CALLS) // 3 % len(can)]


@pytest.mark.parametrize(("strategy", "told"), [(meddler, "view as it was"), (rememberer, "the same view")])
def test_a_function_that_does_more_than_choose_is_refused(variant, strategy, told):
    with pytest.raises(ConformanceError, match=told):
        check_strategy(strategy, variant(), games=200)


def curious(v):
    """Would draw if it saw that the other has no card 0."""
    last = 0
    for a in range(v.actions):
        if legal(v, a):
            last = a
            if v.hand[1 - v.me, 0] != 0:
                return a
    return last


def see_all(cells, i, j, me):
    """A masked view that shows every hand."""
    return cells[i, j]


@LATE
def test_a_lens_that_shows_what_is_hidden_is_found(variant, monkeypatch):
    check_strategy(curious, variant(), games=200)
    (own,) = (name for name in masked_views.SEE if name.endswith("see_own_row"))
    monkeypatch.setitem(masked_views.SEE, own, see_all)
    with pytest.raises(ConformanceError) as caught:
        check_strategy(curious, variant(), games=200)
    assert caught.value.promise == promise_of(check_compiled)
    assert "upcard record 1" in caught.value.repeat


def test_a_strategy_for_another_game_is_refused_in_a_sentence():
    with pytest.raises(Usage, match="plays lama, not kuhn-poker"):
        check_strategy("folding", "kuhn-poker")


def test_a_strategy_with_given_parameters_is_checked_as_it_is():
    assert settings("folding:A=3") == ["folding:A=3"]
    assert settings(curious) == [curious]
    assert len(settings("folding")) == len(settings("Folding")) == 15
