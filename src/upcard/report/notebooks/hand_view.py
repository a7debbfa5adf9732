"""A hand: the cards of a seat, drawn as at the table."""

from upcard.document.model import Figure
from upcard.engine.hand import Hand
from upcard.play.scene import Scene, make_scene
from upcard.report.notebook_sheet import Sheet
from upcard.report.notebooks.state_view import game_of
from upcard.report.scene_svg import hand_svg


def sheet(hand: Hand) -> Sheet:
    """Return the sheet of a hand."""
    words = "\n".join(f"{zone}: {' '.join(cards)}" for zone, cards in hand.cards.items())
    return Sheet(
        f"The hand of {hand.name}", game_of(hand.view).title, parts=[Figure(picture(hand), words=words)]
    )


def picture(hand: Hand) -> str:
    """Return the cards alone."""
    return hand_svg(_scene(hand), game_of(hand.view))


def _scene(hand: Hand) -> Scene:
    """Return what the seat sees, with its name at its place."""
    names = [f"player {p + 1}" for p in range(int(hand.view.seats))]
    names[hand.view.me] = hand.name
    return make_scene(game_of(hand.view), hand.view, int(hand.view.me), names)
