"""Special packs: the cards of a game drawn for print and screen by the file ``art`` in its folder.

That file defines ``CARDS``, the cards in the order of printing; ``OPTIONS``, the options on which their look
depends; and ``card_svg(game, card, is_large)``, which draws one as an ``<svg>`` element of `WIDTH` by
`HEIGHT`, if `is_large` with a large index. It may define ``card_words(game, card)``, a description of a card
beside its name; ``IS_CROSSED``, whether two cards in one place lie across each other; and ``LEGEND``,
sentences about the marks on a card for the sheet of rules, with ``SAMPLE``, the card beside them, and
``SAMPLE_CROSS``, a cross of two cards.
"""

from types import ModuleType

from upcard.engine.errors import Usage
from upcard.engine.registry import part, parts

WIDTH, HEIGHT = 63, 88
"""The size of a card in millimetres, that of sleeves and of ready-cut paper."""


def pack_names() -> list[str]:
    """Return the games that have a special pack."""
    return list(parts("art"))


def find_pack(game: str) -> ModuleType:
    """Return the file that draws the special pack of a game.

    Raises ``Usage`` if the game has no special pack.
    """
    art = part(game, "art")
    if art is None:
        raise Usage(f"{game} has no special pack; there is one for {', '.join(pack_names())}")
    return art
