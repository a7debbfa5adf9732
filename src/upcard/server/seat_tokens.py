"""Tokens instead of passwords: short words that only the server can make, in the address of each seat.

A token stands in addresses like ``upcard+TABLE.SEAT.TOKEN@example.org`` and in subjects. It has 80 bits of
HMAC-SHA-256, in letters that survive a change of case. An open seat has the token of its invitation; who
accepts it gets another one, which those who know the invitation do not. An address has one too, by which its
owner says whether he wants letters.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass

from upcard.server.new_table import ID_LENGTH
from upcard.server.repository import KeptSeat

TOKEN_BYTES, PERSON_BYTES = 10, 20
OWN = re.compile(r"\+me\.([a-z2-7]{16})@", re.IGNORECASE)
TOKEN = re.compile(rf"([2-9a-z]{{{ID_LENGTH}}})\.([0-9]{{1,2}})\.([a-z2-7]{{16}})(?![a-z0-9])", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """What a token belongs to: a table, a seat from 0, and the token."""

    table_id: str
    seat: int
    token: str

    def __str__(self) -> str:
        """As it stands in addresses, with the seat from 1."""
        return f"{self.table_id}.{self.seat + 1}.{self.token}"


class Tokens:
    """Makes tokens and knows them again.

    Parameters
    ----------
    key : str
        The server's key.
    """

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def place(self, table_id: str, seat: KeptSeat) -> Place:
        """The token of a seat, or of its invitation while it is open."""
        holder = "invitation" if seat.is_open else f"person {seat.person}"
        digest = self._digest("seat", table_id, str(seat.number), holder)
        return Place(table_id, seat.number, base64.b32encode(digest[:TOKEN_BYTES]).decode().lower())

    def opens(self, place: Place, seat: KeptSeat) -> bool:
        """Whether a token is the one that a seat has now."""
        return hmac.compare_digest(self.place(place.table_id, seat).token, place.token)

    def own(self, address: str) -> str:
        """The token of an address itself, which only letters to it hold."""
        digest = self._digest("address", address.strip().lower())
        return f"me.{base64.b32encode(digest[:TOKEN_BYTES]).decode().lower()}"

    def owns(self, texts: Iterable[str], address: str) -> bool:
        """Whether the token of an address stands in some texts."""
        found = (f"me.{x[1].lower()}" for text in texts for x in OWN.finditer(text))
        return any(hmac.compare_digest(self.own(address), x) for x in found)

    def person(self, address: str) -> str:
        """The key of the person who has an address."""
        return self._digest("person", address.strip().lower())[:PERSON_BYTES].hex()

    def _digest(self, *parts: str) -> bytes:
        text = "\n".join(("upcard mail", *parts)).encode()
        return hmac.new(self._key, text, hashlib.sha256).digest()


def find_place(texts: Iterable[str]) -> Place | None:
    """The first token that stands in some texts, genuine or not; None if none does."""
    for text in texts:
        found = TOKEN.search(text)
        if found and int(found[2]) > 0:
            return Place(found[1].lower(), int(found[2]) - 1, found[3].lower())
    return None
