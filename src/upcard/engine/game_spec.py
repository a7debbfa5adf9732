"""A game as it is given to a function: by its name with players and options, or made already."""

from collections.abc import Mapping

from upcard.engine.errors import Usage
from upcard.engine.game import Game, make_game
from upcard.engine.option_values import OptionValue


def game_from(
    game: Game | str,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    usual: int | None = None,
) -> Game:
    """The game that is asked for.

    Parameters
    ----------
    game : Game or str
        A name, or a game with its players and options.
    players, preset, options
        As for :func:`upcard.game`, if a name is given.
    usual : int, optional
        How many players there are where nobody says it; by default as many as the game usually has.

    Raises
    ------
    Usage
        If there is no such game, preset or option, or players or options are given with a game that has
        its own.
    """
    if isinstance(game, str):
        return make_game(game, usual if players is None else players, preset, **(options or {}))
    if players is not None or preset is not None or options:
        raise Usage(f"{game!r} has its players and its options already; give a name to choose others")
    return game
