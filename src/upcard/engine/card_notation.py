"""Notation of cards with suits: ``h7``, ``7H`` or ``king-b`` in rules files, ``7♥`` and ``K♥`` in print."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import ModuleType

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD_NAME = re.compile(r"(\d{1,2}|[AJQKT])([shdcSHDC♠♥♦♣])|([shdcSHDC♠♥♦♣])(\d{1,2}|[AJQKT])")
LETTERED = re.compile(r"(ace|king|queen|jack)-([ab])")
"""A court card whose suit is a letter, as research writes small decks; people see spades and hearts."""

WORD, MOST_CARDS = re.compile(r"\w+"), 64
PRINTED = re.compile(r"(\d{1,2}|[AJQKTajqkt])([♠♥♦♣])|([♠♥♦♣])(\d{1,2}|[AJQKTajqkt])")


def rank_and_suit(name: str) -> tuple[str, str]:
    """Return the rank of a card and the sign of its suit; for other cards the name and an empty text."""
    if lettered := LETTERED.fullmatch(name):
        return lettered[1][0].upper(), "♠♥"["ab".index(lettered[2])]
    match = CARD_NAME.fullmatch(name)
    if match is None:
        return name, ""
    rank, suit = (match[1], match[2]) if match[1] else (match[4], match[3])
    return rank, SUITS.get(suit.upper(), suit)


@lru_cache(maxsize=64)
def suited_names(rules: ModuleType) -> Mapping[str, str]:
    """Return the names of a game's cards with suits, such as ``h7`` and ``KD``, with their print: ``7♥``."""
    parts = {name: rank_and_suit(name) for name in _names(rules)}
    return {name: rank + suit for name, (rank, suit) in parts.items() if suit}


def _names(rules: ModuleType) -> Iterator[str]:
    """Yield the names of the cards of a game."""
    for card in range(MOST_CARDS):
        try:
            yield str(rules.card_text(card))
        except IndexError:
            return


def with_suits(text: str, rules: ModuleType) -> str:
    """Return a text with the names of a game's cards printed with the signs of their suits."""
    return print_cards(text, suited_names(rules))


def print_cards(text: str, printed: Mapping[str, str]) -> str:
    """Return a text with names of cards replaced by their print, as :func:`suited_names` returns them."""
    return WORD.sub(lambda match: printed.get(match[0], match[0]), text)


def as_rules_write(text: str, rules: ModuleType) -> str:
    """Return a text with printed cards of a game, such as ``7♥``, replaced by their names."""
    if not PRINTED.search(text):
        return text
    names = {printed: name for name, printed in suited_names(rules).items()}

    def named(match: re.Match[str]) -> str:
        """Return the name of one card."""
        printed = (match[1] or match[4]).upper() + (match[2] or match[3])
        return names.get(printed, match[0])

    return PRINTED.sub(named, text)
