"""Example positions of Leduc poker."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition("A king before the board", "Raise at once, or wait?", {"dealt": "king-a.queen-a"}),
    ExamplePosition(
        "The board misses",
        "After two checks, the open card is a jack, and player 1 holds a queen.",
        {"dealt": "queen-a.king-a.jack-a", "do": "1.1"},
    ),
)
