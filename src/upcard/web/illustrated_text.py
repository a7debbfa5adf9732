"""Texts for players with pictures of cards and pieces: the coach's sentences, and the rules at a table.

Texts are Markdown. The picture ``![5](card:5)`` shows the card that the game calls ``5``,
``![a cross](cross:4S.2D)`` two cards that lie across each other, and ``![a penny](art:penny)`` a piece. They
are translated paragraph by paragraph when they are shown.
"""

import logging
import re
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from jinja2 import TemplateError
from markupsafe import Markup

from upcard.engine.errors import BrokenRules
from upcard.engine.game import Game
from upcard.language import messages
from upcard.language.messages import game_words
from upcard.play.first_game import first_game
from upcard.play.player_texts import PICTURE, RULES_FILE, markdown, rules_text, translated_paragraph
from upcard.report.card_faces import Art

LOG = logging.getLogger("upcard")
MOST_CARDS = 104
"""Maximum number of different cards of a game."""

IMAGE = '<img src="/'
SMALL_IMAGE = '<img class="in-text" loading="lazy" width="63" height="88" src="/'
CROSS = re.compile(r'<img src="(/cards/[^"]*/\d+-\d+\.svg[^"]*)')
LARGER_IMAGE = r'<img class="in-text cross" loading="lazy" width="88" height="88" src="\1'


def illustrated(text: str, game: Game, style: str) -> Markup:
    """Return Markdown as HTML in the language of the request, with pictures of cards in a style.

    Raises BrokenRules if the game has no card of a name.
    """
    names = card_numbers(game)

    def drawn(picture: re.Match[str]) -> str:
        label, kind, name = picture.groups()
        label = game_words(label)
        if kind == "art":
            return f"![{label}](/art/{name}.svg)"
        cards = name.split(".") if kind == "cross" else [name]
        if len(cards) > 2 or not names.keys() >= set(cards):
            raise BrokenRules(f"a text of {game.title} shows {name!r}, which is no card of the game")
        query = Art(game).query
        address = "-".join(str(names[x]) for x in cards)
        return f"![{label}](/cards/{style}/{game.name}/{address}.svg{'?' if query else ''}{query})"

    reader, environment = markdown(), dict[str, Any]()
    tokens = reader.parse(text, environment)
    for token in tokens:
        if token.type == "inline":
            translated = token.content
            if messages.LANGUAGE.get() != messages.SOURCE:
                translated = translated_paragraph(" ".join(translated.split()))
            (inline,) = reader.parseInline(PICTURE.sub(drawn, translated), environment)
            token.children = inline.children
    html = str(reader.renderer.render(tokens, reader.options, environment))
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


def rules_for_players(game: Game, style: str) -> Markup | None:
    """Return the rules of a game with its options, for players; None if there is no text that can be used."""
    return _rules_html(game, style, messages.catalogue(messages.LANGUAGE.get()))


@lru_cache(maxsize=128)
def _rules_html(game: Game, style: str, translations: NullTranslations) -> Markup | None:
    """Return the rules of a game in the language of the request, whose translations are these."""
    try:
        text = rules_text(game)
        return None if text is None else illustrated(text, game, style)
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
