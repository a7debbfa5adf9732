"""The server's side of a provably fair deal; the protocol is described in :mod:`upcard.engine.commitment`.

In this order: store a :func:`new_secret`; publish the :func:`~upcard.engine.commitment.commitment` of it to
the terms of the table; take one text from each person, if
:func:`~upcard.engine.commitment.check_contribution` does not refuse it; then :func:`revealed` and
:func:`fair_match`. The secret, the seed and the record stay on the server until the match has ended.
"""

import secrets
import time
from collections.abc import Sequence
from typing import Any

from upcard.engine.commitment import (
    FIRST,
    DealTerms,
    Fairness,
    check_contribution,
    commitment,
    match_seed,
    method_of,
    terms_of,
)
from upcard.engine.errors import Usage
from upcard.engine.game import Game, Match
from upcard.engine.wording import counted
from upcard.server.clock import due
from upcard.server.repository import StoredSeat, StoredTable

SECRET_BYTES = 32
LOW63 = 2**63 - 1


def new_secret() -> str:
    """Return a secret that nobody can guess: 64 hexadecimal digits from the system's source of randomness."""
    return secrets.token_hex(SECRET_BYTES)


def revealed(table: str, game: Game, secret: str, added: Sequence[str], published: str = "") -> Fairness:
    """Return what the record of a match reveals about its deal after the end.

    `published` is the commitment that the players were shown; empty to compute it.
    `added` has the text of every seat; empty if the player added none, as for a bot. Raises Usage if there is
    not one text for each seat, or the secret is not 64 hexadecimal digits. Raises Unreadable if an added text
    or the name of the table is not 1 to 64 printable characters.
    """
    if len(added) != game.players:
        texts = counted(len(added), "text was", "texts were")
        raise Usage(f"{texts} added for {counted(game.players, 'seat')}; give one for each, or an empty text")
    for text in filter(None, added):
        check_contribution(text)
    return Fairness(table, published or commitment(secret, terms_of(table, game)), secret, tuple(added))


def fair_match(game: Game, fairness: Fairness, seats: Sequence[str] = ()) -> Match:
    """Return a match dealt from the secret and all added texts; `fairness` is that of :func:`revealed`."""
    return game.match(match_seed(fairness.secret, fairness.added), seats=seats)


def deal_columns(row: StoredTable, seats: Sequence[StoredSeat]) -> dict[str, Any]:
    """Return the columns that change with the deal; empty while a player still has to add a text."""
    if any(x.person and x.added is None for x in seats):
        return {}
    return {"seed": seed_of(row, seats) & LOW63, "due_at": due(row.clock), "dealt_at": time.time()}


def seed_of(row: StoredTable, seats: Sequence[StoredSeat]) -> int:
    """Return the seed of a stored table that is dealt; the database has only its last 63 bits.

    Tables that were opened before the first release have seeds of the first version of the method.
    """
    terms = DealTerms(row.id, row.game, row.rules_version, row.players, row.options)
    method = method_of(row.commitment, row.secret, terms) or FIRST
    seed = match_seed(row.secret, [x.added or "" for x in seats], method)
    if row.seed is None or row.seed == seed & LOW63:
        return seed
    return row.seed  # the deal is older than the terms, or was made by hand
