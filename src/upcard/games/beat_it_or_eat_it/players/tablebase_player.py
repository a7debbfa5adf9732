"""A perfect player of Beat It Or Eat It that plays by the tablebase of a file.

A small table that counts plies becomes a function in the compilable subset. With other tables, each round is
searched in plain Python by :class:`upcard.games.beat_it_or_eat_it.certificates.round_analysis.RoundAnalysis`.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.tree.sampling import with_tables
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import PLIES
from upcard.games.beat_it_or_eat_it.certificates.lead_table import (
    BEGINNING,
    LeadTable,
    open_table,
    packed_size,
)
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis
from upcard.games.beat_it_or_eat_it.rules import EAT, GAME, card, top
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import unpacked_once
from upcard.games.beat_it_or_eat_it.strategies.tablebase import bits_of, choose_from_file
from upcard.kit.strategy import State

MAGIC = BEGINNING
NAME = "tablebase_{}x{}"
MOST_COMPILED = 22
"""The maximum number of cards for a compiled function, which lists all positions of a round."""

MOST_REMEMBERED = 1 << 18
"""The maximum number of positions cached from one choice to the next."""


def player_of_file(path: Path, game: Game) -> ChooseAction:
    """Return a player that follows a tablebase, see :mod:`upcard.certificates.kind_registry`."""
    if game.name != GAME.name:
        raise Usage(f"{path} is a tablebase of {GAME.name} and cannot play {game.name}; play {GAME.name}")
    packed = packed_size(path)
    if packed is None:
        return player(open_table(path), game)
    check_size(packed, game)
    return plain_player(lambda: unpacked_once(path))


def player(table: LeadTable, game: Game) -> Callable[[State], int]:
    """Return a function of a view that plays perfectly by a table of the same size, without trumps.

    It chooses the quickest win, else endless play, else the slowest loss, by plies or by rounds, as the table
    counts.

    Raises
    ------
    Usage
        If the table does not fit the game.
    """
    check_size((table.suits, table.length), game)
    if table.measure != PLIES or table.cards > MOST_COMPILED:
        return plain_player(lambda: table)
    name = NAME.format(table.suits, table.length)
    return with_tables(choose_from_file, {"TABLES": np.array(table.distances)}, name)


def check_size(size: tuple[int, int], game: Game) -> None:
    """Raise `Usage` if a game has trumps, or if its size is not `size` (suits and length)."""
    words = game.option_words()
    suits, length = size
    if (words.get("suits"), words.get("length")) != size:
        raise Usage(f"the tablebase is for suits={suits}, length={length}; it cannot play {game.heading()}")
    if words["trumps"] != "none":
        raise Usage("a tablebase plays without trumps; choose trumps=none")


def plain_player(opened: Callable[[], LeadTable]) -> Callable[[State], int]:
    """Return a function of a view that plays by a table in plain Python.

    `opened` returns the table when it is needed. The attribute ``is_plain`` of the result marks it as outside
    the compilable subset, and ``prepare`` is a function that opens the table now.
    """
    rounds: list[RoundAnalysis] = []

    def prepare() -> None:
        """Open the table, and clear the cache."""
        table = opened()
        rounds[:] = [RoundAnalysis(table)]

    def tablebase(v: State) -> int:
        """Choose the best move by the table."""
        if not rounds or rounds[0].remembered > MOST_REMEMBERED:
            prepare()
        return best_move(rounds[0], v)

    tablebase.__dict__.update(is_plain=True, prepare=prepare)
    return tablebase


def best_move(of_round: RoundAnalysis, v: State) -> int:
    """Return the best move of the player to move in a view; `of_round` searches rounds of that size."""
    hand, other = bits_of(v, v.me), bits_of(v, 1 - v.me)
    if v.leads == 1:
        chosen = of_round.best_lead(hand, other)
    else:
        beaten = top(v)
        place = next(i for i in range(v.suits * v.length) if card(v, i) == beaten)
        chosen = of_round.best_answer(hand, other, 1 << place)
    return card(v, chosen.bit_length() - 1) if chosen else EAT
