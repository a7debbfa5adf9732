"""A game of aiming, strategies that have something to tune, and a small search."""

from typing import Any

from tests.shared import GAMES_FOLDER, module_from

AIMING = module_from(GAMES_FOLDER / "aiming.py")
STRATEGY = '''"""A strategy of the tests."""

from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy("{name}", ("aiming",), "names a number", "made up", parameters=({parameters}))


def choose(v: State{arguments}) -> int:
    """A number."""
    return {body}
'''
WHOLE = 'Parameter("t", 3, 0, 20, "the number", whole=True),'
PLANE = 'Parameter("x", 0.9, 0, 1, "across"), Parameter("y", 0.1, 0, 1, "along"),'
STRATEGIES = {
    "threshold": (", t", WHOLE, "int(t)"),
    "bowl": (
        ", x, y",
        PLANE,
        "max(0, int(13.9 - 20 * ((x - 0.3) * (x - 0.3) + (y - 0.8) * (y - 0.8))))",
    ),
    "flat": (", x, y", PLANE, "3"),
    "plain": ("", "", "3"),
}


def three(v):
    """Names the 3; not in the compilable subset, so that nothing is compiled for a few games."""
    return int("3")


SMALL: dict[str, Any] = {"games": 3, "budget": 48, "confirm_games": 150}
