"""Words of a game as pages show them."""

from functools import reduce
from types import ModuleType

from upcard.engine.card_notation import with_suits
from upcard.engine.wording import in_moves
from upcard.language.messages import game_words, marked
from upcard.language.messages import gettext as _


def game_text(text: str, rules: ModuleType) -> str:
    """Return words of a game in the reader's language, with suits: ``lead 7♥`` for ``lead h7``.

    Plies are called moves.
    """
    return with_suits(game_words(in_moves(text)), rules)


def either_text(choices: list[str]) -> str:
    """Return choices as part of a sentence: ``play 7, or pass``; empty for none."""
    return reduce(
        lambda first, second: _("{first}, or {second}", first=first, second=second), choices or [""]
    )


MARK_WORDS = {
    "played": marked("played"),
    "next": marked("played"),
    "better": marked("better"),
    "best": marked("best"),
}
"""Words on cards and zones of reviewed moves, by mark."""


def mark_words(mark: str) -> str:
    """Return the word for the mark of a reviewed move in the reader's language."""
    return _(MARK_WORDS[mark])
