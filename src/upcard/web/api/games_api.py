"""The interface for programs: the list of games."""

from functools import lru_cache

from fastapi import APIRouter
from pydantic import BaseModel

from upcard.engine.game import make_game
from upcard.engine.registry import find_rules
from upcard.server.bots import bots_for
from upcard.web.api.tables_api import FAULTS
from upcard.web.pages.game_gallery import tiles

router = APIRouter(prefix="/api/v1", tags=["games"], responses=FAULTS)


class GameSeen(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    words: str
    players: list[int]
    presets: list[str]
    strategies: list[str]


@router.get("/games")
def games() -> list[GameSeen]:
    """Return the games, with their numbers of players, named options and strategies."""
    return list(_games())


@lru_cache(maxsize=1)
def _games() -> tuple[GameSeen, ...]:
    return tuple(_game(tile.name, tile.title, tile.words, tile.presets) for tile in tiles())


def _game(name: str, title: str, words: str, presets: tuple[str, ...]) -> GameSeen:
    rules = find_rules(name)
    strategies = [x.name for x in bots_for(make_game(name))]
    return GameSeen(
        name=name, title=title, words=words, players=list(rules.GAME.table_sizes), presets=list(presets),
        strategies=strategies,
    )  # fmt: skip
