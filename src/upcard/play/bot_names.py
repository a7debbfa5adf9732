"""Names of computer opponents: each level has its own, so that a name soon says how strong somebody plays."""

from collections.abc import Iterable
from hashlib import blake2b

from upcard.play.bot_levels import BEGINNER, CASUAL, PERFECT, STRONG

NAMES = {
    BEGINNER: ("Bo", "Tilly", "Pip", "Nia", "Otto", "Juno", "Mick", "Lulu", "Tom", "Zoe"),
    CASUAL: ("Vera", "Hugo", "Mina", "Leo", "Ines", "Karl", "Rosa", "Yusuf", "Greta", "Paolo"),
    STRONG: ("Ada", "Boris", "Chen", "Freya", "Omar", "Helga", "Ravi", "Sofia", "Viktor", "Wanda"),
    PERFECT: ("Iris", "Felix", "Nora", "Emil", "Thea", "Linus", "Selma", "Arne", "Edda", "Cyrus"),
}
"""The names of each level; one for each seat of the largest table."""


def opponent_name(level: str, table: str, seat: int, taken: Iterable[str] = ()) -> str:
    """Return the name of an opponent at a table; the same one for the same table and seat.

    Names in `taken` are avoided while others are left.
    """
    names = NAMES[level]
    first = int.from_bytes(blake2b(table.encode(), digest_size=4).digest(), "big")
    order = [names[(first + seat + i) % len(names)] for i in range(len(names))]
    used = set(taken)
    return next((x for x in order if x not in used), order[0])


def level_of_name(name: str) -> str:
    """Return the level to which a name belongs, also with a number after it; empty for another name."""
    plain = name.rstrip("0123456789 ")
    return next((level for level, names in NAMES.items() if plain in names), "")
