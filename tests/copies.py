"""Ways to copy an object: by pickles, and by the copy module."""

import copy
import pickle
from typing import Any

import pytest

from upcard.engine.registry import game_modules, is_shipped

GAMES = sorted(name for name, rules in game_modules().items() if is_shipped(rules))
"""The names of all games that ship."""


def pickled(x: Any) -> Any:
    """The copy of an object by a pickle."""
    return pickle.loads(pickle.dumps(x))


def by_cloudpickle(x: Any) -> Any:
    """The copy of an object by a pickle that cloudpickle wrote."""
    cloudpickle = pytest.importorskip("cloudpickle")
    return pickle.loads(cloudpickle.dumps(x))


COPIES = {"pickle": pickled, "cloudpickle": by_cloudpickle, "deepcopy": copy.deepcopy, "copy": copy.copy}
"""Functions that copy an object, by name."""
