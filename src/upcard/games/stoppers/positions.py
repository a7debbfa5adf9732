"""Positions of Stoppers."""

from upcard.web.board.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A seven after one who kept",
        "Player 1 has kept his card, and you hold a seven: does it tell you anything that he kept?",
        {"players": "4", "option-first_dealer": "4", "dealt": "9.7.3.J", "do": "0"},
    ),
    ExamplePosition(
        "A card that was taken",
        "Player 1 has taken your nine for his five, so you know what he holds.",
        {"players": "4", "option-first_dealer": "4", "dealt": "5.9.8.Q", "do": "1"},
    ),
)
