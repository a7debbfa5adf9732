"""OpenSpiel and Gambit, and what they are asked about: ``make test-peers`` installs them.

Where they are missing nothing is collected here, so that ``make test`` passes over this folder.
"""

import importlib
import importlib.util
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.peers.smallsum_round import smallsum_round

from upcard.adapters.gambit import efg_text
from upcard.engine.game import Game, make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.round_game import first_round, round_now
from upcard.solving.cfr_plus import schedule
from upcard.solving.lp_program import linear_program, optimum
from upcard.solving.regrets import Regrets
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import find_solver

Strategy = npt.NDArray[np.float64]

PEERS = ("pyspiel", "pygambit")
collect_ignore_glob = [] if all(map(importlib.util.find_spec, PEERS)) else ["test_*.py"]

OPEN = ((3, 7), (4, 6))
GAMES: dict[str, Callable[[], Game]] = {
    "kuhn": lambda: make_game("kuhn-poker"),
    "leduc": lambda: make_game("leduc-poker"),
    "le-her": lambda: make_game("le-her"),
    "dice": lambda: make_game("liars-dice", preset="two-sided"),
    "smallsum-basic": lambda: smallsum_round("basic", OPEN),
    "smallsum-choice": lambda: smallsum_round("choice", OPEN),
    "smallsum-alternate": lambda: smallsum_round("alternate", OPEN),
    "stoppers": lambda: first_round(make_game("stoppers", 2, first_dealer="2")),
    "smallsum-dealt": lambda: round_now(make_game("smallsum", variant="choice").match(seed=4)),
}


@lru_cache(maxsize=16)
def form_of(name: str) -> SequenceForm:
    """One of the games, in sequence form."""
    return sequence_form(unroll(GAMES[name]()))


@lru_cache(maxsize=16)
def efg_of(name: str) -> str:
    """One of the games, as Upcard exports it."""
    return efg_text(form_of(name).tree)


@pytest.fixture(scope="session")
def form() -> Callable[[str], SequenceForm]:
    return form_of


@pytest.fixture(scope="session")
def spiel() -> Any:
    return importlib.import_module("pyspiel")


@pytest.fixture(scope="session")
def gambit() -> Any:
    return importlib.import_module("pygambit")


@pytest.fixture(scope="session")
def in_spiel(spiel: Any) -> Callable[[str], Any]:
    """One of the games, exported, in OpenSpiel."""
    return lru_cache(maxsize=16)(lambda name: spiel.load_efg_game(efg_of(name)))


@pytest.fixture(scope="session")
def in_gambit(gambit: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """One of the games, exported, in Gambit."""

    @lru_cache(maxsize=16)
    def read(name: str) -> Any:
        file = tmp_path_factory.mktemp("efg") / f"{name}.efg"
        file.write_text(efg_of(name))
        return gambit.read_efg(str(file))

    return read


def uniform(form: SequenceForm) -> Strategy:
    """All choices with the same probability."""
    return form.uniform()


def drawn(seed: int) -> Callable[[SequenceForm], Strategy]:
    """A random strategy; some of its probabilities are 0."""

    def strategy(form: SequenceForm) -> Strategy:
        weights = np.random.default_rng(seed).choice([0.0, 0.2, 1.0, 3.0], len(form.tree.legal))
        return form.strategy(np.concatenate([np.ones(form.players), weights]))

    return strategy


def averaged(form: SequenceForm) -> Strategy:
    """The average of some iterations of CFR+."""
    regrets = Regrets(form, schedule)
    regrets.run(40)
    return regrets.average()


def solved(form: SequenceForm) -> Strategy:
    """What the linear program gives."""
    return form.strategy(optimum(form, linear_program(form)).plan)


STRATEGIES: dict[str, Callable[[SequenceForm], Strategy]] = {
    "uniform": uniform,
    **{f"random-{seed}": drawn(seed) for seed in (1, 2, 3)},
    "CFR+": averaged,
    "solved": solved,
}


@pytest.fixture(params=STRATEGIES)
def strategy(request: pytest.FixtureRequest) -> Callable[[SequenceForm], Strategy]:
    return STRATEGIES[request.param]


def equilibrium(form: SequenceForm) -> tuple[Fraction, ...]:
    """The corner of the linear program in fractions."""
    answer = find_solver("lp").solve(form, Aim(0, 1, is_exact=True))
    assert answer.exact is not None
    exactly: tuple[Fraction, ...] = answer.exact
    return exactly


def exact(strategy: Strategy, form: SequenceForm) -> list[Fraction]:
    """Fractions near a strategy that add up to exactly 1 in every information set."""
    weights = [Fraction(x).limit_denominator(1000) for x in strategy.tolist()]
    plan = [Fraction(1)] * form.players + weights
    return list(form.exact_strategy(plan))
