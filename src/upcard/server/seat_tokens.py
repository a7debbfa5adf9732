"""Tokens instead of passwords: texts that only the server can make, in the address of each seat.

Tokens are part of addresses like ``upcard+TABLE.SEAT.TOKEN@example.org`` and of subjects. A token has 80 bits
of HMAC-SHA-256, in letters that survive a change of case. An open seat has the token of its
invitation; the player who accepts it gets another one, which others do not know. An email address has a
token too; with it, its owner accepts or refuses emails.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from upcard.server.new_table import ID_LENGTH
from upcard.server.repository import StoredSeat

TOKEN_BYTES, PERSON_BYTES = 10, 20
ADDRESS_TOKEN = re.compile(r"\+me\.([a-z2-7]{16})@", re.IGNORECASE)
TOKEN = re.compile(rf"([2-9a-z]{{{ID_LENGTH}}})\.([0-9]{{1,2}})\.([a-z2-7]{{16}})(?![a-z0-9])", re.IGNORECASE)


@dataclass(frozen=True)
class SeatAddress:
    """The table, the seat (from 0) and the token in an address."""

    table_id: str
    seat: int
    token: str

    def __str__(self) -> str:
        """Return the text in email addresses, with the seat from 1."""
        return f"{self.table_id}.{self.seat + 1}.{self.token}"


class SeatTokens:
    """Makes tokens and checks them."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def place(self, table_id: str, seat: StoredSeat) -> SeatAddress:
        """Return the address with the token of a seat, or of its invitation while the seat is open."""
        holder = "invitation" if seat.is_open else f"person {seat.person}"
        digest = self._digest("seat", table_id, str(seat.number), holder)
        return SeatAddress(table_id, seat.number, base64.b32encode(digest[:TOKEN_BYTES]).decode().lower())

    def opens(self, place: SeatAddress, seat: StoredSeat) -> bool:
        """Return whether an address has the current token of a seat."""
        return hmac.compare_digest(self.place(place.table_id, seat).token, place.token)

    def seat_with(self, place: SeatAddress, seats: Sequence[StoredSeat]) -> int | None:
        """Return the present seat of the player with an address; None if nobody has it.

        Seats are renumbered when the host starts or changes the rules, and the addresses in earlier emails
        still open the seats of their players. An invitation opens no other seat than its own.
        """
        for x in sorted(seats, key=lambda x: x.number != place.seat):
            if self.opens(place, replace(x, number=place.seat) if x.person else x):
                return x.number
        return None

    def address_token(self, address: str) -> str:
        """Return the token of an email address, which only emails to this address contain."""
        digest = self._digest("address", address.strip().lower())
        return f"me.{base64.b32encode(digest[:TOKEN_BYTES]).decode().lower()}"

    def has_address_token(self, texts: Iterable[str], address: str) -> bool:
        """Return whether some texts contain the token of an email address."""
        tokens = (f"me.{x[1].lower()}" for text in texts for x in ADDRESS_TOKEN.finditer(text))
        return any(hmac.compare_digest(self.address_token(address), x) for x in tokens)

    def person(self, address: str) -> str:
        """Return the key of the person with this email address."""
        return self._digest("person", address.strip().lower())[:PERSON_BYTES].hex()

    def _digest(self, *parts: str) -> bytes:
        text = "\n".join(("upcard mail", *parts)).encode()
        return hmac.new(self._key, text, hashlib.sha256).digest()


def find_seat_address(texts: Iterable[str]) -> SeatAddress | None:
    """Return the first seat address in some texts, genuine or not; None if there is none."""
    for text in texts:
        match = TOKEN.search(text)
        if match and int(match[2]) > 0:
            return SeatAddress(match[1].lower(), int(match[2]) - 1, match[3].lower())
    return None
