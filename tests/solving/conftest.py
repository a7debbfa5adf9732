"""What tests of solvers share: small games in sequence form."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.solving.sequence_form import SequenceForm, sequence_form


@lru_cache(maxsize=32)
def form_of(name: str, **options: Any) -> SequenceForm:
    return sequence_form(unroll(make_game(name, **options)))


@pytest.fixture
def form():
    """Gives the sequence form of a game by name and options."""
    return form_of


@pytest.fixture
def any_strategy():
    """Gives a random strategy for a sequence form; some of its probabilities are 0."""

    def made(form: SequenceForm, seed: int):
        weights = np.random.default_rng(seed).choice([0.0, 0.2, 1.0, 3.0], len(form.tree.legal))
        return form.strategy(np.concatenate([np.ones(form.players), weights]))

    return made
