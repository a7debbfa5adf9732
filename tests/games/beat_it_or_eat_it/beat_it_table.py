"""Positions of Beat It Or Eat It to play on from."""

from upcard.engine.game import make_game

NAME = "beat-it-or-eat-it"


def at(position, **options):
    """A match that begins at a position."""
    return make_game(NAME, deal="given", position=position, **options).match()


def after(position, line, **options):
    match = at(position, **options)
    for words in line.split(", "):
        match.do(words)
    return match


ROUND = "lead s1, beat with s3, lead s5, eat, lead s4, beat with s5, lead s3, eat"
"""From s1.2 against s3.4.5.6 these eight choices lead back to where they began."""


def rounds(times, draw):
    return after("s2.1/s6.5.4.3/-", ", ".join([ROUND] * times), suits=1, length=6, draw=draw)
