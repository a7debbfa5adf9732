"""A perfect player that follows a tablebase file of Beat It Or Eat It."""

from pathlib import Path

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.games.beat_it_or_eat_it.certificates.lead_table import BEGINNING, open_table, packed_size
from upcard.games.beat_it_or_eat_it.players.tablebase_player import check_size, plain_player, player
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import unpacked_once

MAGIC = BEGINNING
GAME = "beat-it-or-eat-it"


def player_of_file(path: Path, game: Game) -> ChooseAction:
    """Return a player by a tablebase, see :mod:`upcard.certificates.kind_registry`."""
    if game.name != GAME:
        raise Usage(f"{path} is a tablebase of {GAME} and cannot play {game.name}; play {GAME}")
    packed = packed_size(path)
    if packed is None:
        return player(open_table(path), game)
    check_size(packed, game)
    return plain_player(lambda: unpacked_once(path))
