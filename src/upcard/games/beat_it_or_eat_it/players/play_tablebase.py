"""Playing the file of a tablebase of Beat It Or Eat It: perfectly."""

from pathlib import Path

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.games.beat_it_or_eat_it.certificates import lead_table as beat_it_table
from upcard.games.beat_it_or_eat_it.players import tablebase_player as beat_it_player
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import unpacked_once

MAGIC = beat_it_table.BEGINNING
GAME = "beat-it-or-eat-it"


def player_of_file(path: Path, game: Game) -> ChooseAction:
    """A function of a view that plays by a tablebase.

    Parameters
    ----------
    path : Path
        The file.
    game : Game
        What is played.

    Raises
    ------
    Usage
        If the game is another one, or of another size.
    """
    if game.name != GAME:
        raise Usage(f"{path} is a tablebase of {GAME}, and what is played is {game.name}; play {GAME}")
    packed = beat_it_table.packed_size(path)
    if packed is None:
        return beat_it_player.player(beat_it_table.open_table(path), game)
    beat_it_player.check_size(packed, game)
    return beat_it_player.plain_player(lambda: unpacked_once(path))
