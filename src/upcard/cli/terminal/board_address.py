"""Positions on a command line, by their address on the analysis board."""

import difflib
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    from upcard.engine.game import Match

BOARD = "/analysis/"
NAME = re.compile(r"[^\W\d_][\w-]{2,}")
"""The name of a game, perhaps misspelt; at least as long as a card."""


def is_address(text: str) -> bool:
    """Return whether a position is an address, such as ``stoppers?players=4&seed=3``."""
    return "?" in text or BOARD in text


def is_name(text: str) -> bool:
    """Return whether a position is the name of a game or similar to one; no card is similar."""
    from upcard.engine.registry import game_modules

    return NAME.fullmatch(text) is not None and bool(difflib.get_close_matches(text, game_modules(), n=1))


def read_address(text: str) -> tuple["Match", str]:
    """Return the match of an address, and its assumption about the other players; often empty."""
    from upcard.play.position_address import match_from_address

    url = urlsplit(text)
    query = dict(parse_qsl(url.query, keep_blank_values=True))
    name = url.path.rpartition(BOARD)[2].strip("/")
    return match_from_address(name, query), query.get("assumed", "")
