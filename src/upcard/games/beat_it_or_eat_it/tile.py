"""The tile of Beat It Or Eat It on the start page."""

from upcard.language.messages import marked
from upcard.play.game_tile import TileText

TILE = TileText(
    place=1,
    line=marked("Cover the top card or eat the pile. Whoever gets rid of all cards wins."),
    minutes=5,
    demand=marked("no luck: all cards are open"),
    cards=("s9", "hQ", "sA"),
)
