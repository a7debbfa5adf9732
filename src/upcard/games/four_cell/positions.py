"""Positions of Four-Cell."""

from upcard.web.board.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A Prisoner's Dilemma",
        "The crosses of this deal are the dilemma: each has a side that is better whatever the other does, "
        "and both would gain if both left it.",
        {"seed": "193"},
    ),
    ExamplePosition(
        "Nothing to rely on",
        "No pair of plain choices is an equilibrium here: both have to mix.",
        {"seed": "20"},
    ),
)
