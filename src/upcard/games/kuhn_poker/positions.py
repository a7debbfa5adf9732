"""Positions of Kuhn poker."""

from upcard.web.board.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "To bluff with the worst card", "The jack cannot win if it is shown. Bet it?", {"dealt": "jack.king"}
    ),
    ExamplePosition(
        "To call with the middle card",
        "Player 2 holds the queen and is bet at: is it a king, or a bluff?",
        {"dealt": "jack.queen", "do": "1"},
    ),
)
