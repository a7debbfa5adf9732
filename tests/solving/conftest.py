"""What tests of solvers share: small games in sequence form, and all leads of Beat It Or Eat It."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.games.beat_it_or_eat_it.rules import SUITS, deal_to, lowest
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.sequence_form import SequenceForm, sequence_form


@lru_cache(maxsize=32)
def form_of(name: str, **options: Any) -> SequenceForm:
    return sequence_form(unroll(make_game(name, **options)))


@pytest.fixture
def form():
    """Gives the sequence form of a game by name and options."""
    return form_of


@pytest.fixture(scope="session")
def short():
    """A match of Alternate at Smallsum from two pennies each, solved."""
    return smallsum_match.reach(make_game("smallsum", variant="alternate", purse=2), SolveTerms())


@pytest.fixture
def any_strategy():
    """Gives a random strategy for a sequence form; some of its probabilities are 0."""

    def made(form: SequenceForm, seed: int):
        weights = np.random.default_rng(seed).choice([0.0, 0.2, 1.0, 3.0], len(form.tree.legal))
        return form.strategy(np.concatenate([np.ones(form.players), weights]))

    return made


def card_of(bit, suits, length):
    """The card of the rules that a bit of a hand stands for."""
    return (lowest(length) + bit // suits) * SUITS + bit % suits


def all_leads(suits, length, trumps="none"):
    """The game, and by the hand that leads, as a set of bits, a state with an empty table."""
    game = make_game(
        "beat-it-or-eat-it", suits=suits, length=length, deal="random", draw="never", trumps=trumps
    )
    states = {}
    for hand in range(1, (1 << suits * length) - 1):
        s = game.blank()
        s.leads = 1
        for bit in range(suits * length):
            deal_to(s, 1 - ((hand >> bit) & 1), card_of(bit, suits, length))
        states[hand] = s
    return game, states


@pytest.fixture(scope="session")
def leads():
    """``leads(suits, length)``: see :func:`all_leads`."""
    return all_leads
