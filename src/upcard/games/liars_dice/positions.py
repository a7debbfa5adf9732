"""Positions of Liar's dice."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A six in the fist", "You have the best face. How high should you bid?", {"dealt": "5.0"}
    ),
    ExamplePosition(
        "Liar, or not?",
        "Player 1 has bid one six, and player 2 has a one.",
        {"dealt": "2.0", "do": "5"},
    ),
)
