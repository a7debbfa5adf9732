"""What is tested at greater length by night."""

import os
from collections.abc import Sequence

import pytest

IS_NIGHTLY = bool(os.environ.get("UPCARD_NIGHTLY"))
"""Whether ``make nightly`` runs the tests; all tests of a file that asks are among them."""

LATE = pytest.mark.by_night("takes longer")
"""Marks what the day leaves out for no other reason."""


def left_out(items: Sequence[pytest.Item], is_nightly: bool = IS_NIGHTLY) -> list[pytest.Item]:
    """The tests that the day leaves out."""
    return [] if is_nightly else [x for x in items if x.get_closest_marker("by_night")]


def is_of_the_night(item: pytest.Item) -> bool:
    """Whether ``make nightly`` runs a test: it is marked, or its file asks whether it is night."""
    asks = hasattr(getattr(item, "module", None), "IS_NIGHTLY")
    return asks or item.get_closest_marker("by_night") is not None
