"""Shared parts of commands that play many games: output formats, speed, and the line that repeats them."""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.engine.errors import Usage
from upcard.engine.wording import counted


def check_formats(as_json: bool, as_csv: bool) -> None:
    """Refuse two formats on one standard output."""
    if as_json and as_csv:
        raise Usage("--json and --csv were both given; choose one")


def speed_text(games: int, seconds: float, rate: float) -> str:
    """Return how many games took how long."""
    shown = f"{seconds:.2f}" if seconds >= 0.1 else f"{seconds:.1g}"
    return f"{counted(games, 'game')} in {shown} s, {rate:,.0f} games/s"


def game_words(
    command: str, result: Any, given: Mapping[str, Any], strategies: Sequence[str] = ()
) -> list[str]:
    """Return the beginning of a command line for the game of a result, with `strategies` after its name.

    `given` holds the parameters of the command that ran, with its ``preset`` and ``options``.
    """
    words = ["upcard", command, result.game, *strategies, "--players", str(result.players)]
    if given["preset"]:
        words += ["--preset", given["preset"]]
    for option in given["options"]:
        words += ["--option", option]
    return words
