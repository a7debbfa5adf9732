"""PettingZoo's own tests of environments, for every game; by night also for every preset."""

import importlib
import itertools
from functools import partial
from types import SimpleNamespace

import pytest
from tests.night import IS_NIGHTLY

from upcard.adapters import match_rendering as pictures
from upcard.adapters.pettingzoo import env, parallel_env
from upcard.engine.registry import game_modules

zoo = pytest.importorskip("pettingzoo.test")

VARIANTS = [
    (name, preset)
    for name, rules in game_modules().items()
    for preset in (None, *(rules.PRESETS if IS_NIGHTLY else ()))
]
IN_ALTERNATION = {
    "beat-it-or-eat-it",
    "four-cell",
    "goofspiel",
    "high-card",
    "le-her",
    "smallsum",
    "stoppers",
}
NOT_ALWAYS = {("four-cell", None), ("smallsum", "alternate")}
EXPECTED = (
    "Observation is not a NumPy array",  # with a mask it is a dict, as in PettingZoo's own games of cards
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # after the end
)
pytestmark = [
    *(pytest.mark.filterwarnings(f"ignore:{words}") for words in EXPECTED),
    pytest.mark.parametrize(("name", "preset"), VARIANTS, ids=lambda x: x or "usual"),
]


@pytest.fixture
def made(name, preset):
    return partial(env, name, preset=preset)


@pytest.fixture
def made_parallel(name, preset):
    return partial(parallel_env, name, preset=preset)


def test_the_api_of_turns(made):
    zoo.api_test(made(), num_cycles=50)


def test_the_api_of_moments(made_parallel):
    zoo.parallel_api_test(made_parallel(), num_cycles=50)


def test_the_same_seed_gives_the_same_game(made, made_parallel):
    zoo.seed_test(made, num_cycles=20)
    zoo.parallel_seed_test(partial(made_parallel, illegal="replaced"), num_cycles=20)


def test_as_many_cycles_as_asked_for(name, preset, made, made_parallel):
    """PettingZoo's test chooses without a mask, and counts on every agent acting in every cycle.

    Where turns do not always alternate the game for all at once stands in for that of turns, whose own
    counting the tests of the adapter look at.
    """
    tried = partial(made_parallel, illegal="replaced")
    to_aec = importlib.import_module("pettingzoo.utils.conversions").parallel_to_aec

    def by_moments(max_cycles):
        return to_aec(tried(max_cycles=max_cycles))

    alternates = name in IN_ALTERNATION and (name, preset) not in NOT_ALWAYS
    in_turns = partial(made, illegal="replaced") if alternates else by_moments
    zoo.max_cycles_test(SimpleNamespace(parallel_env=tried, env=in_turns))


def test_every_way_to_render(made, capsys, monkeypatch):
    """In small pictures, which are made sooner."""
    monkeypatch.setattr(pictures, "SIZE", 96)
    zoo.render_test(made, custom_tests={"ansi": lambda text: text.count("\n") > 3})
    assert "after 0 actions" in capsys.readouterr().out


def test_the_benchmark_runs(made, monkeypatch, capsys):
    """It plays for five seconds; here by a clock that shows half a second more whenever it is asked."""
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    seconds = itertools.count(0.0, 0.5)
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds)))
    module.performance_benchmark(made())
    assert "turns per second" in capsys.readouterr().out
