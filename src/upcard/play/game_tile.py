"""Facts about a game for the start page: ``tile.py`` in the folder of a game defines ``TILE``."""

from dataclasses import dataclass

from upcard.engine.errors import BrokenRules
from upcard.engine.registry import part

PART = "tile"


@dataclass(frozen=True)
class TileText:
    """The tile of a game on the start page."""

    place: int
    """Its place among the games that come first, from 1."""
    line: str
    """Description of the game, in one sentence."""
    minutes: int
    """How long a match takes, in minutes."""
    demand: str
    """How hard it is and what it is about, such as ``easy to learn, no luck``."""
    cards: tuple[str, ...] = ()
    """Cards in the picture, by their names in the rules."""
    pieces: tuple[str, ...] = ()
    """Other pieces in the picture, such as ``penny``."""
    is_crossed: bool = False
    """Whether the cards lie in crosses of two."""


def tile_text(game: str) -> TileText | None:
    """Return the text of a game's tile; None if the game has none. Raises BrokenRules if it is broken."""
    tile = getattr(part(game, PART), "TILE", None)
    if tile is not None and not isinstance(tile, TileText):
        raise BrokenRules(f"TILE in {PART}.py of {game} is {tile!r}; expected a TileText")
    return tile
