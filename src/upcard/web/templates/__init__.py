"""Templates of the pages, in this folder. They escape all inserted text.

``_("Your name")`` is a message in the reader's language, ``ngettext("{n} card", "{n} cards", n)`` one with
a number, ``pgettext("replay", "Play")`` one of two meanings, and
``game_words(text)`` gives words of a game. A message may contain the tags ``<strong>``,
``<em>``, ``<code>`` and ``<kbd>``.
"""

import re
from functools import lru_cache
from gettext import NullTranslations
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from upcard.language import messages
from upcard.language.messages import (
    LANGUAGE,
    OwnText,
    game_words,
    languages,
    local_number,
    plural_form,
    translated_in_context,
    word_phrase,
)
from upcard.report import report_templates
from upcard.web.value_text import VALUES


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the environment of the templates; a missing value is an error."""
    environment = report_templates.templates("upcard.web.templates")
    environment.globals.update(VALUES)
    environment.globals.update(
        _=_marked_up,
        ngettext=_marked_up_count,
        pgettext=_marked_up_in_context,
        game_words=game_words,
        word_phrase=word_phrase,
        local_number=local_number,
        language=LANGUAGE.get,
        languages=languages,
    )
    return environment


def load_templates() -> None:
    """Compile all templates, so that no page has to wait for it."""
    for file in files(__name__).iterdir():
        if file.name.endswith(".jinja"):
            templates().get_template(file.name)


def fill_template(name: str, /, **values: Any) -> Markup:
    """Return a filled-in template, as a part of a page."""
    return Markup(templates().get_template(name).render(**values))  # noqa: S704 - templates escape text


TAGS = re.compile(r"&lt;(strong|em|code|kbd)&gt;(.*?)&lt;/\1&gt;", re.DOTALL)
"""A pair of tags that a message may contain, as it is after escaping."""


@lru_cache(maxsize=10_000)
def _escaped(message: str) -> Markup:
    """Return a message with its tags; a single tag is text."""
    text, before = str(escape(message)), ""
    while text != before:
        before, text = text, TAGS.sub(r"<\1>\2</\1>", text)
    return Markup(text)  # noqa: S704 - only these tags are kept


@lru_cache(maxsize=10_000)
def _translated(context: str, message: str, translations: NullTranslations) -> Markup:
    return _escaped(translated_in_context(translations, context, message))


def _marked_up(message: str, /, **values: Any) -> Markup:
    """Return a translated message with escaped values."""
    return _marked_up_in_context("", message, **values)


def _marked_up_in_context(context: str, message: str, /, **values: Any) -> Markup:
    """Return a translated message of two meanings, of which the context says the one.

    A text that a person wrote stays as it is, also the tags in it.
    """
    if isinstance(message, OwnText):
        return escape(message)
    text = _translated(context, message, messages.catalogue(LANGUAGE.get()))
    return text.format(**values) if values else text


def _marked_up_count(one: str, many: str, n: int, /, **values: Any) -> Markup:
    """Return a translated message that fits a number, with escaped values."""
    text = _escaped(plural_form(one, many, n))
    return text.format(**({"n": local_number(f"{n:,}")} | values))
