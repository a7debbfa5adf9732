"""Texts for players with pictures of cards and pieces: the coach's sentences, and the rules at a table.

Texts are Markdown. The picture ``![5](card:5)`` shows the card that the game calls ``5``,
``![a cross](cross:4S.2D)`` two cards that lie across each other, and ``![a penny](art:penny)`` a piece. The
rules at a table are the file ``how_to_play.md`` in the folder of a game. It is filled in with the options in
force by their names, as people write them, and with ``players``, so that it states the rules of this very
table.
"""

import logging
import re
from functools import lru_cache

from jinja2 import Environment, StrictUndefined, TemplateError
from markdown_it import MarkdownIt
from markupsafe import Markup

from upcard.engine.errors import BrokenRules
from upcard.engine.game import Game
from upcard.engine.game_folders import text_file
from upcard.play.first_game import first_game
from upcard.report.card_faces import Art

LOG = logging.getLogger("upcard")
RULES_FILE = "how_to_play.md"
PICTURE = re.compile(r"\]\((card|art|cross):([\w♠♥♦♣.-]+)\)")
MOST_CARDS = 104
"""Maximum number of different cards of a game."""

IMAGE = '<img src="/'
SMALL_IMAGE = '<img class="in-text" loading="lazy" width="63" height="88" src="/'
CROSS = re.compile(r'<img src="(/cards/[^"]*/\d+-\d+\.svg[^"]*)')
LARGER_IMAGE = r'<img class="in-text cross" loading="lazy" width="88" height="88" src="\1'
ENVIRONMENT = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)  # noqa: S701 - fills in Markdown, and HTML in it is escaped


def illustrated(text: str, game: Game, style: str) -> Markup:
    """Return Markdown as HTML, with pictures of cards in a style.

    Raises BrokenRules if the game has no card of a name.
    """
    names = card_numbers(game)

    def address(reference: re.Match[str]) -> str:
        if reference[1] == "art":
            return f"](/art/{reference[2]}.svg)"
        cards = reference[2].split(".") if reference[1] == "cross" else [reference[2]]
        if len(cards) > 2 or not names.keys() >= set(cards):
            raise BrokenRules(f"a text of {game.title} shows {reference[2]!r}, which is no card of the game")
        query = Art(game).query
        address = "-".join(str(names[x]) for x in cards)
        return f"](/cards/{style}/{game.name}/{address}.svg{'?' if query else ''}{query})"

    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(PICTURE.sub(address, text)))
    html = CROSS.sub(LARGER_IMAGE, html).replace(IMAGE, SMALL_IMAGE)
    return Markup(html)  # noqa: S704 - HTML in Markdown is off


@lru_cache(maxsize=64)
def card_numbers(game: Game) -> dict[str, int]:
    """Return the numbers of a game's cards by their names."""
    numbers = dict[str, int]()
    for k in range(MOST_CARDS if hasattr(game.rules, "card_text") else 0):
        try:
            numbers.setdefault(str(game.rules.card_text(k)), k)
        except IndexError:
            break
    return numbers


@lru_cache(maxsize=128)
def rules_for_players(game: Game, style: str) -> Markup | None:
    """Return the rules of a game with its options, for players; None if there is no text that can be used."""
    file = text_file(game.rules, RULES_FILE)
    if file is None:
        return None
    try:
        template = ENVIRONMENT.from_string(file.read_text(encoding="utf-8"))
        return illustrated(template.render(players=game.players, **game.option_words()), game, style)
    except (OSError, ValueError, TemplateError, BrokenRules) as fault:
        LOG.warning("%s of %s cannot be used: %s", RULES_FILE, game.name, fault)
        return None


@lru_cache(maxsize=64)
def has_first_game(name: str, preset: str = "") -> bool:
    """Return whether a game or its preset has a first game that can be read; a broken one is logged, once."""
    try:
        return first_game(name, preset) is not None
    except BrokenRules as fault:
        LOG.warning("%s", fault)
        return False
