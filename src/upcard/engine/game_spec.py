"""A game as an argument of a function: its name with players and options, or a ``Game``."""

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
    """Return the requested game.

    Parameters
    ----------
    game : Game or str
        The name of a game, or a game with its players and options.
    players, preset, options
        As for :func:`upcard.game`; only with a name.
    usual : int, optional
        The default number of players; the game's usual number if omitted.

    Raises
    ------
    Usage
        If there is no such game, preset or option, or if players or options are named although the game has
        them already.
    """
    if isinstance(game, str):
        return make_game(game, usual if players is None else players, preset, **(options or {}))
    if players is not None or preset is not None or options:
        raise Usage(f"{game!r} has its players and its options already; give a name to choose others")
    return game
