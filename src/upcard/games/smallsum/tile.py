"""The tile of Smallsum on the start page."""

from upcard.play.game_tile import TileText

TILE = TileText(
    place=2,
    line="Hide a card, bet pennies in your fist: the smaller sum wins the pot.",
    minutes=5,
    demand="bluffing, like a tiny poker",
    cards=("3", "6"),
    pieces=("fist", "penny"),
)
