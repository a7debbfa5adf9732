"""Best responses: against all pure strategies, and against published figures."""

from itertools import product

import numpy as np
import pytest

from upcard.engine.errors import Usage
from upcard.solving.exploitability import best_response, exploitability, gaps, gradient, values


def pure(form, p, strategy):
    """A strategy with every pure one of seat `p` in its place."""
    sets = form.of(p).tolist()
    for choices in product(*(range(form.count[i]) for i in sets)):
        own = strategy.copy()
        for i, c in zip(sets, choices, strict=True):
            at = form.first[i] - form.players
            own[at : at + form.count[i]] = 0
            own[at + c] = 1
        yield own


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("p", [0, 1])
def test_no_pure_strategy_is_better_and_one_is_as_good(form, any_strategy, seed, p):
    kuhn = form("kuhn-poker")
    strategy = any_strategy(kuhn, seed)
    best = max(values(kuhn, own)[p] for own in pure(kuhn, p, strategy))
    assert best_response(kuhn, strategy, p).value == pytest.approx(best)


@pytest.mark.parametrize("p", [0, 1])
def test_what_it_chooses_is_worth_what_it_says(form, any_strategy, p):
    leduc = form("leduc-poker")
    strategy = any_strategy(leduc, 5)
    found = best_response(leduc, strategy, p)
    own = strategy.copy()
    for i, c in enumerate(found.choice):
        assert (c >= 0) == (leduc.owner[i] == p)
        if c >= 0:
            at = leduc.first[i] - leduc.players
            own[at : at + leduc.count[i]] = np.eye(leduc.count[i])[c]
    assert values(leduc, own)[p] == pytest.approx(found.value)


@pytest.mark.parametrize(("name", "nash_conv"), [("kuhn-poker", 0.916667), ("leduc-poker", 4.747222)])
def test_the_uniform_strategy_is_as_exploitable_as_openspiel_says(form, name, nash_conv):
    """NashConv of the uniform policy, from OpenSpiel 2.0.2; exploitability is half of it."""
    f = form(name)
    assert gaps(f, f.uniform()).sum() == pytest.approx(nash_conv, abs=5e-7)
    assert exploitability(f, f.uniform()) == pytest.approx(nash_conv / 2, abs=5e-7)


NO_STRATEGIES = {
    "zeros": (lambda f: 0 * f.uniform(), "no probabilities"),
    "ones": (lambda f: np.ones(24), "no probabilities"),
    "nan": (lambda f: np.nan * f.uniform(), "no probabilities"),
    "below 0": (lambda f: np.tile([1.5, -0.5], 12), "no probabilities"),
    "one short": (lambda f: f.uniform()[1:], r"a strategy of shape \(23,\); expected \(24,\)"),
    "a row": (lambda f: f.uniform()[None], r"a strategy of shape \(1, 24\); expected \(24,\)"),
    "a plan": (lambda f: f.plan(f.uniform()), r"of shape \(26,\), as a realization plan is"),
    "words": (lambda f: "uniform", "no array of numbers but str"),
}
JUDGES = {
    "plan": lambda f, x: f.plan(x),
    "values": values,
    "gaps": gaps,
    "exploitability": exploitability,
    "best_response": lambda f, x: best_response(f, x, 0),
}


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("kind", NO_STRATEGIES)
def test_what_is_no_strategy_is_not_judged(form, judge, kind):
    """All zeros were a perfect equilibrium."""
    given, told = NO_STRATEGIES[kind]
    kuhn = form("kuhn-poker")
    with pytest.raises(Usage, match=f"what was given is .*{told}"):
        JUDGES[judge](kuhn, given(kuhn))


@pytest.mark.parametrize("kind", [list, np.float32])
def test_a_strategy_may_be_a_list_and_have_few_digits(form, any_strategy, kind):
    kuhn = form("kuhn-poker")
    strategy = any_strategy(kuhn, 2)
    assert exploitability(kuhn, kind(strategy)) == pytest.approx(exploitability(kuhn, strategy), abs=1e-6)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (lambda f: f.uniform(), r"a plan of shape \(24,\); expected \(26,\)"),
        (lambda f: -f.plan(f.uniform()), "no weights"),
        (lambda f: np.nan * f.plan(f.uniform()), "no weights"),
    ],
)
def test_what_is_no_plan_has_no_gradient(form, given, told):
    kuhn = form("kuhn-poker")
    with pytest.raises(Usage, match=told):
        gradient(kuhn, given(kuhn), 0)
