"""Example positions of liar's dice, and dice placed by hand."""

from upcard.engine.state import PlainState
from upcard.games.liars_dice.rules import MOST_SIDES
from upcard.language.messages import marked
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
SETTABLE = {"die": (1, MOST_SIDES)}


def misfit(s: PlainState) -> str:
    """Return why placed dice are not valid; empty if they are."""
    faces = [s.die[p] for p in range(s.seats) if s.die[p] > s.sides]
    return marked("a die shows {0} but has {1} faces").format(faces[0], s.sides) if faces else ""
