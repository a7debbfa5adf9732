"""Positions of Four-Cell."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A Prisoner's Dilemma",
        "The crosses of this deal are a dilemma: each player has a side that is better whatever the other "
        "does, and both would gain if neither used it.",
        {"seed": "193"},
    ),
    ExamplePosition(
        "No safe choice",
        "There is no equilibrium here without chance: both players have to mix.",
        {"seed": "20"},
    ),
)
