"""What goes wrong inside a strategy is told in a sentence with game, seat and strategy."""

import functools

import numpy as np
import pytest

from upcard.engine.call_strategy import call_strategy, strategy_name
from upcard.engine.entrants import make_entrant
from upcard.engine.errors import Failure, Illegal, Usage
from upcard.engine.game import make_game
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama.strategies import folding
from upcard.kit.strategy import legal
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator


def view(seat=1):
    return make_game("kuhn-poker").match(1).view(seat)


@pytest.mark.parametrize("given", [1, np.int64(1), np.int16(1), np.array(1), True, 1.0])
def test_a_whole_number_of_any_kind_is_an_action(given):
    a = call_strategy(lambda v: given, view())
    assert a == 1
    assert type(a) is int


@pytest.mark.parametrize(
    "given", ["bet", "1", None, 1.5, float("nan"), float("inf"), (1,), [1], np.array([1, 2])]
)
def test_anything_else_is_told_with_what_was_expected(given):
    with pytest.raises(Failure) as fault:
        call_strategy(lambda v: given, view(), name="bold", where="here, ")
    assert str(fault.value) == (
        f"here, the strategy bold on seat 2 returned {given!r}; expected the number of an action, 0 to 1"
    )


def test_a_strategy_gets_its_parameters():
    assert call_strategy(lambda v, a, b: int(10 * a + b) + v.me, view(), (1.0, 5.0)) == 16


NOTHING: dict[str, int] = {}


def fails(v):
    return NOTHING["card"]


def is_refused(v):
    raise Illegal("the game is over; no more moves are possible")


def test_an_error_inside_a_strategy_is_told_with_its_kind_and_a_sentence_as_it_is():
    with pytest.raises(Failure) as fault:
        call_strategy(fails, view(0))
    place = f"{__file__}, line {fails.__code__.co_firstlineno + 1}, fails"
    assert str(fault.value) == f"the strategy fails on seat 1 stopped with KeyError: 'card' ({place})"
    assert isinstance(fault.value.__cause__, KeyError)
    with pytest.raises(Failure) as fault:
        call_strategy(is_refused, view(0))
    assert str(fault.value) == (
        "the strategy is_refused on seat 1 stopped with the game is over; no more moves are possible"
    )


class Bettor:
    """A strategy that is an object."""

    def __call__(self, v):
        return 1


def test_a_strategy_is_called_by_what_its_file_declares_or_by_its_own_name():
    assert strategy_name(folding.choose) == "folding"
    assert strategy_name(folding.shortest) == "shortest"
    assert strategy_name(fails) == "fails"
    assert strategy_name(Bettor()) == "Bettor"


# ---- whole games ----


def gives_text(v):
    return "bet" if v.turns == 1 else 0


def gives_nothing(v):
    return 1 if v.turns == 0 else None


def misspells(v):
    return 1 if v.cord[v.me] > 0 else 0


def looks_outside(v):
    cells = [v.card[v.me]]
    return cells[3]


def fails_late(v):
    cards = {0: 1, 1: 1}
    return cards[v.card[v.me]]


SENTENCES = {
    gives_text: "gives_text on seat 2 returned 'bet'; expected the number of an action, 0 to 1",
    gives_nothing: "gives_nothing on seat 2 returned None; expected the number of an action, 0 to 1",
    misspells: "misspells on seat 1 stopped with AttributeError: the state has no field 'cord'; did you mean",
    looks_outside: "looks_outside on seat 1 stopped with IndexError: list index out of range",
}


def play(strategy, seed=3, games=50):
    Simulator(line_up(make_game("kuhn-poker"), strategy)).play(make_plan(games, seed, 2), 0, games)


@pytest.mark.parametrize("strategy", SENTENCES)
def test_a_fault_of_a_function_in_a_simulation_is_told_with_game_seat_and_strategy(strategy):
    with pytest.raises(Failure) as fault:
        play(strategy)
    assert str(fault.value).startswith(f"in game 0 of seed 3, the strategy {SENTENCES[strategy]}")


def test_the_game_that_is_told_is_the_one_in_which_it_went_wrong():
    first_king = next(n for n in range(50) if 2 in make_game("kuhn-poker").start(seed=3, number=n).card)
    with pytest.raises(Failure, match=f"in game {first_king} of seed 3, the strategy fails_late on seat "):
        play(fails_late)


def half(v):
    return v.turns + 0.5


def whole_fraction(v):
    return v.turns % 2 / 2 + v.turns % 2 / 2


def test_a_fraction_is_no_action_and_a_whole_one_is_compiled_and_interpreted():
    """Compiled code would cut off what is behind the point."""
    for strategy in (half, whole_fraction):
        assert make_entrant(strategy, kuhn_poker).compiles
    game, plan = make_game("kuhn-poker"), make_plan(20, 3, 2)
    halves, wholes = (line_up(game, f, (half, whole_fraction)) for f in (half, whole_fraction))
    told = "in game 0 of seed 3, the strategy half on seat 1 returned 0.5; expected the number of an action"
    for interpreted in (False, True):
        with pytest.raises(Failure, match=told):
            Simulator(halves, interpreted=interpreted).play(plan, 0, 20)
    sums = [Simulator(wholes, interpreted=way).play(plan, 0, 20) for way in (False, True)]
    assert sums[0].entrants.tolist() == sums[1].entrants.tolist()


# ---- arguments ----


def no_view():
    return 1


def two_views(v, w):
    return 1


def by_name_only(*, v):
    return 1


def needs_a_name(v, *, k):
    return 1


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        (no_view, "no_view() cannot be called with a view alone: too many positional arguments"),
        (two_views, "two_views(v, w) cannot be called with a view alone: missing a required argument: 'w'"),
        (
            by_name_only,
            "by_name_only(*, v) cannot be called with a view alone: too many positional arguments",
        ),
        (needs_a_name, "needs_a_name(v, *, k) cannot be called with a view alone: missing a required "),
    ],
)
def test_a_function_of_other_arguments_is_refused_before_it_is_asked(strategy, told):
    with pytest.raises(Usage) as fault:
        make_entrant(strategy, kuhn_poker)
    assert str(fault.value).startswith(f"the strategy {told}")
    assert str(fault.value).endswith(f"; expected def {strategy.__name__}(v)")


def by_place_only(v, /):
    return 1


def with_a_default(v, k=1):
    return k


def with_a_named_default(v, *, k=1):
    return k


def with_anything(*given, **named):
    return 1


def any_legal(v, k):
    return k if legal(v, k) else 0


ASKABLE = [
    by_place_only,
    with_a_default,
    with_a_named_default,
    with_anything,
    Bettor(),
    functools.partial(any_legal, k=1),
]


@pytest.mark.parametrize("strategy", ASKABLE)
def test_a_function_that_can_be_asked_with_a_view_alone_plays(strategy):
    assert make_entrant(strategy, kuhn_poker).compiles == (strategy is with_a_default)
    play(strategy)
