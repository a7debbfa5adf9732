"""A game of two actions each under other names, for tests of what names must not change."""

from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW, Bimatrix, bimatrix


def relabelled(game: Bimatrix, rows: bool, columns: bool) -> Bimatrix:
    """The same game with the row player's or the column player's actions exchanged."""
    return bimatrix(*([game.payoff(p, (i ^ rows, j ^ columns)) for i, j in CELLS] for p in (ROW, COLUMN)))
