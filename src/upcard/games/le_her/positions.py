"""Example positions of Le Her."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "Montmort's question",
        "You hold a seven. Montmort, Bernoulli and Waldegrave wrote letters on whether to swap it.",
        {"dealt": "7.10"},
    ),
)
