"""The tile of Stoppers on the start page."""

from upcard.language.messages import marked
from upcard.play.game_tile import TileText

TILE = TileText(
    place=3,
    line=marked("Keep your card or swap it with your neighbour. The lowest card loses a life."),
    minutes=5,
    demand=marked("easy: one choice per round"),
    cards=("K",),
    pieces=("life", "life", "life"),
)
