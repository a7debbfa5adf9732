"""Example positions of liar's dice."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "To bid with a six", "You have the best face. How high should you bid?", {"dealt": "5.0"}
    ),
    ExamplePosition(
        "Liar, or not?",
        "Player 1 has bid one six. Player 2 has a one. Is the bid a lie?",
        {"dealt": "2.0", "do": "5"},
    ),
)
