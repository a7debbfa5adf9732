"""Cards of suits: how rules call them, ``h7`` or ``7H``, and how they are printed, ``7♥``."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import ModuleType

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD_NAME = re.compile(r"(\d{1,2}|[AJQKT])([shdcSHDC♠♥♦♣])|([shdcSHDC♠♥♦♣])(\d{1,2}|[AJQKT])")
WORD, MOST_CARDS = re.compile(r"\w+"), 64
PRINTED = re.compile(r"(\d{1,2}|[AJQKTajqkt])([♠♥♦♣])|([♠♥♦♣])(\d{1,2}|[AJQKTajqkt])")


def rank_and_suit(name: str) -> tuple[str, str]:
    """What stands on a card: its rank and the sign of its suit; of others the name and nothing."""
    found = CARD_NAME.fullmatch(name)
    if found is None:
        return name, ""
    rank, suit = (found[1], found[2]) if found[1] else (found[4], found[3])
    return rank, SUITS.get(suit.upper(), suit)


@lru_cache(maxsize=64)
def suited_names(rules: ModuleType) -> Mapping[str, str]:
    """The names of a game's cards of suits, such as ``h7`` and ``KD``, and how they are printed: ``7♥``."""
    parts = {name: rank_and_suit(name) for name in _names(rules)}
    return {name: rank + suit for name, (rank, suit) in parts.items() if suit}


def _names(rules: ModuleType) -> Iterator[str]:
    """The cards of a game, as far as they are named."""
    for card in range(MOST_CARDS):
        try:
            yield str(rules.card_text(card))
        except IndexError:
            return


def with_suits(text: str, rules: ModuleType) -> str:
    """A text in which the names of a game's cards are printed with the signs of their suits."""
    names = suited_names(rules)
    return WORD.sub(lambda found: names.get(found[0], found[0]), text)


def as_rules_write(text: str, rules: ModuleType) -> str:
    """A text in which cards of a game, which stand there as they are printed, ``7♥``, have their names."""
    if not PRINTED.search(text):
        return text
    names = {printed: name for name, printed in suited_names(rules).items()}

    def named(found: re.Match[str]) -> str:
        """One card."""
        printed = (found[1] or found[4]).upper() + (found[2] or found[3])
        return names.get(printed, found[0])

    return PRINTED.sub(named, text)
