"""Texts for players, in Markdown: the rules at a table, and their sentences for translation.

The rules at a table are the file ``how_to_play.md`` in the folder of a game. It is filled in with the options
in force by their names, as people write them, and with ``players``, so that it states the rules of this very
table.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt

from upcard.engine.game import Game
from upcard.engine.game_folders import text_file
from upcard.language.messages import game_words

RULES_FILE = "how_to_play.md"
ENVIRONMENT = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)  # noqa: S701 - fills in Markdown, and HTML in it is escaped
PICTURE = re.compile(r"!\[([^\]]*)\]\((card|art|cross):([\w♠♥♦♣.-]+)\)")
SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\.\.)([*”\")]*) +(?=[^a-z])")


@lru_cache(maxsize=1)
def markdown() -> MarkdownIt:
    """Return the reader of Markdown in texts for players: no HTML in it, but tables."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def rules_text(game: Game) -> str | None:
    """Return the rules of a game with its options in Markdown; None if the game has no such text.

    Raises OSError, ValueError or jinja2.TemplateError if the text cannot be used.
    """
    file = text_file(game.rules, RULES_FILE)
    if file is None:
        return None
    template = ENVIRONMENT.from_string(file.read_text(encoding="utf-8"))
    return template.render(players=game.players, **game.option_words())


def paragraphs_of(text: str) -> Iterator[str]:
    """Yield the paragraphs, headings and cells of a text in Markdown, each as one line."""
    yield from (" ".join(x.content.split()) for x in markdown().parse(text) if x.type == "inline")


def labels_of(text: str) -> Iterator[str]:
    """Yield the labels of the pictures in a text in Markdown."""
    yield from (label for label, _, _ in PICTURE.findall(" ".join(text.split())))


def sentences_of(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph in Markdown; emphasis never ends in another one than it begins."""
    sentences = [""]
    for piece in SENTENCE_END.sub(r"\1\n", paragraph).split("\n"):
        if sentences[-1].replace("**", "§").count("*") % 2 or sentences[-1].count("**") % 2:
            sentences[-1] += f" {piece}"
        else:
            sentences.append(piece)
    return sentences[1:]


def translated_paragraph(paragraph: str) -> str:
    """Return a paragraph in the language of the request, sentence by sentence if it has no translation."""
    whole = game_words(paragraph)
    return whole if whole != paragraph else " ".join(map(game_words, sentences_of(paragraph)))
