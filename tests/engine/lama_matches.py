"""Matches of L.A.M.A. with cards that are laid down."""

from upcard.engine.game import make_game

DEALT = [*"111111", *"222222", "1"]
"""L.A.M.A. for two: six ones, six twos, and a 1 opens the pile."""


def lama_match(*more, players=2, preset=None, **options):
    return make_game("lama", players, preset, **options).match(dealt=[*DEALT, *more])
