"""The API: the list of games."""

from functools import lru_cache

from fastapi import APIRouter
from pydantic import BaseModel, Field

from upcard.engine.game import make_game
from upcard.engine.registry import find_rules
from upcard.play.bot_catalogue import bots_for
from upcard.web.api.tables_api import FAULTS
from upcard.web.pages.game_gallery import GameTile, tiles

router = APIRouter(prefix="/api/v1", tags=["games"], responses=FAULTS)


class GameSeen(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    words: str
    players: list[int]
    presets: list[str]
    strategies: list[str]
    played_in: list[str] = Field(
        description="words for one short match and for several in a row; empty if a match has rounds"
    )


@router.get("/games")
def games() -> list[GameSeen]:
    """Return the games, with their numbers of players, named options and strategies."""
    return list(_games())


@lru_cache(maxsize=1)
def _games() -> tuple[GameSeen, ...]:
    return tuple(map(_game, tiles()))


def _game(tile: GameTile) -> GameSeen:
    header = find_rules(tile.name).GAME
    strategies = [x.name for x in bots_for(make_game(tile.name))]
    return GameSeen(
        **vars(tile)
        | {"players": header.table_sizes, "strategies": strategies, "played_in": header.played_in}
    )
