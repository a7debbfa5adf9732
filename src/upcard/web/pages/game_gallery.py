"""The games of the start page: for each, a picture of some cards, the title, and a sentence."""

import logging
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from upcard.engine.errors import BrokenRules
from upcard.engine.game import Game, make_game
from upcard.engine.registry import valid_games
from upcard.language.phrases import players_in_words
from upcard.play.game_tile import TileText, tile_text
from upcard.play.scene import Scene, make_scene
from upcard.play.series import hands_text, quick_hands
from upcard.play.zones import Face
from upcard.web.board.board_layout import DICE
from upcard.web.illustrated_text import card_numbers

LOG = logging.getLogger("upcard")
SHOWN, SEED = 3, 1


@dataclass(frozen=True)
class GameTile:
    """A game on the start page."""

    name: str
    title: str
    sizes: tuple[int, ...]
    """Numbers of players."""
    words: str
    line: str
    """First line of its rules file."""
    cards: tuple[int, ...]
    """Some cards of a deal."""
    things: tuple[str, ...]
    """Images of other pieces, such as dice."""
    presets: tuple[str, ...]
    hands: str = ""
    """The number of hands that one click opens, in words; empty for one."""
    text: TileText | None = None
    """Facts from the folder of the game."""

    @property
    def players(self) -> str:
        """Numbers of players in words, such as ``2 to 4 players``."""
        return players_in_words(self.sizes)

    @property
    def is_crossed(self) -> bool:
        """Whether the cards of the picture lie in crosses of two."""
        return self.text is not None and self.text.is_crossed


@lru_cache(maxsize=1)
def tiles() -> tuple[GameTile, ...]:
    """Return all playable games, ordered by title."""
    return tuple(sorted(map(_tile, valid_games()[0].values()), key=lambda x: x.title.lower()))


def _tile(rules: ModuleType) -> GameTile:
    game = make_game(rules.GAME.name)
    scene, text = make_scene(game, game.match(SEED).state, None), _usable_text(game)
    line = next(iter((rules.__doc__ or "").strip().splitlines()), "")
    return GameTile(
        name=game.name,
        title=game.title,
        sizes=tuple(rules.GAME.table_sizes),
        words=about(game.title, line),
        line=line,
        cards=tuple(card_numbers(game)[x] for x in text.cards) if text else _some_cards(scene),
        things=text.pieces if text else _some_dice(scene),
        presets=tuple(rules.PRESETS),
        hands=hands_text(game, quick_hands(game)) if quick_hands(game) > 1 else "",
        text=text,
    )


def first_and_other_tiles() -> tuple[tuple[GameTile, ...], tuple[GameTile, ...]]:
    """Return the games with a text of their own, in its order, and the others, ordered by title."""
    placed = sorted((x.text.place, x.name, x) for x in tiles() if x.text)
    return tuple(x for *_, x in placed), tuple(x for x in tiles() if not x.text)


def about(title: str, line: str) -> str:
    """Return the description in the first line of a game: the part after the colon, or without the title."""
    _, colon, rest = line.partition(": ")
    words = rest if colon else line.removeprefix(title).lstrip(",. ")
    return words[:1].upper() + words[1:]


def _usable_text(game: Game) -> TileText | None:
    """Return the text of a game's tile; None without one. A broken one is logged, and counts as none."""
    try:
        text = tile_text(game.name)
        for name in text.cards if text else ():
            if name not in card_numbers(game):
                raise BrokenRules(f"the tile of {game.title} shows {name!r}, which is no card of the game")
    except BrokenRules as fault:
        LOG.warning("%s", fault)
        return None
    return text


def _some_cards(scene: Scene) -> tuple[int, ...]:
    """Return the lowest, a middle and the highest card of a deal; all of them if there are few."""
    cards = sorted({x.card for zone in scene.zones for x in zone.faces if isinstance(x, Face)})
    return tuple(cards if len(cards) <= SHOWN else (cards[0], cards[len(cards) // 2], cards[-1]))


def _some_dice(scene: Scene) -> tuple[str, ...]:
    """Return the images of the dice of a deal."""
    return tuple(f"die-{q.values[0]}" for q in scene.quantities if q.name in DICE)[:SHOWN]
