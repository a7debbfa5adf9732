"""The tile of Smallsum on the start page."""

from upcard.language.messages import marked
from upcard.play.game_tile import TileText

TILE = TileText(
    place=2,
    line=marked("Hide a card, bet pennies in your fist: the smaller sum wins the pot."),
    minutes=5,
    demand=marked("bluffing, like a tiny poker"),
    cards=("3", "6"),
    pieces=("fist", "penny"),
)
