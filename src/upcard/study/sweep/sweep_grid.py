"""The grid of a sweep: options with several values, and all their combinations."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec

PLAYERS = "players"
"""Name of the axis for the number of players."""

MOST_SETTINGS = 500

RANGE = re.compile(r"(-?\d{1,9}):(-?\d{1,9})(?::(\d{1,9}))?")
EXPECTED = "expected VALUE, a list such as a,b, or a range LOW:HIGH or LOW:HIGH:STEP"

AxisValues = str | int | Iterable[str | int]
"""The values of an option: one, several, or a text such as ``5:15:2``."""


@dataclass(frozen=True)
class SweepSetting:
    """One point of the grid."""

    values: Mapping[str, str]
    """The values of the options that change."""
    game: Game

    @property
    def words(self) -> str:
        """The setting in words: ``purse=5 variant=choice``."""
        return setting_words(self.values)


@dataclass(frozen=True)
class SweepGrid:
    """All combinations of the values of some options."""

    axes: Mapping[str, tuple[str, ...]]
    """The options that change, and their values."""
    settings: tuple[SweepSetting, ...]

    def whole_axis(self, name: str) -> bool:
        """Return whether all values of an axis are whole numbers."""
        return all(re.fullmatch(r"-?\d+", x) for x in self.axes[name])


def setting_words(values: Mapping[str, str]) -> str:
    """Return a setting in words."""
    return " ".join(f"{k}={x}" for k, x in values.items())


def make_grid(
    name: str, players: int | None, preset: str | None, options: Mapping[str, AxisValues]
) -> SweepGrid:
    """Return the grid of a game.

    Raises ``Usage`` if no option has several values, there are too many settings, or the game refuses one of
    them; the message names it.
    """
    every = {key: axis_values(key, x) for key, x in options.items()}
    if PLAYERS in every and players is not None:
        raise Usage("the number of players was given twice; leave out one of the two")
    axes = {key: x for key, x in every.items() if len(x) > 1 or key == PLAYERS}
    if not any(len(x) > 1 for x in axes.values()):
        raise Usage("no option has several values; write for example --option NAME=1:5 or --option NAME=a,b")
    count = 1
    for values in axes.values():
        count *= len(values)
    if count > MOST_SETTINGS:
        raise Usage(f"the grid has {count:,} settings; expected at most {MOST_SETTINGS}; use larger steps")
    fixed = {key: x[0] for key, x in every.items() if key not in axes}
    points = (dict(zip(axes, x, strict=True)) for x in product(*axes.values()))
    spec = GameSpec(name, players, preset, fixed)
    return SweepGrid(axes, tuple(_setting(spec, values) for values in points))


def axis_values(key: str, values: AxisValues) -> tuple[str, ...]:
    """Return the values of an option as texts; raise ``Usage`` for a range that is empty or has no step."""
    if isinstance(values, str):
        return _checked(key, values, [x for part in values.split(",") for x in _part(key, part)])
    several = [values] if isinstance(values, int) else list(values)
    return _checked(key, values, [str(x) for x in several])


def _part(key: str, part: str) -> list[str]:
    match = RANGE.fullmatch(part.strip())
    if not match:
        return [part.strip()]
    low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step < 1 or high < low:
        raise Usage(f"the range {part!r} of {key} is empty; expected LOW:HIGH:STEP with LOW below HIGH")
    if (high - low) // step >= MOST_SETTINGS:
        raise Usage(f"the range {part!r} of {key} has more than {MOST_SETTINGS} values; use a larger step")
    return [str(x) for x in range(low, high + 1, step)]


def _checked(key: str, typed: object, values: list[str]) -> tuple[str, ...]:
    if not values or "" in values:
        raise Usage(f"{key} was given {typed!r}; {EXPECTED}")
    return tuple(dict.fromkeys(values))


def _setting(spec: GameSpec, values: Mapping[str, str]) -> SweepSetting:
    options = {**spec.options, **{k: x for k, x in values.items() if k != PLAYERS}}
    seats = _whole(values[PLAYERS]) if PLAYERS in values else spec.players
    try:
        return SweepSetting(values, GameSpec(spec.name, seats, spec.preset, options).game())
    except Usage as fault:
        raise Usage(f"the game refuses {setting_words(values)}: {fault}") from None


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise Usage(f"the number of players is {text!r}; expected a whole number")
    return int(text)
