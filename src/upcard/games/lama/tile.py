"""The tile of L.A.M.A. on the start page."""

from upcard.language.messages import marked
from upcard.play.game_tile import TileText

TILE = TileText(
    place=5,
    line=marked("Play the same number or one higher, draw, or drop out before your hand costs too much."),
    minutes=10,
    demand=marked("easy: luck and timing"),
    cards=("5", "6", "llama"),
)
