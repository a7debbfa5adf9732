"""Example positions of Stoppers."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A seven after a player who kept",
        "Player 1 kept their card, and you hold a seven. What does that tell you?",
        {"players": "4", "option-first_dealer": "4", "dealt": "9.7.3.J", "do": "0"},
    ),
    ExamplePosition(
        "A card that was taken",
        "Player 1 swapped their five for your nine, so you know what they hold.",
        {"players": "4", "option-first_dealer": "4", "dealt": "5.9.8.Q", "do": "1"},
    ),
)
