"""Example positions of Four-Cell."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A Prisoner's Dilemma",
        "The crosses of this deal are a dilemma: each player has a column that is better whatever the other "
        "does, and both would gain if neither used it.",
        {"seed": "193"},
    ),
    ExamplePosition(
        "No safe choice",
        "Without chance there is no equilibrium here: both players have to mix.",
        {"seed": "20"},
    ),
)
SETTABLE = {"points": (-220, 220)}
