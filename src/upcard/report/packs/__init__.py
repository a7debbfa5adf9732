"""Special packs: the cards of a game drawn for print and screen, one file per game, found by scanning.

The file of a pack has the name of its rules file. It defines ``CARDS``, the cards in the order in which they
are printed; ``OPTIONS``, the options on which their look depends; and ``card_svg(game, card, is_large)``,
which draws one as an ``<svg>`` element of `WIDTH` by `HEIGHT`, with a large index if that is asked. It may
define ``card_words(game, card)``, what is said of a card besides its name; ``IS_CROSSED``, whether two cards
in one place lie across each other; and ``LEGEND``, sentences on what stands on a card for the sheet of rules,
with ``SAMPLE``, the card beside them.
"""

import pkgutil
from types import ModuleType

from upcard.engine.errors import Usage
from upcard.engine.finding import file_for_game

WIDTH, HEIGHT = 63, 88
"""The size of a card in millimetres, that of sleeves and of ready-cut paper."""


def pack_names() -> list[str]:
    """The games that have a special pack."""
    return sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__))


def find_pack(game: str) -> ModuleType:
    """The file that draws the special pack of a game.

    Parameters
    ----------
    game : str
        The name of the game, such as ``"four-cell"``.

    Raises
    ------
    Usage
        If it has none.
    """
    found = file_for_game(__name__, game)
    if found is None:
        raise Usage(f"{game} has no special pack; there is one for {', '.join(pack_names())}")
    return found
