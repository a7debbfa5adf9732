"""Example positions of Kuhn poker."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "To bluff with the worst card",
        "The jack loses every showdown. Should you bet?",
        {"dealt": "jack.king"},
    ),
    ExamplePosition(
        "To call with the middle card",
        "Player 2 holds the queen and faces a bet. Does the other player hold the king, or bluff?",
        {"dealt": "jack.queen", "do": "1"},
    ),
)
