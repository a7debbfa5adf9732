"""Positions of Beat It Or Eat It."""

from upcard.rules.beat_it_or_eat_it import TAYLORS
from upcard.web.positions import Example

GIVEN = {"option-deal": "given"}
EXAMPLES = (
    Example(
        "Bill Taylor's board",
        "The board with which he asked for games by mail: you lead. We know of nobody who has published who "
        "wins. By Upcard's own table of all positions of two suits of 13 it is decided: who leads wins in 65 "
        "rounds, beginning with the two of spades, if both play as well as can be. That is a computation, "
        "which can be repeated, and no proof by hand. A round ends when the table has been eaten.",
        {**GIVEN, "option-position": TAYLORS},
        "tablebase",
    ),
    Example(
        "Nobody wants to move",
        "One suit of five. Who is to lead loses, whoever it is: zugzwang.",
        {**GIVEN, "option-suits": "1", "option-length": "5", "option-position": "s4.2/s5.3.1/-"},
        "tablebase",
    ),
)
