"""A player of Beat It Or Eat It that plays by the tablebase of a file."""

from collections.abc import Callable
from types import FunctionType

import numpy as np

from upcard.checking.beat_it_measure import PLIES
from upcard.checking.beat_it_table import LeadTable
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.solving.beat_it_probe import MOST_CARDS
from upcard.strategies.kit import State
from upcard.strategies.tablebase import choose_from_file

NAME = "tablebase_{}x{}"


def player(table: LeadTable, game: Game) -> Callable[[State], int]:
    """A function of a view that plays perfectly, and that compiles like a strategy.

    Parameters
    ----------
    table : LeadTable
        The tablebase, worked out or opened from its file; it is read into memory.
    game : Game
        What is to be played; it must be of the size of the table, and without trumps.

    Raises
    ------
    Usage
        If the table does not fit the game, or a round of it has too many cards to be looked through.
    """
    words = game.option_words()
    if (words.get("suits"), words.get("length")) != (table.suits, table.length):
        raise Usage(
            f"the tablebase is of suits={table.suits}, length={table.length}; it cannot play {game.heading()}"
        )
    if table.measure != PLIES:
        raise Usage("the table knows outcomes, and not how many plies they take; solve for a tablebase")
    if words["trumps"] != "none":
        raise Usage("a tablebase plays without trumps; choose trumps=none")
    if table.cards > MOST_CARDS:
        raise Usage(
            f"a round of {table.cards} cards takes too long to be looked through; at most {MOST_CARDS} do"
        )
    own = {**choose_from_file.__globals__, "TABLES": np.array(table.distances)}
    name = NAME.format(table.suits, table.length)
    return FunctionType(choose_from_file.__code__, own, name)
