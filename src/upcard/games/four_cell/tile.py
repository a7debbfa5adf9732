"""The tile of Four-Cell on the start page."""

from upcard.language.messages import marked
from upcard.play.game_tile import TileText

TILE = TileText(
    place=4,
    line=marked("Your column and their row meet in one cell: each of you takes a card there."),
    minutes=15,
    demand=marked("demanding: think about what they think"),
    cards=("10S", "3H", "KC", "4D"),
    is_crossed=True,
)
