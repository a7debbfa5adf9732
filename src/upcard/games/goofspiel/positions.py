"""Example positions of Goofspiel."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "The King comes first", "How much should you bid for the highest prize?", {"dealt": "13"}
    ),
    ExamplePosition(
        "The ace comes first", "Is the smallest prize worth more than the smallest bid?", {"dealt": "1"}
    ),
)
